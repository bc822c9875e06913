"""Which word a trajectory gets, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import combine_pvalues, norm

from app.stats.shapes.paths import by_chance, distances, p_value, u_fit
from app.stats.shapes.trajectory import Floats, SeedOutcomes, Trajectory, of_seeds
from app.stats.shapes.two_lines import slope, two_lines

U_SHAPED, MONOTONE, OSCILLATING, HUMP, FLAT, CANT_SAY = (
    "u-shaped",
    "monotone",
    "oscillating",
    "hump-shaped",
    "flat",
    "can't say",
)
LEAST_ITEMS = 30
LEAST_SIZES = 4
ALPHA = 0.05
COUNTER_SWING = 0.5  # of the dip: a u has no other swing as large as this
LEFT_WITHOUT = 1 / 3  # of the dip that must be left whichever seed (or, of one seed, whichever size) is taken out
NEGLIGIBLE = 0.15  # of the range that a trajectory goes through: what lies off a path by less does not make it another
WIDEST = 0.2  # rise or fall between the ends that must not escape: with less certainty nothing is called flat


@dataclass(frozen=True)
class Shape:
    """The word for a trajectory and the numbers it stands on; accuracies are shares, p values those of tests."""

    shape: str
    direction: str  # rising or falling, of what is monotone
    n_items: int
    accuracies: tuple[float, ...]
    change: float  # from the first to the last size, on the straight line through all
    low: float
    high: float
    dip: float  # how far the lowest stretch lies under what comes before and after, whichever is nearer
    dip_place: int | None  # of the lowest size
    p_u: float
    p_monotone: float
    oscillation: float  # the standard deviation of runs around the best path of one turn, beyond what items explain
    p_oscillation: float


def shape_of(seeds: Sequence[SeedOutcomes]) -> Shape:
    """The shape of what one seed, or several together, did along the sizes."""
    together = of_seeds(seeds)
    y, n_sizes = together.accuracies, len(together.accuracies)
    if n_sizes < LEAST_SIZES:
        return _unsaid(together)
    fit = u_fit(y)
    variance = together.variance
    far, chance = distances(y[None, :]), by_chance(n_sizes)
    freedom = float(chance.u.mean())
    swollen = max(1.0, (float(far.u[0]) / variance + 1) / (freedom + 1))
    lines = two_lines(together, fit, swollen)
    dip = float(min(fit[0], fit[-1]) - fit.min())
    p_monotone = p_value(float(far.monotone[0]) / variance, chance.monotone)
    oscillation, p_oscillation = _oscillation(seeds)
    line = slope(n_sizes) * (n_sizes - 1)
    change = float(line @ y)
    error = float(np.sqrt(together.variances(line[None, :])[0] * swollen))
    span = float(np.ptp(fit))
    off_monotone = float(np.sqrt(far.monotone[0] / n_sizes))
    moves = 2 * norm.sf(abs(change) / error) < ALPHA
    if together.n_items < LEAST_ITEMS:
        word = CANT_SAY
    elif lines.p < ALPHA and _other_swing(y, int(fit.argmin())) <= COUNTER_SWING * dip and _left(seeds, y) >= LEFT_WITHOUT * dip:
        word = U_SHAPED
    elif p_oscillation < ALPHA and oscillation > NEGLIGIBLE * np.ptp(y):
        word = OSCILLATING
    elif moves and (p_monotone >= ALPHA or off_monotone < NEGLIGIBLE * np.ptp(y)):
        word = MONOTONE
    elif p_monotone < ALPHA and far.hump[0] < far.u[0]:
        word = HUMP
    elif p_monotone >= ALPHA and 1.96 * error < WIDEST:
        word = FLAT
    else:
        word = CANT_SAY
    return Shape(
        word,
        ("rising" if change > 0 else "falling") if word == MONOTONE else "",
        together.n_items,
        tuple(y.tolist()),
        change,
        change - 1.96 * error,
        change + 1.96 * error,
        dip,
        int(fit.argmin()) if dip > 0 else None,
        lines.p,
        p_monotone,
        oscillation,
        p_oscillation,
    )


def _unsaid(together: Trajectory) -> Shape:
    nan = float("nan")
    return Shape(CANT_SAY, "", together.n_items, tuple(together.accuracies.tolist()), nan, nan, nan, nan, None, nan, nan, nan, nan)


def _other_swing(y: Floats, lowest: int) -> float:
    """The largest rise before the lowest place, or fall after it."""
    before, after = y[: lowest + 1], y[lowest:]
    rise = float((before - np.minimum.accumulate(before)).max())
    fall = float((np.maximum.accumulate(after) - after).max())
    return max(rise, fall)


def _left(seeds: Sequence[SeedOutcomes], y: Floats) -> float:
    """The dip that is left without the seed, or without the size where there is one seed, that does most for it."""
    if len(seeds) > 1:
        others = [of_seeds([*seeds[:n], *seeds[n + 1 :]]).accuracies for n in range(len(seeds))]
    else:
        others = [np.delete(y, n) for n in range(len(y))]
    fits = [u_fit(other) for other in others]
    return min(float(min(fit[0], fit[-1]) - fit.min()) for fit in fits)


def _oscillation(seeds: Sequence[SeedOutcomes]) -> tuple[float, float]:
    """How far single runs swing around the best path of one turn, and how often the noise of items does as much."""
    p_values, squares, expected, freedom = [], 0.0, 0.0, 0.0
    for seed in seeds:
        there = ~np.isnan(seed.right).all(axis=0)
        if there.sum() < LEAST_SIZES:
            continue
        one = of_seeds([SeedOutcomes(seed.items, seed.right[:, there])])
        variance = one.variance
        far = float(distances(one.accuracies[None, :]).one_turn[0])
        chance = by_chance(int(there.sum())).one_turn
        p_values.append(p_value(far / variance, chance))
        squares += far
        expected += variance * float(chance.mean())
        freedom += float(chance.mean())
    if not p_values:
        return float("nan"), float("nan")
    p = float(combine_pvalues(p_values, method="fisher").pvalue) if len(p_values) > 1 else p_values[0]
    return float(np.sqrt(max(0.0, squares - expected) / freedom)), p
