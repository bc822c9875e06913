"""Whether a trajectory falls and then rises, and does nothing else of that size: a u that stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from goed.statistics.shapes.paths import by_chance, u_fit
from goed.statistics.shapes.trajectory import SeedOutcomes, Trajectory, of_seeds
from goed.statistics.shapes.two_lines import two_lines

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
