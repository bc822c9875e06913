"""The windows of the Label screen: what each asks, and what is done with the answer once it has closed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.text import Text
from textual import work
from textual.binding import Binding
from textual.containers import Vertical
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Static

from goed.annotation.case import OutputCase, QueueRow
from goed.annotation.desk import Desk
from goed.annotation.queue_filter import Filter
from goed.annotation.similar import WAYS
from goed.errors import GoedError
from goed.screens.bidi import for_terminal
from goed.screens.dialogs import AnswerDialog, ChoiceDialog, LineDialog, NoteDialog, TickDialog, TickList
from goed.screens.filter_dialog import FilterDialog
from goed.screens.lines_view import key_text
from goed.screens.safe_text import shown
from goed.study.queues import OutputWords

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


def class_names(screen: LabelScreen, case: OutputCase) -> list[str]:
    """The classes that a case may have, as people read them."""
    return [screen.names.of(case.output.language, name) for name in screen.sight.classes]


async def all_classes(screen: LabelScreen, case: OutputCase) -> None:
    """Choose from all classes."""
    title = "the gold form is" if screen.next_digit_is_gold else "the form shows"
    await screen.ask(
        ChoiceDialog(title, class_names(screen, case)), lambda place: screen.give_class(screen.sight.classes[place])
    )


async def similar(screen: LabelScreen, case: OutputCase) -> None:
    """Label outputs like this one together."""
    if screen.filter.is_blind or screen.is_dispute:
        screen.say("blind, or where people differ, every case is judged by itself")
        return

    async def label(chosen: LabelTogether) -> None:
        if chosen.outputs:
            await screen.act(lambda desk, _: desk.label_all(chosen.outputs, chosen.pred_class))
            if not screen.last_act_failed:
                screen.say(f"{len(chosen.outputs):,} outputs labelled in one act; u takes all of it back")

    await screen.ask(SimilarDialog(screen, case), label)


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


# Outputs like the present one

IN_WORDS = {"change": "change", "rule": "rule", "lemma": "word", "classes": "classes"}  # the ways of being alike
MOST_SHOWN = 500
ALL_SHOW = "all that are ticked show"


class LabelTogether(NamedTuple):
    """What is to be done with which outputs; no class: each is right as it is labelled."""

    outputs: list[OutputWords]  # as the window shows them
    pred_class: str | None


class SimilarDialog(AnswerDialog[LabelTogether]):
    """Asks which of them, and what they show."""

    DEFAULT_CSS = """
    SimilarDialog > Vertical { height: 90%; }
    SimilarDialog TickList { height: 1fr; max-height: 100%; }
    """
    HINT = "space tick · a all · z none · Tab in what · ⏎ accept them · Esc"
    BINDINGS: ClassVar = [
        Binding("tab", "next_way", "like in what", priority=True),
        Binding("a", "tick_all", "all"),
        Binding("z", "tick_none", "none"),
        Binding("0", "other_class", "all classes"),
    ]

    def __init__(self, label: LabelScreen, case: OutputCase) -> None:
        super().__init__("")
        self._label, self._case = label, case
        self._class_names = label.sight.classes
        self._shown_classes = class_names(label, case)
        self._way = WAYS[0]
        self._outputs: list[OutputWords] = []  # those that are listed stand first
        self._n_listed = 0

    def contents(self) -> Sequence[Widget]:
        keys = [key_text(str(number), f"{name}  ") for number, name in enumerate(self._shown_classes[:9], start=1)]
        return Static(markup=False), TickList(), Static(Text.assemble(f"{ALL_SHOW}: ", *keys), markup=False)

    def on_mount(self) -> None:
        super().on_mount()
        self._list()

    @work(exclusive=True, group="similar")
    async def _list(self) -> None:
        """List the outputs, all of them ticked; of very many only the first."""

        def find(desk: Desk) -> tuple[list[OutputWords], list[QueueRow]]:
            found = desk.words(desk.similar(self._case.output.id, self._way))
            return list(found.values()), desk.rows(list(found)[:MOST_SHOWN])

        try:
            self._outputs, rows = await self._label.visit(find)
        except GoedError as error:
            self.query(Static).first().update(Text(f"! {shown(str(error))}", "bold"))
            return
        self._n_listed = len(rows)
        self.query_one(Vertical).border_title = f"like in: the same {IN_WORDS[self._way]} (Tab)"
        number = len(self._outputs)
        more = f", the first {len(rows)} are listed" if number > len(rows) else ""
        sentence = f"{number:,} output{'' if number == 1 else 's'} not checked{more}"
        self.query(Static).first().update(Text(sentence, "bold"))
        self.query_one(TickList).offer([self._line(row) for row in rows], range(len(rows)))

    def _line(self, row: QueueRow) -> Text:
        lemma, predicted = (for_terminal(shown(text, 30), self._label.goed.bidi) for text in (row.word, row.predicted))
        error = self._label.names.of(row.language, row.error or "")
        return Text(f"{lemma} → {predicted}   {error}   {row.n_predictions:,}×")

    def answer(self, pred_class: str | None = None) -> LabelTogether:
        """What is ticked, and what is not listed for want of room, shows a class; or their labels are right."""
        ticked = self.query_one(TickList).ticked
        chosen = [output for place, output in enumerate(self._outputs) if place in ticked or place >= self._n_listed]
        return LabelTogether(chosen, pred_class)

    def action_next_way(self) -> None:
        """Alike in another way."""
        self._way = WAYS[(WAYS.index(self._way) + 1) % len(WAYS)]
        self._list()

    def action_tick_all(self) -> None:
        """Tick all."""
        self.query_one(TickList).tick(range(self._n_listed))

    def action_tick_none(self) -> None:
        """Tick none; what is not listed is left out, too."""
        del self._outputs[self._n_listed :]
        self.query_one(TickList).tick(())

    async def action_other_class(self) -> None:
        """Choose from all classes, however many there are."""

        def give(place: int | None) -> None:
            if place is not None:
                self.dismiss(self.answer(self._class_names[place]))

        await self.app.push_screen(ChoiceDialog(ALL_SHOW, self._shown_classes), give)

    def on_key(self, event: Key) -> None:
        if event.key.isdecimal() and 1 <= int(event.key) <= len(self._class_names[:9]):
            self.dismiss(self.answer(self._class_names[int(event.key) - 1]))
