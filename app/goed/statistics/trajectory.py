"""How the rate of each kind of error changes with the size of the training set."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from goed.statistics.catalogue import Statistic, by_option
from goed.statistics.cells import SEEDS, SPREAD, cell_columns, in_order
from goed.statistics.errors import (
    LENIENT,
    NUMBERS,
    has_lenient,
    kinds_and_breakdowns,
    label_table,
    rates_over_runs,
    with_lenient,
)
from goed.study.selection import Selection
from goed.study.study import Study
from goed_classifiers.values import CORRECT


def trajectory(study: Study, selection: Selection, by: Sequence[str] = ()) -> pd.DataFrame:
    """Kinds of error along the sizes of training sets.

    As errors, and with what is right; change is the difference from the size before. Sizes count items or, in corpora,
    tokens.
    """
    kinds, breakdowns = kinds_and_breakdowns(by)
    further = [*breakdowns, *(SEEDS if "seed" in by else [])]
    keys, columns = ["error", *kinds], SPREAD

    def rates(is_lenient: bool) -> pd.DataFrame:
        """A kind that occurs at some size has a row at every size."""
        runs, counted = label_table(study, selection, breakdowns, kinds, is_lenient)
        path = [*cell_columns(runs, "size"), *further]
        return rates_over_runs(runs, counted, [*path, "size"], keys, path)

    table = rates(is_lenient=False)
    path = [*cell_columns(table, "size"), *further]
    if has_lenient(study):
        table = with_lenient(table, rates(is_lenient=True), [*path, "size", *keys])
        columns = [*SPREAD, LENIENT]
    table["is_error"] = table["error"] != CORRECT
    total = table.groupby([*path, *keys])["n"].transform("sum")
    table = table.assign(total=-total).sort_values(["is_error", "total", *keys, "size"], kind="stable")
    table["change"] = table.groupby([*path, *keys], sort=False)["mean"].diff()
    return in_order(table, path)[[*path, *keys, "size", *columns, "change", *NUMBERS, "checked"]]


STATISTIC = Statistic(
    trajectory,
    options=[by_option("Part the items or the errors, too, as errors does.")],
    defaults_to_test=True,
    title="Errors along the sizes",
    about="The rate of each kind of error, and of what is right, at every size of training set.",
)
