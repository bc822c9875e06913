"""Trajectories: learning curves, and kinds of error along the sizes of training sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.text import Text
from textual import work
from textual.widget import Widget

from goed.annotation.queue_filter import Filter
from goed.errors import GoedError
from goed.screens.actions import EVERYWHERE, TRAJECTORIES, bindings
from goed.screens.dialogs import FileNameDialog
from goed.screens.goed_screen import GoedScreen, TitleBar
from goed.screens.lines_view import LinesView
from goed.screens.plots.figure import draw_table
from goed.screens.study_thread import StudyThread
from goed.screens.trajectories.figure import Cursor, DrawingOptions, FigureAndTable, figure_and_table
from goed.screens.trajectories.numbers import (
    Counted,
    FigureChoice,
    FigureChoices,
    FigureNumbers,
    NumbersCounter,
    SeriesChoice,
)

# The error of an item without a prediction; copied from goed.statistics.errors, which is slow to import.
MISSING = "missing"
LEAST_ROWS = 6  # that the table may take, however low the screen is
LOOK_AGAIN = 2.0  # seconds between two checks whether the study has changed
NO_RUNS = (
    "No run has predicted anything yet, so there is nothing to draw.",
    "R goes to Runs, where you start some; or type",
    "  goed run                            trains what is planned",
    "  goed import predictions FILE ...    reads what another program predicted",
)


class FigureView(LinesView):
    """Curves or bars with the table of their numbers below; or sentences, if there is nothing to draw."""

    DEFAULT_CSS = "FigureView { height: 1fr; }"
    _shown: FigureAndTable | None = None
    _sentences: Sequence[str] = ()

    def show_figure(self, figure: FigureAndTable | None, sentences: Sequence[str]) -> None:
        """Show a figure and its table, or why there is none."""
        self._shown, self._sentences = figure, sentences
        self.draw()

    def draw(self) -> None:
        shown, (width, height) = self._shown, self.size
        if shown is None:
            self.show([Text(""), *(Text(f"  {sentence}") for sentence in self._sentences)])
        elif width and height:
            frame = shown.frame(width)
            below = min(1 + len(shown.rows), max(LEAST_ROWS, 2 * height // 5))  # the figure gets most of the height
            table = draw_table(shown.rows, shown.title, shown.call, frame, below, shown.cursor)
            self.show([*shown.figure.draw(frame, max(0, height - below)), *table])


class TrajectoriesScreen(GoedScreen):
    """A figure and its table, with one cursor for both."""

    NAME = "trajectories"
    ACTIONS = TRAJECTORIES
    BINDINGS = bindings(TRAJECTORIES + EVERYWHERE)

    def __init__(self) -> None:
        super().__init__()
        self._thread: StudyThread[NumbersCounter]
        self._wanted: FigureChoice | None = None  # differs from what is shown while it is being counted
        self._shown = Counted(FigureChoices())
        self._is_counted = False  # whether anything has been counted yet
        self._drawing_options = DrawingOptions()
        self._cursor = Cursor()

    def body(self) -> Sequence[Widget]:
        return (FigureView(),)

    def on_mount(self) -> None:
        self._drawing_options = replace(self._drawing_options, has_colour=not self.app.no_color)
        self._thread = StudyThread(self.goed.path, NumbersCounter)
        self.set_interval(LOOK_AGAIN, self._look_again)

    def on_unmount(self) -> None:
        self._thread.close()

    def on_screen_resume(self) -> None:
        """The screen is shown again: count what may have changed meanwhile."""
        self._count(tells=self._shown.numbers is None)

    def on_resize(self) -> None:
        self.draw(tells=False)

    # Counting

    @work(exclusive=True, group="counting")
    async def _count(self, tells: bool = True) -> None:
        """Count the numbers of the choice in the thread of the study, then show them."""
        wanted = self._wanted

        async def count() -> None:
            self._shown = await self._thread.call(lambda counter: counter.count(wanted))
            self._is_counted, self._wanted = True, self._shown.choice
            self.draw(tells)

        self._say_choice("counting …")
        await self.attempt(count())
        self._say_choice()

    @work(exclusive=True, group="looking")
    async def _look_again(self) -> None:
        """Count again if the study has changed."""
        if self.app.screen is not self:
            return
        try:
            is_stale = await self._thread.call(lambda counter: counter.is_stale)
        except GoedError:
            return  # the next count will report it
        if is_stale:
            self._count(tells=False)

    # Drawing

    @property
    def _numbers(self) -> FigureNumbers | None:
        """The numbers on the screen; None if there are none."""
        numbers = self._shown.numbers
        return numbers if numbers is not None and numbers.rows else None

    def draw(self, tells: bool = True) -> None:
        """Draw what was counted; with `tells`, a message describes the cell at the cursor."""
        numbers = self._numbers
        sentences: Sequence[str] = NO_RUNS if self._is_counted else ()
        if self._shown.choice is not None:
            sentences = ("No errors here: every form is right.",)
        now = (
            None if numbers is None else figure_and_table(numbers, self._cursor.within(numbers), self._drawing_options)
        )
        self.query_one(FigureView).show_figure(now, sentences)
        if tells and now is not None:
            self.say(now.sentence)

    def _say_choice(self, state: str = "") -> None:
        self.query_one(TitleBar).say(self._wanted.in_words() if self._wanted else "", state)

    # The cursor

    def action_move(self, rows: int, sizes: int) -> None:
        """Move the cursor by so many rows down and sizes to the right."""
        if self._numbers is not None:
            self._cursor = self._cursor.moved(self._numbers, rows, sizes)
            self.draw()

    async def action_open(self) -> None:
        """Open what is at the cursor: from a curve, its errors; from an error, its cases in Label."""
        choice, numbers = self._shown.choice, self._numbers
        if choice is None or numbers is None:
            return
        place, column = self._cursor.within(numbers)
        row, size = numbers.rows[place], numbers.sizes[column]
        if isinstance(row, SeriesChoice):
            self._cursor = Cursor(size=size)
            self._change(replace(choice, shows_errors=True, of_errors=row))
            return
        there = numbers.cells.get((row, size))
        if not there or not there["n"] or None in choice.of_errors:
            raise GoedError(f"there is no {numbers.names[row]} at {size}")
        if row == MISSING:
            raise GoedError("these are words without a prediction: there is no form to look at")
        sampling, model = map(str, choice.of_errors)
        chosen = Filter(
            languages=(choice.language,),
            domain=choice.domain or "",
            where=(f"corpus={choice.corpus}",) if choice.corpus else (),
            state="all",
            errors=(str(row),),
            parts=(choice.part,),
        )
        await self.goed.open_cases(replace(chosen, models=(model,), samplings=(sampling,), sizes=(size,)))

    # Choosing what is shown

    def action_next(self, what: str, step: int = 1) -> None:
        """Switch to the next language, sampling, model or part."""
        if self._wanted is not None:
            self._change(self._shown.choices.after(self._wanted, what, step))

    def action_view(self) -> None:
        """Switch between curves and errors."""
        if self._wanted is not None:
            self._change(replace(self._wanted, shows_errors=not self._wanted.shows_errors))

    def action_measure(self) -> None:
        """Switch between the rate of errors (of the items asked) and their share (of all errors)."""
        if self._shown.numbers is None or self._shown.numbers.shares is None:
            raise GoedError("rate or share is a question of errors: v shows them")
        self._drawing_options = replace(self._drawing_options, shows_shares=not self._drawing_options.shows_shares)
        self.draw()

    def action_zoom(self) -> None:
        """Switch the vertical axis between 0 to 100 % and the range of the numbers."""
        self._drawing_options = replace(self._drawing_options, has_other_axis=not self._drawing_options.has_other_axis)
        self.draw()

    def _change(self, choice: FigureChoice) -> None:
        self._wanted = choice
        self._count()

    # Saving

    async def action_save(self) -> None:
        """Save the numbers shown to a file."""
        if self._shown.numbers is None:
            raise GoedError("there are no numbers to save")
        table = self._shown.numbers.table_of(self._drawing_options.shows_shares)

        async def write(name: str) -> None:
            self.say(table.save(Path(name).expanduser()))

        await self.ask(FileNameDialog(table.proposed_name, self.goed.path), write)
