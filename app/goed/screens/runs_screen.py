"""Runs: the grid with the state of each run; what to run is chosen, started, watched and stopped here."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from rich.text import Text
from textual import work

from goed.errors import GoedError
from goed.models.model import Model
from goed.models.registry import chosen as models_named
from goed.runs.plan import plan_runs
from goed.runs.reading import logs, splits_in_words
from goed.screens.actions import EVERYWHERE, RUNS, Action, bindings
from goed.screens.dialogs import TextDialog
from goed.screens.plan_dialog import PlanDialog
from goed.screens.runs_ground import OPEN, RunsGround
from goed.screens.shown import shown
from goed.study import runs as store_runs
from goed.study.runs import RunState

LONGEST_LINE = 4_000  # cells of a line of a log
BUSY = "runs are at work already: let them end, or stop them with c"


class RunsScreen(RunsGround):
    """What is done, what is left; start and stop it."""

    NAME = "runs"
    ACTIONS: ClassVar[tuple[Action, ...]] = RUNS
    BINDINGS = bindings(RUNS + EVERYWHERE)

    # Keys: what to run

    def _wanted(self, state: str) -> list[RunState]:
        """The runs in a state that are chosen; where nothing is, those that the cursor is on."""
        if self.chosen:
            return [run for run in self.grid.runs() if run.state == state and run.number in self.chosen]
        return [run for run in self.here() if run.state == state]

    async def _choose(self, chosen: frozenset[int]) -> None:
        self.chosen = chosen
        self.say("")
        await self.draw()

    async def action_choose(self) -> None:
        """Choose what the cursor is on, or take that back."""
        here = {run.number for run in self.here() if run.state in OPEN}
        if here:
            await self._choose(self.chosen - here if here <= self.chosen else self.chosen | here)
        else:
            self.say("nothing is left to run here")

    async def action_choose_all(self) -> None:
        """Choose all that is planned, or nothing."""
        planned = {run.number for run in self.grid.runs() if run.state == "planned"}
        await self._choose(frozenset() if planned <= self.chosen else frozenset(planned))

    async def action_choose_none(self) -> None:
        """Choose nothing."""
        await self._choose(frozenset())

    # Keys: running

    async def action_start(self) -> None:
        """Run what is chosen."""
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
        """Start those of the runs whose model is known here."""
        try:
            known = await asyncio.to_thread(self.background.models)
            there = [run.number for run in runs if run.model in known and not known[run.model].problem]
            if not there:
                raise GoedError(_why_not({run.model for run in runs}, known))
            if self.background.is_at_work:
                raise GoedError(BUSY)
            if again:
                await self.visit(lambda study: store_runs.replan_failed(study, there))
            command = self.background.start(there)
        except (GoedError, OSError) as error:
            self.say(str(error), is_warning=True)
            return
        self.chosen -= set(there)
        await self.read()
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

    @work(exclusive=True)
    async def action_plan(self) -> None:
        """Plan new runs, and choose them."""
        try:
            known = await asyncio.to_thread(self.background.models)
        except GoedError as error:
            self.say(str(error), is_warning=True)
            return
        splits = await self.visit(splits_in_words)
        if splits is None or not splits.languages:
            self.say("runs need splits: leave with q and type goed split", is_warning=True)
            return
        plan = await self.app.push_screen_wait(PlanDialog(_offered(known), splits))
        if plan is None:
            return
        before = {run.number for run in self.grid.runs()}
        n_new = await self.visit(
            lambda study: plan_runs(study, models_named(plan.models, known), plan.choice, plan.repeats)
        )
        if n_new is None:
            return
        await self.read()
        self.chosen = frozenset(run.number for run in self.grid.runs() if run.number not in before)
        await self.draw()
        self.say(f"{n_new:,} new runs are planned and chosen" if n_new else "all of that is planned or done already")

    async def action_unplan(self) -> None:
        """Forget runs that are chosen and not begun."""
        planned = [run.number for run in self.grid.runs() if run.state == "planned" and run.number in self.chosen]
        if not planned:
            self.say("choose planned runs with space, then Del forgets them")
            return
        n_forgotten = await self.visit(lambda study: store_runs.unplan(study, planned))
        await self.read()
        self.say(f"{n_forgotten:,} planned runs forgotten" if n_forgotten else "nothing was forgotten")

    # Keys: looking

    @work(exclusive=True)
    async def action_log(self) -> None:
        """Messages and logs of the runs at the cursor."""
        runs = self.here()
        sections = await self.visit(lambda study: logs(study, runs))
        if sections:
            await self.app.push_screen_wait(TextDialog("messages and logs", _logs_text(sections), "wide"))
        else:
            self.say("no message and no log here")

    async def action_next_failed(self) -> None:
        """To the next cell with a run that has failed."""
        places = [
            (row, column)
            for row, line in enumerate(self.grid.lines)
            for column, size in enumerate(self.grid.sizes)
            if any(run.state == "failed" for run in self.grid.cell(line, size))
        ]
        if places:
            here = (self.place.line, self.place.column)
            await self.go(*next((place for place in places if place > here), places[0]))
        else:
            self.say("no run has failed")

    async def action_refresh(self) -> None:
        """Read all states anew."""
        await self.read()


def _logs_text(sections: Sequence[tuple[str, str]]) -> Text:
    """Logs in full, each below its title, whatever stands in them."""
    text = Text()
    for title, body in sections:
        text.append(shown(title, LONGEST_LINE) + "\n", "bold")
        for line in body.splitlines():
            text.append(shown(line.expandtabs(4), LONGEST_LINE) + "\n")
        text.append("\n")
    return text


def _offered(known: Mapping[str, Model]) -> list[str]:
    """The models that can be run here: quick ones and the user's own stand first, where there is room."""
    usable = [model for model in known.values() if not model.problem]
    return [model.name for model in sorted(usable, key=lambda model: model.uses_workbench)]


def _why_not(names: Collection[str], known: Mapping[str, Model]) -> str:
    """Why none of these models can be run here."""
    for name in sorted(names):
        if name in known:
            return f"{name} cannot be run here: {known[name].problem}"
    return (
        f"{', '.join(sorted(names))} cannot be run from here: start goed annotate with --config FILE, "
        "or install the package that brings the model"
    )
