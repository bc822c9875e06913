"""`goed stats measures`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.options import Command, opened, selection_options, study_option
from goed.commands.output import format_option
from goed.commands.stats.printing import print_statistic

if TYPE_CHECKING:
    from goed.statistics.selection import Selection


@click.command(cls=Command)
@selection_options
@format_option
@study_option
def command(selection: Selection, form: str, study: Path) -> None:
    """Measures of a domain beside its accuracy, over seeds.

    Each in its own unit; n is what it is a share or a mean of. Inflection has none besides its accuracy.
    """
    from goed.statistics.measures import measures

    with opened(study, selection) as opened_study:
        table = measures(opened_study, selection)
    print_statistic(table, form, rates=())  # a distance of 4.5 is no 450 %
