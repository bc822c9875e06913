"""Where a statistic of accuracy takes its observations from: the study, or a table (`--input TABLE`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from goed.commands.options import opened, selection_options, study_option, talk
from goed.commands.stats.statistic import print_statistic, print_table
from goed.errors import GoedError, InputError, WrongUsageError
from goed.study.selection import Selection

if TYPE_CHECKING:
    import pandas as pd

    from goed.statistics.run_accuracies import Answers

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Source:
    """A study or a table, and what is chosen of it."""

    study: Path
    table: Path | None
    selection: Selection

    def observations(
        self,
        breakdowns: Sequence[str] = (),
        may_repeat: bool = False,
        answers: list[Answers] | None = None,
        mixes_domains: bool = False,
    ) -> pd.DataFrame:
        """One row per run and part; `breakdowns` tell items apart, and `answers` take up what was answered to each, of
        which a table of accuracies has none.
        """
        from goed.statistics.run_accuracies import observations, observations_of_rows

        if self.table is None:
            with opened(self.study, self.selection, mixes=mixes_domains) as study:
                return observations(study, self.selection, breakdowns, answers)
        if breakdowns:
            raise WrongUsageError(f"--by {breakdowns[0]} needs the items of a study; a table of accuracies has none")
        from goed.sources.accuracies import read_accuracies
        from goed.study.selection import NOUNS, refuse_unknown

        read = read_accuracies(self.table, may_repeat)
        there = {field: {getattr(row, noun, None) for row in read.rows} for field, noun in NOUNS.items()}
        refuse_unknown(self.selection, there, str(self.table))
        for note in read.notes:
            talk(note)
        return observations_of_rows(read.rows, self.selection)

    @contextmanager
    def named(self) -> Iterator[None]:
        """What cannot be counted of a table is told with its name."""
        try:
            yield
        except (WrongUsageError, InputError):
            raise
        except GoedError as error:
            if self.table is None:
                raise
            raise InputError(self.table, str(error)) from None

    def print(self, table: pd.DataFrame, form: str) -> None:
        """Print a statistic of these observations, or say that there is nothing to count."""
        if table.empty and self.table is not None:
            talk(f"nothing to count in {self.table}")
            print_table(table, form)
        else:
            print_statistic(table, form)


def source_options(function: Function) -> Function:
    """The study or `--input TABLE`, and the options that choose a part; the command gets them as one `source`."""

    @wraps(function)
    def with_source(*arguments: Any, selection: Selection, study: Path, table: Path | None, **others: Any) -> Any:
        return function(*arguments, source=Source(study, table, selection), **others)

    option = click.option(
        "--input",
        "table",
        metavar="TABLE",
        type=click.Path(path_type=Path),
        help="A table instead of a study: language, model, sampling, size, seed, accuracy.",
    )
    return cast(Function, selection_options(option(study_option(with_source))))
