"""The processes that do a Dask worker's jobs. They are kept for the next job, and end when none comes for a while."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from goed.runs.workers import JobProcess, end_processes

LONGEST_IDLE = 60  # seconds that a process without a job waits for the next one

_idle: list[JobProcess] = []
_lock = threading.Lock()


def prepare(number: int) -> None:
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


def end_idle() -> None:
    """End the processes that wait for a job."""
    with _lock:
        ending, _idle[:] = list(_idle), []
    end_processes(ending)
