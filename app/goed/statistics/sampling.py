"""The effect of the sampling strategy on accuracy: uniform − weighted, paired by seed.

Intervals come from a bootstrap of the splits that the runs were made on.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import stdtrit

from goed.errors import WrongUsageError
from goed.statistics.catalogue import NotedTable, Option, Statistic, by_option
from goed.statistics.cells import spread
from goed.statistics.intervals import Interval, Z
from goed.statistics.run_accuracies import Runs, observations
from goed.study.selection import Selection

STRATEGIES = ("uniform", "weighted")
PAIR = ["language", "model", "size", "part", "seed", "training_seed"]
GROUPS = ("language", "size", "model")
NUMBERS = ["uniform", "weighted", "difference", "low", "high", "sd", "min", "max", "n_pairs"]
ALL = "all"
DEFAULT_SEED = 2023
N_DRAWS = 10_000
QUANTILES = NormalDist().cdf(-Z), NormalDist().cdf(Z)
Numbers = NDArray[np.float64]


def sampling(
    runs: Runs, selection: Selection, by: Sequence[str] = (), seed: int = DEFAULT_SEED
) -> pd.DataFrame | NotedTable:
    """Uniform - weighted, runs of the same seed paired.

    Overall, then by language, by size and by model; a run without its partner is left out.

    low and high are the ends of an interval of 95 % for the difference, by a bootstrap: the splits of each language
    (its seeds) are drawn anew 10,000 times, with all their runs. As there are few seeds, the percentiles of the draws
    are then set further apart, as Student's t asks for their number. The interval is about other splits of the same
    languages, for the same models and sizes. With one seed there is none.
    """
    observed = observations(runs, selection)
    if not set(by) <= set(GROUPS):
        raise WrongUsageError(f"sampling: --by takes {', '.join(GROUPS)}")
    pairs = _pairs(observed)
    if pairs.empty and len(observed):
        there = ", ".join(sorted(observed["sampling"].unique()))
        note = f"no run under uniform has a partner under weighted; the samplings here are {there}"
        return NotedTable(_differences(pairs, list(by), seed), [note])
    groupings = [list(by)] if by else [[], *([name] for name in GROUPS)]
    tables = [_differences(pairs, grouping, seed) for grouping in groupings]
    return pd.concat(tables, ignore_index=True) if len(pairs) else tables[0]


def _pairs(runs: pd.DataFrame) -> pd.DataFrame:
    """One row per pair, with the accuracy under each strategy and their difference; tables may write UNIFORM."""
    names = runs["sampling"].str.casefold()
    of = {name: runs[names == name].set_index(PAIR)["accuracy"] for name in STRATEGIES}
    pairs = pd.DataFrame(of).dropna().reset_index()
    return pairs.assign(difference=pairs["uniform"] - pairs["weighted"])


def _differences(pairs: pd.DataFrame, grouping: list[str], seed: int) -> pd.DataFrame:
    groups = pairs.groupby([*grouping, "part"])
    means = groups[["uniform", "weighted", "difference"]].mean()
    table = means.assign(**spread(groups["difference"]), n_pairs=groups.size()).reset_index()
    ends = [interval(of_group, "difference", seed) for _, of_group in groups]
    table[["low", "high"]] = pd.DataFrame(ends, columns=["low", "high"], index=table.index, dtype="float64")
    table = table.assign(**{name: ALL for name in GROUPS if name not in grouping})  # every row has the same columns
    order = [*GROUPS, "part", *NUMBERS]
    return table[order].sort_values([*(grouping or GROUPS), "part"], kind="stable", ignore_index=True)


def interval(rows: pd.DataFrame, column: str, seed: int = DEFAULT_SEED) -> Interval:
    """A 95 % interval for the mean of a column over rows, each of which has a language and a seed.

    The runs of one split (a language's seed) share their items. So splits are drawn anew, with replacement and within
    each language, together with all their runs. With as few as five seeds the percentiles of such draws lie too close
    together, as does a variance divided by n instead of n - 1, and as does the normal distribution compared with
    Student's (Hesterberg 2015, The American Statistician 69). Their distances from the mean are stretched to make up
    for both: for n splits of one language by sqrt(n / (n - 1)) t / 1.96. If a language has only one split, nothing is
    known, and there is no interval.
    """
    splits = [
        of_language.groupby("seed")[column].agg(["sum", "size"]).to_numpy(dtype=np.float64)
        for _, of_language in rows.groupby("language")
    ]
    if min(map(len, splits)) < 2:
        return float("nan"), float("nan")
    mean = float(rows[column].mean())
    low, high = np.quantile(_means(splits, seed), QUANTILES) - mean
    stretch = _stretch(splits, mean)
    return mean + stretch * float(low), mean + stretch * float(high)


def _means(splits: list[Numbers], seed: int) -> Numbers:
    """The mean over all runs in each draw; a language with n splits has n of them drawn."""
    random = np.random.default_rng(seed)
    totals = np.zeros((N_DRAWS, 2))  # sums and numbers of runs
    for of_language in splits:
        n = len(of_language)
        totals += random.multinomial(n, np.full(n, 1 / n), size=N_DRAWS) @ of_language
    return np.asarray(totals[:, 0] / totals[:, 1])


def _stretch(splits: list[Numbers], mean: float) -> float:
    """The factor by which the percentiles of the draws lie too close together.

    The degrees of freedom of Student's t are Satterthwaite's (1946, Biometrics Bulletin 2), as variances differ between
    languages.
    """
    sizes = np.array([len(of_language) for of_language in splits])
    variances = np.array(
        [n * np.var(part[:, 0] - mean * part[:, 1], ddof=1) for n, part in zip(sizes, splits, strict=True)]
    )
    if not variances.any():
        return 1.0  # all splits say the same
    df = variances.sum() ** 2 / (variances**2 / (sizes - 1)).sum()
    of_draws = (variances * (sizes - 1) / sizes).sum()
    return float(np.sqrt(variances.sum() / of_draws) * stdtrit(df, QUANTILES[1]) / Z)


STATISTIC = Statistic(
    sampling,
    options=[
        by_option("One row for each combination of these: language, size, model."),
        Option("--seed", "seed", "Of the random draws.", (0, None), DEFAULT_SEED),
    ],
    takes_table=True,
    title="Uniform against weighted sampling",
    about=(
        "Accuracy under uniform − under weighted sampling, runs of the same seed paired. "
        "low to high: a 95 % interval for the difference, from splits drawn anew."
    ),
)
