"""Results on stdout as a table for people, or as csv, tsv or json for programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from app.errors import visible
from app.tables.files import csv_text, json_text, tsv_text
from app.tables.plain import plain

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
    from app.tables.frames import plain_columns, text_of_frame

    if form not in ("csv", "tsv"):
        print_rows([str(column) for column in table.columns], zip(*plain_columns(table), strict=True), form, rates)
        return
    with reader_may_leave():
        for piece in text_of_frame(table, form):
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
    from rich.cells import cell_len

    cells = [[_cell(column, value, rates) for column, value in zip(columns, row, strict=True)] for row in rows]
    heads = [f"{column} %" if column in rates else column for column in columns]
    is_number = [
        all(isinstance(row[place], int | float) or row[place] is None for row in rows) for place in range(len(columns))
    ]
    lines = [heads, *cells]
    widths = [max(cell_len(line[place]) for line in lines) for place in range(len(columns))]
    return "".join(
        "  ".join(
            " " * (width - cell_len(cell)) + cell if right else cell + " " * (width - cell_len(cell))
            for cell, width, right in zip(line, widths, is_number, strict=True)
        ).rstrip()
        + "\n"
        for line in lines
    )


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
