"""Where runs happen. A worker needs no access to the study: tasks travel to it, results travel back.

`Workers` is all that the runs know of it: processes on this machine, which stand here, or a cluster.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from multiprocessing.connection import wait
from typing import NamedTuple, Protocol

from goed.models.orphans import end_orphans
from goed.runs.job_process import JobProcess, end_processes
from goed.runs.jobs import Job, Notice, PackedJob, PackedResult, Result, Told

Message = Told | Notice | Result


class Crew(NamedTuple):
    """How many workers there are, and how many jobs they can do at the same time."""

    workers: int
    places: int


class Workers(Protocol):
    """Something that does jobs. Workers may come and go while it does."""

    def crew(self) -> Crew:
        """Who is there."""

    def free(self) -> int:
        """How many jobs can be submitted at the moment."""

    def submit(self, job: Job, failed_on: Collection[str] = ()) -> None:
        """Start a job; where there are others, not on a worker where it failed."""

    def has_others(self, failed_on: Collection[str]) -> bool:
        """Whether there are workers besides those where a job failed, of which something else can be expected."""

    def heard(self, patience: float) -> Iterable[Message]:
        """What has come in of the jobs at work, after at most so many seconds."""

    def stop(self) -> None:
        """End at once what is still running."""


class LocalWorkers:
    """Processes on this machine, one job each at a time; a process that dies fails only its own job."""

    def __init__(self, number: int) -> None:
        end_orphans()  # of a goed that was killed with all its processes
        self._processes = [JobProcess() for _ in range(number)]

    def crew(self) -> Crew:
        return Crew(len(self._processes), len(self._processes))

    def free(self) -> int:
        return sum(process.number is None for process in self._processes)

    def submit(self, job: Job, failed_on: Collection[str] = ()) -> None:
        next(process for process in self._processes if process.number is None).begin(PackedJob.of(job))

    def has_others(self, failed_on: Collection[str]) -> bool:
        return False  # what a model says on this machine is as good as said by all of them

    def heard(self, patience: float) -> Iterable[Message]:
        at_work = {process.pipe: process for process in self._processes if process.number is not None}
        for pipe in wait(list(at_work), timeout=patience):
            process = at_work[pipe]  # type: ignore[index]
            message = process.receive()
            yield message.result() if isinstance(message, PackedResult) else message
            if process.is_over:
                self._processes[self._processes.index(process)] = JobProcess()

    def stop(self) -> None:
        end_processes(self._processes)
