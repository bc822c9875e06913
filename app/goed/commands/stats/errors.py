"""`goed stats errors`."""

from __future__ import annotations

from pathlib import Path

import click

from goed.commands.options import Command, opened, selection_options, study_option, talk
from goed.commands.output import format_option
from goed.commands.stats.statistic import by_option, print_statistic
from goed.statistics.catalogue import AUDITED_ERRORS, STATISTICS
from goed.study.selection import Selection


@click.command(cls=Command)
@by_option("Part the items or the errors, too: see below.")
@click.option("--audited", "is_audited", is_flag=True, help="How sure the labels are, by blind audits.")
@selection_options
@format_option
@study_option
def command(by: tuple[str, ...], is_audited: bool, selection: Selection, form: str, study: Path) -> None:
    """Each kind of error: its rate, its share, how much is checked.

    mean is its rate among the items asked, over seeds; share is its part of all errors, checked how much of it people
    have looked at. Outputs flagged `variant` or `gold-error` are left out, and counted in n_left_out. Part test,
    unless --part says otherwise.

    --by parts the items as accuracy does, and tells errors apart by pred_class, flags and rule; `--by seed` gives
    every run rows of its own.

    --audited tells each rate over all runs (--by sampling model size part seed parts them) by three methods: what the
    classifier says, what people said in blind audits (`goed audit`), and both combined. low to high is where the rate
    is in 95 of 100 such audits if people are right; how much seeds and items vary is not in it.
    """
    statistic = AUDITED_ERRORS if is_audited else STATISTICS["errors"]
    with opened(study, selection) as opened_study:
        told = statistic.of(opened_study, selection, by=by)
    print_statistic(told.rows, form, statistic.rates)
    for note in told.notes:
        talk(note)
