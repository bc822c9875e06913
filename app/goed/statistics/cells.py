"""The cells of the grid in tables: their columns, their order, and spread over seeds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from goed.study.tallies import PartTally

if TYPE_CHECKING:
    from pandas.core.groupby import SeriesGroupBy

CELL = ["language", "corpus", "sampling", "model", "size", "part"]  # corpus: where any run is on one
SEEDS = ["seed", "training_seed"]
BAND = re.compile(r"(under )?(?:up to )?(\d+)(?: to \d+| up)?")  # what a breakdown parts numbers into
MOST_BANDS = 100
PART_ORDER = ["test", "dev", "core"]
SPREAD = ["mean", "sd", "min", "max"]


def grid_columns(tallies: Sequence[PartTally]) -> pd.DataFrame:
    """Where parts of runs stand in the grid: a row for each, with the columns of its cell and its seeds."""
    columns = with_corpus([*CELL, *SEEDS], tallies)
    rows = [[getattr(tally, column) for column in columns] for tally in tallies]
    return pd.DataFrame(rows, columns=columns, index=range(len(tallies)))


def with_corpus(columns: Sequence[str], tallies: Iterable[PartTally]) -> list[str]:
    """Columns of the grid as they tell parts of runs apart: without `corpus` where none of these is on a corpus."""
    has_corpora = any(tally.corpus for tally in tallies)
    return [column for column in columns if has_corpora or column != "corpus"]


def cell_columns(table: pd.DataFrame, *without: str) -> list[str]:
    """The columns of a cell that a table has, but for those `without`."""
    return [column for column in CELL if column in table and column not in without]


def spread(values: SeriesGroupBy[Any, Any]) -> dict[str, pd.Series[Any]]:
    """How values vary within each group, as columns: mean, sd (n−1), min and max."""
    return {"mean": values.mean(), "sd": values.std(ddof=1), "min": values.min(), "max": values.max()}


def whole_numbers(numbers: pd.Series[float]) -> pd.Series[int] | pd.Series[float]:
    """Numbers as integers if all are whole; unchanged if one is missing or has a fraction."""
    if numbers.isna().any():
        return numbers
    whole = numbers.round().astype("int64")
    return whole if (whole == numbers).all() else numbers


def in_order(table: pd.DataFrame, keys: Sequence[str]) -> pd.DataFrame:
    """Rows sorted by their keys, parts in the order test, dev, core, and bands of numbers (`10 up`) by these."""
    if "part" in table:
        table["part"] = pd.Categorical(table["part"], PART_ORDER, ordered=True)
    table = table.sort_values(list(keys), kind="stable", ignore_index=True, key=_bands_by_number)
    if "part" in table:
        table["part"] = table["part"].astype(str)
    return table


def _bands_by_number(column: pd.Series[Any]) -> pd.Series[Any]:
    """A column as it is sorted: bands by their numbers before other words, such as `root`; all else as it is."""
    values = [] if isinstance(column.dtype, pd.CategoricalDtype) else column.unique().tolist()
    if len(values) > MOST_BANDS or not all(isinstance(value, str) for value in values):
        return column
    bands = {value: BAND.fullmatch(value) for value in values}
    if not any(bands.values()):
        return column
    in_order = sorted(values, key=lambda value: (_least(bands[value]), value))
    return column.map({value: place for place, value in enumerate(in_order)})


def _least(band: re.Match[str] | None) -> float:
    """The number at which a band begins; what is no band comes last."""
    if band is None:
        return float("inf")
    return float(band[2]) - (0.5 if band[1] else 0)
