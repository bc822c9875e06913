"""The filter: a pattern to type, and facets with values to tick; what is found is said in words all the while."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.binding import Binding
from textual.events import Blur, Focus, Key
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from goed.annotation.queue_filter import Facet, Filter
from goed.labels.names import NamesForPeople
from goed.screens.dialogs import STEPS, AnswerDialog
from goed.screens.lines_view import LinesView
from goed.screens.plots.figure import window
from goed.screens.safe_text import padded, shown

FacetsOf = Callable[[Filter], Sequence[Facet]]
WORD = 16  # cells of a facet's name


class FacetList(LinesView, can_focus=True):
    """Facets at the left, the values of one of them at the right; arrows move, space ticks."""

    DEFAULT_CSS = "FacetList { height: 1fr; margin-top: 1; }"

    class Toggled(Message):
        """A value was ticked, or is not any more."""

    def __init__(self, chosen: Filter, facets_of: FacetsOf) -> None:
        super().__init__()
        self.chosen = chosen
        self._facets_of = facets_of
        self._facet = self._value = 0
        self._in_values = False

    def draw(self) -> None:
        """Draw facets and values around the cursor."""
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
    """As many lines as fit, the one at the cursor among them."""
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
        """Back to all wrong outputs that are not checked."""
        self.query_one(Input).value = ""
        facets = self.query_one(FacetList)
        facets.chosen = Filter()
        facets.draw()
        self._say()
