"""Error rates from a sample that people judged, with or without the classifier.

The classifier labels everything, people only a random sample. The difference estimator uses both:

    rate = λ · (the classifier's rate) + mean over the sample of (the person's label - λ · the classifier's)

λ = 1 corrects the classifier's rate by what people change; λ = 0 ignores the classifier, which leaves a plain count by
hand. The idea is that of prediction-powered inference (Angelopoulos et al. 2023, Science 382); between 0 and 1, the
best λ is the slope of people's labels on the classifier's (Angelopoulos, Duchi & Zrnic 2023, PPI++, arXiv:2311.01453).
For yes-or-no labels that slope is

    λ = p1 - p0: the share of outputs that people call the error among those that the classifier calls it (p1),
                 minus that share among all others (p0)

and the rate becomes C · p1 + (1 - C) · p0, where C is the share of everything that the classifier calls the error. The
interval holds every rate that a chi-square test does not reject: see `score_limits`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import elementwise

from goed.statistics.intervals import Z

Floats = NDArray[np.float64]
TINY = 1e-300  # a divisor in place of 0
MAX_LOG_MULTIPLIER = 40.0  # logarithm of a multiplier; beyond it nothing changes any more


class Counts(NamedTuple):
    """What a judged sample says about k kinds of error, one per column.

    Numbers of outputs are effective numbers: as many equally weighted outputs as would say as much. Where there are two
    rows, the first is for outputs to which the classifier gives the kind, the second for all others.
    """

    judged: Floats  # 2 × k
    errors: Floats  # 2 × k: judged outputs to which people give the kind
    share: Floats  # k: share of the whole population to which the classifier gives the kind
    share_judged: Floats  # k: the same share in the sample
    all_judged: Floats  # k: both rows taken as one sample
    all_errors: Floats  # k


class Estimates(NamedTuple):
    """Rates with their intervals, one for each kind of error, and how much weight the classifier had."""

    rate: Floats
    low: Floats
    high: Floats
    tuning: Floats  # λ


def count(persons: Floats, classifiers: Floats, weights: Floats, share: Floats) -> Counts:
    """Sum up a sample of labels (outputs × kinds): 1 where people, or the classifier, give an output a kind.

    Where people disagree, labels are fractions. `weights` (outputs × kinds, or outputs × 1) says how much of the
    population an output stands for.
    """
    rows = [_weighed(persons, weights * of_row) for of_row in (classifiers, 1 - classifiers)]
    whole = weights * np.ones_like(persons)
    all_judged, mean = _weighed(persons, whole)
    return Counts(
        judged=np.stack([number for number, _ in rows]),
        errors=np.stack([number * mean for number, mean in rows]),
        share=share,
        share_judged=_weighed(classifiers, whole)[1],
        all_judged=all_judged,
        all_errors=all_judged * mean,
    )


def by_hand(counts: Counts) -> Estimates:
    """Rates from people's labels alone (λ = 0): shares of the sample, with Wilson's interval."""
    rate = counts.all_errors / np.maximum(counts.all_judged, TINY)
    numbers = counts.all_judged[None]
    ends = score_limits(counts.all_errors[None], numbers, np.ones_like(numbers))
    return _estimates(rate, ends, np.zeros_like(rate))


def combined(counts: Counts) -> Estimates:
    """Rates from people's labels and the classifier's together, with the best λ between 0 and 1.

    λ is 0 where people give a kind less often to the outputs that the classifier gives it to than to the others.
    """
    hand = by_hand(counts)
    # Where no output of a row was judged, the classifier is taken at its word; the interval allows any rate.
    word = np.array([[1.0], [0.0]])
    given, others = np.where(counts.judged > 0, counts.errors / np.maximum(counts.judged, TINY), word)
    is_told_apart = (counts.share > 0) & (counts.share < 1)
    tuning = np.where(is_told_apart, np.clip(given - others, 0.0, 1.0), 0.0)
    rate = tuning * counts.share + hand.rate - tuning * counts.share_judged
    low, high = score_limits(counts.errors, counts.judged, np.stack([counts.share, 1 - counts.share]))
    helps = tuning > 0
    ends = np.where(helps, low, hand.low), np.where(helps, high, hand.high)
    return _estimates(np.where(helps, rate, hand.rate), ends, tuning)


def score_limits(errors: Floats, judged: Floats, shares: Floats) -> tuple[Floats, Floats]:
    """The score interval of Σ share · p over groups (rows), in each of which `errors` of `judged` were seen.

    It holds every rate that some probabilities p add up to which also fit what was seen, by Pearson's

        X² = Σ (errors - judged · p)² / (judged · p · (1 - p)) ≤ Z²

    as Miettinen & Nurminen (1985, Statistics in Medicine 4) test a difference of two shares. It does not shrink to a
    point where no errors are seen; with one group it is Wilson's. A group in which nothing was judged may have any p.
    """
    low = _lower_limit(errors, judged, shares)
    return low, 1 - _lower_limit(judged - errors, judged, shares)


def _lower_limit(errors: Floats, judged: Floats, shares: Floats) -> Floats:
    """The lowest rate that is not rejected, searched for along the best-fitting probabilities of each rate."""

    def beyond(log_multiplier: Floats, *parts: Floats) -> Floats:
        p, judged, multiplier = _best_fit(log_multiplier, *parts)
        surprise = multiplier**2 * p * (1 - p) / np.where(judged > 0, judged, 1.0)  # X² of each group
        total: Floats = np.where(judged > 0, surprise, 0.0).sum(axis=0) - Z**2
        return total

    parts = (*errors, *judged, *shares)
    if not errors.any():
        return np.zeros(errors.shape[1])
    ends = np.full(errors.shape[1], -MAX_LOG_MULTIPLIER), np.full(errors.shape[1], MAX_LOG_MULTIPLIER)
    found = elementwise.find_root(beyond, ends, args=parts)
    p, _, _ = _best_fit(found.x, *parts)
    # Without any errors no rate is too low: there is no root, and the limit is 0.
    limit: Floats = np.where((errors > 0).any(axis=0), (shares * p).sum(axis=0), 0.0)
    return limit


def _best_fit(log_multiplier: Floats, *parts: Floats) -> tuple[Floats, Floats, Floats]:
    """The most likely probabilities of the groups, given the rate that they add up to, by its Lagrange multiplier.

    Each solves errors - judged · p = m · p · (1 - p), where m is the multiplier times the group's share.
    """
    errors, judged, shares = np.reshape(np.stack(parts), (3, -1, *log_multiplier.shape))
    m = np.exp(log_multiplier) * shares
    root = np.sqrt(np.maximum((judged + m) ** 2 - 4 * m * errors, 0.0))
    sum_of_both = judged + m + root
    p = np.where(sum_of_both > 0, 2 * errors / np.where(sum_of_both > 0, sum_of_both, 1.0), 0.0)
    return np.minimum(p, 1.0), judged, m


def _weighed(persons: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The effective number of outputs (Kish 1965, Survey Sampling), and the share to which people give the kind.

    There is no correction for a sample that is a large part of its population. It would narrow the intervals, and in
    simulations narrow them too much where people happen to change outputs that were unlikely to be drawn.
    """
    total = weights.sum(axis=0)
    squares = (weights**2).sum(axis=0)
    number = np.where(total > 0, total**2 / np.where(squares > 0, squares, 1.0), 0.0)
    return number, (weights * persons).sum(axis=0) / np.where(total > 0, total, 1.0)


def _estimates(rate: Floats, ends: tuple[Floats, Floats], tuning: Floats) -> Estimates:
    """Clip rates and intervals: rounding must put no rate outside its interval, and nothing outside 0 to 1."""
    rate, (low, high) = np.clip(rate, 0, 1), ends
    return Estimates(rate, np.clip(np.minimum(low, rate), 0, 1), np.clip(np.maximum(high, rate), 0, 1), tuning)
