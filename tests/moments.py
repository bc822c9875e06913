"""Moments of goed's work at which something can happen to it: before a change of a file, and before a statement of SQL.

`python moments.py N KIND FILE WORDS…` is `goed WORDS…` that stops itself before its N-th moment of a kind, so that a
test can do to it what it wants to just then; where it comes to its end, it writes into FILE how many there were.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from waiting import wait_for

CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.truncate", "subprocess.Popen"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
NEVER = 0
_connect = sqlite3.connect


class Moments:
    """Counts those that begin with a kind's words, and stops this process before one of them."""

    def __init__(self, stop_before: int, kind: str) -> None:
        self._stop_before = stop_before
        self._kind = kind
        self.number = 0

    def watch(self, event: str, given: tuple[Any, ...]) -> None:
        """What Python tells of all that is done in this process."""
        if event in CHANGES or (event == "open" and given[2] & WRITING and given[0] != os.devnull):
            self._pass_one(event)

    def connect(self, *given: Any, **more: Any) -> sqlite3.Connection:
        """What SQLite tells."""
        connection = _connect(*given, **more)
        connection.set_trace_callback(self._pass_one)
        return connection

    def _pass_one(self, what: str) -> None:
        self.number += what.startswith(self._kind)
        if self.number == self._stop_before:
            self._stop_before = NEVER
            os.kill(os.getpid(), signal.SIGSTOP)


def main(stop_before: int, kind: str, file: Path) -> None:
    """Be goed."""
    moments = Moments(stop_before, kind)
    from goed.commands import main as goed

    sqlite3.connect = moments.connect
    sys.addaudithook(moments.watch)
    try:
        goed()
    finally:
        file.write_text(str(moments.number), "ascii")


# What a test does with it


def goed_until(moment: int, kind: str = "", file: Path | str = os.devnull) -> list[str]:
    """What stands before the words of a command of goed that stops before a moment: the n-th of all, or of a kind."""
    return [sys.executable, __file__, str(moment), kind, str(file)]


def n_moments(*arguments: object) -> int:
    """How many moments a command has; it is done with that."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "moments"
        subprocess.run([*goed_until(NEVER, file=file), *map(str, arguments)], check=True, capture_output=True)
        return int(file.read_text("ascii"))


def has_stopped(process: subprocess.Popen[Any]) -> bool:
    """Wait until a command has come to its moment; False where it came to its end before that."""
    seen: list[Any] = []

    def look() -> object:
        seen[:] = [os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT | os.WNOHANG)]
        return seen[0]

    wait_for(look)
    return bool(seen[0].si_code == os.CLD_STOPPED)


def killed_at(moment: int, *arguments: object, kind: str = "") -> bool:
    """Start a command and kill it at a moment; False where it was done before that."""
    words = [*goed_until(moment, kind), *map(str, arguments)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        return has_stopped(process)
    finally:
        process.kill()
        process.communicate()


if __name__ == "__main__":
    stop_before, kind, path, *words = sys.argv[1:]
    sys.argv = ["goed", *words]
    main(int(stop_before), kind, Path(path))
