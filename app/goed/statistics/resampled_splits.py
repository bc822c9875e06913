"""Intervals for means over runs, by a bootstrap of the splits that the runs were made on."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from goed.statistics.intervals import Interval, Z

DEFAULT_SEED = 2023
N_DRAWS = 10_000
NO_INTERVAL = (float("nan"), float("nan"))

Numbers = NDArray[np.float64]


def interval(rows: pd.DataFrame, column: str, seed: int = DEFAULT_SEED) -> Interval:
    """An interval of 95 % for the mean of a column over rows, each of which has a language and a seed.

    The runs of one split (a language's seed) share their items, so splits are drawn anew, with replacement and within
    each language, and all their runs with them. With five seeds the percentiles of such draws lie too close together,
    as a variance does that is divided by n, and as the normal distribution does beside Student's (Hesterberg 2015, The
    American Statistician 69). Their distances from the mean are stretched by as much: for n splits of one language by
    sqrt(n / (n - 1)) t / 1.96. Where a language has one split only, nothing is known, and there is no interval.
    """
    splits = [
        of_language.groupby("seed")[column].agg(["sum", "size"]).to_numpy(dtype=np.float64)
        for _, of_language in rows.groupby("language")
    ]
    if min(map(len, splits)) < 2:
        return NO_INTERVAL
    mean = float(rows[column].mean())
    low, high = np.quantile(_means(splits, seed), _tails()) - mean
    stretch = _stretch(splits, mean)
    return mean + stretch * float(low), mean + stretch * float(high)


def _tails() -> tuple[float, float]:
    return NormalDist().cdf(-Z), NormalDist().cdf(Z)


def _means(splits: list[Numbers], seed: int) -> Numbers:
    """The mean over all runs in each draw: of n splits of a language n are drawn."""
    random = np.random.default_rng(seed)
    totals = np.zeros((N_DRAWS, 2))  # sums and numbers of runs
    for of_language in splits:
        n = len(of_language)
        totals += random.multinomial(n, np.full(n, 1 / n), size=N_DRAWS) @ of_language
    return np.asarray(totals[:, 0] / totals[:, 1])


def _stretch(splits: list[Numbers], mean: float) -> float:
    """How much too close together the percentiles are. Student's t has the degrees of freedom of Satterthwaite (1946,
    Biometrics Bulletin 2), as the languages' variances differ.
    """
    sizes = np.array([len(of_language) for of_language in splits])
    variances = np.array(
        [n * np.var(part[:, 0] - mean * part[:, 1], ddof=1) for n, part in zip(sizes, splits, strict=True)]
    )
    if not variances.any():
        return 1.0  # all splits say the same
    df = variances.sum() ** 2 / (variances**2 / (sizes - 1)).sum()
    of_draws = (variances * (sizes - 1) / sizes).sum()
    return float(np.sqrt(variances.sum() / of_draws) * stats.t.ppf(_tails()[1], df) / Z)
