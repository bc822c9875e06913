"""`goed stats paper`."""

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
    """Errors by what the wrong form shows, as Kodner et al. (2023) count.

    English: reg, irr (with a bare lemma in t or d, as in hit-hit) and ?. German: the plural suffix. Arabic: the classes
    of both forms, and PATB for errors of the gold form. mean is the rate among the items asked, over seeds; share is
    the part of all errors, checked how much of it people have looked at. Part test, unless --part says otherwise.
    """
    from goed.statistics.paper_scheme import paper_scheme

    with opened(study, selection) as opened_study:
        table = paper_scheme(opened_study, selection.on_test())
    print_statistic(table, form)
