"""Whether a trajectory falls and then rises, and does nothing else of that size: a u that stands.

The two-lines test for a u is Simonsohn's (2018, Advances in Methods and Practices in Psychological Science 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr

from goed.statistics.shapes.paths import by_chance, u_fit
from goed.statistics.shapes.trajectory import Floats, SeedOutcomes, Trajectory, of_seeds

ALPHA = 0.05
NOTICEABLE = 0.03  # swings of less are what runs do that differ in chance only: 0 to 2 points in real ones
OTHER_SWING = 0.45  # of the dip: a u has no other swing that is larger
LEFT_WITHOUT = 1 / 3  # of the dip: as much is left whichever seed (of one seed: whichever inner size) is taken out


@dataclass(frozen=True)
class Turn:
    """Where a trajectory goes down to before it goes up again."""

    dip: float  # how far it lies under what comes before and after, whichever is nearer
    place: int | None  # of the lowest size; None where nothing lies under both
    p: float  # of the two-lines test
    other_swing: float  # the largest rise before the lowest size, or fall after it


def turn_of(path: Trajectory) -> Turn:
    """The turn of the path that falls, then rises, and lies nearest."""
    y = path.accuracies
    fit = u_fit(y)
    lowest = int(fit.argmin())
    dip = float(min(fit[0], fit[-1]) - fit[lowest])
    before, after = y[: lowest + 1], y[lowest:]
    rise = float((before - np.minimum.accumulate(before)).max())
    fall = float((np.maximum.accumulate(after) - after).max())
    p = two_lines(path, fit, swollen(path, float(((fit - y) ** 2).sum()), by_chance(len(y)).mean_u)).p
    return Turn(dip, lowest if dip > 1e-9 else None, p, max(rise, fall))


def hump_of(path: Trajectory) -> Turn:
    """The same of a path that rises, then falls."""
    return turn_of(replace(path, accuracies=-path.accuracies))


def stands(turn: Turn, seeds: Sequence[SeedOutcomes], path: Trajectory, sign: int = 1) -> bool:
    """Whether a turn is there beyond chance, is no swing among others, and is not the work of one run.

    sign is -1 for a hump.
    """
    return (
        turn.p < ALPHA
        and turn.dip >= NOTICEABLE
        and turn.other_swing <= OTHER_SWING * turn.dip
        and _least_left(seeds, path, sign) >= LEFT_WITHOUT * turn.dip
    )


def swollen(path: Trajectory, distance: float, mean_by_chance: float) -> float:
    """How many times larger than said the noise is, to judge by the distance from the nearest path; at least 1.

    A place more at which noise is as said is added to both, since few sizes tell little.
    """
    return max(1.0, (distance / path.variance + 1) / (mean_by_chance + 1))


def _least_left(seeds: Sequence[SeedOutcomes], path: Trajectory, sign: int) -> float:
    """The dip without the seed that does most for it; where there is one seed, without the inner size that does."""
    if len(seeds) > 1:
        others = [sign * of_seeds([*seeds[:n], *seeds[n + 1 :]]).accuracies for n in range(len(seeds))]
    else:
        others = [np.delete(sign * path.accuracies, n) for n in range(1, len(path.accuracies) - 1)]
    fits = [u_fit(other) for other in others]
    return min(float(min(fit[0], fit[-1]) - fit.min()) for fit in fits)


class TwoLines(NamedTuple):
    """The slopes of the lines up to the turn and from it, in standard errors, and the test's p."""

    turn: int  # place of the size that belongs to both lines
    z_before: float
    z_after: float
    p: float  # the larger of both lines' p, each two-sided; 1 where they do not fall and rise


def two_lines(path: Trajectory, fit: Floats, swollen: float) -> TwoLines:
    """Whether a line through the first sizes falls and one through the others rises.

    The turn lies where `fit`, the best path that falls and then rises, is within a standard error of its lowest. There
    Simonsohn's "Robin Hood" rule puts it: the weaker line gets more of the sizes.
    """
    n_sizes = len(path.accuracies)
    z_before, z_after = (
        lines @ path.accuracies / np.sqrt(path.variances(lines) * swollen) for lines in _slopes(n_sizes)
    )
    low = np.flatnonzero(fit <= fit.min() + np.sqrt(path.variance * swollen))
    low = np.clip(low, 1, n_sizes - 2)
    middle = (low[0] + low[-1]) // 2 - 1
    strengths = abs(z_before[middle]), abs(z_after[middle])
    share = strengths[1] / (sum(strengths) or 1)
    turn = int(low[0] + round(share * (low[-1] - low[0])))
    z = float(z_before[turn - 1]), float(z_after[turn - 1])
    weaker = min(-z[0], z[1])
    return TwoLines(turn, *z, p=2 * float(ndtr(-weaker)) if weaker > 0 else 1.0)


@lru_cache
def _slopes(n_sizes: int) -> tuple[Floats, Floats]:
    """For each possible turn, what takes accuracies to the slope of the line up to it, and of the line from it."""
    before = np.zeros((n_sizes - 2, n_sizes))
    after = np.zeros((n_sizes - 2, n_sizes))
    for turn in range(1, n_sizes - 1):
        before[turn - 1, : turn + 1] = slope(turn + 1)
        after[turn - 1, turn:] = slope(n_sizes - turn)
    return before, after


def slope(n: int) -> Floats:
    """What takes n values to the slope of the least-squares line through them, by place."""
    places = np.arange(n) - (n - 1) / 2
    weights: Floats = places / (places @ places)
    return weights
