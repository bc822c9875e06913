"""Where runs happen. A worker needs no access to the study: tasks travel to it, results travel back.

`Workers` is all that the runs know of it: processes on this machine, which stand here, or a cluster. A process is a
fresh interpreter that does one job after the other for the process that started it, `goed run` itself or a Dask worker:
forking a process that has threads, torch or an open study is not safe. It can be started from any thread, and from a
process that `multiprocessing` does not let start others, as Dask's workers are.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import NamedTuple, Protocol

from goed.models.external import end_orphans, stop_commands
from goed.processes import GRACE, end_with_parent, ignoring_interrupts
from goed.runs.jobs import Job, JobNews, PackedJob, PackedResult, Result, died, do

# The path is handed over, so that the process finds the same goed and the same models of other packages.
START = (
    "import json, sys; path, *numbers = sys.argv[1:]; sys.path[:] = json.loads(path); "
    "from goed.runs.workers import work; work(*map(int, numbers))"
)
NEARLY_OVER = 0.8  # of the time that a process waits for a job: later than that it is given none
LONGEST_IDLE = 60  # seconds that a process of a Dask worker waits for the next job

_idle: list[JobProcess] = []  # of a Dask worker: they are kept for the next job
_lock = threading.Lock()


class JobProcess:
    """One such process, and the job that it has. One that has died is no good for another job.

    It may be told to end by itself when it has had no job for so many seconds.
    """

    def __init__(self, longest_idle: int = 0) -> None:
        self.pipe, theirs = Pipe()
        silent = None if os.environ.get("GOED_DEBUG") else subprocess.DEVNULL  # what models print is not goed's talk
        numbers = [str(theirs.fileno()), str(os.getpid()), str(longest_idle)]
        with ignoring_interrupts():
            self._process = subprocess.Popen(
                # -P: a folder `goed` where the user happens to be is not goed's
                [sys.executable, "-P", "-c", START, json.dumps([str(place) for place in sys.path]), *numbers],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=silent,
                stderr=silent,
            )
        theirs.close()
        self.number: int | None = None  # of the job that it has
        self.is_over = False
        self._longest_idle = longest_idle
        self._idle_since = monotonic()

    def begin(self, job: PackedJob) -> None:
        """Hand it a job."""
        self.number = job.number
        with suppress(OSError):  # it has died meanwhile: `receive` will find that out
            self.pipe.send(job)

    def receive(self) -> JobNews | PackedResult:
        """What it tells of its job, once something has come; a result that says so where it has died."""
        assert self.number is not None
        try:
            message: JobNews | PackedResult = self.pipe.recv()
        except (EOFError, OSError):
            message = PackedResult.of(died(self.number, self._how_it_ended()))
        if isinstance(message, PackedResult):
            self.number = None
            self._idle_since = monotonic()
        return message

    @property
    def can_begin(self) -> bool:
        """Whether it is there and waits for a job."""
        is_late = self._longest_idle and monotonic() - self._idle_since > NEARLY_OVER * self._longest_idle
        return self.number is None and not self.is_over and not is_late and self._process.poll() is None

    def _how_it_ended(self) -> str:
        self.is_over = True
        self.pipe.close()
        code = self._process.wait()
        end_orphans()  # its command, which knows nothing of that
        how = f"killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        hint = "; the machine may have run out of memory" if code == -signal.SIGKILL else ""
        return f"the process was {how}{hint}"


def end_processes(processes: Iterable[JobProcess]) -> None:
    """End them: asked first, so that their commands and temporary files go, and then killed."""
    ending = [process._process for process in processes]
    for process in ending:
        process.terminate()
    deadline = monotonic() + GRACE
    for process in ending:
        try:
            process.wait(max(0.0, deadline - monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def prepare_processes(number: int) -> None:
    """Start as many processes as jobs are about to come, so that their start is over by then."""
    new = [JobProcess(LONGEST_IDLE) for _ in range(number - len(_idle))]
    with _lock:
        _idle.extend(new)


@contextmanager
def process_for_a_job() -> Iterator[JobProcess]:
    """A process that has done others, or else a new one. It ends with a job that it is not let finish."""
    with _lock:
        usable = [process for process in _idle if process.can_begin]
        process = usable.pop(0) if usable else None
        _idle[:] = usable
    process = process or JobProcess(LONGEST_IDLE)
    try:
        yield process
    finally:
        if process.can_begin:
            with _lock:
                _idle.append(process)
        else:
            end_processes([process])


def end_idle_processes() -> None:
    """End the processes that wait for a job."""
    with _lock:
        ending, _idle[:] = list(_idle), []
    end_processes(ending)


def work(descriptor: int, parent: int, longest_idle: int) -> None:
    """What the process does: one job after the other, until the pipe closes or its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _end)
    end_with_parent(parent)
    pipe = Connection(descriptor)
    with suppress(EOFError, OSError):
        while pipe.poll(longest_idle or None):
            job: PackedJob = pipe.recv()
            pipe.send(PackedResult.of(do(job.job(), pipe.send)))


def _end(number: int, frame: object) -> None:
    """Leave through every `finally` on the way, so that no command and no temporary file stays behind."""
    stop_commands()
    raise SystemExit(1)


Message = JobNews | Result


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
