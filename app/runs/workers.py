"""Processes that train models. A worker needs no access to the study: tasks travel to it, results travel back.

`Workers` is all that the runs know of where they happen, so that other places can take the local processes' part.
"""

from __future__ import annotations

import multiprocessing
import os
import platform
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pickle import PicklingError
from typing import Protocol

from app.models.external import stop_commands
from app.processes import GRACE, be_silent, end_with_parent, ignoring_interrupts
from app.runs.jobs import Job, Result, Told, do


class Workers(Protocol):
    """Something that does jobs."""

    def free(self) -> int:
        """How many jobs can be submitted now."""

    def submit(self, job: Job) -> None:
        """Start a job."""

    def heard(self, patience: float) -> Iterable[Told | Result]:
        """What has come in of the jobs at work, after at most so many seconds."""

    def stop(self) -> None:
        """End at once what is still running."""


@dataclass
class _Slot:
    """One process, the pipe to it, and the job that it has."""

    process: BaseProcess
    pipe: Connection
    job: Job | None = None


class LocalWorkers:
    """Processes on this machine, one job each at a time; a process that dies fails only its own job."""

    def __init__(self, number: int) -> None:
        # A fresh interpreter per process: forking one that has threads, torch or an open study is not safe.
        self._context = multiprocessing.get_context("spawn")
        self._slots = [self._start() for _ in range(number)]

    def free(self) -> int:
        return sum(slot.job is None for slot in self._slots)

    def submit(self, job: Job) -> None:
        slot = next(slot for slot in self._slots if slot.job is None)
        slot.job = job
        with suppress(OSError):  # the process has died meanwhile: `heard` will find that out
            slot.pipe.send(job)

    def heard(self, patience: float) -> Iterable[Told | Result]:
        at_work = {slot.pipe: slot for slot in self._slots if slot.job is not None}
        for pipe in wait(list(at_work), timeout=patience):
            yield self._receive(at_work[pipe])  # type: ignore[index]

    def stop(self) -> None:
        for slot in self._slots:
            slot.process.terminate()
        deadline = time.monotonic() + GRACE
        for slot in self._slots:
            slot.process.join(max(0.0, deadline - time.monotonic()))
            if slot.process.is_alive():
                slot.process.kill()

    def _start(self) -> _Slot:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, os.getpid()), daemon=True)
        with ignoring_interrupts():
            process.start()
        theirs.close()
        return _Slot(process, ours)

    def _receive(self, slot: _Slot) -> Told | Result:
        job = slot.job
        assert job is not None
        try:
            message: Told | Result = slot.pipe.recv()
            if isinstance(message, Result):
                slot.job = None
        except (EOFError, OSError):
            slot.process.join()
            code = slot.process.exitcode or 0
            how = f"killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
            hint = "; the machine may have run out of memory" if code == -signal.SIGKILL else ""
            message = Result(job.number, None, f"the process was {how}{hint}", None, 0.0, platform.node(), {})
            self._slots[self._slots.index(slot)] = self._start()
        return message


def _work(pipe: Connection, parent: int) -> None:
    """Do one job after the other until the pipe closes."""
    signal.signal(signal.SIGTERM, _end)
    end_with_parent(parent)
    be_silent()
    with suppress(EOFError, OSError):
        while True:
            job = pipe.recv()
            result = do(job, pipe.send)
            try:
                pipe.send(result)
            except (TypeError, AttributeError, ValueError, PicklingError) as error:
                message = f"the model's answers cannot be sent back: {error}"
                pipe.send(replace(result, answers=None, message=message))


def _end(number: int, frame: object) -> None:
    """Leave through every `finally` on the way, so that no command and no temporary file stays behind."""
    stop_commands()
    raise SystemExit(1)
