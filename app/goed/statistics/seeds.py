"""How much accuracy varies over the seeds of a cell."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from goed.errors import WrongUsageError
from goed.statistics.breakdowns import known_breakdowns
from goed.statistics.catalogue import FurtherTable, Option, Statistic, by_option
from goed.statistics.cells import CELL, cell_columns, in_order
from goed.statistics.run_accuracies import Runs, observations
from goed.study.selection import Selection


def seeds(runs: Runs, selection: Selection, by: Sequence[str] = (), average: Sequence[str] = ()) -> pd.DataFrame:
    """Score range and random seed variability.

    The score range of a cell (language, sampling, model, size, part) is its highest accuracy - its lowest over seeds,
    its variability the standard deviation (n-1). `--average language` averages both over all cells of a language, each
    cell counting the same, as the paper does.
    """
    breakdowns = known_breakdowns(by, CELL)
    cells = variation(observations(runs, selection, breakdowns), breakdowns)
    if not average:
        return cells
    if "corpus" in average and "corpus" not in cells:
        raise WrongUsageError("--average corpus: no run here is on a corpus")
    keys = list(dict.fromkeys([*average, "part", *breakdowns]))
    groups = cells[cells["n_seeds"] > 1].groupby(keys, sort=False)
    averages = groups[["range", "variability", "mean"]].mean().assign(n_cells=groups.size())
    return in_order(averages.reset_index(), keys)


def variation(observed: pd.DataFrame, breakdowns: Sequence[str] = ()) -> pd.DataFrame:
    """Range and variability over the seeds of each cell, and of each value of the breakdowns in it."""
    keys = [*cell_columns(observed), *breakdowns]
    groups = observed.groupby(keys, sort=False)["accuracy"]
    numbers = {
        "range": (groups.max() - groups.min()).where(groups.size() > 1),  # one seed says nothing about variation
        "variability": groups.std(ddof=1),
        "mean": groups.mean(),
        "n_seeds": groups.size(),
    }
    return in_order(pd.DataFrame(numbers).reset_index(), keys)


STATISTIC = Statistic(
    seeds,
    options=[
        Option("--average", "average", "Average over cells by these columns.", metavar="COLUMN ...", choices=CELL),
        by_option("Part the items, too, as accuracy does."),
    ],
    takes_table=True,
    title="Variation over seeds",
    about="Score range (highest − lowest accuracy over seeds) and random seed variability (sd) of each cell.",
    further_tables=[
        FurtherTable(
            f"seeds-by-{'-and-'.join(columns)}",
            f"Variation over seeds by {' and '.join(columns)}",
            "Score range and variability, averaged over cells; every cell counts the same, as in the paper.",
            ("--average", *columns),
            {"average": columns},
        )
        for columns in (["language"], ["sampling"], ["language", "sampling"], ["model"], ["size"])
    ],
)
