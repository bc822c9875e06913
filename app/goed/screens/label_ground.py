"""The ground of the Label screen: what is on it, read from the desk and drawn; and going on from case to case."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import ClassVar, TypeVar

from textual import on, work
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget

from goed.annotation.case import OutputCase, QueueRow
from goed.annotation.desk import Desk
from goed.annotation.judge import NOTHING_HELD
from goed.annotation.queue_filter import DISPUTES, Filter
from goed.annotation.similar import Indexes
from goed.errors import GoedError
from goed.labels.names import NamesForPeople
from goed.screens.actions import EVERYWHERE, LABEL, VERDICTS, Action, bindings
from goed.screens.case_view import CaseView
from goed.screens.drawing import Drawing, Script
from goed.screens.frame import GoedScreen
from goed.screens.queue_view import QueueView

Result = TypeVar("Result")
SLOW = 0.4  # seconds after which the annotator is told what is being waited for
LOOK_AROUND = 1.0  # seconds between two looks at what others have done
WAITING = "one moment …"
NOTHING_SHOWN = "not saved: there is nothing to see here; r opens the queue anew"
NOTHING_HERE = "no output is like that: press / for another filter"
ALL_DONE = "all {:,} of these are done: press / for another filter"


@dataclass(frozen=True)
class Sight:
    """What is on the screen, read in one visit to the desk."""

    case: OutputCase | None
    rows: dict[int, QueueRow]
    n_all: int
    n_checked: int
    per_minute: float | None


class LabelGround(GoedScreen):
    """Queue and case, and what has to be remembered between two keys."""

    NAME = "label"
    ACTIONS: ClassVar[tuple[Action, ...]] = LABEL
    BINDINGS = bindings(LABEL + VERDICTS + EVERYWHERE)

    @dataclass
    class Indexed(Message):
        """Indexes have been made: of outputs that are alike, and of where they occur."""

        indexes: Indexes

    def __init__(self) -> None:
        super().__init__()
        self.filter = Filter()
        self.output_ids: Sequence[int] = []
        self.cursor = 0
        self.case: OutputCase | None = None
        self.script = Script.SCHOLARLY
        self._sight = Sight(None, {}, 0, 0, None)
        self._class_names: tuple[str, ...] = ()
        self._next_digit_is_gold = False
        self._detour: int | None = None  # an output outside of the queue, come back to by an undo
        self._names = NamesForPeople()
        self._held = NOTHING_HELD  # flags and gold class of a case whose class is still to be said
        self._drafts: dict[int, str] = {}  # output → a note that was begun
        self._last_act_failed = False
        self._is_settled_in = False

    def body(self) -> Sequence[Widget]:
        return (Horizontal(QueueView(), CaseView()),)

    # What is shown

    async def on_mount(self) -> None:
        """Open the queue of the last time, or the one that was asked for."""
        self.query_one(QueueView).focus()
        wanted = self.goed.first_filter
        try:
            chosen = wanted if wanted is not None else await self._visit(Desk.remembered_filter)
            await self.open(chosen)
        except GoedError as error:
            await self.open(Filter())
            self.say(str(error), is_warning=True)
        self.set_interval(LOOK_AROUND, self._look_around)
        # Beside the screen, which would not be drawn while it waits for another program that writes.
        self.call_after_refresh(lambda: self.run_worker(self._settle_in(), group="settling"))

    async def _settle_in(self) -> None:
        """What can wait until the first case is on the screen."""
        await self.attempt(self._visit(lambda desk: None if desk.study.read_only else desk.writer.sit_down()))
        self._is_settled_in = True
        self._make_indexes()

    @work(thread=True, exclusive=True, group="indexes", exit_on_error=False)  # one can work without it
    def _make_indexes(self) -> None:
        self.post_message(self.Indexed(self.goed.desk.make_indexes()))

    @on(Indexed)
    async def _use_indexes(self, event: Indexed) -> None:
        await self._visit(lambda desk: desk.take_into_use(event.indexes))
        await self.look()

    async def open(self, chosen: Filter) -> None:
        """Open a queue; after an error the old one stays."""
        queue = await self._visit(lambda desk: desk.open(chosen))
        self.filter, self.output_ids, self._detour = chosen, queue.output_ids, None
        self.cursor = self._next_open(queue.checked, 0) or 0
        self._last_act_failed = False
        self.say("" if self.output_ids else ALL_DONE.format(len(queue.members)) if queue.members else NOTHING_HERE)
        await self.look()
        if self._is_settled_in and self.case is not None and self.case.alike is None:  # other predictions have come in
            self._make_indexes()

    async def look(self) -> None:
        """Read and draw what is at the cursor."""
        try:
            sight = await self._visit(self._sight_of(self.current))
        except GoedError as error:  # somebody has put other predictions in the place of these, or the disk is ill
            sight = replace(self._sight, case=None)
            if not self._last_act_failed:  # that something was not saved weighs more
                self.say(f"{error}; r opens the queue anew", is_warning=True)
        self._draw(sight)

    @property
    def holds(self) -> bool:
        """Whether flags and gold class wait for the class: before a blind judgement, and before a decision."""
        return self.filter.queue == DISPUTES or (self.case is not None and self.case.is_blind)

    @property
    def current(self) -> int | None:
        """The output that is being judged."""
        if self._detour is not None:
            return self._detour
        return self.output_ids[self.cursor] if self.output_ids else None

    def _sight_of(self, output_id: int | None) -> Callable[[Desk], Sight]:
        window = self.query_one(QueueView).window(self.cursor, len(self.output_ids))
        on_screen = self.output_ids[window.start : window.stop]

        def see(desk: Desk) -> Sight:
            case = None if output_id is None else desk.case(output_id)
            rows = {row.output_id: row for row in desk.rows(on_screen)}
            queue = desk.queue
            if case is not None:
                self._class_names = desk.judge.classes(case.output)
            return Sight(case, rows, len(queue.members), len(queue.checked), desk.writer.per_minute())

        return see

    def _draw(self, sight: Sight) -> None:
        if self.case is None or sight.case is None or self.case.output.id != sight.case.output.id:
            self._held = NOTHING_HELD
        self._sight, self.case = sight, sight.case
        queue = self.query_one(QueueView)
        cursor = self.cursor if self._detour is None else -1
        queue.show_queue(self.output_ids, sight.rows, cursor, self.goed.bidi)
        is_dispute = self.filter.queue == DISPUTES
        drawing = Drawing(0, self.goed.bidi, self.script, self.palette, self._names, is_dispute, self._held)
        self.query_one(CaseView).show_case(sight.case, drawing, self._class_names, self._next_digit_is_gold)
        self.set_title(self.filter.in_words(self._names), self._progress())

    def _progress(self) -> str:
        sight = self._sight
        progress = f"{sight.n_checked:,}/{sight.n_all:,} {'settled' if self.filter.queue == DISPUTES else 'checked'}"
        if sight.per_minute:
            minutes = (sight.n_all - sight.n_checked) / sight.per_minute
            left = f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.0f} h"
            progress = f"{sight.per_minute:.0f}/min · {left} left · {progress}"
        return progress

    def on_resize(self) -> None:
        if self._sight.rows or self.case:
            self.call_after_refresh(self.look)

    def redraw(self) -> None:
        super().redraw()
        self._draw(self._sight)

    async def _look_around(self) -> None:
        """Take in what others have done in the meantime."""
        if self.app.screen is not self:
            return
        try:
            changed = await self.goed.desk.call(lambda desk: desk.take_in())
            if changed and (self.current in changed or not self._sight.rows.keys().isdisjoint(changed)):
                await self.look()
        except GoedError as error:
            self.say(str(error), is_warning=True)

    # The desk

    async def _visit(self, work: Callable[[Desk], Result]) -> Result:
        """Do something at the desk; say so where it takes long, as when another goed is writing."""
        task = asyncio.ensure_future(self.goed.desk.call(work))
        done, _ = await asyncio.wait({task}, timeout=SLOW)
        if not done:
            if not self.is_warned:
                self.say(WAITING)
            await asyncio.wait({task})
            if self.said == WAITING:  # and nothing else, such as that something was not saved
                self.say("")
        return task.result()

    async def _act(self, act: Callable[[Desk, int], object], goes_on: bool = True) -> None:
        """Do something to the current output, and go on once it is on the disk."""
        self._last_act_failed = True  # until it is on the disk
        output_id, shown = self.current, self.case
        if output_id is None or shown is None:
            self.say(NOTHING_HERE if output_id is None else NOTHING_SHOWN, is_warning=output_id is not None)
            return

        def act_on_what_is_shown(desk: Desk) -> None:
            desk.make_sure_of(shown.output)
            act(desk, output_id)

        try:
            await self._visit(act_on_what_is_shown)
        except GoedError as error:
            self.say(f"not saved: {error}", is_warning=True)
            return
        self._last_act_failed = False
        was_blind = self.case is not None and self.case.is_blind
        self.say(await self._reveal(output_id) if was_blind else "")
        if goes_on:
            await self._go_on()
        else:
            await self.look()

    async def _reveal(self, output_id: int) -> str:
        """What was hidden of an output, if it has just been judged."""
        case = await self._visit(lambda desk: desk.case(output_id))
        if case.is_blind:
            return ""  # it was noted or flagged, and is not judged yet
        names, language = self._names, case.output.language
        said = [f"you: {names.of(language, case.present.error or '')}"]
        if case.output.label is not None:
            label = case.output.label
            said.append(f"classifier: {names.of(language, label.error)} ({label.rule}, {label.confidence:.2f})")
        said += [
            f"{name}: {names.of(language, other.error or '')}" for name, other in case.others.items() if other.is_label
        ]
        return f"{case.output.word} → {case.output.predicted}   {' · '.join(said)}"

    async def _go_on(self) -> None:
        """To the next output that is not done, or one step on where all that follow are."""
        self._next_digit_is_gold = False
        if self._detour is not None:
            self._detour = None
            await self.look()
            return
        place = await self._visit(lambda desk: self._next_open(desk.queue.checked, self.cursor + 1))
        if place is None:
            self.say("the end of the queue: all of it is done" if self.output_ids else NOTHING_HERE)
        else:
            self.cursor = place
        await self.look()

    def _next_open(self, checked: set[int], start: int) -> int | None:
        """The next place from `start` on, or else from the top, whose output is not done."""
        order = chain(range(start, len(self.output_ids)), range(min(start, len(self.output_ids))))
        return next((place for place in order if self.output_ids[place] not in checked), None)
