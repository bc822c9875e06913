"""Whether a job that failed is tried again. It is the same for workers on this machine and on a cluster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from goed.runs.jobs import Failure, Result
from goed.runs.workers import Workers

MOST_TRIES = 3


class Tries:
    """What came of the tries of the jobs that are at work."""

    def __init__(self) -> None:
        self._failed: dict[int, list[Result]] = {}

    def failed_on(self, number: int) -> frozenset[str]:
        """The workers where a job's model failed."""
        tried = self._failed.get(number, [])
        return frozenset(result.worker for result in tried if result.failure is Failure.MODEL)

    def is_worth_another(self, result: Result, workers: Workers) -> bool:
        """Whether a job, of which this is the newest result, should be tried again.

        One whose process or worker died is tried anywhere, since that may have been chance. What the model itself says
        is tried on other workers only: they may have a package, a GPU or a file that this one lacks.
        """
        if result.failure is None:
            return False
        tried = self._failed.setdefault(result.number, [])
        tried.append(result)
        if result.failure is Failure.FINAL or len(tried) == MOST_TRIES:
            return False
        return result.failure is Failure.DIED or workers.has_others(self.failed_on(result.number))

    def all_in_one(self, result: Result) -> Result:
        """What is stored of a job: its last result; where it failed more than once, with all that was tried."""
        tried = self._failed.pop(result.number, [])
        return result if result.failure is None or len(tried) == 1 else _together(tried)


def _together(tried: Sequence[Result]) -> Result:
    """The last failure that the model itself told, or else the last; its log begins with all of them."""
    told = [result for result in tried if result.failure is not Failure.DIED] or tried
    lines = [f"{result.worker or result.machine}: {result.message}" for result in tried]
    head = "\n".join([f"tried {len(tried)} times", *lines])
    return replace(told[-1], log=f"{head}\n\n{told[-1].log}" if told[-1].log else head)
