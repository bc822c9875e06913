"""What the tests of hostile input share: the study that is damaged, and the child in which goed is called."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from hostile.caller import COUNTER, Caller
from hostile.material import make_study


@pytest.fixture(scope="session")
def whole_study(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a study that has something in every table."""
    folder, before = tmp_path_factory.mktemp("whole"), Path.cwd()
    os.chdir(folder)
    try:
        return make_study(folder).read_bytes()
    finally:
        os.chdir(before)


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
