"""Moments of goed's work at which something can happen to it: before a change of a file, and before a statement of SQL.

`python moments.py N KIND FOLDER WORDS…` is `goed WORDS…` that waits at a gate in FOLDER before its N-th moment of a
kind, so that a test can do to it what it wants to just then; with an N of 0 it writes there how many there were.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gates import Gate, knock
from waiting import wait_for

CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.truncate", "subprocess.Popen"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
NEVER = 0
NUMBER = "moments"  # the file that says how many there were


class Moments:
    """Counts those that begin with a kind's words, and comes to the gate before one of them."""

    def __init__(self, wait_before: int, kind: str, folder: str) -> None:
        self._wait_before = wait_before
        self._kind = kind
        self._folder = folder
        self.number = 0

    def watch(self, event: str, given: tuple[Any, ...]) -> None:
        """What Python tells of all that is done in this process."""
        if event in CHANGES or (event == "open" and given[2] & WRITING and given[0] != os.devnull):
            self.pass_one(event)

    def pass_one(self, what: str) -> None:
        """Go past a moment."""
        self.number += what.startswith(self._kind)
        if self.number == self._wait_before:
            self._wait_before = NEVER
            knock(self._folder, what.partition(" ")[0])


def watched(moments: Moments) -> type[sqlite3.Connection]:
    """Connections that tell of each statement before it is done, and of each row where there are many."""

    class Cursor(sqlite3.Cursor):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            moments.pass_one(statement)
            return super().execute(statement, *values)

        def executemany(self, statement: str, rows: Iterable[Any]) -> sqlite3.Cursor:
            def one_by_one() -> Iterator[Any]:
                for row in rows:
                    moments.pass_one(statement)
                    yield row

            return super().executemany(statement, one_by_one())

    class Connection(sqlite3.Connection):
        def cursor(self, factory: Any = Cursor) -> Any:
            return super().cursor(factory)

        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            return self.cursor().execute(statement, *values)  # type: ignore[no-any-return]

        def executemany(self, statement: str, rows: Iterable[Any]) -> sqlite3.Cursor:
            return self.cursor().executemany(statement, rows)  # type: ignore[no-any-return]

    return Connection


def main(wait_before: int, kind: str, folder: str) -> None:
    """Be goed."""
    from goed.commands import main as goed

    moments = Moments(wait_before, kind, folder)
    connect, factory = sqlite3.connect, watched(moments)
    sqlite3.connect = lambda *given, **more: connect(*given, **{"factory": factory, **more})  # type: ignore[assignment]
    sys.addaudithook(moments.watch)
    try:
        goed()
    finally:
        if wait_before == NEVER:
            Path(folder, NUMBER).write_text(str(moments.number), "ascii")


# What a test does with it


def goed_until(gate: Gate, moment: int, kind: str = "") -> list[str]:
    """What stands before the words of a command of goed that waits at a gate before a moment: the n-th of a kind."""
    return [sys.executable, __file__, str(moment), kind, str(gate.folder)]


def n_moments(*arguments: object) -> int:
    """How many moments a command has; it is done with that."""
    with a_gate() as gate:
        subprocess.run([*goed_until(gate, NEVER), *map(str, arguments)], check=True, capture_output=True)
        return counted(gate)


def counted(gate: Gate) -> int:
    """How many moments there were in a command that is done."""
    return int((gate.folder / NUMBER).read_text("ascii"))


def killed_at(moment: int, *arguments: object, kind: str = "") -> bool:
    """Start a command and kill it at a moment; False where it was done before that."""
    with a_gate() as gate:
        words = [*goed_until(gate, moment, kind), *map(str, arguments)]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            return has_come(process, gate)
        finally:
            process.kill()
            process.communicate()


def has_come(process: subprocess.Popen[Any], gate: Gate) -> bool:
    """Wait until a command has come to its moment; False where it came to its end before that."""
    wait_for(lambda: gate.has_visitors or process.poll() is not None)
    return gate.has_visitors


@contextmanager
def a_gate() -> Iterator[Gate]:
    """A gate of its own."""
    with TemporaryDirectory() as folder:
        gate = Gate(Path(folder) / "gate")
        try:
            yield gate
        finally:
            gate.close()


if __name__ == "__main__":
    wait_before, kind, folder, *words = sys.argv[1:]
    sys.argv = ["goed", *words]
    main(int(wait_before), kind, folder)
