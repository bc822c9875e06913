"""Results on stdout as a table for people, or as csv, tsv or json for programs."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from goed.errors import visible
from goed.tables.files import ROWS_AT_ONCE, as_python, csv_text, json_text, plain_values, text_of_frame, tsv_text

if TYPE_CHECKING:
    import pandas as pd

FORMATS = ("table", "csv", "tsv", "json")


format_option = click.option(
    "--format", "form", type=click.Choice(FORMATS), default="table", show_default=True, help="How to print results."
)


def print_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]], form: str, rates: Collection[str] = ()) -> None:
    """Print rows of results; `rates` are columns of fractions, which a table shows in per cent."""
    cleaned = [[as_python(value) for value in row] for row in rows]
    if form == "table":
        aligned = [_aligned(column, (row[place] for row in cleaned), rates) for place, column in enumerate(columns)]
        cells = ([words[value] for (_, words), value in zip(aligned, row, strict=True)] for row in cleaned)
        text = _lines([[head for head, _ in aligned], *cells])
    elif form == "json":
        text = json_text([dict(zip(columns, row, strict=True)) for row in cleaned], indent=1) + "\n"
    else:
        text = (csv_text if form == "csv" else tsv_text)(columns, cleaned)
    with ignore_broken_pipe():
        click.echo(text, nl=False)


def print_frame(table: pd.DataFrame, form: str, rates: Collection[str] = ()) -> None:
    """Print a DataFrame of results."""
    if form == "json":
        rows = zip(*(plain_values(column) for _, column in table.items()), strict=True)
        print_rows([str(column) for column in table.columns], rows, form)
        return
    with ignore_broken_pipe():
        for piece in _table_of_frame(table, rates) if form == "table" else text_of_frame(table, form):
            click.echo(piece, nl=False)


@contextmanager
def ignore_broken_pipe() -> Iterator[None]:
    """Stop quietly if the reader of stdout stops reading, as `head` does in a pipe."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _table_of_frame(table: pd.DataFrame, rates: Collection[str]) -> Iterator[str]:
    """A DataFrame as a table for people, in pieces. Values repeat a lot, so each distinct one is formatted once."""
    heads, columns = [], []
    for name, column in table.items():
        places, different = column.factorize(use_na_sentinel=False)
        values = different.tolist()
        head, words = _aligned(str(name), values, rates)
        heads.append(head)
        columns.append((places, [words[value] for value in values]))
    yield _lines([heads])
    for start in range(0, len(table), ROWS_AT_ONCE):
        cells = (map(words.__getitem__, places[start : start + ROWS_AT_ONCE]) for places, words in columns)
        yield _lines(zip(*cells, strict=True))


def _lines(rows: Iterable[Sequence[str]]) -> str:
    return "".join("  ".join(cells).rstrip() + "\n" for cells in rows)


def _aligned(column: str, values: Iterable[Any], rates: Collection[str]) -> tuple[str, dict[Any, str]]:
    """A column's heading, and the cell of each distinct value, all of one width; numbers are aligned right."""
    from rich.cells import cell_len

    words = {value: _cell(column, value, rates) for value in values}
    head = f"{column} %" if column in rates else column
    width = max(map(cell_len, [head, *words.values()]))
    to_the_right = all(isinstance(value, int | float) or value is None for value in words)

    def padded(text: str) -> str:
        space = " " * (width - cell_len(text))
        return space + text if to_the_right else text + space

    return padded(head), {value: padded(text) for value, text in words.items()}


def _cell(column: str, value: Any, rates: Collection[str]) -> str:
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
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
