"""`goed annotate`: the terminal UI."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from app.command_line.options import Command, default_annotator, opened, study_option
from app.errors import WrongUsageError, checked_name


@click.command(cls=Command)
@click.option("--annotator", metavar="NAME", help="Who labels.  [default: GOED_ANNOTATOR, or the login name]")
@click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help="TOML with models of your own.")
@study_option
def command(annotator: str | None, config: Path | None, study: Path) -> int:
    """Check and fix labels, in a terminal UI.

    It has screens for labels, runs, trajectories and agreement. One key labels an output and goes on to the next; every
    label is on the disk before the next case is drawn, and u takes back what was done last, across sittings. ? shows
    all keys.
    """
    name = checked_name(annotator or default_annotator(), "annotator")
    if not can_open():
        raise WrongUsageError("the terminal UI needs a terminal; `goed cases` and `goed label` do the same without one")
    with opened(study):
        pass  # an older study is upgraded, with its progress shown, before the screen is taken over
    from app.ui.app import run

    return run(study, name, configuration=config)


def can_open() -> bool:
    """Whether there is a terminal, or a browser that takes its part (`goed serve`)."""
    return "TEXTUAL_DRIVER" in os.environ or (sys.stdin.isatty() and sys.stdout.isatty())
