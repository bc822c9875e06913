"""`goed stats agreement`."""

from __future__ import annotations

from pathlib import Path

import click

from goed.commands.options import Command, Several, opened, study_option
from goed.commands.output import format_option
from goed.commands.stats.agreement_pages import Asked, agreement_options, print_agreement


@click.command(cls=Command)
@agreement_options
@click.option("--language", "languages", cls=Several, metavar="L ...", help="Only these languages.")
@format_option
@study_option
def command(asked: Asked, languages: tuple[str, ...], form: str, study: Path) -> None:
    """The classifier and annotators held against each other.

    Share of outputs labelled alike, Cohen's kappa, or Krippendorff's alpha for more than two; precision, recall and
    F1 of each class, confusions, and how far the classifier's confidence can be trusted. It is about outputs, whatever
    run gave them.

    The first of a pair is judged, and the second is the standard. `--annotator A` holds the classifier against A,
    `--annotator A B` holds A against B; the classifier may be named, as `classifier`. Tables show all of it, on errors
    unless --what names another column; in csv, tsv and json --show says which table (summary, if it does not):
    summary, classes, confusion or calibration. Of flags, each is a class that an output has or has not.
    """
    from goed.statistics.selection import Selection

    with opened(study, Selection(languages)) as opened_study:
        print_agreement(opened_study, languages or None, asked, form)
