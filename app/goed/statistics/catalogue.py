"""The statistics that `goed stats` prints and the report holds: what each tells, what counts it, what its rates are.

A new one is a function of a study and a selection, a line here, and its command with its options and its help in
goed.commands.stats.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import pandas as pd

    from goed.study.selection import Selection
    from goed.study.study import Study

RATES = frozenset(  # columns of fractions, which people are shown in per cent
    (
        *("mean", "sd", "min", "max", "range", "variability", "share", "change", "checked", "lenient"),
        *("uniform", "weighted", "difference", "value", "low", "high"),
    )
)


class NotedTable(NamedTuple):
    """A table, and what is to be said of it besides."""

    rows: pd.DataFrame
    notes: Sequence[str] = ()


class Statistic(NamedTuple):
    """A statistic: its line of help, and the function that counts it, by its module in goed.statistics."""

    line: str
    counted_by: str = ""  # nothing where its command makes several tables of it
    rates: Collection[str] = RATES
    is_of_test: bool = False  # unless another part is chosen

    def of(self, study: Study, selection: Selection, **options: Any) -> NotedTable:
        """The numbers; what counts them is imported now."""
        module, _, function = self.counted_by.partition(":")
        chosen = selection.on_test() if self.is_of_test else selection
        found = getattr(import_module(f"goed.statistics.{module}"), function)(study, chosen, **options)
        return NotedTable(*found) if isinstance(found, tuple) else NotedTable(found)


# In the order in which `goed stats` lists them; a test holds the lines and the commands' own help together.
STATISTICS = {
    "accuracy": Statistic("Exact-match accuracy: mean, sd, min and max over seeds.", "accuracy:accuracy"),
    "measures": Statistic("Measures of a domain beside its accuracy, over seeds.", "measures:measures", rates=()),
    "seeds": Statistic("Score range and random seed variability.", "accuracy:seeds"),
    "sampling": Statistic("Uniform - weighted, runs of the same seed paired.", "sampling:sampling"),
    "regression": Statistic(
        "What accuracy depends on: a linear model, as R's lm fits it.", "regression.regress:linear_regression", rates=()
    ),
    "errors": Statistic(
        "Each kind of error: its rate, its share, how much is checked.", "errors:errors", is_of_test=True
    ),
    "trajectory": Statistic("Kinds of error along the sizes of training sets.", "errors:trajectory", is_of_test=True),
    "paper": Statistic(
        "Errors by what the wrong form shows, as Kodner et al. (2023) count.",
        "paper_scheme:paper_scheme",
        is_of_test=True,
    ),
    "rates": Statistic("Over-regularization and its like, as studies of children count.", "rates:rates"),
    "shape": Statistic(
        "Does learning go up, down and up again, or to and fro?",
        "shape:shape",
        RATES | {"first", "lowest", "last", "dip", "rise", "oscillation"},
    ),
    "expectations": Statistic(
        "What children do, and whether the models do it, too.", "expectations:expectations", rates=()
    ),
    "agreement": Statistic(
        "The classifier and annotators held against each other.",
        "agreement:agreement_table",
        {"agreement", "agreement_low", "agreement_high"},
    ),
    "sessions": Statistic("Who labelled when, how much, and how fast."),
}
AUDITED_ERRORS = Statistic(  # `goed stats errors --audited`
    "How sure the labels are, by blind audits.", "audited_errors:audited_errors", RATES | {"rate"}, is_of_test=True
)
