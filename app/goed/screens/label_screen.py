"""Label: the queue at the left, the case at the right; one key labels and goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from textual import on

from goed.annotation.case import Row
from goed.annotation.desk import Desk
from goed.annotation.judge import Held
from goed.annotation.pen import TakenBack
from goed.annotation.queue_filter import DISPUTES, Filter
from goed.domains.registry import domain_of
from goed.errors import GoedError
from goed.screens.actions import VERDICT_KEYS
from goed.screens.bidi import Bidi
from goed.screens.case_view import CaseView
from goed.screens.dialogs import ChoiceDialog, LineDialog, NoteDialog, TickDialog
from goed.screens.drawing import Script
from goed.screens.filter_dialog import FilterDialog
from goed.screens.label_ground import NOTHING_HERE, LabelGround
from goed.screens.people_lines import by_letter
from goed.screens.queue_view import QueueView
from goed.screens.similar_dialog import MOST_SHOWN, Chosen, SimilarDialog
from goed.study.acts import IMPORT
from goed.study.output_words import OutputWords


class LabelScreen(LabelGround):
    """What the keys do: move about, label, open a window whose answer is acted upon, show things in another way."""

    # Moving about

    async def action_skip(self) -> None:
        """Go on without a label; from where one was called back to, to where one was."""
        await self.action_move(1 if self._detour is None else 0)

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

    def action_scroll_case(self, lines: int) -> None:
        """Up or down within the case."""
        self.query_one(CaseView).scroll(lines)
        self._draw(self._sight)

    async def action_next_open(self) -> None:
        """To the next output that has no label yet."""
        await self._go_on()

    async def action_refresh(self) -> None:
        """Open the queue anew."""
        await self.open(self.filter)

    @on(QueueView.Clicked)
    async def _choose(self, event: QueueView.Clicked) -> None:
        if event.place < len(self.output_ids):
            self._detour, self.cursor = None, event.place
            await self.look()

    @on(QueueView.Turned)
    async def _scroll(self, event: QueueView.Turned) -> None:
        await self.action_move(event.lines)

    # What one key says of an output, and taking that back

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
        held = self._held
        if self._next_digit_is_gold:
            self._next_digit_is_gold = False
            await self._give_gold_class(name)
        elif self.filter.queue == DISPUTES:
            await self._act(lambda desk, output_id: desk.settle_with_class(output_id, name, held))
        else:
            await self._act(lambda desk, output_id: desk.give_class(output_id, name, held))

    async def _give_gold_class(self, name: str) -> None:
        if self.holds:
            self._hold(self._held._replace(gold_class=name))
        else:
            await self._act(lambda desk, output_id: desk.give_gold_class(output_id, name), goes_on=False)

    def _hold(self, held: Held) -> None:
        """Keep flags and gold class until it is said what the form shows."""
        self._held = held
        self._draw(self._sight)
        gold = f"gold {held.gold_class}" if held.gold_class else None
        words = [*sorted(held.flags), *filter(None, [gold, held.verdict])]
        how = "a letter or a digit" if self.filter.queue == DISPUTES else "the digit of what the form shows"
        self.say(f"{', '.join(words)}: saved with {how}" if words else "")

    async def action_settle(self, key: str) -> None:
        """Decide a disagreement for the label with this letter."""
        if self.case is None or self.filter.queue != DISPUTES:
            self.say("letters decide where two people differ: open such a queue in Agreement (A)")
            return
        label = by_letter(self.case).get(key)
        if label is None:
            self.say(f"nobody's label has the letter {key}", is_warning=True)
            return
        held = self._held
        await self._act(lambda desk, output_id: desk.settle(output_id, label, held))

    async def action_toggle_flag(self, flag: str) -> None:
        """Give a flag, or take it away; where the class is said first, with it."""
        if self.holds and self.case is not None:
            self._hold(self._held.toggled(flag))
        else:
            await self._act(lambda desk, output_id: desk.toggle_flag(output_id, flag), goes_on=False)

    async def action_verdict(self, key: str) -> None:
        """Say something of the answer apart from its class, or no longer."""
        verdicts = () if self.case is None else domain_of(self.case.output.domain).verdicts
        place = VERDICT_KEYS.index(key)
        if place >= len(verdicts):
            self.say(f"there is no verdict with the key {key} here", is_warning=True)
            return
        name = verdicts[place].name
        if self.holds:
            self._hold(self._held._replace(verdict=None if self._held.verdict == name else name))
            return
        await self._act(lambda desk, output_id: desk.toggle_verdict(output_id, name), goes_on=False)

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
        if last is None or last.kind != IMPORT:
            await self._undo()
            return

        async def act_upon(place: int) -> None:
            if place == 0:
                await self._undo()

        question = f"your last act is an import of {len(last.output_ids):,} labels"
        await self.ask(ChoiceDialog(question, ["take it back", "leave it as it is"]), act_upon)

    async def _undo(self) -> None:
        await self._turn_back(lambda desk: desk.undo(), "taken back", "there is nothing to take back")

    async def action_redo(self) -> None:
        """Say again what was taken back."""
        await self._turn_back(lambda desk: desk.redo(), "said again", "there is nothing to say again")

    async def _turn_back(self, step: Callable[[Desk], TakenBack | None], done: str, nothing: str) -> None:
        taken = await self._visit(step)
        if taken is None:
            self.say(nothing)
            return
        number = f" on {len(taken.output_ids):,} outputs" if len(taken.output_ids) > 1 else ""
        self._turn_to(taken.output_ids)
        await self.look()
        moment = datetime.fromisoformat(taken.made_at).astimezone()
        self.say(f"{done}: {taken.kind}{number}, of {moment:%Y-%m-%d %H:%M}")

    def _turn_to(self, output_ids: Sequence[int]) -> None:
        """Move to the first of these outputs, though it be none of the queue."""
        place = next((place for place, number in enumerate(self.output_ids) if number in set(output_ids)), None)
        if place is not None:
            self.cursor, self._detour = place, None
        elif output_ids:
            self._detour = output_ids[0]

    # Windows: what one answers is acted upon when it has closed

    async def action_note(self) -> None:
        """Write a note."""
        case = self.case
        if case is None:
            self.say(NOTHING_HERE)
            return
        output_id = case.output.id
        before = (case.mine.note if case.mine else "") or ""

        async def save(text: str) -> None:
            if text.strip() != before:
                await self._act(lambda desk, _: desk.pen.note(output_id, text), goes_on=False)
                if not self._last_act_failed:
                    self._drafts.pop(output_id, None)

        title = f"note on {case.output.word} → {case.output.predicted}"
        await self.ask(NoteDialog(title, before, self._drafts, output_id), save)

    async def action_flags(self) -> None:
        """Tick the flags of the form."""
        case = self.case
        if case is None:
            self.say(NOTHING_HERE)
            return
        flags = await self._visit(lambda desk: desk.judge.flags(case.output))
        others = tuple(flag for flag in case.present.flags if flag not in flags and not self.holds)  # another package's

        async def save(places: list[int]) -> None:
            chosen = (*(flags[place] for place in places), *others)
            if self.holds:
                self._hold(self._held._replace(flags=frozenset(chosen)))
            else:
                await self._act(lambda desk, output_id: desk.give_flags(output_id, chosen), goes_on=False)

        there = self._held.flags if self.holds else case.present.flags
        ticked = [place for place, flag in enumerate(flags) if flag in there]
        await self.ask(TickDialog("flags of the form", flags, ticked), save)

    async def action_other_class(self) -> None:
        """Choose from all classes."""
        case = self.case
        if case is None:
            self.say(NOTHING_HERE)
            return

        title = "the gold form is" if self._next_digit_is_gold else "the form shows"
        names = [self._names.of(case.output.language, name) for name in self._class_names]
        await self.ask(ChoiceDialog(title, names), lambda place: self._give_class(self._class_names[place]))

    async def action_filter(self) -> None:
        """Choose which outputs to see."""
        facets_of = await self._visit(lambda desk: desk.facets_of(self._names))
        await self.ask(FilterDialog(self.filter, facets_of, self._names), self.open)

    async def action_blind(self) -> None:
        """Choose a blind queue, or draw a new one."""
        queues = await self._visit(lambda desk: desk.blind_queues())
        options = ["draw a new random audit", *(words for words, _ in queues), "no blind queue"]

        async def open_it(place: int) -> None:
            if place == 0:
                await self._ask_for_audit()
            else:
                await self.open(queues[place - 1][1] if place < len(options) - 1 else Filter())

        await self.ask(ChoiceDialog("judge blind: labels appear after your own", options), open_it)

    async def _ask_for_audit(self) -> None:
        scope = (Filter() if self.filter.is_blind else self.filter).as_population()

        async def draw(answer: str) -> None:
            numbers = answer.split()
            if not (1 <= len(numbers) <= 2 and all(number.isdecimal() and len(number) < 8 for number in numbers)):
                raise GoedError("an audit takes a number of outputs and a seed: 300 1")
            size, seed = int(numbers[0]), int(numbers[-1]) if len(numbers) > 1 else 1
            await self.open(await self._visit(lambda desk: desk.draw_audit(scope, size, seed)))

        title = f"how many outputs, and which seed? From: {scope.scope_in_words(self._names)}"
        await self.ask(LineDialog(title, "300 1"), draw)

    async def action_similar(self) -> None:
        """Label outputs like this one together."""
        case = self.case
        if case is None or self.filter.is_blind or self.filter.queue == DISPUTES:
            self.say("blind, or where people differ, every case is judged by itself" if case else NOTHING_HERE)
            return

        outputs: dict[int, OutputWords] = {}  # as the window shows them

        async def find(way: str) -> tuple[list[int], list[Row]]:
            def look_for(desk: Desk) -> tuple[list[int], list[Row]]:
                found = desk.similar(case.output.id, way)
                outputs.update(desk.words(found))
                return found, desk.rows(found[:MOST_SHOWN])

            return await self._visit(look_for)

        async def label(chosen: Chosen) -> None:
            if chosen.output_ids:
                wanted = [outputs[output_id] for output_id in chosen.output_ids]
                await self._act(lambda desk, _: desk.label_all(wanted, chosen.pred_class))
                if not self._last_act_failed:
                    self.say(f"{len(chosen.output_ids):,} outputs labelled in one act; u takes all of it back")

        names = [self._names.of(case.output.language, name) for name in self._class_names]
        await self.ask(SimilarDialog(find, self._class_names, names, self._names, self.goed.bidi), label)

    # How things are shown

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
        self.goed.order_letters(self.goed.bidi.other)
        self._draw(self._sight)
        self.say(
            f"right-to-left letters are turned round by {'goed' if self.goed.bidi is Bidi.GOED else 'the terminal'}"
        )
