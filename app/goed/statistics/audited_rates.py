"""Rates of errors from a sample that people judged, with and without what the classifier says of everything else.

The classifier labels everything, people a random sample of it. The difference estimator takes both:

    rate = λ · (the classifier's rate) + mean over the sample of (the person's label - λ · the classifier's)

λ = 1 corrects the classifier's rate by what people change; λ = 0 leaves the classifier out: a plain count by hand. The
idea is that of prediction-powered inference (Angelopoulos et al. 2023, Science 382); between 0 and 1, the best λ is the
slope of people's labels on the classifier's (Angelopoulos, Duchi & Zrnic 2023, PPI++, arXiv:2311.01453). For labels
that are yes or no that slope is

    λ = p1 - p0: the share that people call the error where the classifier does (p1), less that where it does not (p0)

and the rate becomes C · p1 + (1 - C) · p0, where the classifier calls a share C of everything the error. Its interval
holds every rate that a chi-square test does not refute: see `score_limits`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import elementwise

from goed.statistics.intervals import Z

Floats = NDArray[np.float64]
TINY = 1e-300  # in the place of 0 where one divides by nothing
FARTHEST = 40.0  # logarithm of a multiplier beyond which nothing changes any more


class Counts(NamedTuple):
    """What a judged sample says of any number of kinds of error, one a column.

    Numbers of outputs are effective ones: as many as would say as much if all weighed the same. Two rows: the outputs
    that the classifier gives the kind, and those that it does not.
    """

    judged: Floats  # 2 × k
    errors: Floats  # 2 × k: those of them that people give the kind
    share: Floats  # k: the share of the whole population that the classifier gives the kind
    share_judged: Floats  # k: the share of the sample
    all_judged: Floats  # k: both rows taken as one sample
    all_errors: Floats  # k


class Estimates(NamedTuple):
    """Rates with the ends of their intervals, one for each kind of error, and how much the classifier had a say."""

    rate: Floats
    low: Floats
    high: Floats
    tuning: Floats  # λ


def count(persons: Floats, classifiers: Floats, weights: Floats, share: Floats) -> Counts:
    """Sum a sample up: outputs × kinds, 1 where a person (the classifier) gives an output a kind and 0 where not.

    weights (outputs × kinds, or outputs × 1) is how much of the population an output stands for.
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
    """What people's labels say alone (λ = 0): their share in the sample, with Wilson's interval."""
    rate = counts.all_errors / np.maximum(counts.all_judged, TINY)
    numbers = counts.all_judged[None]
    ends = score_limits(counts.all_errors[None], numbers, np.ones_like(numbers))
    return _estimates(rate, ends, np.zeros_like(rate))


def combined(counts: Counts) -> Estimates:
    """What people's labels and the classifier's say together, with the best λ between 0 and 1.

    Where people give a kind less often to what the classifier gives it than to the rest, λ is 0.
    """
    hand = by_hand(counts)
    # Where none of its outputs were judged the classifier is taken at its word; the interval allows for any other.
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
    """The ends of the score interval of Σ share · p over groups (rows), errors of judged being seen in each.

    It holds each rate for which there are probabilities p that make it up and fit what was seen: Pearson's

        X² = Σ (errors - judged · p)² / (judged · p · (1 - p)) ≤ Z²

    as Miettinen & Nurminen (1985, Statistics in Medicine 4) test a difference of two shares. It keeps its width where
    no errors are seen; with one group it is Wilson's. A group of which nothing was judged may have any p.
    """
    low = _lower_limit(errors, judged, shares)
    return low, 1 - _lower_limit(judged - errors, judged, shares)


def _lower_limit(errors: Floats, judged: Floats, shares: Floats) -> Floats:
    """The lowest rate that is not refuted, found along the probabilities that fit best at each rate."""

    def beyond(log_multiplier: Floats, *parts: Floats) -> Floats:
        p, judged, multiplier = _best_fit(log_multiplier, *parts)
        surprise = multiplier**2 * p * (1 - p) / np.where(judged > 0, judged, 1.0)  # X² of each group
        total: Floats = np.where(judged > 0, surprise, 0.0).sum(axis=0) - Z**2
        return total

    parts = (*errors, *judged, *shares)
    if not errors.any():
        return np.zeros(errors.shape[1])
    ends = np.full(errors.shape[1], -FARTHEST), np.full(errors.shape[1], FARTHEST)
    found = elementwise.find_root(beyond, ends, args=parts)
    p, _, _ = _best_fit(found.x, *parts)
    # Without any errors no rate is too low: there is no root, and the limit is 0.
    limit: Floats = np.where((errors > 0).any(axis=0), (shares * p).sum(axis=0), 0.0)
    return limit


def _best_fit(log_multiplier: Floats, *parts: Floats) -> tuple[Floats, Floats, Floats]:
    """The most likely probabilities of the groups among those that make up a rate, by its Lagrange multiplier.

    Each solves errors - judged · p = m · p · (1 - p), m the multiplier times the group's share.
    """
    errors, judged, shares = np.reshape(np.stack(parts), (3, -1, *log_multiplier.shape))
    m = np.exp(log_multiplier) * shares
    root = np.sqrt(np.maximum((judged + m) ** 2 - 4 * m * errors, 0.0))
    sum_of_both = judged + m + root
    p = np.where(sum_of_both > 0, 2 * errors / np.where(sum_of_both > 0, sum_of_both, 1.0), 0.0)
    return np.minimum(p, 1.0), judged, m


def _weighed(persons: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The effective number of outputs (Kish 1965, Survey Sampling) and the share that people give the kind.

    That a sample may be a good part of its population is not reckoned with. It would make intervals narrower, and in
    simulation too narrow where what people change happens to stand among outputs that were unlikely to be drawn.
    """
    total = weights.sum(axis=0)
    squares = (weights**2).sum(axis=0)
    number = np.where(total > 0, total**2 / np.where(squares > 0, squares, 1.0), 0.0)
    return number, (weights * persons).sum(axis=0) / np.where(total > 0, total, 1.0)


def _estimates(rate: Floats, ends: tuple[Floats, Floats], tuning: Floats) -> Estimates:
    """Rounding must not put a rate outside its interval, nor anything outside 0 to 1."""
    rate, (low, high) = np.clip(rate, 0, 1), ends
    return Estimates(rate, np.clip(np.minimum(low, rate), 0, 1), np.clip(np.maximum(high, rate), 0, 1), tuning)
