"""What the sampling strategy does to accuracy: uniform − weighted, the same split seed against the same."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from goed.errors import WrongUsageError
from goed.statistics.resampled_splits import DEFAULT_SEED, interval
from goed.statistics.run_accuracies import observations
from goed.statistics.selection import Selection
from goed.study.study import Study

STRATEGIES = ("uniform", "weighted")
PAIR = ["language", "model", "size", "part", "seed", "training_seed"]
GROUPS = ("language", "size", "model")
NUMBERS = ["uniform", "weighted", "difference", "low", "high", "sd", "min", "max", "n_pairs"]
ALL = "all"


def sampling(study: Study, selection: Selection, by: Sequence[str] = (), seed: int = DEFAULT_SEED) -> pd.DataFrame:
    """Differences in accuracy between the two strategies: overall, then by language, by size and by model.

    With `by`, one row for each combination of those columns instead. Runs are paired: same language, model, size and
    seed; a run without its partner is left out. Parts are kept apart. `seed` is that of the bootstrap behind low, high.
    """
    return sampling_of(observations(study, selection), by, seed)


def sampling_of(observed: pd.DataFrame, by: Sequence[str] = (), seed: int = DEFAULT_SEED) -> pd.DataFrame:
    """The same, of observations from a study or a table."""
    if not set(by) <= set(GROUPS):
        raise WrongUsageError(f"sampling: --by takes {', '.join(GROUPS)}")
    pairs = _pairs(observed)
    groupings = [list(by)] if by else [[], *([name] for name in GROUPS)]
    tables = [_differences(pairs, grouping, seed) for grouping in groupings]
    filled = [table for table in tables if not table.empty]
    return pd.concat(filled, ignore_index=True) if filled else tables[0]


def _pairs(runs: pd.DataFrame) -> pd.DataFrame:
    """One row a pair, with the accuracy under each strategy, and the difference; tables may write UNIFORM."""
    names = runs["sampling"].str.casefold()
    of = {name: runs[names == name].set_index(PAIR)["accuracy"] for name in STRATEGIES}
    pairs = pd.DataFrame(of).dropna().reset_index()
    return pairs.assign(difference=pairs["uniform"] - pairs["weighted"])


def _differences(pairs: pd.DataFrame, grouping: list[str], seed: int) -> pd.DataFrame:
    groups = pairs.groupby([*grouping, "part"])
    table = pd.DataFrame(
        {
            "uniform": groups["uniform"].mean(),
            "weighted": groups["weighted"].mean(),
            "difference": groups["difference"].mean(),
            "sd": groups["difference"].std(ddof=1),
            "min": groups["difference"].min(),
            "max": groups["difference"].max(),
            "n_pairs": groups.size(),
        }
    ).reset_index()
    ends = [interval(of_group, "difference", seed) for _, of_group in groups]
    table[["low", "high"]] = pd.DataFrame(ends, columns=["low", "high"], index=table.index, dtype="float64")
    for name in GROUPS:  # every row has the same columns, whatever it is about
        if name not in grouping:
            table[name] = ALL
    order = [*GROUPS, "part", *NUMBERS]
    return table[order].sort_values([*(grouping or GROUPS), "part"], kind="stable", ignore_index=True)
