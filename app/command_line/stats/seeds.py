"""`goed stats seeds`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.command_line.options import Command, Several, opened, selection_options, study_option
from app.command_line.output import format_option
from app.command_line.stats.printing import by_option, print_statistic

if TYPE_CHECKING:
    from app.stats.selection import Selection


@click.command(cls=Command)
@click.option("--average", cls=Several, metavar="COLUMN ...", help="Average over cells by these columns.")
@by_option("Part the items, too, as accuracy does.")
@selection_options
@format_option
@study_option
def command(average: tuple[str, ...], by: tuple[str, ...], selection: Selection, form: str, study: Path) -> None:
    """Score range and random seed variability.

    The score range of a cell (language, sampling, model, size, part) is its highest accuracy - its lowest over seeds,
    its variability the standard deviation (n-1). `--average language` averages both over all cells of a language, each
    cell counting the same, as the paper does.
    """
    from app.stats.accuracy import CELL, seeds

    if unknown := [column for column in average if column not in CELL]:
        raise click.UsageError(f"--average takes {', '.join(CELL)}, not '{unknown[0]}'")
    with opened(study) as opened_study:
        table = seeds(opened_study, selection, by, average)
    print_statistic(table, form)
