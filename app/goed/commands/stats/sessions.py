"""`goed stats sessions`: who labelled when, how much, and how fast."""

from __future__ import annotations

from pathlib import Path

import click

from goed.commands.options import Command, multi_value_option, opened, study_option, talk
from goed.commands.output import format_option, print_rows


@click.command(cls=Command)
@multi_value_option("--annotator", "annotators", "NAME ...", "Only theirs.")
@format_option
@study_option
def command(annotators: tuple[str, ...], form: str, study: Path) -> None:
    """Who labelled when, how much, and how fast.

    In the terminal UI: minutes (active_minutes without pauses of more than one), acts, outputs labelled, how often
    something was taken back, and the pace.
    """
    from goed.annotation.typed_names import known_annotator
    from goed.statistics.sessions import SittingNumbers, sessions

    with opened(study) as opened_study:
        sat_down = dict.fromkeys(session.annotator for session in sessions(opened_study))
        for name in annotators:
            known_annotator(opened_study, name, list(sat_down))
        rows = sessions(opened_study, annotators)
    if not rows:
        talk("nobody has sat down to label so far; `goed annotate` begins a sitting")
    print_rows(SittingNumbers._fields, rows, form)
