"""The page of `goed stats expectations`: findings on children, a line for each model."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

import click
import pandas as pd
from rich.cells import cell_len

from goed.commands.output import ignore_broken_pipe
from goed.errors import visible
from goed.labels.names import title_of

WIDTH = 80
INDENT = "  "


def print_page(table: pd.DataFrame) -> None:
    """Print the findings in order, and how often each verdict occurs."""
    lines = []
    for language, of_language in table.groupby("language", sort=False):
        lines += [visible(str(language) if "corpus" in table else title_of(str(language))), ""]
        for _, of_models in of_language.groupby("id", sort=False):
            first = of_models.iloc[0]
            figure = f": {first['child']}" if first["child"] else ""  # as it was for the children
            reference = (INDENT + line for line in _wrapped(f"{first['reference']}{figure}"))
            lines += [*_wrapped(first["finding"]), *reference, *_models(of_models), ""]
    counts = table["verdict"].value_counts()
    lines.append(", ".join(f"{word}: {counts.get(word, 0)}" for word in ("met", "not met", "can't say")))
    with ignore_broken_pipe():
        click.echo("\n".join(lines))


def _models(rows: pd.DataFrame) -> Iterator[str]:
    """A line for each model: corpus, sampling, model, verdict and why; a reason that is too long goes below."""
    names = [name for name in ("corpus", "sampling", "model", "verdict") if name in rows]
    columns = [[visible(str(cell)) for cell in rows[column]] for column in names]
    widths = [max(map(cell_len, column)) for column in columns]
    for *head, why in zip(*columns, map(visible, rows["why"]), strict=True):
        cells = (cell + " " * (width - cell_len(cell)) for cell, width in zip(head, widths, strict=True))
        start = INDENT + "  ".join(cells) + "  "
        if cell_len(start) + cell_len(why) <= WIDTH:
            yield start + why
        else:
            yield start.rstrip()
            yield from (2 * INDENT + line for line in _wrapped(why))


def _wrapped(text: str) -> list[str]:
    """Lines that fit on the page; those after the first are indented."""
    return wrap(visible(text), WIDTH - 2 * len(INDENT), subsequent_indent=INDENT, break_long_words=False)
