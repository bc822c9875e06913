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

STATISTICS = ("accuracy", "seeds")
RATES = ("mean", "sd", "min", "max", "range", "variability")


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
    """Accuracies and how much they vary.

    \b
    accuracy  mean, sd (n-1), min and max over seeds of exact-match accuracy,
              for each language, sampling, model, size and part
    seeds     score range (highest - lowest) and random seed variability (sd)

    --by parts the items by frequency (bands of powers of ten), features, gender, humanness, lemma, or by what the
    training set has shown: seen (both, lemma, features or neither), seen_lemma, seen_features. With accuracy,
    `--by seed` gives every run a row.
    """
    from app.stats.accuracy import CELL, accuracy, seeds

    unknown = [column for column in average if column not in CELL]
    if unknown or (average and name != "seeds"):
        raise click.UsageError(f"--average goes with seeds, and takes {', '.join(CELL)}")
    with opened(study) as opened_study:
        if name == "accuracy":
            table = accuracy(opened_study, selection, by)
        else:
            table = seeds(opened_study, selection, by, average)
    if table.empty:
        talk("no predictions to count; `goed status` shows what the study holds")
    print_table(table, form)


def print_table(table: pd.DataFrame, form: str) -> None:
    """Print a DataFrame of results."""
    rows = table.astype(object).itertuples(index=False, name=None)
    print_rows([str(column) for column in table.columns], rows, form, RATES)
