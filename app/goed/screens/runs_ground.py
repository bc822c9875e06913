"""What the Runs screen stands on: the grid as it was read last, the cursor in it, and what is drawn of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from textual import on
from textual.widget import Widget

from goed.errors import GoedError
from goed.runs.background import BackgroundRuns, Ended
from goed.runs.grid import Grid, counts_in_words
from goed.runs.reading import outcomes, read_grid
from goed.runs.words import duration
from goed.screens.frame import GoedScreen, TitleBar
from goed.screens.run_details import RunDetails
from goed.screens.runs_grid import NAME, Place, RunsGrid
from goed.study.runners import clear_leavings
from goed.study.runs import RunState
from goed.study.study import Study

Result = TypeVar("Result")
LOOK_AROUND = 1.0  # seconds between two looks at what has been done
OPEN = ("planned", "failed")  # states in which a run can be chosen


class RunsGround(GoedScreen):
    """The grid, and where one is in it."""

    def __init__(self) -> None:
        super().__init__()
        self.grid = Grid()
        self.place = Place()
        self.chosen: frozenset[int] = frozenset()  # numbers of runs
        self._version: object = None
        self._has_splits = True
        self._seconds_left: float | None = None  # as the goed tells that is at work

    def body(self) -> Sequence[Widget]:
        return (RunsGrid(), RunDetails())

    @property
    def background(self) -> BackgroundRuns:
        """The process that does runs."""
        return self.goed.background

    # What is shown

    async def on_mount(self) -> None:
        """Read the states; what a goed that died was at is planned again."""
        self.query_one(RunsGrid).focus()
        await self.visit(lambda study: None if study.read_only else clear_leavings(study))
        await self.read()
        self.set_interval(LOOK_AROUND, self._look_around)

    async def read(self) -> None:
        """Read all states, and draw them."""
        reading = await self.visit(read_grid)
        if reading is None:
            return
        self.grid, self._version, self._has_splits, self._seconds_left = reading
        self.chosen &= {run.number for run in self.grid.runs() if run.state in OPEN}
        await self.go(self.place.line, self.place.column)

    async def draw(self) -> None:
        """Draw the grid, and what became of the runs at the cursor."""
        self.query_one(RunsGrid).show_grid(self.grid, self.place, self.chosen)
        self.draw_progress()
        details = self.query_one(RunDetails)
        if not self.grid.lines:
            details.show_sentences(self._what_to_do())
            return
        place, runs = self.place, self.here()
        came = await self.visit(lambda study: outcomes(study, [run.number for run in runs]))
        if came is None or place != self.place:  # the cursor has gone on
            return
        title = " · ".join(self.grid.lines[place.line])
        if place.column == NAME:
            details.show_line(title, runs, came, self.grid.sizes)
        else:
            details.show_cell(f"{title} · {self.grid.sizes[place.column]}", came)

    def _what_to_do(self) -> list[str]:
        if self._has_splits:
            return ["No runs are planned yet.", "Press p to plan runs of a model."]
        study = f"--study {self.goed.path}"
        return [
            "This study has no splits yet, so there is nothing to learn from.",
            f"Leave with q, then type: goed split {study}",
            f"or, with data of a shared task: goed import items FOLDER --as split {study}",
        ]

    def draw_progress(self) -> None:
        """Draw how many runs are in which state, and how far those have come that were started here."""
        self.query_one(TitleBar).say(counts_in_words(self.grid.runs()) or "no runs yet", self._progress())

    def _progress(self) -> str:
        """How far the runs have come that were started here; else how many are chosen, and what another goed says."""
        background = self.background
        if not background.is_at_work:
            words = [] if self._seconds_left is None else [f"{duration(self._seconds_left)} left"]
            if self.chosen:
                words.append(f"{len(self.chosen):,} chosen")
            return " · ".join(words)
        states = Counter(run.state for run in self.grid.runs() if run.number in background.numbers)
        n_done = states["done"] + states["failed"]
        progress = f"{n_done:,}/{len(background.numbers):,} done"
        if background.is_stopping:
            return f"stopping · {progress}"
        left = self._seconds_left if self._seconds_left is not None else background.seconds_left(n_done)
        return progress if left is None else f"{duration(left)} left · {progress}"

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)

    def redraw(self) -> None:
        super().redraw()
        self.call_later(self.draw)

    async def _look_around(self) -> None:
        """Take in what has been done, and how the process has ended that was doing it."""
        ended = self.background.look()
        if ended is not None:
            await self.read()
            self._tell_end(ended)
        elif self.app.screen is self:
            if await self.visit(Study.output_version) != self._version:
                await self.read()
            elif self.background.is_at_work:
                self.draw_progress()

    def _tell_end(self, ended: Ended) -> None:
        if ended.was_stopped:
            self.say("stopped; what was done is kept, and the rest can go on")
        else:
            self.say(ended.sentence or "the runs have ended", is_warning=ended.exit_code != 0)

    async def visit(self, work: Callable[[Study], Result]) -> Result | None:
        """Do something with the study; None where that went wrong, which is said."""
        try:
            return await self.goed.desk.call(lambda desk: work(desk.study))
        except GoedError as error:
            self.say(str(error), is_warning=True)
            return None

    # The cursor

    def here(self) -> list[RunState]:
        """The runs that the cursor is on."""
        if not self.grid.lines:
            return []
        line = self.grid.lines[self.place.line]
        if self.place.column == NAME:
            return self.grid.of_line(line)
        return list(self.grid.cell(line, self.grid.sizes[self.place.column]))

    async def go(self, line: int, column: int) -> None:
        """Move the cursor, as far as the grid goes, and draw."""
        line = max(0, min(line, len(self.grid.lines) - 1))
        self.place = Place(line, max(NAME, min(column, len(self.grid.sizes) - 1)))
        await self.draw()

    async def action_move(self, lines: int) -> None:
        """Lines up or down."""
        await self.go(self.place.line + lines, self.place.column)

    async def action_across(self, columns: int) -> None:
        """Sizes back or on."""
        await self.go(self.place.line, self.place.column + columns)

    async def action_page(self, pages: int) -> None:
        """A screenful up or down."""
        await self.action_move(pages * self.query_one(RunsGrid).n_lines)

    async def action_jump(self, place: int) -> None:
        """To the first line or the last."""
        await self.go(0 if place == 0 else len(self.grid.lines) - 1, self.place.column)

    @on(RunsGrid.Clicked)
    async def _point(self, event: RunsGrid.Clicked) -> None:
        place = self.query_one(RunsGrid).place_of(event)
        if place is not None:
            await self.go(place.line, place.column)

    @on(RunsGrid.Turned)
    async def _scroll(self, event: RunsGrid.Turned) -> None:
        await self.action_move(event.lines)
