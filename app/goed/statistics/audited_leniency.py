"""Strict and lenient rates from blind audits: what people call defensible, and what they call gold's own fault.

An answer that people call *defensible* is wrong in the strict rate and right in the lenient one; one where *gold is
wrong* leaves numerator and denominator. Of 20 answers, 8 are right and 12 wrong; all of the wrong ones are judged, 3 as
defensible and 2 as gold's fault:

    accuracy  strict 8 / 18, lenient 11 / 18; 3 / 10 of the errors are defensible

Where only a sample was judged, a share of errors is estimated as a ratio: what an output adds to the numerator, less
the ratio times what it adds to the denominator, varies around 0 from output to output, and the interval is Wilson's for
as many outputs as would have that spread.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.statistics.intervals import Interval, wilson

Floats = NDArray[np.float64]
CERTAIN = 1 - 1e-9  # the chance of outputs that were certain to be judged
NO_SPREAD = 1e-12


class Estimate(NamedTuple):
    """A share with its interval."""

    value: float
    low: float
    high: float


class JudgedOutputs(NamedTuple):
    """Outputs that were judged, one in each place, and how many predictions they are to stand for."""

    times: Floats  # how often each was predicted
    chances: Floats  # of being judged
    left_out: Floats  # the share of its judges who say that gold is wrong
    defensible: Floats
    n_predictions: int  # of all outputs like these, judged or not

    @property
    def wrong(self) -> Floats:
        """The share of the judges of each who say that it is wrong, defensible or not."""
        return np.asarray(1 - self.left_out)


class _Total(NamedTuple):
    """An estimate of how many predictions have something: those that are known, and the mean of all others."""

    known: float
    mean: float  # over the others
    n_others: int

    @property
    def number(self) -> float:
        """Of all of them."""
        return self.known + self.mean * self.n_others


class Accuracies(NamedTuple):
    """Accuracy, the share of the errors that is defensible, and how much was left out since gold is wrong."""

    strict: Estimate
    lenient: Estimate
    share_defensible: Estimate | None
    n_left_out: float


def accuracies(wrong: JudgedOutputs, right: JudgedOutputs, n_asked: int, n_missing: int) -> Accuracies:
    """Accuracy by what people say; `n_asked` counts all predictions, and the `n_missing` ones, which are wrong."""
    n_left_out = _total(wrong, wrong.left_out).number + _total(right, right.left_out).number
    asked = max(n_asked - n_left_out, 1.0)
    strict = _accuracy(wrong, right, wrong.wrong, asked, n_missing)
    lenient = _accuracy(wrong, right, wrong.wrong - wrong.defensible, asked, n_missing)
    return Accuracies(strict, lenient, share_defensible(wrong, wrong.wrong, wrong.defensible), n_left_out)


def _accuracy(wrong: JudgedOutputs, right: JudgedOutputs, errors: Floats, asked: float, n_missing: int) -> Estimate:
    """One less the rate of errors among what was asked; both the errors and what is left out are estimates."""
    rate = (_total(wrong, errors).number + n_missing) / asked
    rate = min(rate, 1.0)
    below = above = 0.0
    for outputs, adds in ((wrong, errors + rate * wrong.left_out), (right, rate * right.left_out)):
        total = _total(outputs, adds)
        low, high = _interval_of_mean(outputs, adds)
        below += (total.n_others * (total.mean - low) / asked) ** 2
        above += (total.n_others * (high - total.mean) / asked) ** 2
    below, above = sqrt(below), sqrt(above)
    return Estimate(1 - rate, max(0.0, 1 - rate - above), min(1.0, 1 - rate + below))


def share_defensible(outputs: JudgedOutputs, errors: Floats, defensible: Floats) -> Estimate | None:
    """The share of some errors that people call defensible; None if there are no such errors."""
    n_errors, n_defensible = _total(outputs, errors), _total(outputs, defensible)
    if n_errors.number <= 0:
        return None
    others = outputs.chances <= CERTAIN
    weights = (outputs.times / outputs.chances * errors)[others]
    n_estimated = n_errors.number - n_errors.known
    value = n_defensible.number / n_errors.number
    if not weights.sum() or n_estimated <= 0:
        return Estimate(value, value, value)
    share = float((weights * (defensible / np.where(errors > 0, errors, 1.0))[others]).sum() / weights.sum())
    ends = wilson(share, _effective_number(weights))
    low, high = ((n_defensible.known + n_estimated * end) / n_errors.number for end in ends)
    return Estimate(value, low, high)


def _total(outputs: JudgedOutputs, adds: Floats) -> _Total:
    """What outputs add up to, given what each prediction of them adds."""
    certain = outputs.chances > CERTAIN
    n_others = outputs.n_predictions - int(outputs.times[certain].sum())
    weights = (outputs.times / outputs.chances)[~certain]
    mean = float((weights * adds[~certain]).sum() / weights.sum()) if len(weights) else 0.0
    return _Total(float((outputs.times * adds)[certain].sum()), mean, n_others)


def _interval_of_mean(outputs: JudgedOutputs, adds: Floats) -> Interval:
    """Where the mean of what the others add may lie, which is a number from 0 to 1 for each."""
    others = outputs.chances <= CERTAIN
    weights, values = (outputs.times / outputs.chances)[others], adds[others]
    if not len(weights):
        return 0.0, 0.0
    mean = float((weights * values).sum() / weights.sum())
    number = _effective_number(weights)
    spread = float((weights * (values - mean) ** 2).sum() / weights.sum())
    if spread > NO_SPREAD:  # values between 0 and 1 vary less than 0 and 1 do
        number *= max(1.0, mean * (1 - mean) / spread)
    return wilson(min(mean, 1.0), number)


def _effective_number(weights: Floats) -> float:
    """How many equally weighted outputs would say as much (Kish 1965, Survey Sampling)."""
    return float(weights.sum() ** 2 / (weights**2).sum())
