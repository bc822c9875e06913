"""The queue at the left: as many of its lines as fit, around the one that is being judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from goed.annotation.case import QueueRow
from goed.domains.registry import domain_of, domains
from goed.labels.names import NamesForPeople
from goed.screens.bidi import Bidi, for_terminal
from goed.screens.cursor_list import CursorList
from goed.screens.safe_text import padded

NARROWEST_WITH_ERROR = 40
NUMBER = 7  # cells for how often an output occurs


class QueueView(CursorList, can_focus=True):
    """Lines of a queue: only those on the screen are ever read."""

    DEFAULT_CSS = "QueueView { border: round $primary; width: 2fr; height: 1fr; }"

    _names = NamesForPeople()

    def window(self, cursor: int, number: int, height: int | None = None) -> range:
        """The places on the screen: some of those that come next, too, when the cursor leaves it at the bottom."""
        last, ahead = self.top + self.n_lines - 1, self.n_lines // 3
        if cursor > last and cursor + ahead < number:
            self.top += cursor - last + ahead
        return super().window(cursor, number, height)

    def show_queue(self, output_ids: Sequence[int], rows: Mapping[int, QueueRow], cursor: int, bidi: Bidi) -> None:
        """Draw the queue around the cursor."""
        window = self.window(cursor, len(output_ids))
        word = next((domain_of(row.domain).word for row in rows.values()), next(iter(domains().values())).word)
        lines = [self._head(word)]
        for place in window:
            row = rows.get(output_ids[place])
            line = Text("  …") if row is None else self._line(row, place == cursor, bidi)
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
        return Text(head + padded("n", NUMBER, right=True), self.colours.faint)

    def _line(self, row: QueueRow, is_here: bool, bidi: Bidi) -> Text:
        lemma, predicted, error = self._columns()
        colours = self.colours
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
