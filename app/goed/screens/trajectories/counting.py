"""Counting beside the screen, in a thread with a connection of its own; what was counted is kept until it is stale."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from goed.screens.trajectories.choice import Available, Choice
from goed.screens.trajectories.numbers import Numbers, count
from goed.study.study import Study, explaining

Result = TypeVar("Result")


@dataclass(frozen=True)
class Counted:
    """What the study holds, the choice as far as the study has it, and the numbers of that; none in an empty study."""

    available: Available
    choice: Choice | None = None
    numbers: Numbers | None = None


class CountingThread:
    """One thread that counts what is asked for, one thing after the other."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="counting")
        self._study: Study | None = None
        self._version = (-1, -1)
        self._known: dict[tuple[str, ...], Numbers] = {}
        self._available = Available(())

    async def count(self, choice: Choice | None) -> Counted:
        """The numbers of a choice, or of the first one that there is."""
        return await self._call(lambda study: self._count(study, choice))

    async def is_stale(self) -> bool:
        """Whether the study has changed since something was counted last."""
        return await self._call(lambda study: study.output_version() != self._version)

    def close(self) -> None:
        """Close the study, after all that was begun."""
        self._executor.submit(self._close)
        self._executor.shutdown(wait=False, cancel_futures=False)

    async def _call(self, work: Callable[[Study], Result]) -> Result:
        return await asyncio.wrap_future(self._executor.submit(self._do, work))

    def _do(self, work: Callable[[Study], Result]) -> Result:
        if self._study is None:
            self._study = Study.open(self._path)
        with explaining(self._path):
            return work(self._study)

    def _close(self) -> None:
        if self._study is not None:
            self._study.close()

    def _count(self, study: Study, choice: Choice | None) -> Counted:
        version = study.output_version()
        if version != self._version:
            self._known.clear()
            self._available = Available.of(study)
            self._version = version
        if not self._available:
            return Counted(self._available)
        choice = self._available.fitting(choice or Choice(self._available.languages()[0]))
        if choice.key not in self._known:
            self._known[choice.key] = count(study, choice)
        return Counted(self._available, choice, self._known[choice.key])
