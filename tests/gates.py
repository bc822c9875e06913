"""A gate that commands and models wait at until the test lets them through.

Nothing here is a matter of time: who has come to the gate is certain to be at work until it is let through.
"""

from __future__ import annotations

import inspect
import json
import os
import select
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from goed.processes import process_started_at

MOST_AT_ONCE = 4096  # passes that a pipe holds in any case
ANSWER = """
rows = [line.split("\\t") for line in open(sys.argv[3], encoding="utf-8").read().splitlines()]
forms = [f"{lemma}\\t{lemma}{sys.argv[5]}\\t{tags}\\n" for lemma, tags in rows]
open(sys.argv[4], "w", encoding="utf-8").write("".join(forms))
"""


def knock(folder: str, word: str) -> None:
    """Come to a gate, and wait there until one is let through."""
    with open(f"{folder}/arrivals", "w") as arrivals:
        arrivals.write(f"{os.getpid()} {word}\n")
    with open(f"{folder}/passes", "rb", buffering=0) as passes:
        passes.read(1)


KNOCK = f"import os, sys\n{inspect.getsource(knock)}\nknock(*sys.argv[1:3])\n"
PYTHON = (sys.executable, "-I", "-S", "-c")  # starts in a hundredth of a second


def external_model(name: str, command: Sequence[str]) -> str:
    """A model of one's own, as a file of models has it."""
    return f"[models.{name}]\ncommand = {json.dumps(command)}\n"


def model_that_answers(name: str, ending: str = "{seed}") -> str:
    """An external model that answers with lemma and ending at once."""
    return external_model(name, [*PYTHON, f"import sys{ANSWER}", "", "", "{test}", "{out}", ending])


class Arrival(NamedTuple):
    """A process that has come to the gate, and what it says of itself."""

    pid: int
    born: str | None
    word: str

    @property
    def is_there(self) -> bool:
        """Whether it lives."""
        return self.born is not None and process_started_at(self.pid) == self.born


class Gate:
    """Two pipes in a folder: who arrives says so in one, and takes a pass out of the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        folder.mkdir()
        for name in ("arrivals", "passes"):
            os.mkfifo(folder / name)
        self._arrivals, self._passes = (
            os.open(folder / name, os.O_RDWR | os.O_NONBLOCK) for name in ("arrivals", "passes")
        )
        self._heard = b""

    def model(self, name: str, ending: str = "{seed}") -> str:
        """An external model, in TOML: a shell whose child waits at the gate, and then answers with lemma and ending."""
        child = [*PYTHON, KNOCK + ANSWER, str(self.folder), name, "{test}", "{out}", ending]
        return external_model(name, ["sh", "-c", '"$@"; exit $?', "sh", *child])

    def wait_for_arrival(self) -> Arrival:
        """The next one that comes."""
        while b"\n" not in self._heard:
            select.select([self._arrivals], [], [])
            self._heard += os.read(self._arrivals, 4096)
        line, _, self._heard = self._heard.partition(b"\n")
        number, _, word = line.decode().partition(" ")
        return Arrival(int(number), process_started_at(int(number)), word)

    @property
    def has_visitors(self) -> bool:
        """Whether somebody has come since the last one that was waited for."""
        return bool(self._heard or select.select([self._arrivals], [], [], 0)[0])

    def let_through(self, number: int = 1) -> None:
        """Let so many through, those who wait there already and those who come."""
        os.write(self._passes, b"." * number)

    def open(self) -> None:
        """Let all through from now on."""
        self.let_through(MOST_AT_ONCE)

    def close(self) -> None:
        """Take it down; who waits there goes on, and nobody comes any more."""
        for name in ("arrivals", "passes"):
            (self.folder / name).unlink()
        os.close(self._arrivals)
        os.close(self._passes)
