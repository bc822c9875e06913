"""Exact-match accuracy, and how much it varies over seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pandas as pd

from app.stats.breakdowns import ItemValues, known_breakdowns
from app.stats.selection import Selection
from app.store.study import Study
from app.store.tallies import PartTally, part_tallies, predicted_items

CELL = ["language", "sampling", "model", "size", "part"]
SEEDS = ["seed", "training_seed"]
PART_ORDER = ["test", "dev", "core"]


def accuracy(study: Study, selection: Selection, by: Sequence[str] = ()) -> pd.DataFrame:
    """Mean accuracy over seeds, one row per language, sampling, model, size and part, and per value of `by`.

    n_items is the number of items that a run was asked (where seeds differ in it, their mean), n_missing how many
    predictions are not there over all seeds; they count as wrong.
    """
    breakdowns = known_breakdowns(by, (*CELL, "seed"))
    table = observations(study, selection, breakdowns)
    keys = [*CELL, *breakdowns, *(SEEDS if "seed" in by else [])]
    groups = table.groupby(keys, sort=False)
    result = pd.DataFrame(
        {
            "mean": groups["accuracy"].mean(),
            "sd": groups["accuracy"].std(ddof=1),
            "min": groups["accuracy"].min(),
            "max": groups["accuracy"].max(),
            "n_seeds": groups["accuracy"].size(),
            "n_items": whole_numbers(groups["n_items"].mean()),
            "n_missing": groups["n_missing"].sum(),
        }
    )
    return in_order(result.reset_index(), keys)


def seeds(study: Study, selection: Selection, by: Sequence[str] = (), average: Sequence[str] = ()) -> pd.DataFrame:
    """Score range and random seed variability over seeds for each cell, or averaged over the cells by some columns."""
    breakdowns = known_breakdowns(by, CELL)
    table = observations(study, selection, breakdowns)
    keys = [*CELL, *breakdowns]
    groups = table.groupby(keys, sort=False)["accuracy"]
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


def observations(study: Study, selection: Selection, breakdowns: Sequence[str] = ()) -> pd.DataFrame:
    """One row per run, part and value of the breakdowns: items asked, predictions missing, accuracy."""
    tallies = [tally for tally in part_tallies(study) if selection.has(tally) and tally.n_items]
    counter = _Counter(study, breakdowns)
    rows = []
    for tally in tallies:
        place = (tally.language, tally.sampling, tally.model, tally.size, tally.part, tally.seed, tally.training_seed)
        for values, n_items, n_predicted, n_correct in counter.count(tally):
            rows.append((*place, *values, n_items, n_items - n_predicted, n_correct / n_items))
    return pd.DataFrame(rows, columns=[*CELL, *SEEDS, *breakdowns, "n_items", "n_missing", "accuracy"])


Counts = tuple[tuple[str, ...], int, int, int]


class _Counter:
    """Counts the items of a part, those predicted and those right, by the values of the breakdowns."""

    def __init__(self, study: Study, breakdowns: Sequence[str]) -> None:
        self._study = study
        self._values = ItemValues(study, breakdowns) if breakdowns else None

    def count(self, tally: PartTally) -> list[Counts]:
        if self._values is None:
            return [((), tally.n_items, tally.n_predicted, tally.n_correct)]
        values = self._values.of(tally)
        asked = Counter(values.values())
        right = self._tally(tally, values, only_correct=True)
        is_whole = tally.n_predicted == tally.n_items
        predicted = asked if is_whole else self._tally(tally, values, only_correct=False)
        return [(value, n_items, predicted[value], right[value]) for value, n_items in asked.items()]

    def _tally(
        self, tally: PartTally, values: dict[int, tuple[str, ...]], only_correct: bool
    ) -> Counter[tuple[str, ...]]:
        return Counter(map(values.__getitem__, predicted_items(self._study, tally.run_part_id, only_correct)))


def whole_numbers(numbers: pd.Series[float]) -> pd.Series[int] | pd.Series[float]:
    """Numbers without a fraction as integers."""
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
