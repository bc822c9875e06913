"""How far long work has come, on stderr: a bar with the time left in a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from goed.commands.options import talk
from goed.runs.time_left import duration

if TYPE_CHECKING:
    from rich.console import RenderableType

LINE_EVERY = 10.0  # seconds between two lines where stderr is no terminal
SELDOM = 60.0  # seconds between them once the work takes long
LONG = 600.0  # seconds
MOST_LINES = 8  # below the bar


class ProgressDisplay(Protocol):
    """Something that is told of each step."""

    def step(self, what: str, steps: int = 1) -> None:
        """So many more steps are done; `what` is shown beside the bar."""

    def at_work(self, lines: Sequence[str], seconds_left: float | None) -> None:
        """How far the work at hand is, a line each, and how long all will take as far as the caller knows."""

    def beside(self, words: str) -> None:
        """What is shown beside the number of steps that are done."""


@contextmanager
def progress(title: str, total: int) -> Iterator[ProgressDisplay]:
    """Show progress over a number of steps."""
    if sys.stderr.isatty():
        with _bar(title, total) as bar:
            yield bar
    else:
        yield _ProgressLines(title, total)


class _ProgressLines:
    def __init__(self, title: str, total: int) -> None:
        self._title, self._total, self._done = title, total, 0
        self._started = self._last_line = time.monotonic()
        self._seconds_left: float | None = None  # as the caller knows it
        self._beside = ""

    def beside(self, words: str) -> None:
        self._beside = f", {words}"

    def step(self, what: str, steps: int = 1) -> None:
        self._done += steps
        if self._done < self._total:
            self._say(())

    def at_work(self, lines: Sequence[str], seconds_left: float | None) -> None:
        self._seconds_left = seconds_left
        if self._done < self._total:
            self._say(lines)

    def _say(self, lines: Sequence[str]) -> None:
        moment = time.monotonic()
        elapsed = moment - self._started
        if moment - self._last_line <= (LINE_EVERY if elapsed < LONG else SELDOM):
            return
        self._last_line = moment
        left = self._seconds_left
        if left is None and self._done:
            left = elapsed / self._done * (self._total - self._done)
        about = "" if left is None else f", about {duration(left)} left"
        talk(f"{self._title}: {self._done} of {self._total}{self._beside}{about}")
        for line in lines[:MOST_LINES]:
            talk(f"  {line}")


@contextmanager
def _bar(title: str, total: int) -> Iterator[ProgressDisplay]:
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.text import Text

    lines: list[str] = []

    class WithLines(Progress):
        def get_renderables(self) -> Iterable[RenderableType]:
            yield self.make_tasks_table(self.tasks)
            yield from (Text(f"  {line}", no_wrap=True, overflow="ellipsis") for line in lines)

    columns = (
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[beside]}"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
        TextColumn("{task.fields[what]}"),
    )
    with WithLines(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(title, total=total, what="", left="", beside="")

        class Bar:
            def step(self, what: str, steps: int = 1) -> None:
                bar.update(task, advance=steps, what=escape(what))
                remaining = bar.tasks[task].time_remaining
                if not lines and remaining is not None:
                    bar.update(task, left=f"{duration(remaining)} left")

            def beside(self, words: str) -> None:
                bar.update(task, beside=f"· {words}")

            def at_work(self, told: Sequence[str], seconds_left: float | None) -> None:
                lines[:] = told[:MOST_LINES]
                if seconds_left is not None:
                    bar.update(task, left=f"{duration(seconds_left)} left")

        yield Bar()
