"""The list of statistics for `goed stats` and the report, and what each one declares.

To add one, write a file in this folder with a function and its `STATISTIC`, and add a line to `STATISTICS`. Its
command, its help and its tables in the report follow from these.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import pandas as pd

    from goed.study.selection import Selection
    from goed.study.study import Study

# Module names and help lines, in the order of `goed stats`; a module is imported only when it is used.
STATISTICS = {
    "accuracy": "Accuracy: mean, sd, min and max over seeds.",
    "measures": "Measures of a domain beside its accuracy, over seeds.",
    "seeds": "Score range and random seed variability.",
    "sampling": "Uniform - weighted, runs of the same seed paired.",
    "regression": "What accuracy depends on: a linear model, as R's lm fits it.",
    "errors": "Each kind of error: its rate, its share, how much is checked.",
    "trajectory": "Kinds of error along the sizes of training sets.",
    "paper": "Errors by what the wrong form shows, as Kodner et al. (2023) count.",
    "rates": "Over-regularization and its like, as studies of children count.",
    "shape": "Does learning go up, down and up again, or to and fro?",
    "expectations": "What children do, and whether the models do it, too.",
    "published": "Results that papers print, and runs beside them.",
    "agreement": "The classifier and annotators held against each other.",
    "corpora": "What is in each corpus: sentences, words, tags, new words.",
    "sessions": "Who labelled when, how much, and how fast.",
}
RATES = frozenset(  # columns with fractions, which people are shown in per cent
    (
        *("mean", "sd", "min", "max", "range", "variability", "share", "change", "checked", "lenient"),
        *("difference", "value", "low", "high"),
        *("lenient_low", "lenient_high", "share_defensible", "defensible_low", "defensible_high"),
    )
)
CLASSES = ("error", "main_error", "gold_class", "pred_class")  # columns with names of errors and classes


class Option(NamedTuple):
    """An option of a statistic's command."""

    flag: str  # as it is typed: --by
    name: str  # of the function's parameter: by
    help: str
    value_type: type | tuple[int, int | None] | None = None  # bool: switch; Path; (least, most): a number; None: words
    default: int | None = None
    metavar: str | None = None
    choices: Sequence[str] = ()  # the only words that it takes; empty: any


def by_option(help_line: str) -> Option:
    """`--by COLUMN ...`: the columns to group by."""
    return Option("--by", "by", help_line, metavar="COLUMN ...")


class NotedTable(NamedTuple):
    """A table, with sentences to print beside it."""

    rows: pd.DataFrame
    notes: Sequence[str] = ()


class FurtherTable(NamedTuple):
    """Another table of the report, from the same statistic called with other options."""

    name: str  # of its file, and of its section in the page
    title: str
    about: str
    typed: tuple[str, ...]  # what to type after `goed stats NAME` to print the same
    options: Mapping[str, object]  # the same as arguments of the function


@dataclass(frozen=True)
class Statistic:
    """A statistic: the function that computes it, and how its command and the report treat it."""

    count: Callable[..., pd.DataFrame | NotedTable]  # its docstring is the command's help
    options: Sequence[Option] = ()
    rates: Collection[str] = RATES  # columns shown in per cent
    further_rates: Callable[[pd.DataFrame], Collection[str]] | None = None  # those whose names the rows tell
    of_classes: Collection[str] = CLASSES  # columns with names of classes or errors
    defaults_to_test: bool = False  # counts part test, unless another part is chosen
    has_own_parts: bool = False  # takes parts of its own choice where none is chosen, in the report, too
    takes_table: bool = False  # can be asked about a table of accuracies in place of a study
    mixes_domains: bool = False  # may count several domains at once
    ignores_runs: bool = False  # counts outputs, whichever runs gave them: only the selected languages matter
    compares_with_children: bool = False  # compares models with findings about children
    applies_to: Callable[[Study], bool] | None = None  # whether there is anything to report on
    for_people: Callable[[pd.DataFrame], pd.DataFrame] | None = None  # what is shown on screen and page in its place
    title: str = ""  # of its table in the report; empty: it has none
    about: str = ""
    shown: Sequence[str] = ()  # columns that the report's page shows; empty: all
    further_tables: Sequence[FurtherTable] = ()

    def compute(self, runs: Any, selection: Selection, **options: Any) -> NotedTable:
        """Compute it for a study, or for a table of accuracies in place of one."""
        found = self.count(runs, selection.on_test() if self.defaults_to_test else selection, **options)
        return found if isinstance(found, NotedTable) else NotedTable(found)

    def rates_of(self, rows: pd.DataFrame) -> Collection[str]:
        """The columns of some rows of it that are fractions, which people are shown in per cent."""
        return {*self.rates, *(self.further_rates(rows) if self.further_rates else ())}


def declared(name: str) -> Statistic:
    """The `STATISTIC` that a module of this folder declares."""
    statistic: Statistic = import_module(f"goed.statistics.{name}").STATISTIC
    return statistic
