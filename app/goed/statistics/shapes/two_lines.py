"""The two-lines test for a u (Simonsohn 2018, Advances in Methods and Practices in Psychological Science 1)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr

from goed.statistics.shapes.trajectory import Floats, Trajectory


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
