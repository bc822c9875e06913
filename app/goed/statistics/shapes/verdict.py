"""Which word a trajectory gets, and the numbers that the word stands on; how far runs swing to and fro."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import chdtrc

from goed.statistics.intervals import Interval, Z
from goed.statistics.shapes.paths import Distances, by_chance, distances_of_one, p_value
from goed.statistics.shapes.trajectory import SeedOutcomes, Trajectory, of_seeds
from goed.statistics.shapes.turns import ALPHA, NOTICEABLE, Turn, hump_of, slope, stands, swollen, turn_of

U_SHAPED, HUMP_SHAPED, OSCILLATING, MONOTONE = "u-shaped", "hump-shaped", "oscillating", "monotone"
FLAT, CANT_SAY = "flat", "can't say"
LEAST_ITEMS = 30
OFF_THE_PATH = 0.1  # of the range of a trajectory: swings of less around a path do not make it another
UNNOTICED = 0.15  # a rise or fall from end to end that nothing flat may hide
LEAST_SIZES = 4  # with three, a path of one turn goes through all


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


@dataclass(frozen=True)
class Oscillation:
    """Swings around the best paths of one turn."""

    sd: float  # of runs around the paths, beyond what items explain
    p: float  # how often items alone give as much


def oscillation_of(seeds: Sequence[SeedOutcomes], together: Trajectory) -> Oscillation:
    """How far the runs of each seed swing around its own best path that turns once at most.

    Seeds that swing each at its own sizes count as much as those that swing together; the p values of seeds are
    combined by Fisher's method.
    """
    p_values, squares, by_items, freedom = [], 0.0, 0.0, 0.0
    for seed in seeds:
        there = ~np.isnan(seed.right).all(axis=0)
        if there.sum() < LEAST_SIZES:
            continue
        is_known = len(seeds) == 1 and bool(there.all())
        path = together if is_known else of_seeds([SeedOutcomes(seed.items, seed.right[:, there])])
        distance = float(distances_of_one(path.accuracies).one_turn[0])
        chance = by_chance(int(there.sum()))
        p_values.append(p_value(distance / path.item_variance, chance.one_turn))
        squares += distance
        by_items += path.item_variance * chance.mean_one_turn
        freedom += chance.mean_one_turn
    if not p_values:
        return Oscillation(float("nan"), float("nan"))
    by_fisher = float(chdtrc(2 * len(p_values), -2 * np.log(p_values).sum()))
    p = p_values[0] if len(p_values) == 1 else by_fisher
    return Oscillation(float(np.sqrt(max(0.0, squares - by_items) / freedom)), p)
