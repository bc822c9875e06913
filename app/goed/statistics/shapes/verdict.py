"""Which word a trajectory gets, and the numbers that the word stands on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from goed.statistics.intervals import Interval, Z
from goed.statistics.shapes.oscillation import LEAST_SIZES, Oscillation, oscillation_of
from goed.statistics.shapes.paths import Distances, by_chance, distances_of_one, p_value
from goed.statistics.shapes.trajectory import SeedOutcomes, Trajectory, of_seeds
from goed.statistics.shapes.turns import ALPHA, NOTICEABLE, Turn, hump_of, stands, swollen, turn_of
from goed.statistics.shapes.two_lines import slope

U_SHAPED, HUMP_SHAPED, OSCILLATING, MONOTONE = "u-shaped", "hump-shaped", "oscillating", "monotone"
FLAT, CANT_SAY = "flat", "can't say"
LEAST_ITEMS = 30
OFF_THE_PATH = 0.1  # of the range of a trajectory: swings of less around a path do not make it another
UNNOTICED = 0.15  # a rise or fall from end to end that nothing flat may hide


@dataclass(frozen=True)
class Change:
    """The rise (or fall) from the first to the last size along the straight line through all."""

    value: float
    interval: Interval

    @property
    def is_there(self) -> bool:
        """Whether it is beyond chance."""
        return self.interval[0] > 0 or self.interval[1] < 0

    @property
    def is_small(self) -> bool:
        """Whether no large one can be there either."""
        return max(map(abs, self.interval)) < UNNOTICED


@dataclass(frozen=True)
class Monotony:
    """How far a trajectory lies from the nearest path that only rises or only falls."""

    distance: float  # the root of the mean square
    p: float  # how often noise gives as much


@dataclass(frozen=True)
class Evidence:
    """What speaks for one word or another."""

    change: Change
    turn: Turn
    monotony: Monotony
    oscillation: Oscillation


@dataclass(frozen=True)
class Shape:
    """The word for a trajectory and what speaks for it; nothing does where there are too few sizes."""

    word: str
    path: Trajectory
    evidence: Evidence | None

    @property
    def direction(self) -> str:
        """rising or falling, where it is monotone."""
        if self.word != MONOTONE or self.evidence is None:
            return ""
        return "rising" if self.evidence.change.value > 0 else "falling"


def shape_of(seeds: Sequence[SeedOutcomes]) -> Shape:
    """The shape of what one seed, or several together, did along the sizes."""
    path = of_seeds(seeds)
    if len(path.accuracies) < LEAST_SIZES:
        return Shape(CANT_SAY, path, None)
    away = distances_of_one(path.accuracies)
    evidence = Evidence(change_of(path, away), turn_of(path), monotony_of(path, away), oscillation_of(seeds, path))
    return Shape(_word(seeds, path, evidence), path, evidence)


def _word(seeds: Sequence[SeedOutcomes], path: Trajectory, evidence: Evidence) -> str:
    """The first word whose conditions are met. What swings a little around a long rise is still a rise."""
    change, monotony, oscillation = evidence.change, evidence.monotony, evidence.oscillation
    off_the_path = max(NOTICEABLE, OFF_THE_PATH * float(np.ptp(path.accuracies)))
    if path.n_items < LEAST_ITEMS:
        return CANT_SAY
    if stands(evidence.turn, seeds, path):
        return U_SHAPED
    if oscillation.p < ALPHA and oscillation.sd > off_the_path:
        return OSCILLATING
    if stands(hump_of(path), seeds, path, sign=-1):
        return HUMP_SHAPED
    if monotony.p < ALPHA and monotony.distance > off_the_path:
        return CANT_SAY  # something goes on, and it is none of these shapes
    if change.is_there:
        return MONOTONE
    return FLAT if change.is_small else CANT_SAY


def change_of(path: Trajectory, away: Distances) -> Change:
    """The rise along the straight line, with an interval that is wider where sizes lie off every simple path."""
    n_sizes = len(path.accuracies)
    line = slope(n_sizes) * (n_sizes - 1)
    times = swollen(path, float(away.one_turn[0]), by_chance(n_sizes).mean_one_turn)
    variance = float(path.variances(line[None, :])[0]) * times
    value = float(line @ path.accuracies)
    return Change(value, (value - Z * variance**0.5, value + Z * variance**0.5))


def monotony_of(path: Trajectory, away: Distances) -> Monotony:
    """The comparison with isotonic regression, rising or falling, whichever is nearer."""
    distance = float(away.monotone[0])
    p = p_value(distance / path.variance, by_chance(len(path.accuracies)).monotone)
    return Monotony((distance / len(path.accuracies)) ** 0.5, p)
