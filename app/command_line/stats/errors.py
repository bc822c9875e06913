"""`goed stats errors`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.command_line.options import Command, opened, selection_options, study_option
from app.command_line.output import format_option
from app.command_line.stats.printing import by_option, print_statistic

if TYPE_CHECKING:
    from app.stats.selection import Selection


@click.command(cls=Command)
@by_option("Part the items or the errors, too: see below.")
@selection_options
@format_option
@study_option
def command(by: tuple[str, ...], selection: Selection, form: str, study: Path) -> None:
    """Each kind of error: its rate, its share, how much is checked.

    mean is its rate among the items asked, over seeds; share is its part of all errors, checked how much of it people
    have looked at. Outputs flagged `variant` or `gold-error` are left out, and counted in n_left_out. Part test,
    unless --part says otherwise.

    --by parts the items as accuracy does, and tells errors apart by pred_class, flags and rule; `--by seed` gives
    every run rows of its own.
    """
    from app.stats.errors import errors

    with opened(study) as opened_study:
        table = errors(opened_study, selection.on_test(), by)
    print_statistic(table, form)
