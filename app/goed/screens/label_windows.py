"""The windows of the Label screen: what each asks, and what is done with the answer once it has closed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from goed.annotation.case import OutputCase, QueueRow
from goed.annotation.desk import Desk
from goed.annotation.queue_filter import Filter
from goed.errors import GoedError
from goed.screens.dialogs import ChoiceDialog, LineDialog, NoteDialog, TickDialog
from goed.screens.filter_dialog import FilterDialog
from goed.screens.similar_dialog import MOST_SHOWN, LabelTogether, SimilarDialog
from goed.study.output_words import OutputWords

if TYPE_CHECKING:
    from goed.screens.label_screen import LabelScreen


async def note(screen: LabelScreen, case: OutputCase) -> None:
    """Write a note."""
    output_id = case.output.id
    before = (case.mine.note if case.mine else "") or ""

    async def save(text: str) -> None:
        if text.strip() != before:
            await screen.act(lambda desk, _: desk.writer.note(output_id, text), goes_on=False)
            if not screen.last_act_failed:
                screen.note_drafts.pop(output_id, None)

    title = f"note on {case.output.word} → {case.output.predicted}"
    await screen.ask(NoteDialog(title, before, screen.note_drafts, output_id), save)


async def flags(screen: LabelScreen, case: OutputCase) -> None:
    """Tick the flags of the form."""
    flags = await screen.visit(lambda desk: desk.judge.flags(case.output))
    there = screen.held.flags if screen.holds else case.present.flags
    others = tuple(flag for flag in case.present.flags if flag not in flags and not screen.holds)  # another package's

    async def save(places: list[int]) -> None:
        chosen = (*(flags[place] for place in places), *others)
        if screen.holds:
            screen.hold(screen.held._replace(flags=frozenset(chosen)))
        else:
            await screen.act(lambda desk, output_id: desk.give_flags(output_id, chosen), goes_on=False)

    ticked = [place for place, flag in enumerate(flags) if flag in there]
    await screen.ask(TickDialog("flags of the form", flags, ticked), save)


async def all_classes(screen: LabelScreen, case: OutputCase) -> None:
    """Choose from all classes."""
    title = "the gold form is" if screen.next_digit_is_gold else "the form shows"
    names = [screen.names.of(case.output.language, name) for name in screen.sight.classes]
    await screen.ask(ChoiceDialog(title, names), lambda place: screen.give_class(screen.sight.classes[place]))


async def similar(screen: LabelScreen, case: OutputCase) -> None:
    """Label outputs like this one together."""
    if screen.filter.is_blind or screen.is_dispute:
        screen.say("blind, or where people differ, every case is judged by itself")
        return

    outputs: dict[int, OutputWords] = {}  # as the window shows them

    async def find(way: str) -> tuple[list[int], list[QueueRow]]:
        def look_for(desk: Desk) -> tuple[list[int], list[QueueRow]]:
            found = desk.similar(case.output.id, way)
            outputs.update(desk.words(found))
            return found, desk.rows(found[:MOST_SHOWN])

        return await screen.visit(look_for)

    async def label(chosen: LabelTogether) -> None:
        if chosen.output_ids:
            wanted = [outputs[output_id] for output_id in chosen.output_ids]
            await screen.act(lambda desk, _: desk.label_all(wanted, chosen.pred_class))
            if not screen.last_act_failed:
                screen.say(f"{len(chosen.output_ids):,} outputs labelled in one act; u takes all of it back")

    await screen.ask(SimilarDialog(find, screen.sight.classes, case.output.language, screen.goed.bidi), label)


async def queue_filter(screen: LabelScreen) -> None:
    """Choose which outputs to see."""
    facets_of = await screen.visit(lambda desk: desk.facets_of(screen.names))
    await screen.ask(FilterDialog(screen.filter, facets_of, screen.names), screen.open)


async def blind_queues(screen: LabelScreen) -> None:
    """Choose a blind queue, or draw a new one."""
    queues = await screen.visit(lambda desk: desk.blind_queues())
    options = ["draw a new random audit", *(words for words, _ in queues), "no blind queue"]

    async def open_it(place: int) -> None:
        if place == 0:
            await _audit(screen)
        else:
            await screen.open(queues[place - 1][1] if place < len(options) - 1 else Filter())

    await screen.ask(ChoiceDialog("judge blind: labels appear after your own", options), open_it)


async def _audit(screen: LabelScreen) -> None:
    """Draw a new random audit."""
    scope = (Filter() if screen.filter.is_blind else screen.filter).as_population()

    async def draw(answer: str) -> None:
        numbers = answer.split()
        if not (1 <= len(numbers) <= 2 and all(number.isdecimal() and len(number) < 8 for number in numbers)):
            raise GoedError("an audit takes a number of outputs and a seed: 300 1")
        size, seed = int(numbers[0]), int(numbers[-1]) if len(numbers) > 1 else 1
        await screen.open(await screen.visit(lambda desk: desk.draw_audit(scope, size, seed)))

    title = f"how many outputs, and which seed? From: {scope.scope_in_words(screen.names)}"
    await screen.ask(LineDialog(title, "300 1"), draw)


WINDOWS_ON_A_CASE: Mapping[str, Callable[[LabelScreen, OutputCase], Awaitable[None]]] = {
    "note": note,
    "flags": flags,
    "class": all_classes,
    "similar": similar,
}
WINDOWS: Mapping[str, Callable[[LabelScreen], Awaitable[None]]] = {"filter": queue_filter, "blind": blind_queues}
