"""What the commands of statistics have in common: options, counting, printing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from goed.commands.options import Command, Several, opened, selection_options, study_option, talk
from goed.commands.output import format_option, print_frame
from goed.statistics.catalogue import RATES, STATISTICS
from goed.study.selection import Selection

if TYPE_CHECKING:
    import pandas as pd

DRAWS, SEED = 2000, 1923  # those of goed.statistics.two_way, which takes numpy to read; a test holds them together
CLASSES = ("error", "main_error", "gold_class", "pred_class")  # columns with names of errors and classes
Function = TypeVar("Function", bound=Callable[..., object])
Option = Callable[[Any], Any]


def statistic(
    name: str, *options: Option, of_classes: Collection[str] = CLASSES
) -> Callable[[Callable[[], None]], click.Command]:
    """A command that prints a statistic of a study; what it decorates gives its help."""

    def command_of(documented: Callable[[], None]) -> click.Command:
        @wraps(documented)
        def command(selection: Selection, form: str, study: Path, **settings: Any) -> None:
            with opened(study, selection) as opened_study:
                told = STATISTICS[name].of(opened_study, selection, **settings)
            print_statistic(told.rows, form, STATISTICS[name].rates, of_classes)

        decorated: Any = command
        everywhere: list[Option] = [selection_options, format_option, study_option]
        for option in reversed([*options, *everywhere]):
            decorated = option(decorated)
        made: click.Command = click.command(cls=Command)(decorated)
        return made

    return command_of


def by_option(help_line: str) -> Callable[[Function], Function]:
    """`--by COLUMN ...`: what to tell apart."""
    return click.option("--by", "by", cls=Several, metavar="COLUMN ...", help=help_line)


def draws_options(function: Function) -> Function:
    """`--draws N` and `--seed N`: the same two numbers give the same intervals."""
    draws = click.option(
        *("--draws", "n_draws"),
        type=click.IntRange(100, 20_000),
        default=DRAWS,
        show_default=True,
        metavar="N",
        help="Draws of the bootstrap.",
    )
    seed = click.option(
        "--seed", type=click.IntRange(0), default=SEED, show_default=True, metavar="N", help="Seed of the draws."
    )
    return draws(seed(function))


def print_statistic(
    table: pd.DataFrame, form: str, rates: Collection[str] = RATES, of_classes: Collection[str] = CLASSES
) -> None:
    """Print a statistic, or say that there is nothing to count."""
    if table.empty:
        talk("nothing to count; `goed status` shows what the study holds")
    print_table(table, form, rates, of_classes)


def print_table(
    table: pd.DataFrame, form: str, rates: Collection[str] = RATES, of_classes: Collection[str] = CLASSES
) -> None:
    """Print a DataFrame of results; `rates` are columns of fractions, in per cent for people."""
    if form == "table" and "language" in table:
        table = with_names_for_people(table, of_classes)
    print_frame(table, form, rates)


def with_names_for_people(table: pd.DataFrame, of_classes: Collection[str] = CLASSES) -> pd.DataFrame:
    """A table in which classes and errors are named as people are shown them."""
    from goed.labels.names import NamesForPeople

    names = NamesForPeople()
    named = {
        column: [
            names.of(language, name) if isinstance(name, str) else ""
            for language, name in zip(table["language"], table[column], strict=True)
        ]
        for column in of_classes
        if column in table.columns
    }
    return table.assign(**named)
