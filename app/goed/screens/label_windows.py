"""The windows of the Label screen. What a window answers is acted upon when it has closed."""

from __future__ import annotations

from textual import on

from goed.annotation.case import Row
from goed.annotation.desk import Desk
from goed.annotation.queue_filter import DISPUTES, Filter
from goed.errors import GoedError
from goed.screens.dialogs import ChoiceDialog, LineDialog, NoteDialog, TickDialog
from goed.screens.filter_dialog import FilterDialog
from goed.screens.label_acts import LabelActs
from goed.screens.label_ground import NOTHING_HERE
from goed.screens.similar_dialog import MOST_SHOWN, Chosen, SimilarDialog


class LabelWindows(LabelActs):
    """The keys that open windows."""

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

        title = f"note on {case.output.word} → {case.output.predicted}"
        await self.app.push_screen(NoteDialog(title, before, self._drafts, output_id), save)

    async def action_flags(self) -> None:
        """Tick the flags of the form."""
        case = self.case
        if case is None:
            self.say(NOTHING_HERE)
            return
        flags = await self._visit(lambda desk: desk.judge.flags(case.output))
        others = tuple(flag for flag in case.present.flags if flag not in flags and not self.holds)  # another package's

        async def save(answer: list[int] | None) -> None:
            chosen = (*(flags[place] for place in answer or ()), *others)
            if answer is not None and self.holds:
                self._hold(self._held._replace(flags=frozenset(chosen)))
            elif answer is not None:
                await self._act(lambda desk, output_id: desk.give_flags(output_id, chosen), goes_on=False)

        there = self._held.flags if self.holds else case.present.flags
        ticked = [place for place, flag in enumerate(flags) if flag in there]
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

        title = "the gold form is" if self._next_digit_is_gold else "the form shows"
        names = [self._names.of(case.output.language, name) for name in self._class_names]
        await self.app.push_screen(ChoiceDialog(title, names), give)

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
        scope = (Filter() if self.filter.is_blind else self.filter).as_population()

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

        title = f"how many outputs, and which seed? From: {scope.scope_in_words(self._names)}"
        await self.app.push_screen(LineDialog(title, "300 1"), draw)

    async def action_similar(self) -> None:
        """Label outputs like this one together."""
        case = self.case
        if case is None or self.filter.is_blind or self.filter.queue == DISPUTES:
            self.say("blind, or where people differ, every case is judged by itself" if case else NOTHING_HERE)
            return

        async def label(chosen: Chosen | None) -> None:
            if chosen is not None and chosen.output_ids:
                outputs = [self._similar[output_id] for output_id in chosen.output_ids]
                await self._act(lambda desk, _: desk.label_all(outputs, chosen.pred_class))
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
            self._similar = desk.words(found)
            return found, desk.rows(found[:MOST_SHOWN])

        event.dialog.show_rows(*await self._visit(find))
