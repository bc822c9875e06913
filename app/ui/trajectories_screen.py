"""Trajectories: learning curves, and kinds of error along the sizes of training sets."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import events, work
from textual.timer import Timer
from textual.widget import Widget

from app.annotation.queue_filter import LANGUAGES
from app.errors import GoedError
from app.report.files import file_name, write_whole
from app.ui.actions import EVERYWHERE, TRAJECTORIES, Action, bindings
from app.ui.file_name_dialog import FileNameDialog
from app.ui.frame import GoedScreen, TitleBar
from app.ui.messages import OpenCases
from app.ui.trajectories.choice import (
    Choice,
    Grid,
    Pair,
    View,
    next_language,
    next_model,
    next_part,
    next_sampling,
    other_view,
)
from app.ui.trajectories.counting import Counted, CountingThread
from app.ui.trajectories.drawn import Drawn, Manner, drawn, keys_of
from app.ui.trajectories.figure_view import FigureView
from app.ui.trajectories.numbers import CurveNumbers, ErrorNumbers, Measure, Numbers, SeriesName, StatTable
from app.ui.trajectories.numbers_view import NumbersView

MISSING = "missing"  # the error of an item without a prediction, as in app.stats.errors, which would take long to load
LOOK_AGAIN = 2.0  # seconds from one look whether the study has changed to the next
LONGEST_NAME = 60  # of a model in the name of a file
NO_RUNS = (
    "No run has predicted anything yet, so there is nothing to draw.",
    "R goes to Runs, where you start some; or type",
    "  goed run                            trains what is planned",
    "  goed import predictions FILE ...    reads what another program predicted",
)


class TrajectoriesScreen(GoedScreen):
    """A figure, its table, and a cursor in both."""

    NAME = "trajectories"
    ACTIONS: ClassVar[tuple[Action, ...]] = TRAJECTORIES
    BINDINGS = bindings(TRAJECTORIES + EVERYWHERE)

    def __init__(self) -> None:
        super().__init__()
        self._counting: CountingThread
        self._timer: Timer
        self._grid = Grid(())
        self._choice: Choice | None = None
        self._numbers: Numbers | None = None
        self._manner = Manner()
        self._cursor_row: Hashable = None  # what the cursor is at: a series or a kind of error
        self._cursor_size = 0

    def body(self) -> Sequence[Widget]:
        """The figure above, the table below."""
        return (FigureView(), NumbersView())

    def on_mount(self) -> None:
        self._manner = replace(self._manner, has_colour=not self.app.no_color)
        self._counting = CountingThread(self.goed.path)
        self._timer = self.set_interval(LOOK_AGAIN, self._look_again, pause=True)

    def on_unmount(self) -> None:
        self._counting.close()

    def on_screen_resume(self) -> None:
        """Somebody looks: count what may have changed meanwhile, and go on looking."""
        self._count()
        self._timer.resume()

    def on_screen_suspend(self) -> None:
        self._timer.pause()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    # Counting

    @work(exclusive=True, group="counting")
    async def _count(self) -> None:
        """Have the numbers of the choice counted, and show them when they are there."""
        self._say_choice("counting …")
        try:
            counted = await self._counting.count(self._choice)
        except GoedError as error:
            self._say_choice("")
            self.say(str(error), is_warning=True)
            return
        self._take(counted)

    @work(exclusive=True, group="looking")
    async def _look_again(self) -> None:
        """Count again if the study has changed."""
        try:
            is_stale = await self._counting.is_stale()
        except GoedError:
            return  # counting says it
        if is_stale:
            self._count()

    def _take(self, counted: Counted) -> None:
        self._grid, self._choice, self._numbers = counted.grid, counted.choice, counted.numbers
        self._say_choice("")
        self._draw()

    # Drawing

    def _draw(self) -> None:
        figure, table = self.query_one(FigureView), self.query_one(NumbersView)
        now = self._drawn()
        if now is None:
            table.show_numbers(None, 0)
            figure.show_sentences(*self._why_nothing())
            return
        table.show_numbers(now, self.size.height - 5)
        figure.show_figure(now)
        self.say(now.sentence)

    def redraw(self) -> None:
        super().redraw()
        self._draw()

    def _drawn(self) -> Drawn | None:
        if self._numbers is None or not keys_of(self._numbers):
            return None
        return drawn(self._numbers, self._cursor(self._numbers), self._manner)

    def _why_nothing(self) -> tuple[str, ...]:
        if self._choice is None:
            return NO_RUNS if self._numbers is None else ()
        return ("No errors here: every form is right.",)

    def _say_choice(self, state: str) -> None:
        choice = self._choice
        words = []
        if choice is not None:
            sampling, model = choice.pair
            words = [
                LANGUAGES.get(choice.language, choice.language),
                sampling or "all strategies",
                model or "all models",
                choice.part,
                "learning curves" if choice.view == View.CURVES else "kinds of error",
            ]
        self.query_one(TitleBar).say(" · ".join(words), state)

    # The cursor

    def _cursor(self, numbers: Numbers) -> tuple[int, int]:
        """Row and column of the cursor; the first row and the largest size where it has none yet."""
        rows = keys_of(numbers)
        row = rows.index(self._cursor_row) if self._cursor_row in rows else 0
        size = numbers.sizes.index(self._cursor_size) if self._cursor_size in numbers.sizes else len(numbers.sizes) - 1
        return row, size

    def action_move(self, rows: int, sizes: int) -> None:
        """Move the cursor so many rows down and sizes to the right."""
        if self._numbers is None or not keys_of(self._numbers):
            return
        keys = keys_of(self._numbers)
        row, size = self._cursor(self._numbers)
        self._cursor_row = keys[max(0, min(row + rows, len(keys) - 1))]
        self._cursor_size = self._numbers.sizes[max(0, min(size + sizes, len(self._numbers.sizes) - 1))]
        self._draw()

    def action_open(self) -> None:
        """Curves: the errors of the series; errors: the cases, in Label."""
        if self._choice is None or self._drawn() is None:
            return
        if isinstance(self._numbers, CurveNumbers):
            self._open_errors(self._choice, self._numbers)
        elif isinstance(self._numbers, ErrorNumbers):
            self._open_cases(self._choice, self._numbers)

    def _open_errors(self, choice: Choice, numbers: CurveNumbers) -> None:
        row, size = self._cursor(numbers)
        series: SeriesName = numbers.series[row]
        self._cursor_size = numbers.sizes[size]
        self._change(replace(choice, view=View.ERRORS, of_errors=Pair(*series)))

    def _open_cases(self, choice: Choice, numbers: ErrorNumbers) -> None:
        row, place = self._cursor(numbers)
        error, size = numbers.kinds[row], numbers.sizes[place]
        there = numbers.rate_cells.get((error, size))
        if not there or not there["n"]:
            self.say(f"there is no {numbers.names[error]} at {size}", is_warning=True)
        elif error == MISSING:
            self.say("these are words without a prediction: there is no form to look at", is_warning=True)
        else:
            sampling, model = choice.of_errors
            assert sampling is not None
            assert model is not None
            self.post_message(OpenCases(choice.language, sampling, model, size, choice.part, error))

    # What is chosen

    def action_next(self, what: str, step: int = 1) -> None:
        """The next language, strategy, model or part."""
        steps: dict[str, Callable[[Choice, Grid, int], Choice]] = {
            "language": next_language,
            "strategy": next_sampling,
            "model": next_model,
            "part": next_part,
        }
        if self._choice is not None:
            self._change(steps[what](self._choice, self._grid, step))

    def action_view(self) -> None:
        """Curves or errors."""
        if self._choice is not None:
            self._change(other_view(self._choice))

    def action_measure(self) -> None:
        """Errors among the items asked, or among all errors."""
        if not isinstance(self._numbers, ErrorNumbers):
            self.say("rate or share is a question of errors: v shows them", is_warning=True)
            return
        other = Measure.SHARE if self._manner.measure == Measure.RATE else Measure.RATE
        self._manner = replace(self._manner, measure=other)
        self._draw()

    def action_zoom(self) -> None:
        """The upright axis from 0 to 100 %, or as short as the numbers allow."""
        self._manner = replace(self._manner, has_other_axis=not self._manner.has_other_axis)
        self._draw()

    def _change(self, choice: Choice) -> None:
        self._choice = choice
        self._count()

    # Saving

    def action_save(self) -> None:
        """Write the numbers shown into a file."""
        table = self._table()
        if table is None or self._choice is None:
            self.say("there are no numbers to save", is_warning=True)
            return

        def write(path: Path | None) -> None:
            if path is not None:
                self._write(path, table)

        self.app.push_screen(FileNameDialog(_proposed_name(self._choice, table)), write)

    def _table(self) -> StatTable | None:
        if isinstance(self._numbers, ErrorNumbers):
            return self._numbers.table(self._manner.measure)
        return self._numbers.table if self._numbers is not None else None

    def _write(self, path: Path, table: StatTable) -> None:
        try:
            write_whole(path, table.csv().encode())
        except OSError as error:
            self.say(f"{path} cannot be written: {error.strerror or error}", is_warning=True)
        else:
            self.say(f"{len(table.rows)} rows saved as {path}")


def _proposed_name(choice: Choice, table: StatTable) -> str:
    """trajectory_eng_uniform_cluzh-b4.csv; a part other than test is named, too."""
    sampling, model = (file_name(name or "all")[:LONGEST_NAME] for name in choice.pair)
    part = "" if choice.part == "test" else f"_{choice.part}"
    return f"{table.statistic}_{choice.language}_{sampling}_{model}{part}.csv"
