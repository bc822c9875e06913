"""The queue at the left: as many of its lines as fit, around the one that is being judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message

from goed.annotation.case import Row
from goed.domains.registry import domain_of, domains
from goed.labels.names import NamesForPeople
from goed.screens.bidi import Bidi, for_terminal
from goed.screens.lines_view import LinesView
from goed.screens.shown import padded
from goed.screens.theme import Palette, palette

HEAD = 1  # line above the queue's own
NARROWEST_WITH_ERROR = 40
NUMBER = 7  # cells for how often an output occurs


class QueueView(LinesView, can_focus=True):
    """Lines of a queue: only those on the screen are ever read."""

    DEFAULT_CSS = "QueueView { border: round $primary; width: 2fr; height: 1fr; }"

    class Chosen(Message):
        """A line was clicked on."""

        def __init__(self, place: int) -> None:
            self.place = place
            super().__init__()

    class Scrolled(Message):
        """The wheel was turned."""

        def __init__(self, lines: int) -> None:
            self.lines = lines
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self._names = NamesForPeople()
        self._top = 0

    @property
    def n_lines(self) -> int:
        """How many outputs fit."""
        return max(1, self.size.height - HEAD)

    def window(self, cursor: int, number: int) -> range:
        """The places on the screen when the cursor is at one of them: it moves as little as it can."""
        height = self.n_lines
        if cursor < self._top:
            self._top = cursor
        elif cursor >= self._top + height:
            self._top = cursor - height + 1 + (height // 3 if cursor + height // 3 < number else 0)
        self._top = max(0, min(self._top, number - height))
        return range(self._top, min(number, self._top + height))

    def show_queue(
        self, output_ids: Sequence[int], rows: Mapping[int, Row], cursor: int, bidi: Bidi, colours: Palette
    ) -> None:
        """Draw the queue around the cursor."""
        window = self.window(cursor, len(output_ids))
        word = next((domain_of(row.domain).word for row in rows.values()), next(iter(domains().values())).word)
        lines = [self._head(word)]
        for place in window:
            row = rows.get(output_ids[place])
            line = Text("  …") if row is None else self._line(row, place == cursor, bidi, colours)
            lines.append(line)
        self.show(lines)

    def _columns(self) -> list[int]:
        """Widths of lemma, predicted form and error."""
        room = self.size.width - 3 - NUMBER
        if room + NUMBER < NARROWEST_WITH_ERROR:
            return [room // 2, room - room // 2 - 1, 0]
        error = min(24, room // 3)
        lemma = (room - error - 2) // 2
        return [lemma, room - error - 2 - lemma, error]

    def _head(self, word: str) -> Text:
        lemma, predicted, error = self._columns()
        head = "   " + padded(word, lemma) + " " + padded("predicted", predicted)
        if error:
            head += " " + padded("error", error)
        return Text(head + padded("n", NUMBER, right=True), palette(self.app.theme).faint)

    def _line(self, row: Row, is_here: bool, bidi: Bidi, colours: Palette) -> Text:
        lemma, predicted, error = self._columns()
        line = Text("▶" if is_here else " ")
        line.append("!", colours.marked) if row.is_marked else line.append(" ")
        line.append("✓", colours.done) if row.is_checked else line.append(" ")
        cells = for_terminal(padded(row.word, lemma), bidi) + " " + for_terminal(padded(row.predicted, predicted), bidi)
        line.append(cells, colours.faint if row.is_checked and not is_here else "")
        if error:
            name = "·····" if row.error is None else self._names.of(row.language, row.error)
            line.append(" " + padded(name, error))
        line.append(padded(f"{row.n_predictions:,}", NUMBER, right=True))
        if is_here:
            line.stylize(colours.cursor)
        return line

    def on_click(self, event: Click) -> None:
        place = self._top + event.y - self.gutter.top - HEAD
        if place >= self._top:
            self.post_message(self.Chosen(place))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.post_message(self.Scrolled(-1))
