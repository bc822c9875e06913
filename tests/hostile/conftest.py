"""What the tests of hostile input share: the study that is damaged, and the child in which goed is called."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import Made
from hostile.caller import COUNTER, Caller
from hostile.material import STUDY, make_study


@pytest.fixture(scope="session")
def whole_study(made_once: Made) -> bytes:
    """The bytes of a study that has something in every table."""

    def make(folder: Path) -> None:
        before = Path.cwd()
        os.chdir(folder)
        try:
            make_study(folder)
        finally:
            os.chdir(before)

    return (made_once("whole", make) / STUDY).read_bytes()


@pytest.fixture(scope="session")
def caller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """Calls goed in a child process."""
    caller = Caller(tmp_path_factory.mktemp("worker"))
    yield caller
    caller.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many cases there were, and what they came to."""
    if COUNTER.cases:
        terminalreporter.write_line(str(COUNTER))
