"""`goed stats sampling`."""

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
@by_option("One row for each combination of these: language, size, model.")
@selection_options
@format_option
@study_option
def command(by: tuple[str, ...], selection: Selection, form: str, study: Path) -> None:
    """Uniform - weighted, runs of the same seed paired.

    Overall, then by language, by size and by model; a run without its partner is left out.
    """
    from app.stats.sampling import sampling

    with opened(study) as opened_study:
        table = sampling(opened_study, selection, by)
    print_statistic(table, form)
