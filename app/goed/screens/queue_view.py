"""The queue at the left: as many lines as fit, around the output being judged."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain

from rich.text import Text

from goed.annotation.case import QueueRow
from goed.domains.registry import domain_of, domains
from goed.labels.names import NamesForPeople
from goed.screens.bidi import Bidi, for_terminal
from goed.screens.lines_view import CursorList
from goed.screens.safe_text import padded

NARROWEST_WITH_ERROR = 40
NUMBER = 7  # cells for how often an output occurs


class QueueView(CursorList, can_focus=True):
    """A queue and the cursor in it; only the outputs on the screen are ever read."""

    DEFAULT_CSS = "QueueView { border: round $primary; width: 2fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.output_ids: Sequence[int] = []
        self.cursor = 0
        self.detour: int | None = None  # an output outside the queue that an undo has led to
        self._names = NamesForPeople()

    @property
    def current(self) -> int | None:
        """The output that is being judged."""
        if self.detour is not None:
            return self.detour
        return self.output_ids[self.cursor] if self.output_ids else None

    @property
    def in_sight(self) -> Sequence[int]:
        """The outputs on the screen. If the cursor leaves it at the bottom, it scrolls some lines ahead."""
        number, last, ahead = len(self.output_ids), self.top + self.n_lines - 1, self.n_lines // 3
        if self.cursor > last and self.cursor + ahead < number:
            self.top += self.cursor - last + ahead
        window = self.window(self.cursor, number)
        return self.output_ids[window.start : window.stop]

    def go(self, place: int) -> None:
        """Move to a place, or to the nearest end if it is outside the queue; ends a detour."""
        self.detour = None
        self.cursor = max(0, min(len(self.output_ids) - 1, place))

    def turn_to(self, output_ids: Sequence[int]) -> None:
        """Move to the first of these outputs in the queue; if there is none, make a detour to the first of all."""
        wanted = set(output_ids)
        place = next((place for place, number in enumerate(self.output_ids) if number in wanted), None)
        if place is not None:
            self.go(place)
        elif output_ids:
            self.detour = output_ids[0]

    def next_open(self, checked: Collection[int], start: int) -> int | None:
        """The next place from `start` on, then from the top, with an output that is not checked."""
        order = chain(range(start, len(self.output_ids)), range(min(start, len(self.output_ids))))
        return next((place for place in order if self.output_ids[place] not in checked), None)

    def show_rows(self, rows: Mapping[int, QueueRow], bidi: Bidi) -> None:
        """Draw the queue around the cursor."""
        word = next((domain_of(row.domain).word for row in rows.values()), next(iter(domains().values())).word)
        lines, in_sight = [self._head(word)], self.in_sight
        here = self.cursor if self.detour is None else -1
        for place, output_id in enumerate(in_sight, start=self.top):
            row = rows.get(output_id)
            lines.append(Text("  …") if row is None else self._line(row, place == here, bidi))
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
            name = "·····" if row.error is None else self._names.shown(row.language, row.error)
            line.append(" " + padded(name, error))
        line.append(padded(f"{row.n_predictions:,}", NUMBER, right=True))
        if is_here:
            line.stylize(colours.cursor)
        return line
