"""Progress of long work on stderr: a bar in a terminal, elsewhere a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from goed.commands.options import talk
from goed.runs.time_left import duration

if TYPE_CHECKING:
    from rich.console import RenderableType

LINE_EVERY = 10.0  # seconds between two lines if stderr is not a terminal
SELDOM = 60.0  # seconds between them once the work has taken LONG
LONG = 600.0  # seconds
MOST_LINES = 8  # lines below the bar


class ProgressLines:
    """Progress as lines of text, one now and then."""

    def __init__(self, title: str, total: int) -> None:
        self._title, self._total, self._done = title, total, 0
        self._started = self._last_line = time.monotonic()
        self._seconds_left: float | None = None  # as the caller estimates it
        self._beside = ""

    def note_beside(self, words: str) -> None:
        """Set what is shown beside the number of steps, such as `4 workers`."""
        self._beside = f", {words}"

    def step(self, what: str, steps: int = 1) -> None:
        """Count steps that are done; a bar also shows what they were."""
        self._done += steps
        if self._done < self._total:
            self._say(())

    def at_work(self, lines: Sequence[str], seconds_left: float | None) -> None:
        """Show a line for each piece of work in progress, and the time left as the caller estimates it."""
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
        below = (f"  {line}" for line in lines[:MOST_LINES])
        talk(f"{self._title}: {self._done} of {self._total}{self._beside}{about}", *below)


class ProgressBar:
    """Progress as a bar in a terminal, with the work in progress below it."""

    def __init__(self, title: str, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
        from rich.text import Text

        self._lines = lines = list[str]()

        class WithLines(Progress):
            def get_renderables(self) -> Iterable[RenderableType]:
                yield self.make_tasks_table(self.tasks)
                yield from (Text(f"  {line}", no_wrap=True, overflow="ellipsis") for line in lines)

        beside, left, what = (TextColumn(f"{{task.fields[{name}]}}") for name in ("beside", "left", "what"))
        columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), beside, TimeElapsedColumn(), left, what)
        self.shown = WithLines(*columns, console=Console(stderr=True))
        self._task = self.shown.add_task(title, total=total, what="", left="", beside="")

    def note_beside(self, words: str) -> None:
        self.shown.update(self._task, beside=f"· {words}")

    def step(self, what: str, steps: int = 1) -> None:
        from rich.markup import escape

        self.shown.update(self._task, advance=steps, what=escape(what))
        remaining = self.shown.tasks[self._task].time_remaining
        if not self._lines and remaining is not None:
            self.shown.update(self._task, left=f"{duration(remaining)} left")

    def at_work(self, lines: Sequence[str], seconds_left: float | None) -> None:
        self._lines[:] = lines[:MOST_LINES]
        if seconds_left is not None:
            self.shown.update(self._task, left=f"{duration(seconds_left)} left")


@contextmanager
def progress(title: str, total: int) -> Iterator[ProgressLines | ProgressBar]:
    """Show progress over a number of steps."""
    if sys.stderr.isatty():
        bar = ProgressBar(title, total)
        with bar.shown:
            yield bar
    else:
        yield ProgressLines(title, total)
