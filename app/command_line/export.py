"""`goed export`: what the study holds, as files."""

from __future__ import annotations

from pathlib import Path

import click

from app.command_line.options import Command, Several, numbers, opened, plural, study_option, talk


@click.command(cls=Command)
@click.option("--predictions", is_flag=True, required=True, help="Write predictions in SIGMORPHON's naming.")
@click.option(
    "-o", "--output", "folder", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Where to."
)
@click.option("--language", "languages", cls=Several, metavar="L ...", help="Only these languages.")
@click.option("--sampling", "samplings", cls=Several, metavar="NAME ...", help="Only these samplings.")
@click.option("--model", "models", cls=Several, metavar="NAME ...", help="Only these models.")
@click.option("--size", "sizes", cls=Several, metavar="N ...", help="Only these training sizes.")
@click.option("--part", "parts", cls=Several, type=click.Choice(["test", "dev", "core"]), help="Only these parts.")
@study_option
def command(
    predictions: bool,
    folder: Path,
    languages: tuple[str, ...],
    samplings: tuple[str, ...],
    models: tuple[str, ...],
    sizes: tuple[str, ...],
    parts: tuple[str, ...],
    study: Path,
) -> None:
    """Write predictions to files.

    Files are as the shared tasks have them: lemma, form, features, byte for byte as the model gave them. Given splits
    go to MODEL/LANGUAGE_SIZE.test, others to MODEL/LANGUAGE_SAMPLING_SEED_SIZE.test.
    """
    from app.report.predictions import export_predictions
    from app.stats.selection import Selection

    selection = Selection(languages or None, samplings or None, models or None, numbers(sizes, "--size"), parts or None)
    with opened(study) as opened_study:
        written = export_predictions(opened_study, selection, folder)
    talk(f"{plural(len(written), 'file')} in {folder}")
