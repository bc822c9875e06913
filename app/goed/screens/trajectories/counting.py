"""Counting beside the screen, in a thread with a connection of its own; what was counted is kept until it is stale."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from goed.screens.study_thread import StudyThread
from goed.screens.trajectories.choice import Available, Choice
from goed.screens.trajectories.numbers import Numbers, count
from goed.study.study import Study


@dataclass(frozen=True)
class Counted:
    """What the study holds, the choice as far as the study has it, and the numbers of that; none in an empty study."""

    available: Available
    choice: Choice | None = None
    numbers: Numbers | None = None


class CountingThread(StudyThread):
    """One thread that counts what is asked for, one thing after the other."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._version = (-1, -1)
        self._known: dict[tuple[str, ...], Numbers] = {}
        self._available = Available(())

    async def count(self, choice: Choice | None) -> Counted:
        """The numbers of a choice, or of the first one that there is."""
        return await self.call(lambda study: self._count(study, choice))

    async def is_stale(self) -> bool:
        """Whether the study has changed since something was counted last."""
        return await self.call(lambda study: study.output_version() != self._version)

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
