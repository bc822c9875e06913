"""The windows of the Label screen, and what is done with their answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.text import Text
from textual import on, work
from textual.binding import Binding
from textual.containers import Vertical
from textual.events import Blur, Focus, Key
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from goed.annotation.case import OutputCase, QueueRow
from goed.annotation.desk import Desk
from goed.annotation.queue_filter import Facet, Filter
from goed.annotation.similar import WAYS
from goed.domains.registry import answer_in_words, domain_of
from goed.errors import GoedError
from goed.labels.names import NamesForPeople
from goed.screens.bidi import for_terminal
from goed.screens.case_view import KIND_QUESTION, is_kind
from goed.screens.dialogs import STEPS, AnswerDialog, ChoiceDialog, LineDialog, NoteDialog, TickDialog, TickList
from goed.screens.lines_view import LinesView, key_text
from goed.screens.plots.figure import window
from goed.screens.safe_text import padded, shown
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

    title = f"note on {case.output.word} → {answer_in_words(case.output)}"
    await screen.ask(NoteDialog(title, before, screen.note_drafts, output_id), save)


async def flags(screen: LabelScreen, case: OutputCase) -> None:
    """Tick the flags of the form."""
    flags = await screen.at_desk(lambda desk: desk.judge.flags(case.output))
    there = screen.pending.flags if screen.waits_for_class else case.current_label.flags
    of_package = [flag for flag in case.current_label.flags if flag not in flags]
    others = () if screen.waits_for_class else tuple(of_package)

    async def save(places: list[int]) -> None:
        chosen = (*(flags[place] for place in places), *others)
        if screen.waits_for_class:
            screen.keep_pending(screen.pending._replace(flags=frozenset(chosen)))
        else:
            await screen.act(lambda desk, output_id: desk.give_flags(output_id, chosen), goes_on=False)

    ticked = [place for place, flag in enumerate(flags) if flag in there]
    await screen.ask(TickDialog(f"flags of the {'answer' if is_kind(case) else 'form'}", flags, ticked), save)


def class_names(screen: LabelScreen, case: OutputCase) -> list[str]:
    """The classes that a case may have, as shown to people."""
    return [screen.names.shown(case.output.language, name) for name in screen.shown_state.classes]


async def all_classes(screen: LabelScreen, case: OutputCase) -> None:
    """Choose from all classes."""
    shows = KIND_QUESTION if is_kind(case) else "the form shows"
    title = "the gold form is" if screen.next_digit_is_gold else shows
    await screen.ask(
        ChoiceDialog(title, class_names(screen, case)),
        lambda place: screen.give_class(screen.shown_state.classes[place]),
    )


async def similar(screen: LabelScreen, case: OutputCase) -> None:
    """Label similar outputs together."""
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
    facets_of = await screen.at_desk(lambda desk: desk.facets_of(screen.names))
    await screen.ask(FilterDialog(screen.filter, facets_of, screen.names), screen.open)


async def blind_queues(screen: LabelScreen) -> None:
    """Choose a blind queue, or draw a new one."""
    queues = await screen.at_desk(lambda desk: desk.blind_queues())
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
        await screen.open(await screen.at_desk(lambda desk: desk.draw_audit(scope, size, seed)))

    title = f"how many outputs, and which seed? From: {scope.scope_in_words(screen.names)}"
    await screen.ask(LineDialog(title, "300 1"), draw)


WINDOWS_ON_A_CASE = {"note": note, "flags": flags, "class": all_classes, "similar": similar}
WINDOWS = {"filter": queue_filter, "blind": blind_queues}


# Similar outputs

IN_WORDS = {"rule": "rule", "lemma": "word", "classes": "classes"}  # for each of `WAYS` but the domain's own, change
MOST_SHOWN = 500
ALL_SHOW = "all that are ticked show"


class LabelTogether(NamedTuple):
    """Outputs to label in one act: with a class, or without one to confirm the label of each."""

    outputs: list[OutputWords]  # as they were when the window listed them
    pred_class: str | None


class SimilarDialog(AnswerDialog[LabelTogether]):
    """Asks which of the similar outputs to label, and with which class."""

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
        self._class_names = label.shown_state.classes
        self._shown_classes = class_names(label, case)
        self._way = WAYS[0]
        self._outputs: list[OutputWords] = []  # found ones; the first `_n_listed` are listed
        self._n_listed = 0

    def contents(self) -> Sequence[Widget]:
        keys = [key_text(str(number), f"{name}  ") for number, name in enumerate(self._shown_classes[:9], start=1)]
        return (
            Static("looking …", markup=False),
            TickList(),
            Static(Text.assemble(f"{ALL_SHOW}: ", *keys), markup=False),
        )

    def on_mount(self) -> None:
        super().on_mount()
        self._list()

    @work(exclusive=True, group="similar")
    async def _list(self) -> None:
        """List the similar outputs, all ticked; only the first `MOST_SHOWN` if there are many."""

        def find(desk: Desk) -> tuple[list[OutputWords], list[QueueRow]]:
            found = desk.words(desk.similar(self._case.output.id, self._way))
            return list(found.values()), desk.rows(list(found)[:MOST_SHOWN])

        try:
            self._outputs, rows = await self._label.at_desk(find)
        except GoedError as error:
            self.query(Static).first().update(Text(f"! {shown(str(error))}", "bold"))
            return
        self._n_listed = len(rows)
        way = IN_WORDS.get(self._way, domain_of(self._case.output.domain).change)
        self.query_one(Vertical).border_title = f"like in: the same {way} (Tab)"
        number = len(self._outputs)
        more = f", the first {len(rows)} are listed" if number > len(rows) else ""
        sentence = f"{number:,} output{'' if number == 1 else 's'} not checked{more}"
        self.query(Static).first().update(Text(sentence, "bold"))
        self.query_one(TickList).offer([self._line(row) for row in rows], range(len(rows)))

    def _line(self, row: QueueRow) -> Text:
        lemma, predicted = (for_terminal(shown(text, 30), self._label.goed.bidi) for text in (row.word, row.predicted))
        error = self._label.names.shown(row.language, row.error or "")
        return Text(f"{lemma} → {predicted}   {error}   {row.n_predictions:,}×")

    def answer(self, pred_class: str | None = None) -> LabelTogether:
        """The ticked outputs, and those beyond the listed ones; with a class, or to confirm their labels."""
        ticked = self.query_one(TickList).ticked
        chosen = [output for place, output in enumerate(self._outputs) if place in ticked or place >= self._n_listed]
        return LabelTogether(chosen, pred_class)

    def action_next_way(self) -> None:
        """List outputs that are similar in the next way."""
        self._way = WAYS[(WAYS.index(self._way) + 1) % len(WAYS)]
        self._list()

    def action_tick_all(self) -> None:
        """Tick all."""
        self.query_one(TickList).tick(range(self._n_listed))

    def action_tick_none(self) -> None:
        """Tick none, and leave out the outputs that are not listed."""
        del self._outputs[self._n_listed :]
        self.query_one(TickList).tick(())

    async def action_other_class(self) -> None:
        """Choose from all classes, also those beyond the digits."""

        def give(place: int | None) -> None:
            if place is not None:
                self.dismiss(self.answer(self._class_names[place]))

        await self.app.push_screen(ChoiceDialog(ALL_SHOW, self._shown_classes), give)

    def on_key(self, event: Key) -> None:
        if event.key.isdecimal() and 1 <= int(event.key) <= len(self._class_names[:9]):
            self.dismiss(self.answer(self._class_names[int(event.key) - 1]))


# The filter

FacetsOf = Callable[[Filter], Sequence[Facet]]
WORD = 16  # cells of a facet's name


class FacetList(LinesView, can_focus=True):
    """Facets at the left, the values of the current one at the right; arrows move, space ticks."""

    DEFAULT_CSS = "FacetList { height: 1fr; margin-top: 1; }"

    class Toggled(Message):
        """A value was ticked or unticked."""

    def __init__(self, chosen: Filter, facets_of: FacetsOf) -> None:
        super().__init__()
        self.chosen = chosen
        self._facets_of = facets_of
        self._facet = self._value = 0
        self._in_values = False

    def draw(self) -> None:
        """Draw the facets and values around the cursor."""
        facets = self._facets_of(self.chosen)
        height = max(1, self.size.height)
        self._facet = min(self._facet, len(facets) - 1)
        facet = facets[self._facet]
        self._value = max(0, min(self._value, len(facet.values) - 1))
        left = [self._facet_line(one, place == self._facet) for place, one in enumerate(facets)]
        right = [self._value_line(facet, place) for place in range(len(facet.values))]
        left, right = _around(left, self._facet, height), _around(right, self._value, height)
        blank = Text(" " * (self.size.width // 2))
        self.show([one + other for one, other in zip_longest(left, right, fillvalue=blank)])

    def _facet_line(self, facet: Facet, is_here: bool) -> Text:
        colours = self.colours
        values = [value.shown for value in facet.values if facet.is_chosen(self.chosen, value.value)]
        line = Text.assemble((padded(f" {facet.word}", WORD), colours.strong if is_here else ""))
        said = ", ".join(values) or "all"
        line.append(padded(said, self.size.width // 2 - WORD), "" if values else colours.faint)
        if is_here and not self._in_values and self.has_focus:
            line.stylize(colours.cursor)
        return line

    def _value_line(self, facet: Facet, place: int) -> Text:
        colours = self.colours
        value = facet.values[place]
        is_chosen = facet.is_chosen(self.chosen, value.value)
        signs = ("☐ ", "☒ ") if facet.several else ("○ ", "● ")
        line = Text(f" {signs[is_chosen]}{shown(value.shown, self.size.width // 2 - 4)}")
        if is_chosen:
            line.stylize(colours.done)
        if place == self._value and self._in_values and self.has_focus:
            line.stylize(colours.cursor)
        return line

    @on(Focus)
    @on(Blur)
    def _draw_cursor(self) -> None:
        self.draw()

    def on_key(self, event: Key) -> None:
        if event.key in STEPS:
            self._move(STEPS[event.key])
        elif event.key in ("right", "l"):
            self._in_values = True
        elif event.key in ("left", "h"):
            self._in_values = False
        elif event.key == "space":
            self._toggle()
        else:
            return
        event.stop()
        event.prevent_default()
        self.draw()

    def _move(self, steps: int) -> None:
        if self._in_values:
            self._value += steps
            return
        if self._facet + steps < 0:
            self.screen.focus_previous()
        self._facet = max(0, self._facet + steps)
        self._value = 0

    def _toggle(self) -> None:
        facet = self._facets_of(self.chosen)[self._facet]
        if not self._in_values:
            self._in_values = True
        elif facet.values:
            self.chosen = facet.toggled(self.chosen, facet.values[self._value].value)
            self.post_message(self.Toggled())


def _around(lines: list[Text], cursor: int, height: int) -> list[Text]:
    """As many lines as fit, including the one at the cursor."""
    start = window(len(lines), height, cursor)
    return lines[start : start + height]


class FilterDialog(AnswerDialog[Filter]):
    """Asks which outputs to see."""

    DEFAULT_CSS = """
    FilterDialog > Vertical { width: 96%; max-width: 110; height: 90%; max-height: 34; }
    FilterDialog Static { max-height: 3; }
    """
    HINT = "Tab ←→↑↓ move · space tick · ⏎ show · ctrl+x clear · Esc"
    BINDINGS: ClassVar = [
        Binding("ctrl+x", "clear", "clear", priority=True),
        Binding("down", "focus_next", "facets"),
    ]

    def __init__(self, chosen: Filter, facets_of: FacetsOf, names: NamesForPeople) -> None:
        super().__init__("which outputs, in which order")
        self._chosen, self._facets_of, self._names = chosen, facets_of, names

    def contents(self) -> Sequence[Widget]:
        pattern = Input(self._chosen.pattern, placeholder="pattern in lemma, gold or predicted: ^s.*ought$")
        return pattern, FacetList(self._chosen, self._facets_of), Static(self._in_words(self._chosen), markup=False)

    def _in_words(self, chosen: Filter) -> Text:
        return Text(shown(chosen.in_words(self._names), 300))

    @on(FacetList.Toggled)
    @on(Input.Changed)
    def _say(self) -> None:
        self.query_one(Static).update(self._in_words(self.answer()))

    def answer(self) -> Filter:
        return replace(self.query_one(FacetList).chosen, pattern=self.query_one(Input).value)

    def action_clear(self) -> None:
        """Reset the filter to its default: wrong outputs that are not checked."""
        self.query_one(Input).value = ""
        facets = self.query_one(FacetList)
        facets.chosen = Filter()
        facets.draw()
        self._say()
