"""How far long work has come, on stderr: a bar with the time left in a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from app.command_line.options import talk

LINE_EVERY = 10.0  # seconds between two lines where stderr is no terminal


class Progress(Protocol):
    """Something that is told of each step."""

    def step(self, what: str, steps: int = 1) -> None:
        """So many more steps are done; `what` is shown beside the bar."""


@contextmanager
def progress(title: str, total: int) -> Iterator[Progress]:
    """Show progress over a number of steps."""
    if sys.stderr.isatty():
        with _bar(title, total) as bar:
            yield bar
    else:
        yield _Lines(title, total)


class _Lines:
    def __init__(self, title: str, total: int) -> None:
        self._title, self._total, self._done = title, total, 0
        self._started = self._last_line = time.monotonic()

    def step(self, what: str, steps: int = 1) -> None:
        self._done += steps
        moment = time.monotonic()
        if moment - self._last_line > LINE_EVERY and self._done < self._total:
            left = (moment - self._started) / self._done * (self._total - self._done)
            talk(f"{self._title}: {self._done} of {self._total}, about {_duration(left)} left")
            self._last_line = moment


@contextmanager
def _bar(title: str, total: int) -> Iterator[Progress]:
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    columns = (
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[what]}"),
    )
    with RichProgress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(title, total=total, what="")

        class Bar:
            def step(self, what: str, steps: int = 1) -> None:
                bar.update(task, advance=steps, what=escape(what))

        yield Bar()


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
