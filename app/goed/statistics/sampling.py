"""The effect of the sampling strategy on accuracy, paired by seed: uniform − weighted; of corpora, uniform − age.

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
from goed.statistics.catalogue import RATES, NotedTable, Option, Statistic, by_option
from goed.statistics.cells import SEEDS, cell_columns, spread
from goed.statistics.intervals import Interval, Z
from goed.statistics.run_accuracies import Runs, observations
from goed.study.selection import Selection

OF_ITEMS, OF_CORPORA = ("uniform", "weighted"), ("uniform", "age")  # what is compared, if nothing else is said
KNOWN = ("uniform", "weighted", "age", "child", "given", "transductive")  # two that are named come in this order
GROUPS = ("language", "corpus", "size", "model")
NUMBERS = ["difference", "low", "high", "sd", "min", "max", "n_pairs"]
Strategies = tuple[str, str]
ALL = "all"
DEFAULT_SEED = 2023
N_DRAWS = 10_000
QUANTILES = NormalDist().cdf(-Z), NormalDist().cdf(Z)
Numbers = NDArray[np.float64]


def sampling(
    runs: Runs, selection: Selection, by: Sequence[str] = (), seed: int = DEFAULT_SEED
) -> pd.DataFrame | NotedTable:
    """Uniform - weighted, runs of the same seed paired.

    Overall, then by language, by size and by model; a run without its partner is left out. Of corpora, which have no
    weighted sampling, the order by age is compared with the uniform one, within each corpus. Two names after --sampling
    are compared in place of these.

    low and high are the ends of an interval of 95 % for the difference, by a bootstrap: the splits of each language
    (its seeds) are drawn anew 10,000 times, with all their runs. As there are few seeds, the percentiles of the draws
    are then set further apart, as Student's t asks for their number. The interval is about other splits of the same
    languages, for the same models and sizes. With one seed there is none.
    """
    observed = observations(runs, selection)
    known = [name for name in GROUPS if name in observed]
    if not set(by) <= set(known):
        raise WrongUsageError(f"sampling: --by takes {', '.join(known)}")
    strategies = _strategies(observed, selection)
    pairs = _pairs(observed, strategies)
    if pairs.empty and len(observed):
        there = ", ".join(sorted(observed["sampling"].unique()))
        note = f"no run under {strategies[0]} has a partner under {strategies[1]}; the samplings here are {there}"
        return NotedTable(_differences(pairs, strategies, list(by), seed), [note])
    groupings = [list(by)] if by else [[], *([name] for name in known)]
    tables = [_differences(pairs, strategies, grouping, seed) for grouping in groupings]
    return pd.concat(tables, ignore_index=True) if len(pairs) else tables[0]


def _strategies(observed: pd.DataFrame, selection: Selection) -> Strategies:
    """The two samplings to compare: those that are named, or what is usual for items and for corpora."""
    names = list(dict.fromkeys(selection.samplings or ()))
    if len(names) == 2:
        one, other = sorted(names, key=lambda name: KNOWN.index(name) if name in KNOWN else len(KNOWN))
        return one.casefold(), other.casefold()
    return OF_CORPORA if "corpus" in observed else OF_ITEMS


def _pairs(runs: pd.DataFrame, strategies: Strategies) -> pd.DataFrame:
    """One row per pair, with the accuracy under each strategy and their difference; tables may write UNIFORM."""
    names = runs["sampling"].str.casefold()
    pair = [*cell_columns(runs, "sampling"), *SEEDS]
    of = {name: runs[names == name].set_index(pair)["accuracy"] for name in strategies}
    pairs = pd.DataFrame(of).dropna().reset_index()
    return pairs.assign(difference=pairs[strategies[0]] - pairs[strategies[1]])


def compared(table: pd.DataFrame) -> Strategies:
    """The two samplings that a table of differences compares: their accuracies stand before the difference."""
    place = list(table.columns).index("difference")
    one, other = map(str, table.columns[place - 2 : place])
    return one, other


def _differences(pairs: pd.DataFrame, strategies: Strategies, grouping: list[str], seed: int) -> pd.DataFrame:
    groups = pairs.groupby([*grouping, "part"])
    means = groups[[*strategies, "difference"]].mean()
    table = means.assign(**spread(groups["difference"]), n_pairs=groups.size()).reset_index()
    ends = [interval(of_group, "difference", seed) for _, of_group in groups]
    table[["low", "high"]] = pd.DataFrame(ends, columns=["low", "high"], index=table.index, dtype="float64")
    known = [name for name in GROUPS if name in pairs]
    table = table.assign(**{name: ALL for name in known if name not in grouping})  # every row has the same columns
    order = [*known, "part", *strategies, *NUMBERS]
    return table[order].sort_values([*(grouping or known), "part"], kind="stable", ignore_index=True)


def interval(rows: pd.DataFrame, column: str, seed: int = DEFAULT_SEED) -> Interval:
    """A 95 % interval for the mean of a column over rows, each of which has a language (or a corpus) and a seed.

    The runs of one split (a language's seed) share their items. So splits are drawn anew, with replacement and within
    each language, together with all their runs. With as few as five seeds the percentiles of such draws lie too close
    together, as does a variance divided by n instead of n - 1, and as does the normal distribution compared with
    Student's (Hesterberg 2015, The American Statistician 69). Their distances from the mean are stretched to make up
    for both: for n splits of one language by sqrt(n / (n - 1)) t / 1.96. If a language has only one split, nothing is
    known, and there is no interval.
    """
    splits = [
        of_language.groupby("seed")[column].agg(["sum", "size"]).to_numpy(dtype=np.float64)
        for _, of_language in rows.groupby([name for name in ("language", "corpus") if name in rows])
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
        by_option("One row for each combination of these: language, corpus, size, model."),
        Option("--seed", "seed", "Of the random draws.", (0, None), DEFAULT_SEED),
    ],
    rates=RATES,
    further_rates=compared,
    takes_table=True,
    title="Samplings compared",
    about=(
        "Accuracy under one sampling − under another (of items uniform − weighted, of corpora uniform − age, if no "
        "others are named), runs of the same seed paired. "
        "low to high: a 95 % interval for the difference, from splits drawn anew."
    ),
)
