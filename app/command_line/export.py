"""`goed export`: what the study holds, as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.command_line.options import Command, opened, plural, selection_options, study_option, talk

if TYPE_CHECKING:
    from app.stats.selection import Selection


@click.command(cls=Command)
@click.option("--predictions", is_flag=True, required=True, help="Write predictions in SIGMORPHON's naming.")
@click.option(
    "-o", "--output", "folder", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Where to."
)
@selection_options
@study_option
def command(
    predictions: bool,
    folder: Path,
    selection: Selection,
    study: Path,
) -> None:
    """Write predictions to files.

    Files are as the shared tasks have them: lemma, form, features, byte for byte as the model gave them. Given splits
    go to MODEL/LANGUAGE_SIZE.test, others to MODEL/LANGUAGE_SAMPLING_SEED_SIZE.test. Where a model has several training
    seeds for a split, the training seed stands at the end.
    """
    from app.report.predictions import export_predictions

    with opened(study) as opened_study:
        written = export_predictions(opened_study, selection, folder)
    talk(f"{plural(len(written), 'file')} in {folder}")
