"""`goed status`: what the study holds."""

from __future__ import annotations

from pathlib import Path

import click

from goed.commands.options import Command, opened, study_option
from goed.commands.output import format_option, print_rows


@click.command(cls=Command)
@click.option("--runs", "state", type=click.Choice(["all", "planned", "running", "done", "failed"]), help="List runs.")
@format_option
@study_option
def command(state: str | None, form: str, study: Path) -> None:
    """Tell what the study holds, and what is left to run.

    --runs lists the runs one by one, with how far one is that is at work, and the reason where one failed.
    """
    from goed.labels.freshness import left_to_generic
    from goed.runs.reading import run_states
    from goed.study import overview
    from goed.study.runs import RunState

    with opened(study) as opened_study:
        if state:
            runs = [run for run in run_states(opened_study) if state in ("all", run.state)]
            print_rows(list(RunState._fields), runs, form)
            return
        rows = [*overview.rows(opened_study), *(("items", *row) for row in left_to_generic(opened_study))]
        print_rows(["what", "language", "name", "number", "note"], rows, form)
