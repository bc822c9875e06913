"""What one key says of an output on the Label screen: its class, its flags, a mark; and taking that back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from goed.annotation.desk import Desk
from goed.annotation.judge import Held
from goed.annotation.pen import TakenBack
from goed.annotation.queue_filter import DISPUTES
from goed.domains.registry import domain_of
from goed.errors import GoedError
from goed.screens.actions import VERDICT_KEYS
from goed.screens.dialogs import ChoiceDialog
from goed.screens.label_ground import NOTHING_HERE, LabelGround
from goed.screens.people_lines import by_letter
from goed.study.acts import IMPORT


class LabelActs(LabelGround):
    """The keys that label."""

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
        words = [*sorted(held.flags), *([f"gold {held.gold_class}"] if held.gold_class else [])]
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
        if place >= len(verdicts) or self.filter.queue == DISPUTES:
            self.say(f"there is no verdict with the key {key} here", is_warning=True)
            return
        name = verdicts[place].name
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

        async def answer(place: int | None) -> None:
            if place == 0:
                await self._undo()

        question = f"your last act is an import of {len(last.output_ids):,} labels"
        await self.app.push_screen(ChoiceDialog(question, ["take it back", "leave it as it is"]), answer)

    async def _undo(self) -> None:
        await self._turn_back(lambda desk: desk.undo(), "taken back", "there is nothing to take back")

    async def action_redo(self) -> None:
        """Say again what was taken back."""
        await self._turn_back(lambda desk: desk.redo(), "said again", "there is nothing to say again")

    async def _turn_back(self, step: Callable[[Desk], TakenBack | None], done: str, nothing: str) -> None:
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
        moment = datetime.fromisoformat(taken.made_at).astimezone()
        self.say(f"{done}: {taken.kind}{number}, of {moment:%Y-%m-%d %H:%M}")

    def _turn_to(self, output_ids: Sequence[int]) -> None:
        """Move to the first of these outputs, though it be none of the queue."""
        place = next((place for place, number in enumerate(self.output_ids) if number in set(output_ids)), None)
        if place is not None:
            self.cursor, self._detour = place, None
        elif output_ids:
            self._detour = output_ids[0]
