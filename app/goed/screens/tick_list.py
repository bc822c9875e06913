"""A list to tick off: a box before each line, ticked or not, so that no colour is needed to see which."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.text import Text
from textual import on
from textual.events import Key

from goed.screens.cursor_list import CursorList
from goed.screens.theme import palette

BOXES = ("☐ ", "☒ ")
STEPS = {"down": 1, "j": 1, "up": -1, "k": -1, "pagedown": 10, "pageup": -10}


class TickList(CursorList, can_focus=True):
    """Lines of which any number can be ticked: arrows move, space ticks."""

    DEFAULT_CSS = "TickList { height: auto; max-height: 16; }"
    HEAD = 0

    def __init__(self, options: Sequence[Text] = (), ticked: Collection[int] = ()) -> None:
        super().__init__()
        self._options: Sequence[Text] = options
        self.ticked = set(ticked)
        self._cursor = 0

    def offer(self, options: Sequence[Text], ticked: Collection[int]) -> None:
        """Offer other lines."""
        self._options, self.ticked = options, set(ticked)
        self._cursor = 0
        self.draw()

    def draw(self) -> None:
        """Draw the lines around the cursor."""
        colours = palette(self.app.theme)
        lines = []
        for place in self.window(self._cursor, len(self._options)):
            line = Text.assemble((BOXES[place in self.ticked], colours.done if place in self.ticked else ""))
            line.append_text(self._options[place])
            if place == self._cursor:
                line.stylize(colours.cursor)
            lines.append(line)
        self.show(lines)

    def tick(self, places: Collection[int]) -> None:
        """Tick these lines and no others."""
        self.ticked = set(places)
        self.draw()

    def on_key(self, event: Key) -> None:
        if event.key in STEPS:
            self._cursor = max(0, min(len(self._options) - 1, self._cursor + STEPS[event.key]))
        elif event.key == "space" and self._options:
            self.ticked ^= {self._cursor}
        else:
            return
        event.stop()
        self.draw()

    @on(CursorList.Clicked)
    def _toggle(self, event: CursorList.Clicked) -> None:
        if event.place < len(self._options):
            self._cursor = event.place
            self.ticked ^= {event.place}
            self.draw()

    def get_content_height(self, *_: object) -> int:
        return len(self._options)
