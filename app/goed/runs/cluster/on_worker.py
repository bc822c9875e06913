"""A job on a Dask worker: it is handed to a process of its own, as on the user's machine.

A Dask worker does its tasks in threads. Trainings that share a process would share its environment, its memory and
torch's threads, and could not be ended one by one.
"""

from __future__ import annotations

import pickle
import time

from distributed import Status, Worker, get_worker

from goed.runs.cluster import asked, places, pool
from goed.runs.jobs import PackedResult, Told

DIGEST = asked.digest_of_files()  # of the goed that this process has loaded
LOOK_EVERY = 0.5  # seconds between two looks at whether the job is still wanted
TELL_EVERY = 2.0  # seconds between two messages about how a training goes
MOST_READY = 4  # processes; a worker that does more jobs at once starts the others when they come
AT_WORK = ("executing", "long-running")  # a task's state on its worker
UP = (Status.running, Status.paused, Status.closing_gracefully)


def do_job(packed: bytes, key: str, topic: str) -> bytes:
    """Do a job, and give its packed result; what it tells meanwhile goes to those that listen to the topic."""
    worker = get_worker()
    job, warning = places.with_place_here(pickle.loads(packed))
    teller = _Teller(worker, topic, key)
    if warning:
        teller.tell(Told(job.number, warning=warning))
    with pool.process_for_a_job() as process:
        process.begin(job)
        while process.pipe.poll(LOOK_EVERY) or _is_wanted(worker, key):
            if not process.pipe.poll():
                continue
            message = process.receive()
            if isinstance(message, PackedResult):
                if message.is_done:
                    places.remove(job)
                return message.content
            teller.tell(message)
    return b""  # for nobody


def prepare(dask_worker: Worker) -> None:
    """Have processes ready for the jobs that are about to come. (Dask fills in the worker.)"""
    pool.prepare(min(dask_worker.state.nthreads, MOST_READY))


def _is_wanted(worker: Worker, key: str) -> bool:
    """Whether the worker still is to do the task: whoever wanted it may have gone, or the scheduler."""
    task = worker.state.tasks.get(key)
    return worker.status in UP and task is not None and task.state in AT_WORK


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
