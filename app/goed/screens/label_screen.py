"""Label: the queue at the left, the case at the right; one key labels and goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from textual import on, work
from textual.containers import Horizontal
from textual.widget import Widget

from goed.annotation.annotator import NOTHING_PENDING, PendingLabelParts
from goed.annotation.case import OutputCase, QueueRow
from goed.annotation.desk import Desk
from goed.annotation.queue_filter import DISPUTES, Filter
from goed.annotation.similar import Indexes
from goed.domains.registry import domain_of
from goed.errors import GoedError
from goed.labels.names import NamesForPeople
from goed.screens.actions import EVERYWHERE, LABEL, VERDICT_KEYS, VERDICTS, bindings
from goed.screens.bidi import Bidi
from goed.screens.case_view import CaseKeys, CaseView, by_letter, is_kind, revealed
from goed.screens.dialogs import ChoiceDialog
from goed.screens.goed_screen import GoedScreen
from goed.screens.label_windows import WINDOWS, WINDOWS_ON_A_CASE
from goed.screens.paragraphs import CaseStyle, Script
from goed.screens.queue_view import QueueView
from goed.study.acts import IMPORT, Act

LOOK_AROUND = 1.0  # seconds between two checks for what others have done
NOTHING_SHOWN = "not saved: there is nothing to see here; r opens the queue anew"
NOTHING_HERE = "no output is like that: press / for another filter"
ALL_DONE = "all {:,} of these are done: press / for another filter"


@dataclass(frozen=True)
class LabelScreenState:
    """All that the screen shows, read from the desk in one go."""

    case: OutputCase | None = None
    classes: tuple[str, ...] = ()  # the classes that the case may have
    flags: tuple[str, ...] = ()  # and the flags
    rows: Mapping[int, QueueRow] = field(default_factory=dict)
    n_all: int = 0
    n_checked: int = 0
    per_minute: float | None = None

    def progress(self, done: str) -> str:
        """How much is done, how fast, and how long the rest will take: `12/min · 25 min left · 100/400 checked`."""
        progress = f"{self.n_checked:,}/{self.n_all:,} {done}"
        if not self.per_minute:
            return progress
        minutes = (self.n_all - self.n_checked) / self.per_minute
        left = f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.0f} h"
        return f"{self.per_minute:.0f}/min · {left} left · {progress}"


class LabelScreen(GoedScreen):
    """Queue and case, with the state that must be kept from one key to the next."""

    NAME = "label"
    ACTIONS = LABEL + VERDICTS
    BINDINGS = bindings(ACTIONS + EVERYWHERE)

    def __init__(self) -> None:
        super().__init__()
        self.queue, self.case_view = QueueView(), CaseView()
        self.filter = Filter()
        self.names = NamesForPeople()
        self.pending = NOTHING_PENDING  # what was said about the case before its class
        self.next_digit_is_gold = False
        self.last_act_failed = False
        self.note_drafts: dict[int, str] = {}  # output → an unfinished note
        self.shown_state = LabelScreenState()
        self._script = Script.SCHOLARLY
        self._is_settled_in = False

    def body(self) -> tuple[Widget]:
        return (Horizontal(self.queue, self.case_view),)

    @property
    def case(self) -> OutputCase | None:
        """The case on the screen."""
        return self.shown_state.case

    @property
    def is_dispute(self) -> bool:
        """Whether this is a queue of disagreements, in which labels are decisions."""
        return self.filter.queue == DISPUTES

    @property
    def waits_for_class(self) -> bool:
        """Whether flags, gold class and verdict are held until a class is given: in blind queues and disagreements."""
        return self.is_dispute or (self.case is not None and self.case.is_blind)

    # What is shown

    async def on_mount(self) -> None:
        """Open the queue that was asked for, else the one used last time."""
        self.queue.focus()
        wanted = self.goed.first_filter
        try:
            await self.open(wanted if wanted is not None else await self.at_desk(Desk.remembered_filter))
        except GoedError as error:
            await self.open(Filter())
            self.say(str(error), is_warning=True)
        self.set_interval(LOOK_AROUND, lambda: self.attempt(self._look_around()))
        # In a worker: waiting here for another program that writes would keep the screen from being drawn.
        self.call_after_refresh(lambda: self.run_worker(self._settle_in(), group="settling"))

    async def _settle_in(self) -> None:
        """Do what can wait until the first case is on the screen: begin a sitting, build indexes."""
        await self.attempt(self.at_desk(lambda desk: None if desk.study.read_only else desk.writer.begin_sitting()))
        self._is_settled_in = True
        self._make_indexes()

    @work(exclusive=True, group="indexes", exit_on_error=False)  # the screen works without them
    async def _make_indexes(self) -> None:
        """Build the indexes of similar outputs and of where outputs occur in a thread; then start using them."""
        self.call_later(self._use_indexes, await asyncio.to_thread(self.goed.desk.make_indexes))

    async def _use_indexes(self, indexes: Indexes) -> None:
        await self.at_desk(lambda desk: desk.adopt(indexes))
        await self.look()

    async def open(self, chosen: Filter) -> None:
        """Open a queue; after an error the previous one stays."""
        queue = await self.at_desk(lambda desk: desk.open(chosen))
        self.filter, self.queue.output_ids = chosen, queue.output_ids
        self.queue.go(self.queue.next_open(queue.checked, 0) or 0)
        self.last_act_failed = False
        done = ALL_DONE.format(len(queue.members)) if queue.members else NOTHING_HERE
        self.say("" if queue.output_ids else done)
        await self.look()
        if self._is_settled_in and self.case is not None and self.case.similar is None:  # outdated indexes
            self._make_indexes()

    async def look(self) -> None:
        """Read what is at the cursor, and draw it."""
        current, in_sight = self.queue.current, self.queue.in_sight

        def see(desk: Desk) -> LabelScreenState:
            case = None if current is None else desk.case(current)
            classes = () if case is None else desk.judge.classes(case.output)
            flags = () if case is None else desk.judge.flags(case.output)
            rows = {row.output_id: row for row in desk.rows(in_sight)}
            return LabelScreenState(
                case, classes, flags, rows, len(desk.queue.members), len(desk.queue.checked), desk.writer.per_minute()
            )

        try:
            state = await self.at_desk(see)
        except GoedError as error:  # predictions were replaced, or the disk fails
            state = replace(self.shown_state, case=None)
            if not self.last_act_failed:  # keep the message that something was not saved
                self.say(f"{error}; r opens the queue anew", is_warning=True)
        if self.case is None or state.case is None or self.case.output.id != state.case.output.id:
            self.pending = NOTHING_PENDING
        self.shown_state = state
        self.draw()

    def draw(self) -> None:
        """Draw what was read."""
        state, bidi = self.shown_state, self.goed.bidi
        self.queue.show_rows(state.rows, bidi)
        width, colours = self.case_view.size.width, self.queue.colours
        style = CaseStyle(width, bidi, self._script, colours, self.names, self.is_dispute, self.pending)
        self.case_view.show_case(state.case, style, CaseKeys(state.classes, state.flags, self.next_digit_is_gold))
        self.set_title(self.filter.in_words(self.names), state.progress("settled" if self.is_dispute else "checked"))

    def on_resize(self) -> None:
        if self.shown_state.rows or self.case:
            self.call_after_refresh(self.look)

    async def _look_around(self) -> None:
        """Show what others have done in the meantime."""
        if self.app.screen is not self:
            return
        changed = await self.goed.desk.call(lambda desk: desk.take_in())
        if changed and (self.queue.current in changed or not self.shown_state.rows.keys().isdisjoint(changed)):
            await self.look()

    async def act(self, act: Callable[[Desk, int], object], goes_on: bool = True) -> None:
        """Do something to the current output; once it is on disk, go on to the next unless `goes_on` is False."""
        self.last_act_failed = True  # until it is on the disk
        output_id, shown = self.queue.current, self.case
        if output_id is None or shown is None:
            self.say(NOTHING_HERE if output_id is None else NOTHING_SHOWN, is_warning=output_id is not None)
            return

        def act_on_what_is_shown(desk: Desk) -> None:
            desk.refuse_replaced(shown.output)
            act(desk, output_id)

        try:
            await self.at_desk(act_on_what_is_shown)
        except GoedError as error:
            self.say(f"not saved: {error}", is_warning=True)
            return
        self.last_act_failed = False
        was_blind = self.case is not None and self.case.is_blind
        self.say(revealed(await self.at_desk(lambda desk: desk.case(output_id)), self.names) if was_blind else "")
        await (self.action_next_open() if goes_on else self.look())

    # Moving about

    async def action_next_open(self) -> None:
        """Go to the next output that is not done; from a detour, back to the place in the queue."""
        self.next_digit_is_gold = False
        queue, place = self.queue, self.queue.cursor
        if queue.detour is None:
            found = await self.at_desk(lambda desk: queue.next_open(desk.queue.checked, queue.cursor + 1))
            if found is None:
                self.say("the end of the queue: all of it is done" if queue.output_ids else NOTHING_HERE)
            else:
                place = found
        await self._go(place)

    async def _go(self, place: int) -> None:
        self.queue.go(place)
        await self.look()

    async def action_skip(self) -> None:
        """Go on without a label; from a detour, back to the place in the queue."""
        await self._go(self.queue.cursor + (self.queue.detour is None))

    async def action_move(self, steps: int) -> None:
        """Move up or down the queue, as far as it goes."""
        await self._go(self.queue.cursor + steps)

    async def action_page(self, pages: int) -> None:
        """Move a screenful up or down."""
        await self.action_move(pages * self.queue.n_lines)

    def action_scroll_case(self, lines: int) -> None:
        """Scroll the case."""
        self.case_view.scroll(lines)
        self.draw()

    async def action_refresh(self) -> None:
        """Open the queue again: outputs that are done go, new ones come in."""
        await self.open(self.filter)

    @on(QueueView.Clicked)
    async def _choose(self, event: QueueView.Clicked) -> None:
        if event.place < len(self.queue.output_ids):
            await self._go(event.place)

    @on(QueueView.Scrolled)
    async def _scroll(self, event: QueueView.Scrolled) -> None:
        await self.action_move(event.lines)

    # Keys that label

    async def action_accept(self) -> None:
        """Confirm the label that is shown."""
        if self.is_dispute:
            raise GoedError("whose label is right? Press its letter, or a digit for another class")
        await self.act(lambda desk, output_id: desk.accept(output_id))

    async def action_digit(self, key: str) -> None:
        """Give the class with this number to the form, or after G to the gold form."""
        place = int(key) - 1
        if self.queue.current is None or place >= len(self.shown_state.classes):
            raise GoedError(f"there is no class {key}" if self.queue.current else NOTHING_HERE)
        await self.give_class(self.shown_state.classes[place])

    async def give_class(self, name: str) -> None:
        """Say which class the form shows, or after G, which class the gold form has."""
        pending = self.pending
        is_gold, self.next_digit_is_gold = self.next_digit_is_gold, False
        if is_gold and self.waits_for_class:
            self.keep_pending(pending._replace(gold_class=name))
        elif is_gold:
            await self.act(lambda desk, output_id: desk.give_gold_class(output_id, name), goes_on=False)
        elif self.is_dispute:
            await self.act(lambda desk, output_id: desk.settle_with_class(output_id, name, pending))
        else:
            await self.act(lambda desk, output_id: desk.give_class(output_id, name, pending))

    def keep_pending(self, pending: PendingLabelParts) -> None:
        """Keep flags, gold class and verdict until the class of the form is given."""
        self.pending = pending
        self.draw()
        gold = f"gold {pending.gold_class}" if pending.gold_class else None
        words = [*sorted(pending.flags), *filter(None, [gold, pending.verdict])]
        digit = "its kind" if self.case is not None and is_kind(self.case) else "what the form shows"
        how = "a letter or a digit" if self.is_dispute else f"the digit of {digit}"
        self.say(f"{', '.join(words)}: saved with {how}" if words else "")

    async def action_settle(self, key: str) -> None:
        """Settle a disagreement with the label of this letter."""
        if self.case is None or not self.is_dispute:
            self.say("letters decide where two people differ: open such a queue in Agreement (A)")
            return
        label, pending = by_letter(self.case).get(key), self.pending
        if label is None:
            raise GoedError(f"nobody's label has the letter {key}")
        await self.act(lambda desk, output_id: desk.settle(output_id, label, pending))

    async def action_toggle_flag(self, flag: str) -> None:
        """Give a flag, or remove it; where flags are held, it is saved together with the class."""
        if self.case is not None and flag not in self.shown_state.flags:
            raise GoedError(f"there is no flag {flag} here; what can be said stands beneath the case")
        if self.waits_for_class and self.case is not None:
            self.keep_pending(self.pending.toggled(flag))
        else:
            await self.act(lambda desk, output_id: desk.toggle_flag(output_id, flag), goes_on=False)

    async def action_verdict(self, key: str) -> None:
        """Give the answer the verdict of this key, or remove it; verdicts are independent of the class."""
        verdicts = () if self.case is None else domain_of(self.case.output.domain).verdicts
        place = VERDICT_KEYS.index(key)
        if place >= len(verdicts):
            raise GoedError(f"there is no verdict with the key {key} here")
        name = verdicts[place].name
        if self.waits_for_class:
            self.keep_pending(self.pending._replace(verdict=None if self.pending.verdict == name else name))
        else:
            await self.act(lambda desk, output_id: desk.toggle_verdict(output_id, name), goes_on=False)

    def action_gold_class(self) -> None:
        """Make the next digit the class of the gold form, or no longer."""
        self.next_digit_is_gold = not self.next_digit_is_gold
        self.draw()

    async def action_mark(self) -> None:
        """Flag the output to come back to, or remove the flag."""
        marked = self.case is not None and self.case.mine is not None and bool(self.case.mine.is_marked)
        await self.act(lambda desk, output_id: desk.writer.mark(output_id, not marked), goes_on=False)

    async def action_ask(self, name: str) -> None:
        """Open the window of this name."""
        if name in WINDOWS:
            await WINDOWS[name](self)
        elif self.case is not None:
            await WINDOWS_ON_A_CASE[name](self, self.case)
        else:
            self.say(NOTHING_HERE)

    # Undo

    async def action_undo(self) -> None:
        """Undo the last act and show its output; ask first if it is an import of labels."""
        last = await self.at_desk(lambda desk: desk.writer.last())
        if last is None or last.kind != IMPORT:
            await self._undo()
            return
        window = ChoiceDialog(
            f"your last act is an import of {len(last.output_ids):,} labels", ["take it back", "leave it as it is"]
        )
        await self.ask(window, lambda place: self.look() if place else self._undo())

    async def _undo(self) -> None:
        await self._turn_back(lambda desk: desk.undo(), "taken back", "there is nothing to take back")

    async def action_redo(self) -> None:
        """Redo what was undone."""
        await self._turn_back(lambda desk: desk.redo(), "said again", "there is nothing to say again")

    async def _turn_back(self, step: Callable[[Desk], Act | None], done: str, nothing: str) -> None:
        taken = await self.at_desk(step)
        if taken is None:
            self.say(nothing)
            return
        number = f" on {len(taken.output_ids):,} outputs" if len(taken.output_ids) > 1 else ""
        self.queue.turn_to(taken.output_ids)
        await self.look()
        moment = datetime.fromisoformat(taken.made_at).astimezone()
        self.say(f"{done}: {taken.kind}{number}, of {moment:%Y-%m-%d %H:%M}")

    # How things are shown

    async def action_others(self) -> None:
        """Show or hide what others say."""

        def toggle(desk: Desk) -> bool:
            desk.shows_others = not desk.shows_others
            return desk.shows_others

        shows = await self.at_desk(toggle)
        await self.look()
        self.say("what others say is shown" if shows else "what others say is hidden")

    def action_transliterate(self) -> None:
        """Switch to the next way of showing Arabic in Latin letters."""
        scripts = list(Script)
        self._script = scripts[(scripts.index(self._script) + 1) % len(scripts)]
        self.draw()
        self.say(f"Arabic in Latin letters: {self._script}")

    def action_bidi(self) -> None:
        """Switch who orders right-to-left letters: goed or the terminal."""
        who = Bidi.TERMINAL if self.goed.bidi is Bidi.GOED else Bidi.GOED
        self.goed.order_letters(who)
        self.draw()
        self.say(f"right-to-left letters are turned round by {'goed' if who is Bidi.GOED else 'the terminal'}")
