"""Counts what arrives at a Dask worker without being made there: the texts of corpora."""

from __future__ import annotations

from typing import Any

from distributed import Worker, WorkerPlugin

NAME = "arrivals"


class Arrivals(WorkerPlugin):  # type: ignore[misc]
    """Notes each key that comes into a worker's memory, but for the jobs that the worker does."""

    name = NAME

    def setup(self, worker: Worker) -> None:
        self.arrived: list[str] = []

    def transition(self, key: Any, start: str, finish: str, **more: Any) -> None:
        if finish == "memory" and start != "executing" and not str(key).startswith("goed-"):
            self.arrived.append(str(key))


def arrived(dask_worker: Worker) -> list[str]:
    """What has arrived at a worker."""
    return list(dask_worker.plugins[NAME].arrived)


def fetched(dask_worker: Worker) -> int:
    """How many times a worker has fetched something from another one."""
    return len(dask_worker.transfer_incoming_log)
