"""What a demo consists of: a study that is prepared, models, and findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from goed.study.selection import Selection

if TYPE_CHECKING:
    from goed.study.study import Study

WIDTH = 80  # of the screen that findings fit on


@dataclass(frozen=True)
class Demo:
    """The demo of one domain."""

    file: str  # its study, unless --study names another
    models: Sequence[str]
    prepare: Callable[[Study, Path], Selection]  # adds data and splits; returns which training sets are run
    print_findings: Callable[[Study, Path, Selection], None]


def print_next(suggestions: Mapping[str, str]) -> None:
    """Print what to type next, each command with what it does."""
    click.echo("What to type next")
    width = max(map(len, suggestions))
    for suggestion, what in suggestions.items():
        click.echo(f"  {suggestion:{width}}  {what}")
