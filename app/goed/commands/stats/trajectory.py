"""`goed stats trajectory`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.options import Command, opened, selection_options, study_option
from goed.commands.output import format_option
from goed.commands.stats.printing import by_option, print_statistic

if TYPE_CHECKING:
    from goed.statistics.selection import Selection


@click.command(cls=Command)
@by_option("Part the items or the errors, too, as errors does.")
@selection_options
@format_option
@study_option
def command(by: tuple[str, ...], selection: Selection, form: str, study: Path) -> None:
    """Kinds of error along the sizes of training sets.

    As errors, and with what is right; change is the difference from the size before.
    """
    from goed.statistics.errors import trajectory

    with opened(study, selection) as opened_study:
        table = trajectory(opened_study, selection.on_test(), by)
    print_statistic(table, form)
