"""The statistics that `goed stats` prints and the report holds, and what a statistic declares of itself.

A new one is a file in this folder with a function and its `STATISTIC`, and a line in `STATISTICS`. Its command, its
help and its tables in the report follow from these.
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

# Names of modules and lines of help, in the order in which `goed stats` lists them; a module is loaded when it is used.
STATISTICS = {
    "accuracy": "Exact-match accuracy: mean, sd, min and max over seeds.",
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
    "agreement": "The classifier and annotators held against each other.",
    "sessions": "Who labelled when, how much, and how fast.",
}
RATES = frozenset(  # columns of fractions, which people are shown in per cent
    (
        *("mean", "sd", "min", "max", "range", "variability", "share", "change", "checked", "lenient"),
        *("uniform", "weighted", "difference", "value", "low", "high"),
    )
)
CLASSES = ("error", "main_error", "gold_class", "pred_class")  # columns with names of errors and classes


class Option(NamedTuple):
    """An option of a statistic's command."""

    typed: str  # --by
    name: str  # of the function's parameter
    help: str
    takes: type | tuple[int, int | None] | None = None  # bool: a flag; Path; least and most number; else words
    default: int | None = None
    metavar: str | None = None
    among: Sequence[str] = ()  # the words that it takes, if not any


def by_option(help_line: str) -> Option:
    """`--by COLUMN ...`: what to tell apart."""
    return Option("--by", "by", help_line, metavar="COLUMN ...")


class NotedTable(NamedTuple):
    """A table, and what is to be said of it besides."""

    rows: pd.DataFrame
    notes: Sequence[str] = ()


class FurtherTable(NamedTuple):
    """A table of the report that a statistic fills when it is asked in another way."""

    name: str  # of its file, and of its place in the page
    title: str
    about: str
    typed: tuple[str, ...]  # after `goed stats NAME`, to print the same
    options: Mapping[str, object]  # what `typed` says, as the function's arguments


@dataclass(frozen=True)
class Statistic:
    """A statistic: what counts it, of a study and a selection, and how its command and the report treat it."""

    count: Callable[..., pd.DataFrame | NotedTable]  # its docstring is the command's help
    options: Sequence[Option] = ()
    rates: Collection[str] = RATES  # columns
    of_classes: Collection[str] = CLASSES  # columns
    is_of_test: bool = False  # unless another part is chosen
    has_own_parts: bool = False  # which it takes where none is chosen, in the report, too
    takes_table: bool = False  # of accuracies, in the place of a study
    mixes_domains: bool = False
    is_of_outputs: bool = False  # whatever runs gave them: only languages matter
    is_of_children: bool = False  # holds models against what is known of children
    is_there: Callable[[Study], bool] | None = None  # whether there is anything to report on
    title: str = ""  # of its table in the report, which has none where this is empty
    about: str = ""
    shown: Sequence[str] = ()  # columns that the report's page shows; all where none are named
    further_tables: Sequence[FurtherTable] = ()

    def of(self, runs: Any, selection: Selection, **options: Any) -> NotedTable:
        """The numbers, of a study or of a table that takes its place."""
        found = self.count(runs, selection.on_test() if self.is_of_test else selection, **options)
        return found if isinstance(found, NotedTable) else NotedTable(found)


def declared(name: str) -> Statistic:
    """What the module of a statistic declares."""
    statistic: Statistic = import_module(f"goed.statistics.{name}").STATISTIC
    return statistic
