"""A list to tick off: a box before each line, ticked or not, so that no colour is needed to see which."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.text import Text
from textual.events import Click, Key

from goed.screens.lines_view import LinesView
from goed.screens.theme import palette

BOXES = ("☐ ", "☒ ")
STEPS = {"down": 1, "j": 1, "up": -1, "k": -1, "pagedown": 10, "pageup": -10}


class TickList(LinesView, can_focus=True):
    """Lines of which any number can be ticked: arrows move, space ticks."""

    def __init__(self, options: Sequence[Text] = (), ticked: Collection[int] = ()) -> None:
        super().__init__()
        self._options: Sequence[Text] = options
        self.ticked = set(ticked)
        self._cursor = self._top = 0

    def offer(self, options: Sequence[Text], ticked: Collection[int]) -> None:
        """Offer other lines."""
        self._options, self.ticked = options, set(ticked)
        self._cursor = self._top = 0
        self.draw()

    def on_resize(self) -> None:
        self.draw()

    def draw(self) -> None:
        """Draw the lines around the cursor."""
        height = max(1, self.size.height)
        self._top = max(min(self._top, self._cursor), self._cursor - height + 1, 0)
        colours = palette(self.app.theme)
        lines = []
        for place in range(self._top, min(len(self._options), self._top + height)):
            line = Text.assemble((BOXES[place in self.ticked], colours.done if place in self.ticked else ""))
            line.append_text(self._options[place])
            if place == self._cursor:
                line.stylize(colours.cursor)
            lines.append(line)
        self.show(lines)

    def tick_all(self) -> None:
        """Tick every line."""
        self.ticked = set(range(len(self._options)))
        self.draw()

    def tick_none(self) -> None:
        """Tick no line."""
        self.ticked = set()
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

    def on_click(self, event: Click) -> None:
        place = self._top + event.y
        if place < len(self._options):
            self._cursor = place
            self.ticked ^= {place}
            self.draw()

    def get_content_height(self, *_: object) -> int:
        return len(self._options)
