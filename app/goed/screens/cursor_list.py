"""A list with a cursor: as many of its lines as fit, the one at the cursor among them."""

from __future__ import annotations

from dataclasses import dataclass

from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message

from goed.screens.lines_view import LinesView


class CursorList(LinesView):
    """Lines beneath a head. Where the cursor is, the screen knows; it is told of clicks and of the wheel."""

    HEAD = 1  # lines above the list's own
    top = 0  # the place that stands in the first of them

    @dataclass
    class Clicked(Message):
        """There was a click at a place, or below the last one, so many cells from the left."""

        view: CursorList
        place: int
        x: int

        @property
        def control(self) -> CursorList:
            """By which a screen tells its lists apart."""
            return self.view

    @dataclass
    class Turned(Message):
        """The wheel was turned."""

        lines: int

    @property
    def n_lines(self) -> int:
        """How many lines fit."""
        return max(1, self.size.height - self.HEAD)

    def window(self, cursor: int, number: int, height: int | None = None) -> range:
        """The places on the screen, of so many, when the cursor is at one of them: it moves as little as it can."""
        height = height or self.n_lines
        self.top = max(0, min(self.top, cursor, number - height), cursor - height + 1)
        return range(self.top, min(number, self.top + height))

    def on_click(self, event: Click) -> None:
        line = event.y - self.gutter.top - self.HEAD
        if line >= 0:
            self.post_message(self.Clicked(self, self.top + line, event.x - self.gutter.left))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.post_message(self.Turned(1))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.post_message(self.Turned(-1))
