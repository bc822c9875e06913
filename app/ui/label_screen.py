"""Label: the queue at the left, the case at the right; one key labels and goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from textual import on, work
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget

from app.annotation.alike import AlikeIndex
from app.annotation.case import Case, Row
from app.annotation.desk import Desk
from app.annotation.pen import TakenBack
from app.annotation.queue_filter import DISPUTES, Filter
from app.errors import GoedError
from app.labels.names import NamesForPeople
from app.ui.actions import EVERYWHERE, LABEL, Action, bindings
from app.ui.bidi import Bidi
from app.ui.case_lines import Drawing, choices, lettered
from app.ui.case_view import CaseView
from app.ui.dialogs import ChoiceDialog, LineDialog, NoteDialog, TickDialog
from app.ui.filter_dialog import FilterDialog
from app.ui.frame import GoedScreen, TitleBar
from app.ui.queue_view import QueueView
from app.ui.similar_dialog import MOST_SHOWN, Chosen, SimilarDialog
from app.ui.transliteration import Script

Result = TypeVar("Result")
SLOW = 0.4  # seconds after which the annotator is told what is being waited for
LOOK_AROUND = 1.0  # seconds between two looks at what others have done
NOTHING_HERE = "no output is like that: press / for another filter"


@dataclass(frozen=True)
class Sight:
    """What is on the screen, read in one visit to the desk."""

    case: Case | None
    rows: dict[int, Row]
    n_all: int
    n_checked: int
    per_minute: float | None


class LabelScreen(GoedScreen):
    """Judging outputs one by one."""

    NAME = "label"
    ACTIONS: ClassVar[tuple[Action, ...]] = LABEL
    BINDINGS = bindings(LABEL + EVERYWHERE)

    class AlikeKnown(Message):
        """The index of outputs that are alike has been made."""

        def __init__(self, index: AlikeIndex) -> None:
            self.index = index
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self.filter = Filter()
        self.output_ids: list[int] = []
        self.cursor = 0
        self.case: Case | None = None
        self.script = Script.SCHOLARLY
        self._sight = Sight(None, {}, 0, 0, None)
        self._class_names: tuple[str, ...] = ()
        self._next_digit_is_gold = False
        self._asked_to_undo: int | None = None  # an import that `u` would take back
        self._detour: int | None = None  # an output outside of the queue, come back to by an undo
        self._names = NamesForPeople()
        self._drafts: dict[int, str] = {}  # output → a note that was begun
        self._last_act_failed = False

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
        self.call_after_refresh(self._settle_in)

    async def _settle_in(self) -> None:
        """What can wait until the first case is on the screen."""
        await self._visit(lambda desk: None if desk.study.read_only else desk.pen.sit_down())
        self._find_what_is_alike()

    @work(thread=True, exclusive=True, group="alike")
    def _find_what_is_alike(self) -> None:
        self.post_message(self.AlikeKnown(self.goed.desk.index_what_is_alike()))

    @on(AlikeKnown)
    async def _learn_what_is_alike(self, event: AlikeKnown) -> None:
        await self._visit(lambda desk: desk.learn_what_is_alike(event.index))
        await self.look()

    async def open(self, chosen: Filter) -> None:
        """Open a queue; after an error the old one stays."""
        queue = await self._visit(lambda desk: desk.open(chosen))
        self.filter, self.output_ids, self._detour = chosen, queue.output_ids, None
        self.cursor = self._next_open(queue.checked, 0) or 0
        self.say("" if self.output_ids else NOTHING_HERE)
        await self.look()

    async def look(self) -> None:
        """Read and draw what is at the cursor."""
        self._draw(await self._visit(self._sight_of(self.current)))

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
                self._class_names = desk.judge.classes(case.output.language)
            return Sight(case, rows, len(queue.members), len(queue.checked), desk.pen.per_minute())

        return see

    def _draw(self, sight: Sight) -> None:
        self._sight, self.case = sight, sight.case
        queue = self.query_one(QueueView)
        queue.show_queue(self.output_ids, sight.rows, self.cursor, self.goed.bidi, self.palette)
        drawing = Drawing(0, self.goed.bidi, self.script, self.palette, self._names, self.filter.queue == DISPUTES)
        self.query_one(CaseView).show_case(sight.case, drawing, self._class_names, self._next_digit_is_gold)
        self.query_one(TitleBar).say(self.filter.in_words(self._names), self._progress())

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
        changed = await self.goed.desk.call(lambda desk: desk.take_in())
        if changed and (self.current in changed or not self._sight.rows.keys().isdisjoint(changed)):
            await self.look()

    # The desk

    async def _visit(self, work: Callable[[Desk], Result]) -> Result:
        """Do something at the desk; say so where it takes long, as when another goed is writing."""
        task = asyncio.ensure_future(self.goed.desk.call(work))
        done, _ = await asyncio.wait({task}, timeout=SLOW)
        if not done:
            self.say("one moment …")
            await asyncio.wait({task})
            self.say("")
        return task.result()

    async def _act(self, act: Callable[[Desk, int], object], goes_on: bool = True) -> None:
        """Do something to the current output, and go on once it is on the disk."""
        output_id = self.current
        if output_id is None:
            self.say(NOTHING_HERE)
            return
        self._asked_to_undo = None
        self._last_act_failed = False
        try:
            await self._visit(lambda desk: act(desk, output_id))
        except GoedError as error:
            self._last_act_failed = True
            self.say(f"not saved: {error}", is_warning=True)
            return
        was_blind = self.case is not None and self.case.is_blind
        self.say(await self._reveal(output_id) if was_blind else "")
        if goes_on:
            await self._go_on()
        else:
            await self.look()

    async def _reveal(self, output_id: int) -> str:
        """What was hidden of an output that has just been judged."""
        case = await self._visit(lambda desk: desk.case(output_id))
        names, language = self._names, case.output.language
        said = [f"you: {names.of(language, case.present.error or '')}"]
        if case.output.label is not None:
            label = case.output.label
            said.append(f"classifier: {names.of(language, label.error)} ({label.rule}, {label.confidence:.2f})")
        said += [
            f"{name}: {names.of(language, other.error or '')}" for name, other in case.others.items() if other.is_label
        ]
        return f"{case.output.lemma} → {case.output.predicted}   {' · '.join(said)}"

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
        order = (*range(start, len(self.output_ids)), *range(min(start, len(self.output_ids))))
        return next((place for place in order if self.output_ids[place] not in checked), None)

    # Keys: labels

    async def action_accept(self) -> None:
        """The label that is shown is right."""
        if self.filter.queue == DISPUTES:
            self.say("whose label is right? Press its letter, or a digit for another class", is_warning=True)
            return
        await self._act(lambda desk, output_id: desk.accept(output_id))

    async def action_digit(self, key: str) -> None:
        """The form (or after G the gold form) is of the class with this number."""
        place = int(key) - 1
        if self.current is None or place >= len(self._class_names):
            self.say(f"there is no class {key}" if self.current else NOTHING_HERE, is_warning=True)
            return
        await self._give_class(self._class_names[place])

    async def _give_class(self, name: str) -> None:
        if self._next_digit_is_gold:
            self._next_digit_is_gold = False
            await self._act(lambda desk, output_id: desk.give_gold_class(output_id, name), goes_on=False)
        elif self.filter.queue == DISPUTES:
            await self._act(lambda desk, output_id: desk.settle_with_class(output_id, name))
        else:
            await self._act(lambda desk, output_id: desk.give_class(output_id, name))

    async def action_settle(self, key: str) -> None:
        """Decide a disagreement for the label with this letter."""
        if self.case is None or self.filter.queue != DISPUTES:
            self.say("letters decide in a queue of disagreements: open one in Agreement (A)")
            return
        by_letter = dict(zip(lettered(self.case), choices(self.case).values(), strict=False))
        label = by_letter.get(key)
        if label is None or not label.is_label:
            self.say(f"nobody's label has the letter {key}", is_warning=True)
            return
        await self._act(lambda desk, output_id: desk.settle(output_id, label))

    async def action_toggle_flag(self, flag: str) -> None:
        """Give a flag, or take it away."""
        await self._act(lambda desk, output_id: desk.toggle_flag(output_id, flag), goes_on=False)

    def action_gold_class(self) -> None:
        """The next digit is about the gold form."""
        self._next_digit_is_gold = not self._next_digit_is_gold
        self._draw(self._sight)

    async def action_mark(self) -> None:
        """Flag the output to come back to, or no longer."""
        marked = self.case is not None and self.case.mine is not None and bool(self.case.mine.is_marked)
        await self._act(lambda desk, output_id: desk.pen.mark(output_id, not marked), goes_on=False)

    async def action_undo(self) -> None:
        """Take back the last act and show what it was about."""
        last = await self._visit(lambda desk: desk.pen.last())
        if last is not None and last.kind == "import" and self._asked_to_undo != last.id:
            self._asked_to_undo = last.id
            self.say(f"your last act is an import of {len(last.output_ids):,} labels: u again takes it back", True)
            return
        await self._turn_back(lambda desk: desk.undo(), "taken back", "there is nothing to take back")

    async def action_redo(self) -> None:
        """Say again what was taken back."""
        await self._turn_back(lambda desk: desk.redo(), "said again", "there is nothing to say again")

    async def _turn_back(self, step: Callable[[Desk], TakenBack | None], done: str, nothing: str) -> None:
        self._asked_to_undo = None
        try:
            taken = await self._visit(step)
        except GoedError as error:
            self.say(str(error), is_warning=True)
            return
        if taken is None:
            self.say(nothing)
            return
        number = f" on {len(taken.output_ids):,} outputs" if len(taken.output_ids) > 1 else ""
        self._turn_to(taken.output_ids)
        await self.look()
        self.say(f"{done}: {taken.kind}{number}, of {taken.made_at[:16].replace('T', ' ')} UTC")

    def _turn_to(self, output_ids: Sequence[int]) -> None:
        """Move to the first of these outputs, though it be none of the queue."""
        place = next((place for place, number in enumerate(self.output_ids) if number in set(output_ids)), None)
        if place is not None:
            self.cursor, self._detour = place, None
        elif output_ids:
            self._detour = output_ids[0]

    # Keys: windows. What a window answers is acted upon when it has closed.

    async def action_note(self) -> None:
        """Write a note."""
        case = self.case
        if case is None:
            self.say(NOTHING_HERE)
            return
        output_id = case.output.id
        before = (case.mine.note if case.mine else "") or ""

        async def save(text: str | None) -> None:
            if text is not None and text.strip() != before:
                await self._act(lambda desk, _: desk.pen.note(output_id, text), goes_on=False)
                if not self._last_act_failed:
                    self._drafts.pop(output_id, None)

        title = f"note on {case.output.lemma} → {case.output.predicted}"
        await self.app.push_screen(NoteDialog(title, before, self._drafts, output_id), save)

    async def action_flags(self) -> None:
        """Tick the flags of the form."""
        case = self.case
        if case is None:
            self.say(NOTHING_HERE)
            return
        flags = await self._visit(lambda desk: desk.judge.flags(case.output.language))
        others = tuple(flag for flag in case.present.flags if flag not in flags)  # another package's

        async def save(answer: list[int] | None) -> None:
            if answer is not None:
                chosen = (*(flags[place] for place in answer), *others)
                await self._act(lambda desk, output_id: desk.give_flags(output_id, chosen), goes_on=False)

        ticked = [place for place, flag in enumerate(flags) if flag in case.present.flags]
        await self.app.push_screen(TickDialog("flags of the form", flags, ticked), save)

    async def action_other_class(self) -> None:
        """Choose from all classes."""
        case = self.case
        if case is None:
            self.say(NOTHING_HERE)
            return

        async def give(place: int | None) -> None:
            if place is not None:
                await self._give_class(self._class_names[place])

        names = [self._names.of(case.output.language, name) for name in self._class_names]
        await self.app.push_screen(ChoiceDialog("the form shows", names), give)

    async def action_filter(self) -> None:
        """Choose which outputs to see."""
        facets_of = await self._visit(lambda desk: desk.facets_of(self._names))

        async def show(chosen: Filter | None) -> None:
            if chosen is not None:
                await self.try_to_open(chosen)

        await self.app.push_screen(FilterDialog(self.filter, facets_of, self._names), show)

    async def try_to_open(self, chosen: Filter) -> None:
        """Open a queue, or say why it cannot be opened."""
        try:
            await self.open(chosen)
        except GoedError as error:
            self.say(str(error), is_warning=True)

    async def action_blind(self) -> None:
        """Choose a blind queue, or draw a new one."""
        queues = await self._visit(lambda desk: desk.blind_queues())
        options = ["draw a new random audit", *(words for words, _ in queues), "no blind queue"]

        async def open_it(place: int | None) -> None:
            if place == 0:
                await self._ask_for_audit()
            elif place is not None:
                await self.try_to_open(queues[place - 1][1] if place < len(options) - 1 else Filter())

        await self.app.push_screen(ChoiceDialog("judge blind: labels appear after your own", options), open_it)

    async def _ask_for_audit(self) -> None:
        scope = self.filter.without_what_labels_tell() if not self.filter.is_blind else Filter()

        async def draw(answer: str | None) -> None:
            numbers = (answer or "").split()
            if answer is None:
                return
            if not (1 <= len(numbers) <= 2 and all(number.isdecimal() and len(number) < 8 for number in numbers)):
                self.say("an audit takes a number of outputs and a seed: 300 1", is_warning=True)
                return
            size, seed = int(numbers[0]), int(numbers[-1]) if len(numbers) > 1 else 1
            try:
                await self.open(await self._visit(lambda desk: desk.draw_audit(scope, size, seed)))
            except GoedError as error:
                self.say(str(error), is_warning=True)

        title = f"how many outputs, and which seed? From: {replace(scope, state='all').in_words(self._names)}"
        await self.app.push_screen(LineDialog(title, "300 1"), draw)

    async def action_similar(self) -> None:
        """Label outputs like this one together."""
        case = self.case
        if case is None or self.filter.is_blind:
            self.say("in a blind queue every case is judged by itself" if case else NOTHING_HERE)
            return

        async def label(chosen: Chosen | None) -> None:
            if chosen is not None and chosen.output_ids:
                await self._act(lambda desk, _: desk.label_all(chosen.output_ids, chosen.pred_class))
                if not self._last_act_failed:
                    self.say(f"{len(chosen.output_ids):,} outputs labelled in one act; u takes all of it back")

        dialog = SimilarDialog(case.output.language, self._class_names, self._names, self.goed.bidi)
        await self.app.push_screen(dialog, label)

    @on(SimilarDialog.Wanted)
    async def _find_similar(self, event: SimilarDialog.Wanted) -> None:
        output_id = self.current
        if output_id is None:
            return

        def find(desk: Desk) -> tuple[list[int], list[Row]]:
            found = desk.similar(output_id, event.way)
            return found, desk.rows(found[:MOST_SHOWN])

        event.dialog.show_rows(*await self._visit(find))

    # Keys: moving about

    async def action_skip(self) -> None:
        """Go on without a label."""
        await self.action_move(1)

    async def action_move(self, steps: int) -> None:
        """Up or down the queue."""
        self._detour = None
        self.cursor = max(0, min(len(self.output_ids) - 1, self.cursor + steps))
        await self.look()

    async def action_page(self, pages: int) -> None:
        """A screenful up or down."""
        await self.action_move(pages * self.query_one(QueueView).n_lines)

    async def action_jump(self, place: int) -> None:
        """To the first or the last."""
        await self.action_move(-len(self.output_ids) if place == 0 else len(self.output_ids))

    async def action_next_open(self) -> None:
        """To the next output that has no label yet."""
        await self._go_on()

    async def action_refresh(self) -> None:
        """Open the queue anew."""
        await self.open(self.filter)

    @on(QueueView.Chosen)
    async def _choose(self, event: QueueView.Chosen) -> None:
        if event.place < len(self.output_ids):
            self._detour, self.cursor = None, event.place
            await self.look()

    @on(QueueView.Scrolled)
    async def _scroll(self, event: QueueView.Scrolled) -> None:
        await self.action_move(event.lines)

    # Keys: how things are shown

    async def action_others(self) -> None:
        """Show what others say, or hide it."""

        def toggle(desk: Desk) -> bool:
            desk.shows_others = not desk.shows_others
            return desk.shows_others

        shows = await self._visit(toggle)
        await self.look()
        self.say("what others say is shown" if shows else "what others say is hidden")

    def action_transliterate(self) -> None:
        """The next script for Arabic."""
        scripts = list(Script)
        self.script = scripts[(scripts.index(self.script) + 1) % len(scripts)]
        self._draw(self._sight)
        self.say(f"Arabic in Latin letters: {self.script}")

    def action_bidi(self) -> None:
        """Let the other one turn right-to-left letters round."""
        self.goed.bidi = Bidi.TERMINAL if self.goed.bidi is Bidi.GOED else Bidi.GOED
        self._draw(self._sight)
        self.say(
            f"right-to-left letters are turned round by {'goed' if self.goed.bidi is Bidi.GOED else 'the terminal'}"
        )
