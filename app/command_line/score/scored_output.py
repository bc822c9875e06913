"""Scores of one value each on stdout: with their units for people, as plain numbers for programs."""

from __future__ import annotations

from collections.abc import Iterable

from app.command_line.output import print_rows
from app.scoring.scored import PLAIN, SHARE, Scored

COLUMNS = ("measure", "value", "unit", "n", "of", "flag", "how")


def print_scores(rows: Iterable[Scored], form: str) -> None:
    """Print scores; in a table a share is in per cent, and columns that say nothing are left out."""
    found = list(rows)
    if form != "table":
        print_rows(COLUMNS, found, form)
        return
    columns = ["measure", "score", "n", "of"]
    if any(row.flag for row in found):
        columns.append("flag")
    columns.append("how")
    shown = [{**row._asdict(), "score": _in_words(row)} for row in found]
    print_rows(columns, [[row[column] for column in columns] for row in shown], form)


def _in_words(row: Scored) -> str:
    if row.unit == SHARE:
        return f"{100 * row.value:.2f} %"
    if row.unit == PLAIN:
        return f"{row.value:.6f}"
    return f"{row.value:.4f} {row.unit}"
