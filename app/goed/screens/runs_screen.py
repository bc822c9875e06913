"""Runs: a grid with the state of each run, to plan, start, watch and stop runs."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import product

from rich.text import Text
from textual import on
from textual.widget import Widget

from goed.domains.registry import domains, with_unlisted
from goed.errors import GoedError
from goed.models.model import Key, Model
from goed.models.registry import models_named
from goed.runs.background import BackgroundRuns
from goed.runs.grid import Grid, counts_in_words, logs, outcomes, read_grid, splits_in_words
from goed.runs.plan import domains_asked_for, plan_runs
from goed.runs.time_left import duration
from goed.screens.actions import EVERYWHERE, RUNS, bindings
from goed.screens.dialogs import PlanDialog, TextDialog, WantedRuns
from goed.screens.goed_screen import GoedScreen, Result, TitleBar
from goed.screens.runs_view import NAME, GridPlace, RunDetails, RunsGrid
from goed.screens.safe_text import shown
from goed.study import runs as store_runs
from goed.study.runners import clear_leftovers
from goed.study.runs import RunState
from goed.study.selection import Selection
from goed.study.study import Study

LOOK_AROUND = 1.0  # seconds between two checks for what has been done
OPEN = ("planned", "failed")  # states in which a run can be chosen
LONGEST_LINE = 4_000  # cells of a line of a log
BUSY = "runs are at work already: let them end, or stop them with c"


class RunsScreen(GoedScreen):
    """The grid above, details of the runs at the cursor below."""

    NAME = "runs"
    ACTIONS = RUNS
    BINDINGS = bindings(RUNS + EVERYWHERE)

    def __init__(self) -> None:
        super().__init__()
        self.view, self.details = RunsGrid(), RunDetails()
        self.grid = Grid()
        self.place = GridPlace()
        self.chosen: frozenset[int] = frozenset()  # numbers of runs
        self._version: object = None
        self._has_splits = True
        self._seconds_left: float | None = None  # as estimated by the goed that is at work

    def body(self) -> Sequence[Widget]:
        return (self.view, self.details)

    @property
    def background(self) -> BackgroundRuns:
        """The process that does the runs started here."""
        return self.goed.background

    # What is shown

    async def on_mount(self) -> None:
        """Read the states, after planning runs again that a dead goed has left unfinished."""
        self.view.focus()
        await self.attempt(self.with_study(lambda study: None if study.read_only else clear_leftovers(study)))
        await self.attempt(self.action_refresh())
        self.set_interval(LOOK_AROUND, lambda: self.attempt(self._look_around()))

    async def action_refresh(self) -> None:
        """Read all states again, and draw them."""
        self.grid, self._version, self._has_splits, self._seconds_left = await self.with_study(read_grid)
        self.chosen &= {run.number for run in self.grid.runs() if run.state in OPEN}
        await self.go(*self.place)

    async def draw(self) -> None:
        """Draw the grid, and the details of the runs at the cursor."""
        self.view.show_grid(self.grid, self.place, self.chosen)
        self.draw_progress()
        if not self.grid.lines:
            self.details.show_sentences(self._what_to_do())
            return
        place, runs = self.place, self.here()
        try:
            came = await self.with_study(lambda study: outcomes(study, [run.number for run in runs]))
        except GoedError as error:
            self.say(str(error), is_warning=True)
            return
        if place != self.place:  # the cursor has moved on meanwhile
            return
        line = self.grid.lines[place.line]
        title = " · ".join(filter(None, (line.language, line.corpus, line.sampling, line.model)))
        if place.column == NAME:
            self.details.show_line(title, runs, came, self.grid.sizes)
        else:
            self.details.show_cell(f"{title} · {self.grid.sizes[place.column]}", came)

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
        """Draw the title: how many runs are in which state, and the progress."""
        self.query_one(TitleBar).say(counts_in_words(self.grid.runs()) or "no runs yet", self._progress())

    def _progress(self) -> str:
        """Progress of the runs started here; if there are none, another goed's time left, and how many are chosen."""
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

    async def _look_around(self) -> None:
        """Show what has been done meanwhile, and how the process of the runs ended if it has."""
        ended = self.background.look()
        if ended is not None:
            await self.action_refresh()
            if ended.was_stopped:
                self.say("stopped; what was done is kept, and the rest can go on")
            else:
                self.say(ended.sentence or "the runs have ended", is_warning=ended.exit_code != 0)
        elif self.app.screen is self:
            if await self.with_study(Study.output_version) != self._version:
                await self.action_refresh()
            elif self.background.is_at_work:
                self.draw_progress()

    async def with_study(self, work: Callable[[Study], Result]) -> Result:
        """Do something with the study, in its thread."""
        return await self.goed.desk.call(lambda desk: work(desk.study))

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
        self.place = GridPlace(line, max(NAME, min(column, len(self.grid.sizes) - 1)))
        await self.draw()

    async def action_move(self, lines: int, columns: int = 0) -> None:
        """Move by so many lines and sizes."""
        await self.go(self.place.line + lines, self.place.column + columns)

    async def action_page(self, pages: int) -> None:
        """A screenful up or down."""
        await self.action_move(pages * self.view.n_lines)

    @on(RunsGrid.Clicked)
    async def _point(self, event: RunsGrid.Clicked) -> None:
        place = self.view.place_of(event)
        if place is not None:
            await self.go(*place)

    @on(RunsGrid.Scrolled)
    async def _scroll(self, event: RunsGrid.Scrolled) -> None:
        await self.action_move(event.lines)

    # Keys: what to run

    def _wanted(self, state: str) -> list[RunState]:
        """The chosen runs in a state; if nothing is chosen, those at the cursor."""
        if self.chosen:
            return [run for run in self.grid.runs() if run.state == state and run.number in self.chosen]
        return [run for run in self.here() if run.state == state]

    async def _choose(self, numbers: Collection[int]) -> None:
        self.chosen = frozenset(numbers)
        self.say("")
        await self.draw()

    async def action_choose(self) -> None:
        """Choose the runs at the cursor, or unchoose them if all are chosen."""
        here = {run.number for run in self.here() if run.state in OPEN}
        if here:
            await self._choose(self.chosen - here if here <= self.chosen else self.chosen | here)
        else:
            self.say("nothing is left to run here")

    async def action_choose_all(self) -> None:
        """Choose all planned runs, or nothing if they are all chosen."""
        planned = {run.number for run in self.grid.runs() if run.state == "planned"}
        await self._choose(() if planned <= self.chosen else planned)

    async def action_choose_none(self) -> None:
        """Choose nothing."""
        await self._choose(())

    # Keys: running

    async def action_start(self) -> None:
        """Start the chosen runs."""
        planned = self._wanted("planned")
        if planned:
            await self._start(planned)
        elif self._wanted("failed"):
            self.say("what is chosen has failed: y tries it again")
        else:
            self.say("nothing is left to run here; p plans runs of a model")

    async def action_retry(self) -> None:
        """Try again what has failed."""
        failed = self._wanted("failed")
        if failed:
            await self._start(failed, again=True)
        else:
            self.say("nothing has failed here")

    async def _start(self, runs: Sequence[RunState], again: bool = False) -> None:
        """Start those of the runs whose model can be run here."""
        try:
            known = with_unlisted(await asyncio.to_thread(self.background.models), {run.key for run in runs})
            there = [run.number for run in runs if run.key in known and not known[run.key].problem]
            if not there:
                raise GoedError(_why_not({run.key for run in runs}, known))
            if self.background.is_at_work:
                raise GoedError(BUSY)
            if again:
                await self.with_study(lambda study: store_runs.replan_failed(study, there))
            command = self.background.start(there)
        except OSError as error:
            raise GoedError(str(error)) from error
        self.chosen -= set(there)
        await self.action_refresh()
        self.say(f"started: {command}")

    async def action_cancel(self) -> None:
        """Stop what was started here."""
        if not self.background.is_at_work:
            self.say("nothing is at work that was started here")
            return
        self.background.cancel()
        self.draw_progress()
        self.say("stopping; what is done is kept …")

    # Keys: planning

    async def action_plan(self) -> None:
        """Plan new runs, and choose them."""
        known = await asyncio.to_thread(self.background.models)
        splits = await self.with_study(splits_in_words)
        if not splits.languages:
            raise GoedError("runs need splits: leave with q and type goed split")
        domains_there = await self.with_study(lambda study: domains_asked_for(study, Selection()))
        usable = [model for model in known.values() if not model.problem and model.domain in domains_there]
        if not usable:
            raise GoedError(f"no model that can be run here learns {' or '.join(sorted(domains_there))}")
        # Quick models and the user's own come first, so that they are not cut off.
        names = dict.fromkeys(model.name for model in sorted(usable, key=lambda model: model.uses_workbench))
        await self.ask(PlanDialog(list(names), splits), lambda wanted: self._plan(wanted, known))

    async def _plan(self, wanted: WantedRuns, known: Mapping[Key, Model]) -> None:
        before = {run.number for run in self.grid.runs()}
        known = with_unlisted(known, product(domains(), wanted.models))  # dmv@postag

        def add_runs(study: Study) -> int:
            models = models_named(wanted.models, known, domains_asked_for(study, wanted.choice))
            return plan_runs(study, models, wanted.choice, wanted.repeats)

        n_new = await self.with_study(add_runs)
        await self.action_refresh()
        self.chosen = frozenset(run.number for run in self.grid.runs() if run.number not in before)
        await self.draw()
        self.say(f"{n_new:,} new runs are planned and chosen" if n_new else "all of that is planned or done already")

    async def action_unplan(self) -> None:
        """Delete chosen runs that have not begun."""
        planned = [run.number for run in self.grid.runs() if run.state == "planned" and run.number in self.chosen]
        if not planned:
            self.say("choose planned runs with space, then Del forgets them")
            return
        n_forgotten = await self.with_study(lambda study: store_runs.unplan(study, planned))
        await self.action_refresh()
        self.say(f"{n_forgotten:,} planned runs forgotten" if n_forgotten else "nothing was forgotten")

    # Keys: looking

    async def action_log(self) -> None:
        """Show messages and logs of the runs at the cursor."""
        runs = self.here()
        sections = await self.with_study(lambda study: logs(study, runs))
        if sections:
            await self.app.push_screen(TextDialog("messages and logs", _logs_text(sections), "wide"))
        else:
            self.say("no message and no log here")

    async def action_next_failed(self) -> None:
        """Move to the next cell with a failed run."""
        places = [
            GridPlace(row, column)
            for row, line in enumerate(self.grid.lines)
            for column, size in enumerate(self.grid.sizes)
            if any(run.state == "failed" for run in self.grid.cell(line, size))
        ]
        if places:
            await self.go(*next((place for place in places if place > self.place), places[0]))
        else:
            self.say("no run has failed")


def _logs_text(sections: Sequence[tuple[str, str]]) -> Text:
    """Logs in full, each below its title, made safe to show."""
    text = Text()
    for title, body in sections:
        text.append(shown(title, LONGEST_LINE) + "\n", "bold")
        for line in body.splitlines():
            text.append(shown(line.expandtabs(4), LONGEST_LINE) + "\n")
        text.append("\n")
    return text


def _why_not(keys: Collection[Key], known: Mapping[Key, Model]) -> str:
    """A sentence that says why none of these models can be run here."""
    for key in sorted(keys):
        if key in known:
            return f"{known[key].name} cannot be run here: {known[key].problem}"
    names = ", ".join(sorted({name for _, name in keys}))
    return (
        f"{names} cannot be run from here: start goed annotate with --config FILE, "
        "or install the package that brings the model"
    )
