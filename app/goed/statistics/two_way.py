"""Proportions with bootstrap intervals, for data clustered both by item and by split.

The same word is asked in several splits and at every size, and the runs of a split share what they learned. An interval
that took all predictions for independent would be several times too short. This bootstrap draws items and splits anew,
independently of each other, and weights an observation by how often its item was drawn times how often its split was:
the pigeonhole bootstrap (Owen 2007, Annals of Applied Statistics 1; McCullagh 2000, Bernoulli 6).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.statistics.catalogue import Option
from goed.statistics.intervals import Interval, wilson

NO_SPREAD = 1e-12  # draws with a variance below this count as equal
AT_ONCE = 50  # draws made in one batch
MOST_WEIGHTS = 4_000_000  # multiplied at once: 16 MB

Counts = NDArray[np.float32]
Drawn = NDArray[np.float64]


class Bootstrap(NamedTuple):
    """How often to draw, and the seed of the draws: the same two numbers give the same intervals."""

    n_draws: int = 2000
    seed: int = 1923


DRAWS_OPTIONS = (
    Option("--draws", "n_draws", "Draws of the bootstrap.", (100, 20_000), Bootstrap().n_draws, "N"),
    Option("--seed", "seed", "Seed of the draws.", (0, None), Bootstrap().seed, "N"),
)


class SeenAndAsked(NamedTuple):
    """How often something was seen, and how often it could have been; both arrays are sizes × splits × items."""

    seen: Counts
    asked: Counts


class Weights(NamedTuple):
    """How often each item, and each split, was drawn in each draw."""

    items: NDArray[np.uint8]  # items × draws
    splits: NDArray[np.uint8]  # splits × draws


@lru_cache(maxsize=2)  # all models are asked the same items
def weights(n_items: int, n_splits: int, n_draws: int, seed: int) -> Weights:
    """The weights of all draws; equal arguments always give equal weights."""
    chance = np.random.default_rng(seed)
    return Weights(_drawn(chance, n_items, n_draws), _drawn(chance, n_splits, n_draws))


def _drawn(chance: np.random.Generator, n: int, n_draws: int) -> NDArray[np.uint8]:
    """How often each of n is drawn when n - 1 are drawn with replacement.

    Drawing one less than n gives the spread that n - 1 in the denominator of a variance gives, which matters where
    there are two or five splits (Rao & Wu 1988, Journal of the American Statistical Association 83). A single one is
    always drawn.
    """
    drawn = np.ones((n, n_draws), dtype=np.uint8)
    if n > 1:
        for start in range(0, n_draws, AT_ONCE):
            some = min(AT_ONCE, n_draws - start)
            counts = [np.bincount(chance.integers(n, size=n - 1), minlength=n) for _ in range(some)]
            drawn[:, start : start + some] = np.array(counts).T
    return drawn


class Resampled:
    """A proportion at every size, as observed and as it is in every draw."""

    def __init__(self, counted: SeenAndAsked, drawn: Weights) -> None:
        self._counted = counted
        self._seen, self._asked = _weighted(np.stack(counted), drawn)

    def pooled_over(self, size_indices: Sequence[int]) -> Proportion:
        """The proportion over several sizes together, given by their indices."""
        with np.errstate(invalid="ignore", divide="ignore"):
            draws = self._seen[size_indices].sum(axis=0) / self._asked[size_indices].sum(axis=0)
        seen, asked = (
            counts[size_indices].sum(axis=0, dtype=np.float32).astype(np.float64) for counts in self._counted
        )
        total, n_seen = float(asked.sum()), float(seen.sum())
        if not total:
            return Proportion(0, 0, 0, 0, None, None, draws)
        of_splits, of_items = asked.any(axis=1), asked.any(axis=0)
        value = n_seen / total
        interval = _interval(value, total, (seen - value * asked)[of_splits][:, of_items], draws)
        n_items, n_splits = int(of_items.sum()), int(of_splits.sum())
        return Proportion(int(n_seen), int(total), n_items, n_splits, value, interval, draws)


def _weighted(counts: Counts, drawn: Weights) -> Drawn:
    """Weighted sums: from counts × sizes × splits × items to counts × sizes × draws.

    Multiplied as sparse matrices, as most counts are 0. Unlike dense ones, they do not start threads that compete with
    those of other programs.
    """
    from scipy.sparse import csr_array

    n_counts, n_sizes, n_splits, _ = counts.shape
    there = np.flatnonzero(counts.any(axis=(0, 1, 2)))  # few: items of other classes are not asked
    flat = csr_array(counts[..., there].reshape(n_counts * n_sizes * n_splits, -1))
    n_draws = drawn.items.shape[1]
    step = max(1, MOST_WEIGHTS // max(1, len(there)))
    sums = np.empty((n_counts, n_sizes, n_draws))
    for start in range(0, n_draws, step):
        chunk = slice(start, start + step)
        of_splits = flat @ drawn.items[there, chunk].astype(np.float32)
        by_size = of_splits.reshape(n_counts, n_sizes, n_splits, -1)
        sums[..., chunk] = np.einsum("czsd,sd->czd", by_size, drawn.splits[:, chunk].astype(np.float32))
    return sums


class Proportion(NamedTuple):
    """A proportion with its interval; no value where nothing was asked."""

    n_seen: int
    n_asked: int
    n_items: int  # different items that were asked
    n_splits: int
    value: float | None
    interval: Interval | None
    draws: Drawn  # its value in every draw; nan where a draw asks nothing


def _interval(value: float, total: float, residuals: Drawn, draws: Drawn) -> Interval:
    """Wilson's interval for as many observations as would have the spread of the draws, with Student's t for 1.96.

    `residuals` (splits × items that were asked) are what was seen minus what was expected.

    Korn & Graubard (1998, Survey Methodology 24) use such an effective number in an interval for a proportion. Unlike
    the quantiles of the draws it does not end at 0 where one item in a hundred was wrong. Where all or nothing was
    seen, all draws are equal; then each item counts as one observation, however often it was asked.
    """
    from scipy.special import stdtrit

    there = draws[np.isfinite(draws)]
    spread = float(there.var(ddof=1)) if len(there) > 1 else 0.0
    n_splits, n_items = residuals.shape
    by_item, by_split = (float(((residuals.sum(axis=axis) / total) ** 2).sum()) for axis in (0, 1))
    # The variance that comes from items and that from splits, each with its degrees of freedom.
    parts = [
        (by_item if n_items > 1 else 0.0, n_items - 1),
        (by_split * n_splits / (n_splits - 1) if n_splits > 1 else 0.0, n_splits - 1),
    ]
    of_items, of_splits = (part for part, _ in parts)
    largest = max(of_items, of_splits)
    if spread < NO_SPREAD or not largest:
        return wilson(value, n_items)
    if n_items > 1 and n_splits > 1:
        # Drawing both ways counts the variance of single observations three times (Owen 2007). Only one is taken off:
        # with few splits, taking off two makes intervals hold the true rate less often than in 95 % of cases.
        spread -= float((residuals**2).sum()) / total**2
    effective = min(total, value * (1 - value) / max(spread, largest))
    # The degrees of freedom of a variance with two sources (Satterthwaite 1946, Biometrics Bulletin 2).
    freedom = (of_items + of_splits) ** 2 / sum(part**2 / degrees for part, degrees in parts if degrees)
    return wilson(value, effective, float(stdtrit(freedom, 0.975)))
