"""The values of results as Python's own, and DataFrames of them as text.

Frames are written column by column, so that a million rows take seconds and little memory.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from goed.tables.files import csv_cell, tsv_cell

if TYPE_CHECKING:
    import pandas as pd

ROWS_AT_ONCE = 50_000


def plain(value: Any) -> Any:
    """numpy's and pandas' numbers as Python's, and what is not a number as nothing."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def plain_values(column: pd.Series[Any]) -> list[Any]:
    """The values of a column as Python's own; what is not a number is None."""
    values = column.tolist()
    if column.dtype.kind == "f":
        return [value if value - value == 0 else None for value in values]  # not finite: inf - inf is not 0
    if column.isna().any():
        return [None if missing else value for value, missing in zip(values, column.isna(), strict=True)]
    return values


def text_of_frame(table: pd.DataFrame, form: str) -> Iterator[str]:
    """A table as csv or tsv, header first, in pieces."""
    names = [str(name) for name in table.columns]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    yield ",".join(names) + "\n" if form == "csv" else "\t".join(names) + "\n"
    for start in range(0, len(table), ROWS_AT_ONCE):
        cells = _cells(table.iloc[start : start + ROWS_AT_ONCE], names, form)
        if form == "csv":
            writer.writerows(zip(*cells, strict=True))
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
        else:
            yield "".join("\t".join(row) + "\n" for row in zip(*cells, strict=True))


def _cells(table: pd.DataFrame, names: list[str], form: str) -> list[list[Any]]:
    """The columns as they are written. Words come again and again: each is escaped once."""
    columns = []
    for name, (_, column) in zip(names, table.items(), strict=True):
        values = plain_values(column)
        written: Callable[[Any], Any] = partial(csv_cell, name) if form == "csv" else tsv_cell
        if form == "tsv" or any(isinstance(value, str) for value in values):
            of_value = {value: written(value) for value in set(values)}
            values = [of_value[value] for value in values]
        columns.append(values)
    return columns
