"""What `goed stats expectations` prints for people: each finding about children with a line for every model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from goed.commands.output import reader_may_leave
from goed.errors import visible

if TYPE_CHECKING:
    import pandas as pd

WIDTH = 80
INDENT = "  "
COLUMNS = ["finding", "reference", "child", "sampling", "model", "verdict", "why"]


def print_page(table: pd.DataFrame) -> None:
    """Print the findings in their order, and how the verdicts are spread."""
    from goed.labels.names import title_of

    lines = []
    for language, of_language in table.groupby("language", sort=False):
        lines += [visible(title_of(str(language))), ""]
        for _, of_finding in of_language.groupby("id", sort=False):
            rows = [dict(zip(COLUMNS, row, strict=True)) for row in of_finding[COLUMNS].itertuples(index=False)]
            lines += [*_finding(rows[0]), *_models(rows), ""]
    counts = table["verdict"].value_counts()
    lines.append(", ".join(f"{word}: {counts.get(word, 0)}" for word in ("met", "not met", "can't say")))
    with reader_may_leave():
        click.echo("\n".join(lines))


def _finding(row: dict[str, Any]) -> list[str]:
    """The finding, its reference, and the children's figure."""
    figure = f": {row['child']}" if row["child"] else ""
    return [*_wrapped(row["finding"]), *(INDENT + line for line in _wrapped(f"{row['reference']}{figure}"))]


def _models(rows: list[dict[str, Any]]) -> list[str]:
    """A line for each model: sampling, model, verdict and why; what is too long goes on below."""
    from rich.cells import cell_len

    heads = [[visible(str(row[column])) for column in ("sampling", "model", "verdict")] for row in rows]
    widths = [max(cell_len(head[place]) for head in heads) for place in range(3)]
    lines = []
    for head, row in zip(heads, rows, strict=True):
        cells = (cell + " " * (width - cell_len(cell)) for cell, width in zip(head, widths, strict=True))
        start = INDENT + "  ".join(cells) + "  "
        why = visible(row["why"])
        if cell_len(start) + cell_len(why) <= WIDTH:
            lines.append(start + why)
        else:
            lines += [start.rstrip(), *(2 * INDENT + line for line in _wrapped(why))]
    return lines


def _wrapped(text: str) -> list[str]:
    """Lines that fit on the page; those after the first are set in."""
    from textwrap import wrap

    return wrap(visible(text), WIDTH - 2 * len(INDENT), subsequent_indent=INDENT, break_long_words=False)
