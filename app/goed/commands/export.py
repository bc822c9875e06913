"""`goed export`: writes the labelled data set, or predictions, to files."""

from __future__ import annotations

from pathlib import Path

import click

from goed.commands.options import Command, opened, plural, selection_options, study_option, talk
from goed.study.selection import Selection


@click.command(cls=Command)
@click.option(
    "-o", "--output", "target", required=True, type=click.Path(path_type=Path), metavar="PATH", help="Where to."
)
@click.option("--wrong", "only_wrong", is_flag=True, help="Only the outputs that are wrong.")
@click.option("--replace", is_flag=True, help="Write over files that are not as goed would write them.")
@click.option("--predictions", is_flag=True, help="Write predictions into the folder PATH, in SIGMORPHON's naming.")
@selection_options
@study_option
def command(
    target: Path, only_wrong: bool, replace: bool, predictions: bool, selection: Selection, study: Path
) -> None:
    """Write the labelled data set to a file, or predictions to a folder.

    The data set has one row per distinct output, as csv, tsv, jsonl or parquet by the ending of PATH, and a data card
    beside it that names sources and licences. `goed import labels` brings it back.

    With --predictions, files are as the shared tasks have them: lemma, form, features, byte for byte as the model gave
    them. Given splits go to MODEL/LANGUAGE_SIZE.test, others to MODEL/LANGUAGE_SAMPLING_SEED_SIZE.test. Where a model
    has several training seeds for a split, the training seed stands at the end.
    """
    if predictions and only_wrong:
        raise click.UsageError("--wrong goes with the labelled data set, not with --predictions")
    with opened(study, selection) as opened_study:
        if predictions:
            from goed.report.prediction_files import export_predictions

            written = export_predictions(opened_study, selection, target, replace)
            talk(f"{plural(len(written), 'file')} in {target}")
        else:
            from goed.report.data_set import card_of, export_labels

            n_rows = export_labels(opened_study, selection, target, only_wrong, replace)
            talk(f"{plural(n_rows, 'output')} in {target}; {card_of(target)} says what they are")
