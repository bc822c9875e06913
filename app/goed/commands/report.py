"""`goed report`: writes figures, tables and a page that shows them all."""

from __future__ import annotations

from pathlib import Path

import click

from goed.commands.options import Command, opened, plural, selection_options, study_option, talk
from goed.study.selection import Selection


@click.command(cls=Command)
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder to write to.",
)
@click.option("--errors-of", "model", metavar="NAME", help="Model whose errors are shown by size.  [default: the best]")
@click.option("--replace", is_flag=True, help="Write over files that are not as goed wrote them.")
@selection_options
@study_option
def command(folder: Path, model: str | None, replace: bool, selection: Selection, study: Path) -> None:
    """Write figures, tables and one page that holds them all.

    DIR/index.html holds everything and loads nothing: open it in any browser, print it, send it. DIR/figures has each
    figure as SVG and PDF, DIR/tables each table as csv. Every number stands beside the command that prints it. Other
    files in DIR stay as they are; the study is not changed.

    Learning curves; errors along the sizes, of one model; errors of every model at the largest size: for every
    language, in the scheme of Kodner et al. (2023) and in goed's. Part test, unless --part says otherwise.
    """
    from goed.commands.progress import progress
    from goed.report.report import n_steps, write_report

    with opened(study, selection) as opened_study, progress("report", n_steps(opened_study, selection)) as bar:
        report = write_report(opened_study, folder, selection, model, replace, bar.step)
    talk(f"{plural(report.n_figures, 'figure')} and {plural(report.n_tables, 'table')} in {folder}")
    click.echo(report.page)
