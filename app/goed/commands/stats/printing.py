"""What statistics have in common where they are printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

from goed.commands.options import Several, talk
from goed.commands.output import print_frame

if TYPE_CHECKING:
    import pandas as pd

RATES = (
    *("mean", "sd", "min", "max", "range", "variability"),
    *("share", "change", "checked", "lenient"),
    *("uniform", "weighted", "difference", "low", "high"),
)
Function = TypeVar("Function", bound=Callable[..., object])


def by_option(help_line: str) -> Callable[[Function], Function]:
    """`--by COLUMN ...`: what to tell apart."""
    return click.option("--by", "by", cls=Several, metavar="COLUMN ...", help=help_line)


def print_statistic(table: pd.DataFrame, form: str, rates: Sequence[str] = RATES) -> None:
    """Print a statistic, or say that there is nothing to count."""
    if table.empty:
        talk("nothing to count; `goed status` shows what the study holds")
    print_table(table, form, rates)


def print_table(table: pd.DataFrame, form: str, rates: Sequence[str] = RATES) -> None:
    """Print a DataFrame of results; `rates` are columns of fractions, in per cent for people."""
    if form == "table" and "language" in table:
        table = with_names_for_people(table)
    print_frame(table, form, rates)


def with_names_for_people(table: pd.DataFrame) -> pd.DataFrame:
    """A table in which classes and errors are named as people are shown them."""
    from goed.labels.names import NamesForPeople

    names = NamesForPeople()
    named = {
        column: [
            names.of(language, name) if isinstance(name, str) else ""
            for language, name in zip(table["language"], table[column], strict=True)
        ]
        for column in ("error", "main_error", "gold_class", "pred_class")
        if column in table.columns
    }
    return table.assign(**named)
