"""Which files of goed run when somebody does one thing: `python tests/walks.py` traces three walks through the house.

A file runs if one of its functions does, not if it is only imported: every walk is walked twice, and the second time
is counted, when all is imported. Threads count, too. docs/architecture.md shows what this prints; a test holds it so.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import goed_classifiers
from conftest import in_folder, write
from goed import __file__ as goed_file
from goed.commands.group import run_safely
from sitting import Sitting, sit_down, verbs_to_label

ROOTS = [Path(str(goed_file)).parent, Path(goed_classifiers.__file__).parent]


class Walk:
    """The functions that ran in the order of their first call, by file; recorded while it is entered."""

    def __init__(self) -> None:
        self.codes: dict[CodeType, None] = {}
        self.is_on = False

    def watch(self) -> None:
        """Be told of every call, in this thread and in those that begin from now on."""
        threading.setprofile(self.note)
        sys.setprofile(self.note)

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        """Note a function that is called."""
        if event == "call" and self.is_on:
            self.codes.setdefault(frame.f_code)

    @contextlib.contextmanager
    def recorded(self) -> Iterator[None]:
        """Record what runs within."""
        self.is_on = True
        yield
        self.is_on = False

    @property
    def files(self) -> dict[str, list[str]]:
        """The files of goed and of its classifiers whose functions ran, each with these functions."""
        found: dict[str, list[str]] = {}
        for code in self.codes:
            file = _own(Path(code.co_filename))
            if file and not code.co_name.startswith("<"):
                found.setdefault(file, []).append(code.co_qualname)
        return found


def _own(path: Path) -> str:
    """A file's place in the house, `statistics/errors.py`; nothing if it is another's."""
    for root in ROOTS:
        if path.is_relative_to(root):
            return str(path.relative_to(root.parent if root.name != "goed" else root))
    return ""


def quietly(*arguments: str) -> None:
    """Call goed, whose output nobody reads."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert run_safely(list(arguments)) == 0, arguments


def import_predictions(folder: Path, walk: Walk) -> None:
    """`goed import predictions`: another system's answers become runs, outputs and labels."""
    write(folder / "more/grumble/eng_2.test", [["bring", "brung", "V;PST"], ["go", "goed", "V;PST"]])
    with walk.recorded():
        quietly("import", "predictions", "more", "--pattern", "{model}/{language}_{size}")


def press_a_digit(folder: Path, walk: Walk) -> None:
    """A digit in Label: an output gets a class from a person, and the next case is shown."""

    async def label(sitting: Sitting) -> None:
        with walk.recorded():
            await sitting.press("2")

    sit_down(folder / "study.goed", label)


def count_errors(folder: Path, walk: Walk) -> None:
    """`goed stats errors --by gold_class`: each kind of error, counted."""
    with walk.recorded():
        quietly("stats", "errors", "--by", "gold_class")


WALKS: dict[str, Callable[[Path, Walk], None]] = {
    "import predictions": import_predictions,
    "a digit in Label": press_a_digit,
    "stats errors --by gold_class": count_errors,
}


def walked(name: str) -> Walk:
    """A walk over a small study, walked twice."""
    home = Path.cwd()
    for walk in (Walk(), Walk()):
        with tempfile.TemporaryDirectory() as there:
            verbs_to_label(Path(there))
            os.chdir(there)
            walk.watch()
            try:
                WALKS[name](Path(there), walk)
            finally:
                sys.setprofile(None)
                threading.setprofile(None)  # type: ignore[arg-type]
                os.chdir(home)
    return walk


def main(*chosen: str) -> None:
    """Print the walks, or those that are chosen."""
    for name in chosen or WALKS:
        files = walked(name).files
        print(f"{name}: {len(files)} files")
        for file, functions in files.items():
            print(f"  {file:40} {' '.join(functions)[:160]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
