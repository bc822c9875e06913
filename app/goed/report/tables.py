"""The tables of the report: what each tells, and the command that prints exactly the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from goed.errors import GoedError
from goed.report import rows
from goed.report.rows import Rows, Told
from goed.statistics.selection import Selection
from goed.study.study import Study

COMMON_RATES = frozenset({"mean", "sd", "min", "max", "range", "variability", "share", "change", "checked"})
ENDS = frozenset({"low", "high"})


def as_it_is(selection: Selection) -> Selection:
    """For statistics that choose their own parts where none is chosen."""
    return selection


def only_languages(selection: Selection) -> Selection:
    """For statistics about outputs, whatever run gave them."""
    return Selection(languages=selection.languages)


@dataclass(frozen=True)
class ReportTable:
    """A table that the report can hold."""

    name: str  # of its file, and of its place in the page
    title: str
    about: str
    arguments: tuple[str, ...]  # of goed, before the options that select
    rows: Rows
    rates: frozenset[str] = COMMON_RATES  # columns of fractions, which people are shown in per cent
    takes: Callable[[Selection], Selection] = Selection.on_test  # what the command makes of a selection
    is_there: Callable[[Study], bool] = lambda study: True
    shown: tuple[str, ...] = ()  # columns that the page shows; all where none are named
    is_of_children: bool = False  # holds models against what is known of children


NOT_THERE = "there is nothing to count"


def told(table: ReportTable, study: Study, selection: Selection) -> Told | str:
    """The rows of a table, or why there are none."""
    if not table.is_there(study):
        return NOT_THERE
    try:
        found = table.rows(study, table.takes(selection))
    except GoedError as error:
        return str(error)
    return NOT_THERE if found.rows.empty else found


def _accuracies() -> Iterator[ReportTable]:
    yield ReportTable(
        "accuracy",
        "Accuracy",
        "Share of items whose predicted form equals the gold form: mean, sd (n−1), lowest and highest over seeds.",
        ("stats", "accuracy"),
        rows.accuracy(),
    )
    yield ReportTable(
        "runs",
        "Accuracy of every run",
        "The same, a row for each seed.",
        ("stats", "accuracy", "--by", "seed"),
        rows.accuracy(["seed"]),
    )
    yield ReportTable(
        "seeds",
        "Variation over seeds",
        "Score range (highest − lowest accuracy over seeds) and random seed variability (sd) of each cell.",
        ("stats", "seeds"),
        rows.seeds(),
    )
    for columns in (["language"], ["sampling"], ["language", "sampling"], ["model"], ["size"]):
        yield ReportTable(
            f"seeds-by-{'-and-'.join(columns)}",
            f"Variation over seeds by {' and '.join(columns)}",
            "Score range and variability, averaged over cells; every cell counts the same, as in the paper.",
            ("stats", "seeds", "--average", *columns),
            rows.seeds(columns),
        )
    yield ReportTable(
        "sampling",
        "Uniform against weighted sampling",
        "Accuracy under uniform − under weighted sampling, runs of the same seed paired. "
        "low to high: a 95 % interval for the difference, from splits drawn anew.",
        ("stats", "sampling"),
        rows.sampling,
        COMMON_RATES | ENDS | {"uniform", "weighted", "difference"},
    )


def _regressions() -> Iterator[ReportTable]:
    for response in ("accuracy", "range", "variability"):
        what = {"accuracy": "accuracy", "range": "the score range", "variability": "the variability over seeds"}
        yield ReportTable(
            f"regression-{response}",
            f"Regression of {what[response]}",
            "A linear model in percentage points, as R's lm fits it. A coefficient compares a level with the reference "
            "level while all other factors are at theirs.",
            ("stats", "regression", "--response", response),
            rows.regression(response, wants_effects=False),
            frozenset(),
        )
        yield ReportTable(
            f"effects-{response}",
            f"Average effects on {what[response]}",
            "The same model, its effects averaged over all observations: percentage points.",
            ("stats", "regression", "--response", response, "--effects"),
            rows.regression(response, wants_effects=True),
            frozenset(),
        )


def _errors() -> Iterator[ReportTable]:
    yield ReportTable(
        "audited-errors",
        "Errors, with what blind audits say",
        "The rate of each error by the classifier, by hand, and by both combined. low to high tells how sure the "
        "labels are; how much seeds and items vary is not in it.",
        ("stats", "errors", "--audited"),
        rows.audited_errors,
        ENDS | {"rate"},
        is_there=rows.has_audit,
    )
    yield ReportTable(
        "paper",
        "Errors in the paper's scheme",
        "Errors by what the wrong form shows, as Kodner et al. (2023) count; mean is the rate among the items.",
        ("stats", "paper"),
        rows.paper_scheme,
    )
    yield ReportTable(
        "errors",
        "Errors in goed's scheme",
        "Each kind of error: its rate among the items (mean over seeds), and its share of all errors.",
        ("stats", "errors"),
        rows.errors,
    )
    yield ReportTable(
        "trajectory",
        "Errors along the sizes",
        "The rate of each kind of error, and of what is right, at every size of training set.",
        ("stats", "trajectory"),
        rows.trajectory,
    )
    yield ReportTable(
        "agreement",
        "Agreement of annotators and classifier",
        "Share of outputs labelled alike, with Cohen's kappa or Krippendorff's alpha.",
        ("stats", "agreement"),
        rows.agreement,
        frozenset({"agreement", "agreement_low", "agreement_high"}),
        only_languages,
    )


def _development() -> Iterator[ReportTable]:
    yield ReportTable(
        "expectations",
        "What children do, and whether the models do it",
        "Each finding about children, the model's own figure with a 95 % interval, and the verdict: met, not met, or "
        "can't say.",
        ("stats", "expectations"),
        rows.expectations,
        frozenset(),
        as_it_is,
        shown=("finding", "reference", "child", "sampling", "model", "verdict", "why"),
        is_of_children=True,
    )
    yield ReportTable(
        "rates",
        "Rates as studies of children count",
        "Errors ÷ (errors + right forms of the same kind of word), with intervals from items and splits drawn anew.",
        ("stats", "rates"),
        rows.rates,
        ENDS | {"value"},
        as_it_is,
        is_of_children=True,
    )
    yield ReportTable(
        "shape",
        "Shapes of trajectories",
        "Whether accuracy on a class of words rises, is u-shaped, or goes to and fro along the sizes: in core (words "
        "the learner knows) and in test + dev.",
        ("stats", "shape"),
        rows.shape,
        ENDS | {"first", "lowest", "last", "change", "dip", "rise", "oscillation"},
        as_it_is,
        is_of_children=True,
    )


TABLES: tuple[ReportTable, ...] = (*_accuracies(), *_regressions(), *_errors(), *_development())
