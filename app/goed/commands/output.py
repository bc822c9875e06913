"""Results on stdout as a table for people, or as csv, tsv or json for programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from goed.errors import visible
from goed.tables.files import csv_text, json_text, tsv_text
from goed.tables.frames import plain

if TYPE_CHECKING:
    import pandas as pd

FORMATS = ("table", "csv", "tsv", "json")
Row = Sequence[Any]


def format_option(function: Any) -> Any:
    """`--format table|csv|tsv|json`."""
    return click.option(
        "--format", "form", type=click.Choice(FORMATS), default="table", show_default=True, help="How to print results."
    )(function)


def print_rows(columns: Sequence[str], rows: Iterable[Row], form: str, rates: Collection[str] = ()) -> None:
    """Print rows of results; `rates` are columns of fractions, which people are shown in per cent."""
    cleaned = [[plain(value) for value in row] for row in rows]
    writers = {"table": _table, "csv": _csv, "tsv": _tsv, "json": _json}
    text = writers[form](columns, cleaned, rates)
    with reader_may_leave():
        click.echo(text, nl=False)


def print_frame(table: pd.DataFrame, form: str, rates: Collection[str] = ()) -> None:
    """Print a DataFrame of results."""
    from goed.tables.frames import plain_values, text_of_frame

    if form == "json":
        rows = zip(*(plain_values(column) for _, column in table.items()), strict=True)
        print_rows([str(column) for column in table.columns], rows, form)
        return
    with reader_may_leave():
        for piece in _table_of_frame(table, rates) if form == "table" else text_of_frame(table, form):
            click.echo(piece, nl=False)


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """Who reads stdout through a pipe may have seen enough, as `head` has; that is no error."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _csv(columns: Sequence[str], rows: Sequence[Row], rates: Collection[str]) -> str:
    return csv_text(columns, rows)


def _tsv(columns: Sequence[str], rows: Sequence[Row], rates: Collection[str]) -> str:
    return tsv_text(columns, rows)


def _json(columns: Sequence[str], rows: Sequence[Row], rates: Collection[str]) -> str:
    return json_text([dict(zip(columns, row, strict=True)) for row in rows], indent=1) + "\n"


def _table(columns: Sequence[str], rows: Sequence[Row], rates: Collection[str]) -> str:
    """Columns as wide as what stands in them; numbers to the right."""
    aligned = [_Aligned(column, (row[place] for row in rows), rates) for place, column in enumerate(columns)]
    lines = [[column.head for column in aligned], *(_cells(aligned, row) for row in rows)]
    return "".join("  ".join(line).rstrip() + "\n" for line in lines)


def _cells(aligned: Sequence[_Aligned], row: Row) -> list[str]:
    return [column.cells[value] for column, value in zip(aligned, row, strict=True)]


def _table_of_frame(table: pd.DataFrame, rates: Collection[str]) -> Iterator[str]:
    """The same of a DataFrame, in pieces. Values come again and again: each is put in words once."""
    from goed.tables.frames import pieces, plain_values

    aligned = [_Aligned(str(name), plain_values(column.drop_duplicates()), rates) for name, column in table.items()]
    yield "  ".join(column.head for column in aligned).rstrip() + "\n"
    for piece in pieces(table):
        columns = [plain_values(column) for _, column in piece.items()]
        words = [map(column.cells.__getitem__, values) for column, values in zip(aligned, columns, strict=True)]
        yield "".join("  ".join(line).rstrip() + "\n" for line in zip(*words, strict=True))


class _Aligned:
    """A column as it is shown: its head, and the cell of each of its values, all of one width."""

    def __init__(self, column: str, values: Iterable[Any], rates: Collection[str]) -> None:
        from rich.cells import cell_len

        words = {value: _cell(column, value, rates) for value in values}
        head = f"{column} %" if column in rates else column
        width = max(map(cell_len, [head, *words.values()]))
        to_the_right = all(isinstance(value, int | float) or value is None for value in words)

        def padded(text: str) -> str:
            space = " " * (width - cell_len(text))
            return space + text if to_the_right else text + space

        self.head = padded(head)
        self.cells = {value: padded(text) for value, text in words.items()}


def _cell(column: str, value: Any, rates: Collection[str]) -> str:
    if value is None:
        return ""
    if column in rates:
        return f"{100 * value:.2f}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return f"{value:g}" if abs(value) >= 1000 or value == int(value) else f"{value:.3f}"
    return visible(str(value))
