"""Which shape a trajectory has (u-shaped, monotone and so on), and the evidence for it.

A u or a hump is a turn that is more than chance: the path falls and then rises (or the other way round), and has no
other swing of that size. The two-lines test is Simonsohn's (2018, Advances in Methods and Practices in Psychological
Science 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.special import chdtrc, ndtr

from goed.statistics.intervals import Interval, Z
from goed.statistics.shapes.paths import Distances, by_chance, distances_of_one, p_value, u_fit
from goed.statistics.shapes.trajectory import Floats, SeedOutcomes, Trajectory, of_seeds, within_size_variance

ALPHA = 0.05
MIN_DIP = 0.03  # runs alike but for chance swing by less: 0 to 2 points in real ones
OTHER_SWING = 0.45  # of the dip: the largest other swing that a u may have
MIN_DIP_LEFT = 1 / 3  # of the dip: what must remain without any one seed (of one seed: any one inner size)


class Turn(NamedTuple):
    """The turn where a trajectory stops falling and starts to rise."""

    dip: float  # how far it lies under what comes before or after, whichever is nearer
    size_index: int | None  # index of the lowest size; None if no size lies under both
    p: float  # of the two-lines test
    other_swing: float  # the largest rise before the lowest size, or fall after it


def turn_of(path: Trajectory) -> Turn:
    """The turn of the nearest path that falls, then rises."""
    y = path.accuracies
    fit = u_fit(y)
    lowest = int(fit.argmin())
    dip = float(min(fit[0], fit[-1]) - fit[lowest])
    before, after = y[: lowest + 1], y[lowest:]
    rise = float((before - np.minimum.accumulate(before)).max())
    fall = float((np.maximum.accumulate(after) - after).max())
    p = two_lines(path, fit, noise_inflation(path, float(((fit - y) ** 2).sum()), by_chance(len(y)).mean_u))
    return Turn(dip, lowest if dip > 1e-9 else None, p, max(rise, fall))


def is_robust(turn: Turn, seeds: Sequence[SeedOutcomes], path: Trajectory, sign: int = 1) -> bool:
    """Whether a turn is more than chance, is not one swing among others, and does not depend on one run.

    `sign` is -1 for a hump.
    """
    return (
        turn.p < ALPHA
        and turn.dip >= MIN_DIP
        and turn.other_swing <= OTHER_SWING * turn.dip
        and _dip_without_one(seeds, path, sign) >= MIN_DIP_LEFT * turn.dip
    )


def noise_inflation(path: Trajectory, distance: float, mean_by_chance: float) -> float:
    """The factor (at least 1) by which noise exceeds its estimate, judged by the distance from the nearest path.

    One is added to both distances, as if at one more size noise were as estimated, since few sizes tell little.
    """
    return max(1.0, (distance / path.variance + 1) / (mean_by_chance + 1))


def _dip_without_one(seeds: Sequence[SeedOutcomes], path: Trajectory, sign: int) -> float:
    """The dip without the seed that contributes most to it; with one seed, without such an inner size."""
    if len(seeds) > 1:
        others = [sign * of_seeds([*seeds[:n], *seeds[n + 1 :]]).accuracies for n in range(len(seeds))]
    else:
        others = [np.delete(sign * path.accuracies, n) for n in range(1, len(path.accuracies) - 1)]
    fits = [u_fit(other) for other in others]
    return min(float(min(fit[0], fit[-1]) - fit.min()) for fit in fits)


def two_lines(path: Trajectory, fit: Floats, noise_inflation: float) -> float:
    """The p value of the two-lines test: whether a line through the first sizes falls and one through the others rises.

    It is the larger of the two lines' two-sided p values; 1 if they do not fall and rise.

    The turn is put among the sizes at which `fit`, the nearest path that falls and then rises, is within a standard
    error of its lowest value. Simonsohn's "Robin Hood" rule chooses the place: the weaker line gets more of the sizes.
    """
    n_sizes = len(path.accuracies)
    z_before, z_after = (
        lines @ path.accuracies / np.sqrt(path.variances(lines) * noise_inflation) for lines in _slopes(n_sizes)
    )
    low = np.flatnonzero(fit <= fit.min() + np.sqrt(path.variance * noise_inflation))
    low = np.clip(low, 1, n_sizes - 2)
    middle = (low[0] + low[-1]) // 2 - 1
    strengths = abs(z_before[middle]), abs(z_after[middle])
    share = strengths[1] / (sum(strengths) or 1)
    turn = int(low[0] + round(share * (low[-1] - low[0])))
    weaker = min(-float(z_before[turn - 1]), float(z_after[turn - 1]))
    return 2 * float(ndtr(-weaker)) if weaker > 0 else 1.0


@lru_cache
def _slopes(n_sizes: int) -> tuple[Floats, Floats]:
    """For each possible turn, the weights that give the slope of the line up to it, and of the line from it on."""
    before, after = np.zeros((2, n_sizes - 2, n_sizes))
    for turn in range(1, n_sizes - 1):
        before[turn - 1, : turn + 1] = slope(turn + 1)
        after[turn - 1, turn:] = slope(n_sizes - turn)
    return before, after


def slope(n: int) -> Floats:
    """The weights that give the slope of the least-squares line through n values at places 0, 1, 2 …"""
    places = np.arange(n) - (n - 1) / 2
    weights: Floats = places / (places @ places)
    return weights


U_SHAPED, HUMP_SHAPED, OSCILLATING, MONOTONE = "u-shaped", "hump-shaped", "oscillating", "monotone"
FLAT, CANT_SAY = "flat", "can't say"
LEAST_ITEMS = 30
MAX_RELATIVE_DEVIATION = 0.1  # of the range of a trajectory: smaller swings around a path do not change its shape
MAX_FLAT_CHANGE = 0.15  # a rise or fall from end to end that must be ruled out for a flat one
LEAST_SIZES = 4  # with three, a path with one turn goes through all


class Evidence(NamedTuple):
    """The numbers that speak for one shape or another."""

    change: float  # the rise (or fall) from the first to the last size along the straight line through all
    interval: Interval  # of the change
    turn: Turn
    off_monotone: float  # root mean square distance from the nearest path that only rises or only falls
    p_monotone: float  # how often noise alone gives as much
    oscillation: float  # sd of runs around their nearest paths of at most one turn, beyond what items explain
    p_oscillation: float  # how often items alone give as much


@dataclass(frozen=True)
class TrajectoryShape:
    """The shape of a trajectory and the evidence for it, which is None if there are too few sizes."""

    word: str
    path: Trajectory
    evidence: Evidence | None

    @property
    def direction(self) -> str:
        """`rising` or `falling` if it is monotone, else empty."""
        if self.word != MONOTONE or self.evidence is None:
            return ""
        return "rising" if self.evidence.change > 0 else "falling"


def shape_of(seeds: Sequence[SeedOutcomes]) -> TrajectoryShape:
    """The shape of the trajectory of one seed, or of several seeds together."""
    path = of_seeds(seeds)
    if len(path.accuracies) < LEAST_SIZES:
        return TrajectoryShape(CANT_SAY, path, None)
    away, n_sizes = distances_of_one(path.accuracies), len(path.accuracies)
    # The comparison with isotonic regression, rising or falling, whichever is nearer.
    distance = float(away.monotone[0])
    off_monotone = (distance / n_sizes) ** 0.5
    p_monotone = p_value(distance / path.variance, by_chance(n_sizes).monotone)
    change, turn = _change(path, away), turn_of(path)
    evidence = Evidence(*change, turn, off_monotone, p_monotone, *_oscillation(seeds, path))
    return TrajectoryShape(_word(seeds, path, evidence), path, evidence)


def _word(seeds: Sequence[SeedOutcomes], path: Trajectory, evidence: Evidence) -> str:
    """The first shape whose conditions are met. A long rise with small swings around it is still a rise."""
    off_the_path = max(MIN_DIP, MAX_RELATIVE_DEVIATION * float(np.ptp(path.accuracies)))
    low, high = evidence.interval
    if path.n_items < LEAST_ITEMS:
        return CANT_SAY
    if is_robust(evidence.turn, seeds, path):
        return U_SHAPED
    if evidence.p_oscillation < ALPHA and evidence.oscillation > off_the_path:
        return OSCILLATING
    hump = turn_of(replace(path, accuracies=-path.accuracies))
    if is_robust(hump, seeds, path, sign=-1):
        return HUMP_SHAPED
    if evidence.p_monotone < ALPHA and evidence.off_monotone > off_the_path:
        return CANT_SAY  # it moves, but has none of these shapes
    if low > 0 or high < 0:
        return MONOTONE
    return FLAT if max(-low, high) < MAX_FLAT_CHANGE else CANT_SAY


def _change(path: Trajectory, away: Distances) -> tuple[float, Interval]:
    """The rise along the straight line; its interval is wider if sizes lie far from every simple path."""
    n_sizes = len(path.accuracies)
    line = slope(n_sizes) * (n_sizes - 1)
    times = noise_inflation(path, float(away.one_turn[0]), by_chance(n_sizes).mean_one_turn)
    variance = float(path.variances(line[None, :])[0]) * times
    value = float(line @ path.accuracies)
    return value, (value - Z * variance**0.5, value + Z * variance**0.5)


def _oscillation(seeds: Sequence[SeedOutcomes], together: Trajectory) -> tuple[float, float]:
    """How far each seed's runs swing around their nearest path of at most one turn, and the p value of that.

    Seeds that swing at different sizes count as much as seeds that swing together: their p values are combined by
    Fisher's method.
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
        item_variance = within_size_variance(path.item_noise)
        p_values.append(p_value(distance / item_variance, chance.one_turn))
        squares += distance
        by_items += item_variance * chance.mean_one_turn
        freedom += chance.mean_one_turn
    if not p_values:
        return float("nan"), float("nan")
    by_fisher = float(chdtrc(2 * len(p_values), -2 * np.log(p_values).sum()))
    p = p_values[0] if len(p_values) == 1 else by_fisher
    return float(np.sqrt(max(0.0, squares - by_items) / freedom)), p
