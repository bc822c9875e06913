"""Printing scores: with units for people, plain for programs, or as in a paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from goed.commands.output import print_rows
from goed.scores.values import BITS, NATS, PLAIN, SHARE, Score

# Columns that a table for people leaves out if all rows have this value.
EMPTY_VALUES = {"n": None, "of": None, "flag": "", "how": "", "n_missing": 0}
TYPE_SCORES = [f"{name} {kind}" for name in ("MacroI", "MicroI", "MicroC") for kind in ("M-1", "1-1")]


def print_scores(scores: Iterable[Score], form: str) -> None:
    """Print scores; a table shows shares in per cent."""
    found = list(scores)
    columns = ["measure", "value", "unit", "n", "of", "flag", "how"]
    if form != "table":
        print_rows(columns, found, form)
        return
    shown = [[score.measure, _in_words(score), *score[3:]] for score in found]
    print_without_empty_columns(["measure", "score", *columns[3:]], shown, form)


def print_without_empty_columns(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], form: str, rates: Sequence[str] = ()
) -> None:
    """Print rows; a table leaves out columns with nothing in them, see EMPTY_VALUES."""
    places = [
        place
        for place, name in enumerate(columns)
        if form != "table" or name not in EMPTY_VALUES or any(row[place] != EMPTY_VALUES[name] for row in rows)
    ]
    print_rows([columns[place] for place in places], [[row[place] for place in places] for row in rows], form, rates)


def _in_words(score: Score) -> str:
    if score.unit == SHARE:
        return f"{100 * score.value:.2f} %"
    if score.unit == PLAIN:
        return f"{score.value:.6f}"
    return f"{score.value:.4f} {score.unit}"


class Printed(NamedTuple):
    """A measure as a paper prints it: the paper's name for it, and its unit and decimals."""

    name: str
    measure: str
    decimals: int = 3
    unit: str = SHARE
    factor: int = 1


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
        Printed("M-1", "M-1", 2, factor=100),
        Printed("1-1", "1-1 greedy", 2, factor=100),
        Printed("VM", "V", 2, factor=100),
        Printed("VI", "VI", 2, BITS),
    ],
}


def print_as_in(paper: str, scores: Iterable[Score], form: str) -> None:
    """Print the scores that a paper prints, rounded as in the paper."""
    found = {(score.measure, score.unit): score.value for score in scores}
    shown = [
        (each.name, f"{each.factor * found[each.measure, each.unit]:.{each.decimals}f}")
        for each in PAPERS[paper]
        if (each.measure, each.unit) in found
    ]
    print_rows(("measure", "value"), shown, form)
