"""How far trainings are, in words, and how long those of one call will still take."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from itertools import chain
from statistics import fmean

from goed.models.interface import Progress

EVERY_TRAINING = 300  # the fixed cost of a training, counted in words to learn


@dataclass(frozen=True)
class Workload:
    """What the length of a training depends on."""

    family: tuple[str, ...]
    size: int

    @property
    def weight(self) -> int:
        """Its cost, relative to others of its family."""
        return self.size + EVERY_TRAINING


@dataclass
class _Begun:
    workload: Workload
    at: float
    left: float | None = None  # seconds, as it told last
    told_at: float = 0.0


class TimeLeft:
    """An estimate that improves as trainings report their progress and end."""

    def __init__(self, todo: Iterable[Workload], n_workers: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._waiting: Counter[tuple[str, ...]] = Counter()  # family → the weight of what has not begun
        for workload in todo:
            self._waiting[workload.family] += workload.weight
        self._clock = clock
        self.n_workers = n_workers  # that may do trainings at the same time
        self._begun: dict[int, _Begun] = {}
        self._ended: _Known = defaultdict(list)

    def skip(self, workload: Workload) -> None:
        """Note that a training is not done here."""
        self._waiting[workload.family] -= workload.weight

    def begin(self, number: int, workload: Workload) -> None:
        """Note that a training has begun; from now on it goes by its number."""
        self.skip(workload)
        self._begun[number] = _Begun(workload, self._clock())

    def begin_again(self, number: int) -> None:
        """Note that a training starts afresh."""
        self._begun[number] = _Begun(self._begun[number].workload, self._clock())

    def told(self, number: int, progress: Progress) -> None:
        """Note how far a training is."""
        begun, moment = self._begun[number], self._clock()
        begun.left, begun.told_at = progress.seconds_left, moment
        if begun.left is None and progress.done:
            begun.left = (moment - begun.at) / progress.done * max(0, progress.of - progress.done)

    def end(self, number: int, seconds: float | None) -> None:
        """Note that a training has ended, after this many seconds; None if it failed, which tells nothing."""
        workload = self._begun.pop(number).workload
        if seconds is not None:
            self._ended[workload.family].append(seconds / workload.weight)

    def seconds(self) -> float | None:
        """Seconds until all is done; None while nothing is known."""
        known = deepcopy(self._ended)
        for begun in self._begun.values():
            if begun.left is not None:
                seconds = begun.told_at - begun.at + begun.left
                known[begun.workload.family].append(seconds / begun.workload.weight)
        if not known:
            return None
        at_work = [self._left(begun, known) for begun in self._begun.values()]
        waiting = sum(weight * _rate(family, known) for family, weight in self._waiting.items())
        return max([*at_work, (sum(at_work) + waiting) / max(1, self.n_workers)])

    def _left(self, begun: _Begun, known: _Known) -> float:
        moment = self._clock()
        if begun.left is not None:
            return max(0.0, begun.left - (moment - begun.told_at))
        return max(0.0, begun.workload.weight * _rate(begun.workload.family, known) - (moment - begun.at))


_Known = defaultdict[tuple[str, ...], list[float]]  # family → seconds per unit of weight, for each of its trainings


def _rate(family: tuple[str, ...], known: _Known) -> float:
    """Seconds per unit of weight, from trainings of the family or else of any."""
    return fmean(known[family] if family in known else chain.from_iterable(known.values()))


def progress_in_words(progress: Progress) -> str:
    """A training's progress as text: epoch 12 of 60, 81.7 % (best 83.3 %), 40 s left."""
    words = [f"{progress.unit} {progress.done:,} of {progress.of:,}"]
    if progress.accuracy is not None:
        best = progress.best is not None and progress.best > progress.accuracy
        words.append(
            f"{100 * progress.accuracy:.1f} %" + (f" (best {100 * (progress.best or 0):.1f} %)" if best else "")
        )
    if progress.seconds_left is not None:
        words.append(f"{duration(progress.seconds_left)} left")
    return ", ".join(words)


def duration(seconds: float) -> str:
    """Seconds, minutes or hours, in few characters: 40 s, 12 min, 7.5 h."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
