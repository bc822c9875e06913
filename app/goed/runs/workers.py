"""Worker processes on this machine, and what runs expect of any kind of workers.

A worker needs no access to the study: tasks travel to it, results travel back. `Workers` is all that the runs know of
it: processes on this machine, which are here, or a cluster.

A process is a fresh interpreter that does one job after the other for the process that started it, `goed run` itself or
a Dask worker: forking a process that has threads, torch or an open study is not safe. It can be started from any
thread, and from processes that `multiprocessing` allows no children, such as Dask's workers.
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
from typing import TYPE_CHECKING, NamedTuple, Protocol

from goed.models.command_runs import end_orphans, stop_commands
from goed.processes import GRACE, end_with_parent, ignoring_interrupts
from goed.runs.jobs import Job, JobNews, PackedJob, PackedResult, Result, died, do

if TYPE_CHECKING:  # brings numpy
    from goed.runs.text_tasks import PackedText

# The path is handed over, so that the process finds the same goed and the same models of other packages.
START = (
    "import json, sys; path, *numbers = sys.argv[1:]; sys.path[:] = json.loads(path); "
    "from goed.runs.workers import work; work(*map(int, numbers))"
)
NEARLY_OVER = 0.8  # a process that has idled for this share of its time gets no more jobs, since it may be ending
LONGEST_IDLE = 60  # seconds that a process of a Dask worker waits for the next job

_idle: list[JobProcess] = []  # processes of a Dask worker, kept for its next jobs
_lock = threading.Lock()


class JobProcess:
    """A process that does jobs, and its current job. Once it has died it cannot be used again.

    It can be set to end by itself after this many seconds without a job. Its loops that use several cores get so many
    threads.
    """

    def __init__(self, longest_idle: int = 0, threads: int = 1) -> None:
        self.pipe, theirs = Pipe()
        silent = None if os.environ.get("GOED_DEBUG") else subprocess.DEVNULL  # hides what models print
        numbers = [str(theirs.fileno()), str(os.getpid()), str(longest_idle)]
        with ignoring_interrupts():
            self._process = subprocess.Popen(
                # -P: a folder `goed` in the user's current folder must not be imported instead
                [sys.executable, "-P", "-c", START, json.dumps([str(place) for place in sys.path]), *numbers],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=silent,
                stderr=silent,
                env={**os.environ, "NUMBA_NUM_THREADS": str(threads)},
            )
        theirs.close()
        self._texts: set[str] = set()  # digests of the corpora that it has
        self.number: int | None = None  # of the job that it has
        self.is_over = False
        self._longest_idle = longest_idle
        self._idle_since = monotonic()

    def begin(self, job: PackedJob, text: PackedText | None = None) -> None:
        """Hand it a job, and the corpus that the job is about, unless it has that already."""
        self.number = job.number
        with suppress(OSError):  # it has died meanwhile: `receive` will find that out
            if text and text.digest not in self._texts:
                self.pipe.send(text)
                self._texts.add(text.digest)
            self.pipe.send(job)

    def receive(self) -> JobNews | PackedResult:
        """Wait for a message about its job; if the process has died, a result that says so."""
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
        """Whether it is alive and waits for a job."""
        is_late = self._longest_idle and monotonic() - self._idle_since > NEARLY_OVER * self._longest_idle
        return self.number is None and not self.is_over and not is_late and self._process.poll() is None

    def _how_it_ended(self) -> str:
        self.is_over = True
        self.pipe.close()
        code = self._process.wait()
        end_orphans()  # its external command may still be running
        how = f"killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        hint = "; the machine may have run out of memory" if code == -signal.SIGKILL else ""
        return f"the process was {how}{hint}"


def end_processes(processes: Iterable[JobProcess]) -> None:
    """End processes: ask first, so that their commands and temporary files go, then kill."""
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
    """Start processes for this many jobs ahead, so that the jobs need not wait for them to start."""
    new = [JobProcess(LONGEST_IDLE) for _ in range(number - len(_idle))]
    with _lock:
        _idle.extend(new)


@contextmanager
def process_for_a_job() -> Iterator[JobProcess]:
    """An idle process, or else a new one; it is ended unless its job ends within the `with` block."""
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
            received: PackedJob | PackedText = pipe.recv()
            if isinstance(received, PackedJob):
                pipe.send(PackedResult.of(do(received.job(), pipe.send)))
            else:
                received.keep()


def _end(number: int, frame: object) -> None:
    """Exit through every `finally` on the way, so that no command and no temporary file stays behind."""
    stop_commands()
    raise SystemExit(1)


Message = JobNews | Result


class Crew(NamedTuple):
    """How many workers there are, and how many jobs they can do at the same time."""

    workers: int
    places: int


class Workers(Protocol):
    """The workers that do jobs; they may come and go meanwhile."""

    def crew(self) -> Crew:
        """How many workers there are now."""

    def free(self) -> int:
        """How many jobs can be submitted at the moment."""

    def submit(self, job: Job, failed_on: Collection[str] = ()) -> None:
        """Start a job, if possible on a worker where it has not failed."""

    def has_others(self, failed_on: Collection[str]) -> bool:
        """Whether there are workers where the job has not failed, and may fare better."""

    def messages(self, patience: float) -> Iterable[Message]:
        """Messages from the jobs at work, after waiting for at most this many seconds."""

    def stop(self) -> None:
        """End at once what is still running."""


class LocalWorkers:
    """Processes on this machine, one job each at a time; a process that dies fails only its own job."""

    def __init__(self, number: int) -> None:
        end_orphans()  # left by a goed that was killed with all its processes
        self._threads = max(1, len(os.sched_getaffinity(0)) // number)
        self._processes = [JobProcess(threads=self._threads) for _ in range(number)]

    def crew(self) -> Crew:
        return Crew(len(self._processes), len(self._processes))

    def free(self) -> int:
        return sum(process.number is None for process in self._processes)

    def submit(self, job: Job, failed_on: Collection[str] = ()) -> None:
        next(process for process in self._processes if process.number is None).begin(PackedJob.of(job), job.text)

    def has_others(self, failed_on: Collection[str]) -> bool:
        return False  # all processes of one machine are alike: what fails in one fails in all

    def messages(self, patience: float) -> Iterable[Message]:
        at_work = {process.pipe: process for process in self._processes if process.number is not None}
        for pipe in wait(list(at_work), timeout=patience):
            process = at_work[pipe]  # type: ignore[index]
            message = process.receive()
            yield message.result() if isinstance(message, PackedResult) else message
            if process.is_over:
                self._processes[self._processes.index(process)] = JobProcess(threads=self._threads)

    def stop(self) -> None:
        end_processes(self._processes)
