"""Widgets that show ready-made lines, cut to the width; quick, as nothing is laid out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from goed.screens.theme import Palette, palette


class LinesView(Widget):
    """Lines of text from the top; below the last one it is empty."""

    lines: Sequence[Text] = ()
    _style = Style()

    @property
    def colours(self) -> Palette:
        """The styles of the current theme."""
        return palette(self.app.theme)

    def draw(self) -> None:
        """Make the lines again, as after a change of width; does nothing if the screen itself makes them."""

    def on_resize(self) -> None:
        self.draw()

    def show(self, lines: Sequence[Text]) -> None:
        """Show these lines; only changed ones are drawn again, which saves time over slow connections."""
        changed = [
            Region(0, y, self.size.width, 1)
            for y, (old, new) in enumerate(zip_longest(self.lines, lines))
            if old is None or new is None or old != new or old.style != new.style
        ]
        self.lines = lines
        if changed:
            self.refresh(*changed)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Several lines; looks up the widget's style, which takes as long as drawing a line, once for all."""
        self._style = self.rich_style
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """One line of the widget, as the compositor asks for it."""
        width, style = self.size.width, self._style
        if y >= len(self.lines):
            return Strip.blank(width, style)
        line = self.lines[y]
        if not line.spans:  # without spans, `Text.render` would drop the style of the text
            segments = [Segment(line.plain, style + _CONSOLE.get_style(line.style))]
        else:
            segments = [Segment(text, style + own if own else style) for text, own, _ in line.render(_CONSOLE, end="")]
        return Strip(segments).adjust_cell_length(width, style)


class CursorList(LinesView):
    """A list below a heading. The screen keeps the cursor; clicks and the wheel are sent to it as messages."""

    HEAD = 1  # lines of the heading
    top = 0  # the place in the list that its first line shows

    @dataclass
    class Clicked(Message):
        """A click at a place of the list, or below its last one, `x` cells from the left."""

        view: CursorList
        place: int
        x: int

    @dataclass
    class Scrolled(Message):
        """The wheel was turned."""

        lines: int

    @property
    def n_lines(self) -> int:
        """How many lines fit."""
        return max(1, self.size.height - self.HEAD)

    def window(self, cursor: int, number: int, height: int | None = None) -> range:
        """The places, out of `number`, that are shown when the cursor is at one; scrolls as little as possible."""
        height = height or self.n_lines
        self.top = max(0, min(self.top, cursor, number - height), cursor - height + 1)
        return range(self.top, min(number, self.top + height))

    def on_click(self, event: Click) -> None:
        line = event.y - self.gutter.top - self.HEAD
        if line >= 0:
            self.post_message(self.Clicked(self, self.top + line, event.x - self.gutter.left))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.post_message(self.Scrolled(-1))


_CONSOLE = Console()  # rich needs one to resolve the names of styles


def mapped(line: Text, function: Callable[[str], str]) -> Text:
    """A line with a function applied to each piece of uniform style."""
    changed = Text()
    for text, style, _ in line.render(_CONSOLE, end=""):
        changed.append(function(text), style)
    return changed


def wrapped(text: Text, width: int) -> list[Text]:
    """A text in lines of at most `width` cells; at least one."""
    return list(text.wrap(_CONSOLE, width, no_wrap=False)) or [Text()]


def key_text(key: str, word: str, style: str = "") -> Text:
    """A key, highlighted, and what it does."""
    return Text.assemble((key, "bold reverse"), (f" {word}", style))


def flowed(pieces: Iterable[Text], width: int, between: str = "  ") -> list[Text]:
    """Pieces one after the other, in as many lines as needed; no piece is split."""
    lines = [Text()]
    for piece in pieces:
        if lines[-1].cell_len and lines[-1].cell_len + len(between) + piece.cell_len > width:
            lines.append(Text())
        elif lines[-1].cell_len:
            lines[-1].append(between)
        lines[-1].append_text(piece)
    return lines
