"""Which errors there are, how many, and how that changes with what the learner has seen."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from goed.labels.counts import label_counts
from goed.statistics.accuracy import in_order, spread, whole_numbers
from goed.statistics.breakdowns import known_breakdowns
from goed.statistics.observed import observed
from goed.statistics.run_accuracies import CELL, SEEDS
from goed.statistics.selection import Selection
from goed.study.study import Study
from goed_classifiers.values import CORRECT

OF_LABELS = ("pred_class", "flags", "rule", "verdict")  # columns that tell errors apart, where others tell items apart
COUNTS = ["n", "n_checked"]
RATES = ["mean", "sd", "min", "max"]
NUMBERS = ["n", "n_seeds", "n_items", "n_left_out"]


def errors(study: Study, selection: Selection, by: Sequence[str] = ()) -> pd.DataFrame:
    """Each kind of error with its rate among the items asked: mean, sd, min and max over seeds.

    n counts over all seeds, share is the part of all errors that a kind makes up, checked how much of it people have
    looked at. Outputs flagged as accepted variants or as errors of the gold form are left out, and counted. Where
    people call answers defensible, `lenient` is the mean rate without them.
    """
    kinds, breakdowns = _columns(by)
    cell = [*CELL, *breakdowns, *(SEEDS if "seed" in by else [])]
    table = _errors(study, selection, (cell, breakdowns, kinds))
    columns = [*cell, "error", *kinds, *RATES]
    if any(kind.counts_as == "lenient" for kind in label_counts(study).kinds.values()):
        lenient = _errors(study, selection, (cell, breakdowns, kinds), is_lenient=True)
        if lenient["n"].sum() < table["n"].sum():  # there are some in what is selected
            of_lenient = lenient[[*cell, "error", *kinds, "mean"]].rename(columns={"mean": "lenient"})
            table = table.merge(of_lenient, how="left").fillna({"lenient": 0.0})
            columns.append("lenient")
    return with_shares(table, cell, columns)


def with_shares(table: pd.DataFrame, cell: list[str], columns: list[str]) -> pd.DataFrame:
    """Rates with the share of a cell's errors that each makes up, the commonest first; `columns` come before it."""
    table["share"] = table["n"] / table.groupby(cell)["n"].transform("sum").replace(0, float("nan"))
    table = table.sort_values("n", ascending=False, kind="stable")
    return in_order(table, cell)[[*columns, "share", *NUMBERS, "checked"]]


def _errors(
    study: Study, selection: Selection, columns: tuple[list[str], list[str], list[str]], is_lenient: bool = False
) -> pd.DataFrame:
    """The rates of errors in each cell; leniently, without what people call defensible."""
    cell, breakdowns, kinds = columns
    runs, counted = observed(study, selection, breakdowns, kinds, is_lenient)
    return rates_over_runs(runs, counted[counted["error"] != CORRECT], cell, ["error", *kinds])


def trajectory(study: Study, selection: Selection, by: Sequence[str] = ()) -> pd.DataFrame:
    """How the rate of each kind of error, and of what is right, goes with the size of the training set.

    A kind that occurs at some size has a row at every size; change is the difference from the size before.
    """
    kinds, breakdowns = _columns(by)
    path = ["language", "sampling", "model", "part", *breakdowns, *(SEEDS if "seed" in by else [])]
    runs, counted = observed(study, selection, breakdowns, kinds)
    table = rates_over_runs(runs, counted, [*path, "size"], ["error", *kinds], path)
    table["is_error"] = table["error"] != CORRECT
    total = table.groupby([*path, "error", *kinds])["n"].transform("sum")
    table = table.assign(total=-total).sort_values(["is_error", "total", "error", *kinds, "size"], kind="stable")
    table["change"] = table.groupby([*path, "error", *kinds], sort=False)["mean"].diff()
    table = in_order(table, path)
    return table[[*path, "error", *kinds, "size", *RATES, "change", *NUMBERS, "checked"]]


def _columns(by: Sequence[str]) -> tuple[list[str], list[str]]:
    """The columns that tell errors apart besides their name, and those that tell items apart."""
    return [name for name in dict.fromkeys(by) if name in OF_LABELS], known_breakdowns(by, (*CELL, *OF_LABELS, "seed"))


def rates_over_runs(
    runs: pd.DataFrame, counted: pd.DataFrame, cell: list[str], error: list[str], shared: list[str] | None = None
) -> pd.DataFrame:
    """Rates over runs; `error` are the columns that tell a kind.

    A kind that occurs anywhere in a group of runs counts as 0 in those where it does not.
    """
    group = shared or cell
    there = counted[[*group, *error]].drop_duplicates()
    keys = list(dict.fromkeys([*cell, *SEEDS]))
    table = runs.merge(there, on=group).merge(counted[[*keys, *error, *COUNTS]], on=[*keys, *error], how="left")
    table[COUNTS] = table[COUNTS].fillna(0)
    asked = table["n_items"] - table["n_left_out"]
    table["rate"] = table["n"] / asked.where(asked > 0)
    groups = table.groupby([*cell, *error], sort=False)
    result = pd.DataFrame(
        {
            **spread(groups["rate"]),
            "n": groups["n"].sum().astype("int64"),
            "n_seeds": groups.size(),
            "n_items": whole_numbers(groups["n_items"].mean()),
            "n_left_out": groups["n_left_out"].sum(),
            "n_checked": groups["n_checked"].sum(),
        }
    ).reset_index()
    result["checked"] = result["n_checked"] / result["n"].where(result["n"] > 0)
    return result
