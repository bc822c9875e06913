"""`goed stats`: the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.command_line.agreement import Asked, agreement_options, print_agreement
from app.command_line.options import Command, Several, opened, selection_options, study_option, talk
from app.command_line.output import format_option, print_rows

if TYPE_CHECKING:
    import pandas as pd

    from app.stats.selection import Selection
    from app.store.study import Study

STATISTICS = ("accuracy", "seeds", "sampling", "errors", "trajectory", "agreement", "sessions")
RATES = (
    *("mean", "sd", "min", "max", "range", "variability"),
    *("share", "change", "checked"),
    *("uniform", "weighted", "difference"),
)


@click.command(cls=Command)
@click.argument("name", type=click.Choice(STATISTICS), metavar="NAME")
@click.option("--by", "by", cls=Several, metavar="COLUMN ...", help="Part the items, too: see below.")
@click.option("--average", cls=Several, metavar="COLUMN ...", help="seeds: average over cells by these columns.")
@agreement_options
@selection_options
@format_option
@study_option
def command(
    name: str,
    by: tuple[str, ...],
    average: tuple[str, ...],
    asked: Asked,
    selection: Selection,
    form: str,
    study: Path,
) -> None:
    """Accuracies, errors, and how much they vary.

    \b
    accuracy    mean, sd (n-1), min and max over seeds of exact-match accuracy,
                for each language, sampling, model, size and part
    seeds       score range (highest - lowest) and random seed variability (sd)
    sampling    uniform - weighted, runs of the same seed paired: overall, and
                by language, size and model
    errors      each kind of error: its rate among the items asked, its share
                of all errors, and how much of it people have checked
    trajectory  the same along the sizes, with the change from size to size
    agreement   the classifier against annotators, and annotators with each
                other: share of outputs labelled alike, Cohen's kappa, or
                Krippendorff's alpha for more than two; precision, recall and F1
                of each class, confusions, and how far confidence can be trusted
    sessions    who labelled when in the terminal UI: minutes (active_minutes
                without pauses of more than one), acts, outputs labelled, how
                often something was taken back, and the pace

    --by parts the items by frequency (bands of powers of ten), gold_class, features, gender, humanness, lemma, or by
    what the training set has shown: seen (both, lemma, features or neither), seen_lemma, seen_features. With
    accuracy, errors and trajectory, `--by seed` gives every run rows of its own; errors and trajectory are also told
    apart by pred_class, flags and rule, and look at part test unless --part says otherwise.

    In agreement the first of a pair is judged, and the second is the standard. `--annotator A` holds the classifier
    against A, `--annotator A B` holds A against B; the classifier may be named, as `classifier`. Tables show all of it,
    on errors unless --what names another column; in csv, tsv and json --show says which table (summary, if it does
    not): summary, classes, confusion or calibration. Of flags, each is a class that an output has or has not.
    """
    _refuse_what_does_not_fit(name, by, average, asked, selection)
    with opened(study) as opened_study:
        if name == "agreement":
            print_agreement(opened_study, selection.languages, asked, form)
            return
        if name == "sessions":
            _print_sessions(opened_study, asked.annotators, form)
            return
        table = _statistic(name, opened_study, selection, by, average)
    if table.empty:
        talk("nothing to count; `goed status` shows what the study holds")
    print_table(table, form)


def _refuse_what_does_not_fit(
    name: str, by: tuple[str, ...], average: tuple[str, ...], asked: Asked, selection: Selection
) -> None:
    """Options that say nothing about this statistic are wrong usage."""
    from app.stats.accuracy import CELL
    from app.stats.selection import Selection

    unknown = [column for column in average if column not in CELL]
    if unknown or (average and name != "seeds"):
        raise click.UsageError(f"--average goes with seeds, and takes {', '.join(CELL)}")
    if name == "agreement" and (by or selection != Selection(languages=selection.languages)):
        raise click.UsageError(
            "agreement is about outputs, whatever run gave them: of those that choose runs only --language fits"
        )
    if name == "sessions" and (by or selection != Selection() or asked != Asked(annotators=asked.annotators)):
        raise click.UsageError("sessions takes --annotator and --format, and nothing else")
    if name not in ("agreement", "sessions") and asked != Asked():
        raise click.UsageError("--annotator, --show, --what and --wrong go with agreement")


def _print_sessions(study: Study, annotators: Sequence[str], form: str) -> None:
    from app.stats.sessions import Session, sessions

    rows = sessions(study, annotators)
    if not rows:
        talk("nobody has sat down to label so far; `goed annotate` begins a sitting")
    print_rows(Session._fields, rows, form)


def _statistic(
    name: str, study: Study, selection: Selection, by: tuple[str, ...], average: tuple[str, ...]
) -> pd.DataFrame:
    if name == "accuracy":
        from app.stats.accuracy import accuracy

        return accuracy(study, selection, by)
    if name == "seeds":
        from app.stats.accuracy import seeds

        return seeds(study, selection, by, average)
    if name == "sampling":
        from app.stats.sampling import sampling

        return sampling(study, selection, by)
    from app.stats.errors import errors, trajectory

    statistic = errors if name == "errors" else trajectory
    return statistic(study, selection.on_test(), by)


def print_table(table: pd.DataFrame, form: str) -> None:
    """Print a DataFrame of results."""
    columns = [str(column) for column in table.columns]
    if form == "table" and "language" in columns:
        table = with_names_for_people(table)
    print_rows(columns, table.astype(object).itertuples(index=False, name=None), form, RATES)


def with_names_for_people(table: pd.DataFrame) -> pd.DataFrame:
    """A table in which classes and errors are named as people are shown them."""
    from app.labels.names import NamesForPeople

    names = NamesForPeople()
    named = {
        column: [names.of(language, str(name)) for language, name in zip(table["language"], table[column], strict=True)]
        for column in ("error", "gold_class", "pred_class")
        if column in table.columns
    }
    return table.assign(**named)
