"""The tables of the report: what each tells, and the command that prints exactly the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.stats.selection import Selection
from app.store.study import Study

if TYPE_CHECKING:
    import pandas as pd

RATES = frozenset(
    {
        *("mean", "sd", "min", "max", "range", "variability", "share", "change", "checked"),
        *("uniform", "weighted", "difference", "agreement", "agreement_low", "agreement_high"),
    }
)  # columns of fractions, which people are shown in per cent


@dataclass(frozen=True)
class ReportTable:
    """A table that the report can hold."""

    name: str  # of its file, and of its place in the page
    title: str
    about: str
    arguments: tuple[str, ...]  # of goed, before the options that select
    rows: Callable[[Study, Selection], pd.DataFrame]
    rates: frozenset[str] = RATES
    takes: Callable[[Selection], Selection] = Selection.on_test  # what of a selection it knows
    is_there: Callable[[Study], bool] = lambda study: True


def _accuracy(by: Sequence[str] = ()) -> Callable[[Study, Selection], pd.DataFrame]:
    def rows(study: Study, selection: Selection) -> pd.DataFrame:
        from app.stats.accuracy import accuracy

        return accuracy(study, selection, by)

    return rows


def _seeds(average: Sequence[str] = ()) -> Callable[[Study, Selection], pd.DataFrame]:
    def rows(study: Study, selection: Selection) -> pd.DataFrame:
        from app.stats.accuracy import seeds

        return seeds(study, selection, (), average)

    return rows


def _sampling(study: Study, selection: Selection) -> pd.DataFrame:
    from app.stats.sampling import sampling

    return sampling(study, selection)


def _errors(study: Study, selection: Selection) -> pd.DataFrame:
    from app.stats.errors import errors

    return errors(study, selection)


def _paper(study: Study, selection: Selection) -> pd.DataFrame:
    from app.stats.paper_scheme import paper_scheme

    return paper_scheme(study, selection)


def _trajectory(study: Study, selection: Selection) -> pd.DataFrame:
    from app.stats.errors import trajectory

    return trajectory(study, selection)


def _agreement(study: Study, selection: Selection) -> pd.DataFrame:
    import pandas as pd

    from app.stats.agreement import Summary, summary
    from app.stats.judges import compare

    return pd.DataFrame(summary(compare(study, selection.languages, (), False)), columns=list(Summary._fields))


def _only_languages(selection: Selection) -> Selection:
    return Selection(languages=selection.languages)


def _averaged(columns: Sequence[str], of_what: str) -> ReportTable:
    return ReportTable(
        f"seeds-by-{'-and-'.join(columns)}",
        f"Variation over seeds by {' and '.join(columns)}",
        f"Score range and variability, averaged over all cells of a {of_what}; every cell counts the same.",
        ("stats", "seeds", "--average", *columns),
        _seeds(columns),
    )


TABLES: tuple[ReportTable, ...] = (
    ReportTable(
        "accuracy",
        "Accuracy",
        "Share of items whose predicted form equals the gold form: mean, sd (n−1), lowest and highest over seeds.",
        ("stats", "accuracy"),
        _accuracy(),
    ),
    ReportTable(
        "runs",
        "Accuracy of every run",
        "The same, a row for each seed.",
        ("stats", "accuracy", "--by", "seed"),
        _accuracy(["seed"]),
    ),
    ReportTable(
        "seeds",
        "Variation over seeds",
        "Score range (highest − lowest accuracy over seeds) and random seed variability (sd) of each cell.",
        ("stats", "seeds"),
        _seeds(),
    ),
    _averaged(["language"], "language"),
    _averaged(["sampling"], "sampling strategy"),
    _averaged(["language", "sampling"], "language and strategy"),
    _averaged(["model"], "model"),
    _averaged(["size"], "size of training set"),
    ReportTable(
        "sampling",
        "Uniform against weighted sampling",
        "Accuracy under uniform − under weighted sampling, runs of the same seed paired.",
        ("stats", "sampling"),
        _sampling,
    ),
    ReportTable(
        "paper",
        "Errors in the paper's scheme",
        "Errors by what the wrong form shows, as Kodner et al. (2023) count; mean is the rate among the items.",
        ("stats", "paper"),
        _paper,
    ),
    ReportTable(
        "errors",
        "Errors in goed's scheme",
        "Each kind of error: its rate among the items (mean over seeds), and its share of all errors.",
        ("stats", "errors"),
        _errors,
    ),
    ReportTable(
        "trajectory",
        "Errors along the sizes",
        "The rate of each kind of error, and of what is right, at every size of training set.",
        ("stats", "trajectory"),
        _trajectory,
    ),
    ReportTable(
        "agreement",
        "Agreement of annotators and classifier",
        "Share of outputs labelled alike, with Cohen's kappa or Krippendorff's alpha.",
        ("stats", "agreement"),
        _agreement,
        takes=_only_languages,
    ),
)
