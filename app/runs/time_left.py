"""How long the trainings of one call will still take, going by those that are done and by what those at work tell."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from app.models.interface import Progress

EVERY_TRAINING = 300  # words that a training costs as much as, besides those that it learns from


@dataclass(frozen=True)
class Kind:
    """What the length of a training depends on."""

    family: tuple[str, ...]
    size: int

    @property
    def weight(self) -> int:
        """How much it costs beside others of its family."""
        return self.size + EVERY_TRAINING


@dataclass
class _Begun:
    kind: Kind
    at: float
    left: float | None = None  # seconds, as it told last
    told_at: float = 0.0


class TimeLeft:
    """An estimate that gets better as trainings tell how far they are, and end."""

    def __init__(self, todo: Sequence[Kind], n_workers: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._waiting = list(todo)
        self._n_workers = max(1, n_workers)
        self._clock = clock
        self._begun: dict[int, _Begun] = {}
        self._ended: list[tuple[Kind, float]] = []  # with the seconds that it took

    def skip(self, kind: Kind) -> None:
        """A training is not done here."""
        self._waiting.remove(kind)

    def begin(self, number: int, kind: Kind) -> None:
        """A training has begun; it is known by its number from now on."""
        self._waiting.remove(kind)
        self._begun[number] = _Begun(kind, self._clock())

    def told(self, number: int, progress: Progress) -> None:
        """How far a training is."""
        begun, moment = self._begun[number], self._clock()
        begun.left, begun.told_at = progress.seconds_left, moment
        if begun.left is None and progress.done:
            begun.left = (moment - begun.at) / progress.done * max(0, progress.of - progress.done)

    def end(self, number: int, seconds: float | None) -> None:
        """A training has ended, after so many seconds; None where it failed, which tells nothing."""
        begun = self._begun.pop(number)
        if seconds is not None:
            self._ended.append((begun.kind, seconds))

    def seconds(self) -> float | None:
        """Until all is done; None while nothing is known."""
        known = self._ended + [
            (begun.kind, begun.told_at - begun.at + begun.left)
            for begun in self._begun.values()
            if begun.left is not None
        ]
        if not known:
            return None
        at_work = [self._left(begun, known) for begun in self._begun.values()]
        waiting = [_expected(kind, known) for kind in self._waiting]
        return max([*at_work, (sum(at_work) + sum(waiting)) / self._n_workers])

    def _left(self, begun: _Begun, known: Sequence[tuple[Kind, float]]) -> float:
        moment = self._clock()
        if begun.left is not None:
            return max(0.0, begun.left - (moment - begun.told_at))
        return max(0.0, _expected(begun.kind, known) - (moment - begun.at))


def _expected(kind: Kind, known: Sequence[tuple[Kind, float]]) -> float:
    """The seconds that a training will take: as long as others of its family, by weight; else as any."""
    alike = [pair for pair in known if pair[0].family == kind.family] or known
    return kind.weight * fmean(seconds / other.weight for other, seconds in alike)
