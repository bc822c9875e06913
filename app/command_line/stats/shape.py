"""`goed stats shape`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.command_line.options import Command, opened, selection_options, study_option
from app.command_line.output import format_option
from app.command_line.stats.printing import by_option, print_statistic

if TYPE_CHECKING:
    from app.stats.selection import Selection

RATES = ("first", "lowest", "last", "change", "low", "high", "dip", "rise", "oscillation")


@click.command(cls=Command)
@by_option("Part the items by these in place of gold_class.")
@selection_options
@format_option
@study_option
def command(by: tuple[str, ...], selection: Selection, form: str, study: Path) -> None:
    """Does learning go up, down and up again, or to and fro?"""
    from app.stats.shape import shape

    with opened(study) as opened_study:
        table = shape(opened_study, selection, by or ("gold_class",))
    print_statistic(table, form, RATES)
