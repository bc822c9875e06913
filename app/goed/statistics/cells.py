"""The cells of the grid in tables: their columns, their order, and spread over seeds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from goed.study.tallies import PartTally

if TYPE_CHECKING:
    from pandas.core.groupby import SeriesGroupBy

CELL = ["language", "corpus", "sampling", "model", "size", "part"]  # corpus: where any run is on one
SEEDS = ["seed", "training_seed"]
PART_ORDER = ["test", "dev", "core"]


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
    """Rows sorted by their keys, parts in the order test, dev, core."""
    if "part" in table:
        table["part"] = pd.Categorical(table["part"], PART_ORDER, ordered=True)
    table = table.sort_values(list(keys), kind="stable", ignore_index=True)
    if "part" in table:
        table["part"] = table["part"].astype(str)
    return table
