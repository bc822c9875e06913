"""`goed stats NAME`: makes a command for each statistic from what it declares."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from goed.commands.group import LazyGroup
from goed.commands.options import Command, MultiValueOption, opened, selection_options, study_option, talk
from goed.commands.output import format_option, print_frame
from goed.statistics.catalogue import CLASSES, RATES, STATISTICS, Option, Statistic, declared
from goed.study.selection import Selection, domains_there

if TYPE_CHECKING:
    import pandas as pd

    from goed.statistics.run_accuracies import Runs
    from goed.study.study import Study

OWN_COMMANDS = ("regression", "agreement", "sessions")  # files here: more than one table, or not about the grid

table_option = click.option(
    "--input",
    "table",
    metavar="TABLE",
    type=click.Path(path_type=Path),
    help="A table instead of a study: language, model, sampling, size, seed, accuracy.",
)


class Statistics(LazyGroup):
    """The group of statistics; their name may come before their options or among them."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        place = next((place for place, word in enumerate(arguments) if word in self.of), 0)
        return super().parse_args(context, [*arguments[place : place + 1], *arguments[:place], *arguments[place + 1 :]])

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name == "regression":  # set before numpy is loaded: on a busy machine, BLAS threads wait for
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each other, and cost more than they save here
        if name in OWN_COMMANDS or name not in self.of:
            return super().get_command(context, name)
        return _command_of(name, declared(name))


def _command_of(name: str, statistic: Statistic) -> click.Command:
    """The command that prints a statistic; its help is the docstring of the function that counts."""
    where = [table_option, study_option, format_option] if statistic.takes_table else [format_option, study_option]
    options = [*map(_click_option, statistic.options), selection_options, *where]
    function: Any = reduce(lambda made, option: option(made), reversed(options), partial(_print_statistic, name))
    return click.command(name, cls=Command, help=statistic.count.__doc__)(function)


def _click_option(option: Option) -> Callable[[Any], Any]:
    settings: dict[str, Any] = {"help": option.help, "metavar": option.metavar, "default": option.default}
    if isinstance(option.value_type, tuple):
        settings |= {"type": click.IntRange(*option.value_type), "show_default": True}
    elif option.value_type is Path:
        settings["type"] = click.Path(path_type=Path)
    elif option.value_type is bool:
        settings |= {"is_flag": True, "default": False}
    else:
        settings = {**settings, "cls": MultiValueOption, "default": None, "callback": partial(_refuse_others, option)}
    return click.option(option.flag, option.name, **settings)


def _refuse_others(
    option: Option, context: click.Context, parameter: click.Parameter, words: tuple[str, ...]
) -> tuple[str, ...]:
    if others := [word for word in words if option.choices and word not in option.choices]:
        raise click.UsageError(f"{option.flag} takes {', '.join(option.choices)}, not '{others[0]}'")
    return words


def _print_statistic(
    name: str, selection: Selection, form: str, study: Path, table: Path | None = None, **options: Any
) -> None:
    statistic = declared(name)
    with runs_of(study, table, selection, statistic.mixes_domains) as runs:
        told = statistic.compute(runs, selection, **options)
        of_domains = domains_there(cast("Study", runs)) if table is None else None
    if told.rows.empty:
        for note in told.notes:
            talk(note)
        talk(f"nothing to count in {table}" if table else "nothing to count; `goed status` shows what the study holds")
    if name == "expectations" and form == "table" and not told.rows.empty:
        from goed.commands.stats.expectations import print_page

        print_page(told.rows)
    else:
        rows = statistic.for_people(told.rows) if statistic.for_people and form == "table" else told.rows
        print_table(rows, form, statistic.rates_of(told.rows), statistic.of_classes, of_domains)
    for note in () if told.rows.empty else told.notes:
        talk(note)


@contextmanager
def runs_of(study: Path, table: Path | None, selection: Selection, mixes_domains: bool = False) -> Iterator[Runs]:
    """The study, or the table given in its place; warnings about the table are printed at the end."""
    if table is None:
        with opened(study, selection, handles_several_domains=mixes_domains) as opened_study:
            yield opened_study
        return
    from goed.statistics.run_accuracies import TableOfRuns

    runs = TableOfRuns(table)
    try:
        yield runs
    finally:
        for warning in runs.warnings:
            talk(warning)


def print_table(
    table: pd.DataFrame,
    form: str,
    rates: Collection[str] = RATES,
    of_classes: Collection[str] = CLASSES,
    of_domains: Collection[str] | None = None,
) -> None:
    """Print a DataFrame of results; `rates` are columns of fractions, which a table shows in per cent."""
    if form == "table" and "language" in table:
        table = with_names_for_people(table, of_classes, of_domains)
    print_frame(table, form, rates)


def with_names_for_people(
    table: pd.DataFrame, of_classes: Collection[str] = CLASSES, of_domains: Collection[str] | None = None
) -> pd.DataFrame:
    """A table with the stored names of classes and errors replaced by those that these domains show to people."""
    from goed.labels.names import NamesForPeople

    names = NamesForPeople(of_domains)
    for column in table.columns.intersection(list(of_classes)):
        pairs = zip(table["language"], table[column], strict=True)
        named = [names.shown(language, name) if isinstance(name, str) else "" for language, name in pairs]
        table = table.assign(**{column: named})
    return table


COMMANDS = {name: (f"goed.commands.stats.{name}", line) for name, line in STATISTICS.items()}


@click.group(cls=Statistics, of=COMMANDS, title="Statistics", subcommand_metavar="NAME [OPTIONS]")
def command() -> None:
    """Accuracies, errors, and how much they vary.

    `goed stats NAME --help` tells what a statistic is and what it takes. Results go to stdout; rates are fractions
    from 0 to 1 in csv, tsv and json, and per cent in tables.
    """
