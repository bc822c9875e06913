"""Who is there: workers come and go while runs are at work. One with another goed gets no runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from goed.runs.cluster.connection import Cluster
from goed.runs.cluster.versions import problems, refuse_any
from goed.runs.jobs import Notice

LOOK_EVERY = 0.5  # seconds


@dataclass(frozen=True)
class Joined:
    """A worker that does so many jobs at the same time."""

    worker: str
    places: int


@dataclass(frozen=True)
class Left:
    """A worker that has died, or was ended."""

    worker: str


class Gone:
    """The scheduler is no longer there."""


News = Joined | Left | Notice | Gone


class CrewWatch:
    """Asks the scheduler again and again who is there, and each worker that is new what it has."""

    def __init__(self, cluster: Cluster, packages: list[str], tell: Callable[[News], None]) -> None:
        self._cluster = cluster
        self._packages = packages
        self._tell = tell
        self._usable: set[str] = set()
        self._unusable: set[str] = set()
        self._asked: set[str] = set()  # their answers are on the way
        self._asking: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Look for the first time. A worker that cannot be used is an error, before anything has begun."""
        places = await self._cluster.places()
        found = await problems(self._cluster.client, list(places), self._packages)
        refuse_any(found)
        self._take(places, found)

    async def follow(self) -> None:
        """Look again and again, until the scheduler is gone."""
        while self._cluster.client.status == "running":
            with suppress(Exception):  # of whatever kind: the client finds out whether the scheduler is still there
                await self._look()
            await asyncio.sleep(LOOK_EVERY)
        self._tell(Gone())

    async def _look(self) -> None:
        places = await self._cluster.places()
        for worker in self._usable - set(places):
            self._tell(Left(worker))
        self._usable &= set(places)
        self._unusable &= set(places)
        new = set(places) - self._usable - self._unusable - self._asked
        if new:
            task = asyncio.create_task(self._ask({worker: places[worker] for worker in new}))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def _ask(self, new: dict[str, int]) -> None:
        """Ask workers that have joined; one that does not answer is asked again at the next look."""
        self._asked |= set(new)
        try:
            found = await problems(self._cluster.client, list(new), self._packages)
        except Exception:  # of whatever kind: it has died meanwhile, or the scheduler has
            return
        finally:
            self._asked -= set(new)
        self._take(new, found)
        for worker, problem in found.items():
            if problem:
                self._unusable.add(worker)
                self._tell(Notice(f"{problem}; until then it gets no runs"))

    def _take(self, places: dict[str, int], found: dict[str, str | None]) -> None:
        for worker in _without_problem(found):
            self._usable.add(worker)
            self._tell(Joined(worker, places[worker]))


def _without_problem(found: dict[str, str | None]) -> Iterable[str]:
    return (worker for worker, problem in found.items() if problem is None)
