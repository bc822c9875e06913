"""`goed run` in the background of the screens: started, watched, and always stopped."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from signal import SIGINT
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from goed.domains.registry import all_models
from goed.errors import GoedError
from goed.models.configuration import read_configuration
from goed.models.model import Key, Model
from goed.number_ranges import in_ranges

SECONDS_TO_END = 5.0  # seconds that the process has to end before it is asked more forcefully
LOWER_PRIORITY = 5  # what is on the screen comes first
LONGEST_END = 4_000  # bytes at the end of its output that are read for its last sentence


class BackgroundEnd(NamedTuple):
    """How the process ended, and the last sentence that it printed."""

    exit_code: int
    sentence: str
    was_stopped: bool  # because it was asked to end


class BackgroundRuns:
    """At most one `goed run` at a time, on one study. It never outlives the process that started it."""

    def __init__(self, study: Path, configuration: Path | None = None) -> None:
        self._study = study
        self._configuration = configuration
        self._process: subprocess.Popen[bytes] | None = None
        self._output: IO[bytes] | None = None
        self._asked_at: float | None = None  # when it was last asked to end
        self._started_at = 0.0
        self.numbers: frozenset[int] = frozenset()  # of the runs that it was started for

    def models(self) -> dict[Key, Model]:
        """The models available here; some may have a problem."""
        return all_models(read_configuration(self._configuration) if self._configuration else [])

    def start(self, numbers: Collection[int]) -> str:
        """Start doing these runs; return the command as one would type it."""
        if self.is_at_work:
            raise GoedError("runs are at work already; let them end, or stop them first")
        options = ["run", "--study", str(self._study), "--number", *in_ranges(numbers)]
        if self._configuration is not None:
            options += ["--config", str(self._configuration)]
        self._output = TemporaryFile()  # noqa: SIM115 - closed when the process has ended
        self._process = subprocess.Popen(
            # -P: a folder `goed` in the user's current folder must not be imported instead
            [sys.executable, "-P", "-m", "goed", *options, "--with-parent", str(os.getpid())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._output,
            start_new_session=True,  # so that Ctrl-C and a closed terminal reach it only through us
        )
        with suppress(OSError, AttributeError):  # already ended, or a system without priorities
            os.setpriority(os.PRIO_PROCESS, self._process.pid, LOWER_PRIORITY)
        self._asked_at = None
        self._started_at = time.monotonic()
        self.numbers = frozenset(numbers)
        return shlex.join(["goed", *options])

    @property
    def is_at_work(self) -> bool:
        """Whether a process was started and `look` has not yet told its end."""
        return self._process is not None

    @property
    def is_stopping(self) -> bool:
        """Whether the process was asked to end."""
        return self._asked_at is not None

    def seconds_left(self, n_done: int) -> float | None:
        """Estimated seconds left, from the runs done so far; None if there are none."""
        n_left = len(self.numbers) - n_done
        return (time.monotonic() - self._started_at) / n_done * n_left if n_done else None

    def look(self) -> BackgroundEnd | None:
        """How the process ended, told once. Call it every second or so: it also ends a process that is slow to stop."""
        if self._process is None:
            return None
        if self._process.poll() is None:
            waited = 0.0 if self._asked_at is None else time.monotonic() - self._asked_at
            if waited > 2 * SECONDS_TO_END:
                self._process.kill()
            elif waited > SECONDS_TO_END:
                self._process.terminate()
            return None
        return self._ended(self._process)

    def cancel(self) -> None:
        """Ask the process to end, as Ctrl-C does; the runs it was doing become planned again."""
        if self._process is not None and self._asked_at is None:
            self._asked_at = time.monotonic()
            with suppress(ProcessLookupError):
                self._process.send_signal(SIGINT)

    def stop(self) -> None:
        """End the process and wait for it: interrupt it, then terminate it, then kill it."""
        process = self._process
        if process is None:
            return
        self.cancel()
        for more_strongly in (process.terminate, process.kill):
            try:
                process.wait(timeout=SECONDS_TO_END)
                break
            except subprocess.TimeoutExpired:
                more_strongly()
        process.wait()
        self._ended(process)

    def _ended(self, process: subprocess.Popen[bytes]) -> BackgroundEnd:
        assert self._output is not None
        with self._output as said:
            said.seek(0, os.SEEK_END)
            said.seek(max(0, said.tell() - LONGEST_END))
            lines = [line for line in said.read().decode("utf-8", "replace").splitlines() if line.strip()]
        sentence = lines[-1].removeprefix("goed: ") if lines else ""
        ended = BackgroundEnd(process.returncode, sentence, self.is_stopping)
        self._process = self._output = self._asked_at = None
        return ended
