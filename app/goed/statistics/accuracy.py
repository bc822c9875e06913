"""Exact-match accuracy, and how much it varies over seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from goed.statistics.breakdowns import known_breakdowns
from goed.statistics.run_accuracies import CELL, SEEDS, observations
from goed.study.selection import Selection
from goed.study.study import Study

if TYPE_CHECKING:
    from pandas.core.groupby import SeriesGroupBy

PART_ORDER = ["test", "dev", "core"]


def accuracy(study: Study, selection: Selection, by: Sequence[str] = ()) -> pd.DataFrame:
    """Mean accuracy over seeds, one row per language, sampling, model, size and part, and per value of `by`.

    n_items is the number of items that a run was asked (where seeds differ in it, their mean), n_missing how many
    predictions are not there over all seeds; they count as wrong.
    """
    return accuracy_of(observations(study, selection, breakdowns_of_accuracy(by)), by)


def breakdowns_of_accuracy(by: Sequence[str]) -> list[str]:
    """The properties of items among what `accuracy` is asked to tell apart."""
    return known_breakdowns(by, (*CELL, "seed"))


def accuracy_of(observed: pd.DataFrame, by: Sequence[str] = ()) -> pd.DataFrame:
    """The same, of observations that were made with these breakdowns."""
    domain = ["domain"] if "domain" in observed else []  # told where there are several
    keys = [*domain, *CELL, *breakdowns_of_accuracy(by), *(SEEDS if "seed" in by else [])]
    if observed["language"].nunique() > 1:  # one after the other: with --by lemma there may be a million rows
        languages = [accuracy_of(of_language, by) for _, of_language in observed.groupby("language")]
        return in_order(pd.concat(languages, ignore_index=True), keys)
    groups = observed.groupby(keys, sort=False)
    result = pd.DataFrame(
        {
            **spread(groups["accuracy"]),
            "n_seeds": groups["accuracy"].size(),
            "n_items": whole_numbers(groups["n_items"].mean()),
            "n_missing": groups["n_missing"].sum(min_count=1),
        }
    )
    return in_order(result.reset_index(), keys)


def seeds(study: Study, selection: Selection, by: Sequence[str] = (), average: Sequence[str] = ()) -> pd.DataFrame:
    """Score range and random seed variability over seeds for each cell, or averaged over the cells by some columns."""
    return seeds_of(observations(study, selection, breakdowns_of_seeds(by)), by, average)


def breakdowns_of_seeds(by: Sequence[str]) -> list[str]:
    """The properties of items among what `seeds` is asked to tell apart."""
    return known_breakdowns(by, CELL)


def seeds_of(observed: pd.DataFrame, by: Sequence[str] = (), average: Sequence[str] = ()) -> pd.DataFrame:
    """The same, of observations that were made with these breakdowns."""
    breakdowns = breakdowns_of_seeds(by)
    keys = [*CELL, *breakdowns]
    groups = observed.groupby(keys, sort=False)["accuracy"]
    several = groups.size() > 1  # one seed says nothing about variation
    cells = pd.DataFrame(
        {
            "range": (groups.max() - groups.min()).where(several),
            "variability": groups.std(ddof=1),
            "mean": groups.mean(),
            "n_seeds": groups.size(),
        }
    )
    cells = in_order(cells.reset_index(), keys)
    return _averaged(cells, [*average, "part", *breakdowns]) if average else cells


def _averaged(cells: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    """Ranges and variabilities averaged over cells, as the paper averages them: every cell counts the same."""
    keys = list(dict.fromkeys(columns))
    groups = cells[cells["n_seeds"] > 1].groupby(keys, sort=False)
    averages = pd.DataFrame(
        {
            "range": groups["range"].mean(),
            "variability": groups["variability"].mean(),
            "mean": groups["mean"].mean(),
            "n_cells": groups.size(),
        }
    )
    return in_order(averages.reset_index(), keys)


def spread(values: SeriesGroupBy[Any, Any]) -> dict[str, pd.Series[Any]]:
    """The columns that tell how values vary in each group: mean, sd (n−1), min and max."""
    return {"mean": values.mean(), "sd": values.std(ddof=1), "min": values.min(), "max": values.max()}


def whole_numbers(numbers: pd.Series[float]) -> pd.Series[int] | pd.Series[float]:
    """Numbers without a fraction as integers; where some are not known, all stay as they are."""
    if numbers.isna().any():
        return numbers
    whole = numbers.round().astype("int64")
    return whole if (whole == numbers).all() else numbers


def in_order(table: pd.DataFrame, keys: Sequence[str]) -> pd.DataFrame:
    """Rows sorted by their keys, parts in the order test, dev, core."""
    if "part" in table:
        table["part"] = pd.Categorical(table["part"], PART_ORDER, ordered=True)
    table = table.sort_values(list(keys), kind="stable", ignore_index=True)
    if "part" in table:
        table["part"] = table["part"].astype(str)
    return table
