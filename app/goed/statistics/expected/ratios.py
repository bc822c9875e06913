"""Ratios and differences of two proportions, with intervals that do not collapse where one of them is 0.

They are made from the intervals of the two (method of variance estimates recovery: Zou & Donner 2008, Statistics in
Medicine 27, for differences; Donner & Zou 2012, Statistical Methods in Medical Research 21, for ratios), and from how
the two go together in the draws of the bootstrap.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from goed.statistics.two_way import Proportion


class Number(NamedTuple):
    """A number with its interval."""

    value: float
    low: float
    high: float


class _Both(NamedTuple):
    """Two proportions with the ends of their intervals, and their correlation over the draws."""

    one: float
    one_low: float
    one_high: float
    other: float
    other_low: float
    other_high: float
    correlation: float


def difference(one: Proportion, other: Proportion) -> Number | None:
    """One proportion minus another; None where one of them has no value."""
    both = _both(one, other)
    if both is None:
        return None
    value = both.one - both.other
    down = _reach(both.one - both.one_low, both.other_high - both.other, both.correlation)
    up = _reach(both.one_high - both.one, both.other - both.other_low, both.correlation)
    return Number(value, value - down, value + up)


def ratio(one: Proportion, other: Proportion) -> Number | None:
    """One proportion divided by another; infinite where that is 0, None where there is nothing to divide."""
    both = _both(one, other)
    if both is None or both.one == both.other == 0:
        return None
    value = both.one / both.other if both.other else inf
    return Number(value, min(value, _lowest_ratio(both)), max(value, _highest_ratio(both)))


def _lowest_ratio(both: _Both) -> float:
    """The ratio r at which the interval of one - r other begins at 0."""
    middle = both.one * both.other - both.correlation * (both.one - both.one_low) * (both.other_high - both.other)
    square = both.other_high * (2 * both.other - both.other_high)
    rest = both.one_low * (2 * both.one - both.one_low)
    divisor = middle + sqrt(max(0.0, middle**2 - square * rest))
    return max(0.0, rest / divisor) if divisor > 0 else 0.0


def _highest_ratio(both: _Both) -> float:
    """The ratio r at which the interval of one - r other ends at 0."""
    middle = both.one * both.other - both.correlation * (both.one_high - both.one) * (both.other - both.other_low)
    square = both.other_low * (2 * both.other - both.other_low)
    rest = both.one_high * (2 * both.one - both.one_high)
    return (middle + sqrt(max(0.0, middle**2 - square * rest))) / square if square > 0 else inf


def _reach(one: float, other: float, correlation: float) -> float:
    """How far the interval of a difference reaches, given how far those of its parts do."""
    return sqrt(max(0.0, one**2 + other**2 - 2 * correlation * one * other))


def _both(one: Proportion, other: Proportion) -> _Both | None:
    if one.value is None or other.value is None or one.interval is None or other.interval is None:
        return None
    return _Both(one.value, *one.interval, other.value, *other.interval, _correlation(one, other))


def _correlation(one: Proportion, other: Proportion) -> float:
    """How two proportions go together over the draws; 0 where one of them never changes."""
    both = np.isfinite(one.draws) & np.isfinite(other.draws)
    first, second = one.draws[both], other.draws[both]
    if len(first) < 2 or first.std() < 1e-9 or second.std() < 1e-9:
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])
