"""Which files of goed run when somebody does one thing: `python tests/walks.py` traces three walks through the house.

A file runs if one of its functions does, not if it is only imported: every walk is walked twice, and the second time
is counted, when all is imported. Threads count, too. docs/architecture.md shows what this prints; a test holds it so.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import shorten
from types import CodeType, FrameType

import goed_classifiers
from conftest import REPOSITORY, write
from goed import __file__ as goed_file
from goed.commands.group import run_safely
from sitting import Sitting, sit_down, verbs_to_label

PAGE = REPOSITORY / "docs" / "architecture.md"
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


def page_of(name: str) -> str:
    """A walk as docs/architecture.md shows it: the files in the order in which they come, and what each is."""
    files = walked(name).files
    rows = [f"{file:45} {_first_sentence(file)}" for file in files]
    return "\n".join([f"{name}: {len(files)} files", "", *rows, ""])


def _first_sentence(file: str) -> str:
    """What a file says of itself, as far as it fits."""
    root = ROOTS[1] if file.startswith(ROOTS[1].name) else ROOTS[0]
    path = root.parent / file if root is ROOTS[1] else root / file
    documented = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return shorten(documented.split("\n\n")[0], 85, placeholder=" …")


def rewritten(page: str) -> str:
    """The architecture page with its walks written anew."""
    for name in WALKS:
        block = re.compile(rf"(<!-- walk: {re.escape(name)} -->\n```text\n).*?(```\n<!-- end -->)", re.DOTALL)
        page, n = block.subn(lambda found, name=name: found[1] + page_of(name) + found[2], page)
        assert n == 1, f"the architecture page has no walk '{name}'"
    return page


def main(*chosen: str) -> None:
    """Print walks; `--write` puts them into the architecture page, `--page NAME` prints one as it stands there."""
    if chosen == ("--write",):
        PAGE.write_text(rewritten(PAGE.read_text("utf-8")), "utf-8")
        return
    if chosen[:1] == ("--page",):
        print(page_of(chosen[1]), end="")
        return
    for name in chosen or WALKS:
        files = walked(name).files
        print(f"{name}: {len(files)} files")
        for file, functions in files.items():
            print(f"  {file:45} {' '.join(functions)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
