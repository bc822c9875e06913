"""A job on a Dask worker: it is handed to a process of its own, as on the user's machine.

A Dask worker does its tasks in threads. Trainings that share a process would share its environment, its memory and
torch's threads, and could not be ended one by one.
"""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from distributed import Status, Worker, get_worker

from app.runs.cluster import asked, places
from app.runs.job_process import JobProcess, end_processes
from app.runs.jobs import Job, Result, Told

DIGEST = asked.digest_of_files()  # of the goed that this process has loaded
LOOK_EVERY = 0.2  # seconds between two looks at whether the job is still wanted
TELL_EVERY = 2.0  # seconds between two messages about how a training goes
LONGEST_IDLE = 60  # seconds that a process without a job waits for the next one
AT_WORK = ("executing", "long-running")  # a task's state on its worker
UP = (Status.running, Status.paused, Status.closing_gracefully)

_idle: list[JobProcess] = []
_lock = threading.Lock()


def do_job(packed: bytes, key: str, topic: str) -> bytes:
    """Do a job, and give its result; what it tells meanwhile goes to those that listen to the topic."""
    worker = get_worker()
    job, warning = places.with_place_here(pickle.loads(packed))
    teller = _Teller(worker, topic, key)
    if warning:
        teller.tell(Told(job.number, warning=warning))
    with _process() as process:
        process.begin(job)
        while process.job is not None:
            if process.pipe.poll(LOOK_EVERY):
                message = process.receive()
                if isinstance(message, Result):
                    return pickle.dumps(_finished(job, message, worker.address))
                teller.tell(message)
            elif not _is_wanted(worker, key):
                break
    return b""  # for nobody


def end_idle() -> None:
    """End the processes that wait for a job."""
    with _lock:
        ending, _idle[:] = list(_idle), []
    end_processes(ending)


def _finished(job: Job, result: Result, address: str) -> Result:
    if result.answers is not None:
        places.remove(job)
    return replace(result, worker="" if address.startswith("inproc:") else address)


def _is_wanted(worker: Worker, key: str) -> bool:
    """Whether the worker still is to do the task: whoever wanted it may have gone, or the scheduler."""
    task = worker.state.tasks.get(key)
    return worker.status in UP and task is not None and task.state in AT_WORK


@contextmanager
def _process() -> Iterator[JobProcess]:
    """A process for one job: one that has done others, or else a new one. It ends with a job that is not done."""
    with _lock:
        usable = [process for process in _idle if process.can_begin]
        process = usable.pop() if usable else None
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


class _Teller:
    """Sends what a job tells, not more often than many at once can be told of."""

    def __init__(self, worker: Worker, topic: str, key: str) -> None:
        self._worker, self._topic, self._key = worker, topic, key
        self._last = float("-inf")

    def tell(self, message: Told) -> None:
        moment = time.monotonic()
        if message.warning or moment - self._last >= TELL_EVERY:
            self._last = moment
            self._worker.log_event(self._topic, {"key": self._key, "told": pickle.dumps(message)})
