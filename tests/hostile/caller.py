"""Calls goed in a child process with a limit of time and of memory, and counts what came of it."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

LONGEST = 10.0  # seconds of the processor: what the clock says depends on what else the machine does
HANGS_AFTER = 300.0  # seconds of the clock
MOST_MEMORY = 2**30  # bytes
CALLS_OF_A_WORKER = 2_000  # then comes a new one, whose memory tells of its own calls


@dataclass(frozen=True)
class Outcome:
    """What a call of goed came to."""

    arguments: list[str]
    code: int | str  # of exit; a word where it did not come to that
    out: str
    err: str
    memory: int  # bytes, at most
    seconds: float  # of the processor


@dataclass
class Counter:
    """What all calls together came to."""

    generated: int = 0  # cases that nobody wrote; some of them are several calls
    cases: int = 0  # calls
    done: int = 0
    refused: int = 0
    wrong_usage: int = 0
    memory: int = 0
    largest: str = ""  # the call that took most memory
    slowest: float = 0.0
    seconds: float = 0.0

    def __str__(self) -> str:
        return (
            f"hostile input: {self.cases:,} cases, {self.generated:,} of them generated, {self.done:,} done, "
            f"{self.refused:,} refused with a sentence, "
            f"{self.wrong_usage:,} wrong usage, 0 tracebacks; at most {self.slowest:.1f} s and "
            f"{self.memory / 2**20:,.0f} MB ({self.largest}); {self.seconds:,.0f} s in goed"
        )

    def add(self, outcome: Outcome) -> None:
        """Count a call that was judged and found in order."""
        self.cases += 1
        self.done += outcome.code == 0
        self.refused += outcome.code == 1
        self.wrong_usage += outcome.code == 2
        if outcome.memory > self.memory:
            self.memory, self.largest = outcome.memory, " ".join(outcome.arguments)[:60]
        self.slowest = max(self.slowest, outcome.seconds)
        self.seconds += outcome.seconds

    @contextmanager
    def expecting(self, n_generated: int, n_done: int = 0, n_refused: int = 0) -> Iterator[None]:
        """So many cases are generated in here, and so many of them at least are read to their end, and refused."""
        before = replace(self)
        yield
        assert self.generated - before.generated >= n_generated
        assert self.done - before.done >= n_done, "most mutations go too far: nothing is read to its end"
        assert self.refused - before.refused >= n_refused


COUNTER = Counter()


class Caller:
    """A child process at a time, and a new one where it came to an end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._n_calls = 0

    def call(self, folder: Path, arguments: Sequence[object], stdin: bytes = b"") -> Outcome:
        """Call goed with these arguments in a folder."""
        words = [str(argument) for argument in arguments]
        process = self._worker()
        request = {"folder": str(folder), "arguments": words, "stdin": stdin.hex()}
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], HANGS_AFTER)
        line = process.stdout.readline() if ready else b""
        if not line:
            code = "a crash" if ready else "a hang"
            self.close()
            said = (self._folder / "stderr").read_text("utf-8", "replace")[-2000:]
            return Outcome(words, code, "", said, 0, 0.0)
        said_back = json.loads(line)
        if said_back["memory"] > MOST_MEMORY:
            self.close()
        return Outcome(words, **said_back)

    def close(self) -> None:
        """End the child."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _worker(self) -> subprocess.Popen[bytes]:
        if self._n_calls >= CALLS_OF_A_WORKER:
            self.close()
        if self._process is None or self._process.poll() is not None:
            self._n_calls = 0
            with (self._folder / "stderr").open("wb") as log:
                self._process = subprocess.Popen(
                    [sys.executable, str(Path(__file__).with_name("worker.py")), str(self._folder)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONUTF8": "1"},
                )
        self._n_calls += 1
        return self._process
