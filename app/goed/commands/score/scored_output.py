"""Scores of one value each on stdout: with their units for people, as plain numbers for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from goed.commands.output import print_rows
from goed.scoring.scored import BITS, NATS, PLAIN, SHARE, Scored

COLUMNS = ("measure", "value", "unit", "n", "of", "flag", "how")


def print_scores(rows: Iterable[Scored], form: str) -> None:
    """Print scores; in a table a share is in per cent, and a column that says nothing is left out."""
    found = list(rows)
    if form != "table":
        print_rows(COLUMNS, found, form)
        return
    columns = [
        name for name in ("n", "of", "flag", "how") if any(getattr(row, name) not in (None, "") for row in found)
    ]
    shown = [[row.measure, _in_words(row), *(getattr(row, name) for name in columns)] for row in found]
    print_rows(["measure", "score", *columns], shown, form)


def print_what_says_something(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], form: str, rates: Sequence[str]
) -> None:
    """Print rows; in a table, without the columns `flag` and `n_missing` where they say nothing."""
    silent = {
        place
        for place, name in enumerate(columns)
        if form == "table" and name in ("flag", "n_missing") and not any(row[place] for row in rows)
    }
    places = [place for place in range(len(columns)) if place not in silent]
    print_rows([columns[place] for place in places], [[row[place] for place in places] for row in rows], form, rates)


def _in_words(row: Scored) -> str:
    if row.unit == SHARE:
        return f"{100 * row.value:.2f} %"
    if row.unit == PLAIN:
        return f"{row.value:.6f}"
    return f"{row.value:.4f} {row.unit}"


class Printed(NamedTuple):
    """A measure as a paper prints it: under its name, in its unit, with its decimals."""

    name: str
    measure: str
    decimals: int = 3
    unit: str = SHARE
    times: int = 1


TYPE_SCORES = [f"{name} {kind}" for name in ("MacroI", "MicroI", "MicroC") for kind in ("M-1", "1-1")]
PAPERS: dict[str, Sequence[Printed]] = {
    "frank2009": [
        Printed("SP", "SP tokens", 6, PLAIN),
        Printed("SR", "SR", 6),
        Printed("MA", "M-1"),
        *(Printed(name, name) for name in ("PP", "PR")),
    ],
    "reichart2010": [
        *(Printed(name, name) for name in TYPE_SCORES),
        Printed("M-1", "M-1"),
        Printed("1-1", "1-1 optimal"),
        Printed("V", "V"),
        Printed("NVI", "NVI", unit=PLAIN),
        *(Printed(name, name, unit=NATS) for name in ("VI", "H(C|K)", "H(K|C)")),
    ],
    "gelling2012": [
        Printed("M-1", "M-1", 2, times=100),
        Printed("1-1", "1-1 greedy", 2, times=100),
        Printed("VM", "V", 2, times=100),
        Printed("VI", "VI", 2, BITS),
    ],
}


def print_as_in(paper: str, rows: Iterable[Scored], form: str) -> None:
    """Print the scores that a paper prints, rounded as there."""
    found = {(row.measure, row.unit): row.value for row in rows}
    shown = [
        (each.name, f"{each.times * found[each.measure, each.unit]:.{each.decimals}f}")
        for each in PAPERS[paper]
        if (each.measure, each.unit) in found
    ]
    print_rows(("measure", "value"), shown, form)
