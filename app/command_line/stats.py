"""`goed stats`: the numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.command_line.options import Command, Several, opened, selection_options, study_option, talk
from app.command_line.output import format_option, print_rows

if TYPE_CHECKING:
    import pandas as pd

    from app.stats.selection import Selection
    from app.store.study import Study

STATISTICS = ("accuracy", "seeds", "sampling", "errors", "trajectory", "agreement")
RATES = (
    *("mean", "sd", "min", "max", "range", "variability"),
    *("share", "change", "checked", "agreement"),
    *("uniform", "weighted", "difference"),
)


@click.command(cls=Command)
@click.argument("name", type=click.Choice(STATISTICS), metavar="NAME")
@click.option("--by", "by", cls=Several, metavar="COLUMN ...", help="Part the items, too: see below.")
@click.option("--average", cls=Several, metavar="COLUMN ...", help="seeds: average over cells by these columns.")
@selection_options
@format_option
@study_option
def command(
    name: str,
    by: tuple[str, ...],
    average: tuple[str, ...],
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
    agreement   annotators with each other and with the classifier: share of
                outputs labelled alike, and Cohen's kappa

    --by parts the items by frequency (bands of powers of ten), gold_class, features, gender, humanness, lemma, or by
    what the training set has shown: seen (both, lemma, features or neither), seen_lemma, seen_features. With
    accuracy, errors and trajectory, `--by seed` gives every run rows of its own; errors and trajectory are also told
    apart by pred_class, flags and rule, and look at part test unless --part says otherwise.
    """
    from app.stats.accuracy import CELL
    from app.stats.selection import Selection

    unknown = [column for column in average if column not in CELL]
    if unknown or (average and name != "seeds"):
        raise click.UsageError(f"--average goes with seeds, and takes {', '.join(CELL)}")
    if name == "agreement" and (by or selection != Selection(languages=selection.languages)):
        raise click.UsageError(
            "agreement is about outputs, whatever run gave them: of the options only --language fits"
        )
    with opened(study) as opened_study:
        table = _statistic(name, opened_study, selection, by, average)
    if table.empty:
        talk("nothing to count; `goed status` shows what the study holds")
    print_table(table, form)


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
    if name == "agreement":
        from app.stats.agreement import agreement

        return agreement(study, selection.languages)
    from app.stats.errors import errors, trajectory

    statistic = errors if name == "errors" else trajectory
    return statistic(study, selection.on_test(), by)


def print_table(table: pd.DataFrame, form: str) -> None:
    """Print a DataFrame of results."""
    columns = [str(column) for column in table.columns]
    print_rows(columns, table.astype(object).itertuples(index=False, name=None), form, RATES)
