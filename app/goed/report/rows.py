"""The rows of the report's tables: one function for each, of a study and a selection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from goed.statistics.selection import Selection
from goed.study.study import Study

if TYPE_CHECKING:
    import pandas as pd


MOST_TERMS = 500  # of a regression that somebody reads


class Told(NamedTuple):
    """A table, and what is to be said of it besides."""

    rows: pd.DataFrame
    notes: Sequence[str] = ()


Rows = Callable[[Study, Selection], Told]


def accuracy(by: Sequence[str] = ()) -> Rows:
    """Accuracy, in all or parted."""

    def rows(study: Study, selection: Selection) -> Told:
        from goed.statistics.accuracy import accuracy

        return Told(accuracy(study, selection, by))

    return rows


def seeds(average: Sequence[str] = ()) -> Rows:
    """Variation over seeds, of each cell or averaged."""

    def rows(study: Study, selection: Selection) -> Told:
        from goed.statistics.accuracy import seeds

        return Told(seeds(study, selection, (), average))

    return rows


def sampling(study: Study, selection: Selection) -> Told:
    """Uniform against weighted."""
    from goed.statistics.sampling import sampling

    return Told(sampling(study, selection))


def regression(response: str, wants_effects: bool) -> Rows:
    """A linear model of accuracy, or of how it varies over seeds."""

    def rows(study: Study, selection: Selection) -> Told:
        from goed.statistics.regression.question import Question
        from goed.statistics.regression.regress import regression
        from goed.statistics.run_accuracies import observations

        question = Question(response, wants_effects=wants_effects, most_terms=MOST_TERMS)
        found = regression(observations(study, selection), question, selection.samplings is not None)
        return Told(found.table, found.notes)

    return rows


def errors(study: Study, selection: Selection) -> Told:
    """Each kind of error."""
    from goed.statistics.errors import errors

    return Told(errors(study, selection))


def audited_errors(study: Study, selection: Selection) -> Told:
    """Each kind of error, with what blind audits say of it."""
    from goed.statistics.audited import audited_errors_with_notes

    return Told(*audited_errors_with_notes(study, selection))


def has_audit(study: Study) -> bool:
    """Whether there is a blind audit to tell of."""
    from goed.statistics.audited import has_audit

    return has_audit(study)


def paper_scheme(study: Study, selection: Selection) -> Told:
    """Errors in the paper's scheme."""
    from goed.statistics.paper_scheme import paper_scheme

    return Told(paper_scheme(study, selection))


def trajectory(study: Study, selection: Selection) -> Told:
    """Errors along the sizes."""
    from goed.statistics.errors import trajectory

    return Told(trajectory(study, selection))


def rates(study: Study, selection: Selection) -> Told:
    """Rates as studies of children count them."""
    from goed.statistics.rates import rates

    return Told(rates(study, selection))


def shape(study: Study, selection: Selection) -> Told:
    """Shapes of trajectories."""
    from goed.statistics.shape import shape

    return Told(shape(study, selection))


def expectations(study: Study, selection: Selection) -> Told:
    """What is known of children, held against the models."""
    from goed.statistics.expectations import expectations

    return Told(expectations(study, selection))


def agreement(study: Study, selection: Selection) -> Told:
    """How far annotators and classifier agree."""
    import pandas as pd

    from goed.statistics.agreement import Summary, summary
    from goed.statistics.judges import compare

    return Told(pd.DataFrame(summary(compare(study, selection.languages, (), False)), columns=list(Summary._fields)))
