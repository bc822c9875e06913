"""`goed annotate`: the terminal UI."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.commands.options import Command, annotator_option, opened, study_option
from goed.commands.queue_options import queue_options
from goed.errors import WrongUsageError

if TYPE_CHECKING:
    from goed.annotation.queue_filter import Filter


@click.command(cls=Command)
@queue_options
@annotator_option
@click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help="TOML with models of your own.")
@study_option
def command(chosen: Filter | None, annotator: str, config: Path | None, study: Path) -> int:
    """Check and fix labels, in a terminal UI.

    It has screens for labels, runs, trajectories and agreement. One key labels an output and goes on to the next; every
    label is on the disk before the next case is drawn, and u takes back what was done last, across sittings. ? shows
    all keys. Options that say which outputs to see open that queue, else it is the one of the last time.
    """
    if not can_open():
        raise WrongUsageError("the terminal UI needs a terminal; `goed cases` and `goed label` do the same without one")
    with opened(study):
        pass  # upgrades an older study, and shows the progress, before the UI takes over the screen
    from goed.screens.start import run

    return run(study, annotator, chosen, configuration=config)


def can_open() -> bool:
    """Whether there is a terminal, or a browser in its place (`goed serve`)."""
    return "TEXTUAL_DRIVER" in os.environ or (sys.stdin.isatty() and sys.stdout.isatty())
