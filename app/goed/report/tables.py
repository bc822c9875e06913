"""The tables of the report: what each tells, and the command that prints exactly the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from goed.errors import GoedError
from goed.statistics.catalogue import AUDITED_ERRORS, STATISTICS, NotedTable, Statistic
from goed.study.selection import Selection
from goed.study.study import Study

MOST_TERMS = 500  # of a regression that somebody reads


def as_it_is(selection: Selection) -> Selection:
    """For statistics that choose their own parts where none is chosen."""
    return selection


def only_languages(selection: Selection) -> Selection:
    """For statistics about outputs, whatever run gave them."""
    return Selection(languages=selection.languages)


def has_audit(study: Study) -> bool:
    """Whether there is a blind audit to tell of."""
    from goed.statistics.audit_samples import has_audit

    return has_audit(study)


@dataclass(frozen=True)
class ReportTable:
    """A table that the report can hold."""

    name: str  # of its file, and of its place in the page
    title: str
    about: str
    arguments: tuple[str, ...]  # of goed, before the options that select
    statistic: Statistic
    options: Mapping[str, object] = field(default_factory=dict)  # what the arguments say besides its name
    takes: Callable[[Selection], Selection] = Selection.on_test  # what the command makes of a selection
    is_there: Callable[[Study], bool] = lambda study: True
    shown: tuple[str, ...] = ()  # columns that the page shows; all where none are named
    is_of_children: bool = False  # holds models against what is known of children


NOT_THERE = "there is nothing to count"


def told(table: ReportTable, study: Study, selection: Selection) -> NotedTable | str:
    """The rows of a table, or why there are none."""
    if not table.is_there(study):
        return NOT_THERE
    try:
        found = table.statistic.of(study, table.takes(selection), **table.options)
    except GoedError as error:
        return str(error)
    return NOT_THERE if found.rows.empty else found


def _of(name: str, title: str, about: str, **more: Any) -> ReportTable:
    """A table of what a statistic gives without options."""
    return ReportTable(name, title, about, ("stats", name), STATISTICS[name], **more)


def _accuracies() -> Iterator[ReportTable]:
    yield _of(
        "accuracy",
        "Accuracy",
        "Share of items whose predicted form equals the gold form: mean, sd (n−1), lowest and highest over seeds.",
    )
    yield ReportTable(
        "runs",
        "Accuracy of every run",
        "The same, a row for each seed.",
        ("stats", "accuracy", "--by", "seed"),
        STATISTICS["accuracy"],
        {"by": ["seed"]},
    )
    yield _of(
        "seeds",
        "Variation over seeds",
        "Score range (highest − lowest accuracy over seeds) and random seed variability (sd) of each cell.",
    )
    for columns in (["language"], ["sampling"], ["language", "sampling"], ["model"], ["size"]):
        yield ReportTable(
            f"seeds-by-{'-and-'.join(columns)}",
            f"Variation over seeds by {' and '.join(columns)}",
            "Score range and variability, averaged over cells; every cell counts the same, as in the paper.",
            ("stats", "seeds", "--average", *columns),
            STATISTICS["seeds"],
            {"average": columns},
        )
    yield _of(
        "sampling",
        "Uniform against weighted sampling",
        "Accuracy under uniform − under weighted sampling, runs of the same seed paired. "
        "low to high: a 95 % interval for the difference, from splits drawn anew.",
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
            STATISTICS["regression"],
            {"response": response, "most_terms": MOST_TERMS},
        )
        yield ReportTable(
            f"effects-{response}",
            f"Average effects on {what[response]}",
            "The same model, its effects averaged over all observations: percentage points.",
            ("stats", "regression", "--response", response, "--effects"),
            STATISTICS["regression"],
            {"response": response, "most_terms": MOST_TERMS, "wants_effects": True},
        )


def _errors() -> Iterator[ReportTable]:
    yield ReportTable(
        "audited-errors",
        "Errors, with what blind audits say",
        "The rate of each error by the classifier, by hand, and by both combined. low to high tells how sure the "
        "labels are; how much seeds and items vary is not in it.",
        ("stats", "errors", "--audited"),
        AUDITED_ERRORS,
        is_there=has_audit,
    )
    yield _of(
        "paper",
        "Errors in the paper's scheme",
        "Errors by what the wrong form shows, as Kodner et al. (2023) count; mean is the rate among the items.",
    )
    yield _of(
        "errors",
        "Errors in goed's scheme",
        "Each kind of error: its rate among the items (mean over seeds), and its share of all errors.",
    )
    yield _of(
        "trajectory",
        "Errors along the sizes",
        "The rate of each kind of error, and of what is right, at every size of training set.",
    )
    yield _of(
        "agreement",
        "Agreement of annotators and classifier",
        "Share of outputs labelled alike, with Cohen's kappa or Krippendorff's alpha.",
        takes=only_languages,
    )


def _development() -> Iterator[ReportTable]:
    yield _of(
        "expectations",
        "What children do, and whether the models do it",
        "Each finding about children, the model's own figure with a 95 % interval, and the verdict: met, not met, or "
        "can't say.",
        takes=as_it_is,
        shown=("finding", "reference", "child", "sampling", "model", "verdict", "why"),
        is_of_children=True,
    )
    yield _of(
        "rates",
        "Rates as studies of children count",
        "Errors ÷ (errors + right forms of the same kind of word), with intervals from items and splits drawn anew.",
        takes=as_it_is,
        is_of_children=True,
    )
    yield _of(
        "shape",
        "Shapes of trajectories",
        "Whether accuracy on a class of words rises, is u-shaped, or goes to and fro along the sizes: in core (words "
        "the learner knows) and in test + dev.",
        takes=as_it_is,
        is_of_children=True,
    )


TABLES: tuple[ReportTable, ...] = (*_accuracies(), *_regressions(), *_errors(), *_development())
