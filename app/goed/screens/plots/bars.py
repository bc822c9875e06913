"""Stacked bars: the kinds of error at each size of training set, one bar per size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from goed.screens.plots.figure import Entry, Figure, Frame, Scale, look, nice_range, segment_entry

EIGHTHS = " ▁▂▃▄▅▆▇█"
WIDEST_BAR = 12
POINTER = "◀"


@dataclass(frozen=True)
class ErrorSegment:
    """One kind of error: its name, and its height in each bar, as fractions."""

    name: str
    heights: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class StackedBars(Figure):
    """A figure of stacked bars; the first of the segments is on top."""

    segments: tuple[ErrorSegment, ...]
    reaches_100: bool = False  # the axis goes up to 100 %, else up to the highest bar

    def entries(self) -> list[Entry]:
        return [segment_entry(one.name, place, self.has_colour) for place, one in enumerate(self.segments)]

    def scale(self, n_rows: int) -> Scale:
        highest = max(map(sum, zip(*(one.heights for one in self.segments), strict=True)), default=0)
        return Scale(0.0, 1.0 if self.reaches_100 else nice_range(0.0, highest)[1], n_rows)

    def rows(self, frame: Frame, scale: Scale) -> Callable[[int], Text]:
        bars = [_Bar(self, place, frame, scale) for place in frame.shown()]
        return lambda row: Text().join(bar.row(row) for bar in bars)


class _Slice(NamedTuple):
    """What one segment fills of a cell of a bar, in eighths."""

    segment: int
    eighths: int


class _Bar:
    """One bar in its column, cell by cell."""

    def __init__(self, bars: StackedBars, place: int, frame: Frame, scale: Scale) -> None:
        self._bars = bars
        self._column = frame.column
        self._width = max(1, min(WIDEST_BAR, frame.column - (2 if frame.column > 3 else 1)))
        self._before = max(0, frame.column // 2 - (self._width - 1) // 2)
        self._spans = _spans([one.heights[place] for one in bars.segments], scale)
        self._pointed = self._pointed_row(place, scale.n_rows)
        self._letters = self._letter_rows()

    def row(self, row: int) -> Text:
        """A row of the bar with the space around it, one column wide."""
        after = max(0, self._column - self._before - self._width)
        pointer = (POINTER if row == self._pointed else " ")[:after].ljust(after)
        return Text.assemble(" " * self._before, self._cells(row), (pointer, Style(bold=True)))

    def _cells(self, row: int) -> Text:
        pieces = self._pieces(row)
        if not pieces:
            return Text(" " * self._width)
        if not self._bars.has_colour:  # fill it with the letter of the segment that has most of it
            most = max(pieces, key=lambda piece: piece.eighths)
            is_filled = sum(piece.eighths for piece in pieces) >= 4
            return Text((look(most.segment).letter if is_filled else " ") * self._width)
        lower = pieces[0]
        above = look(pieces[1].segment).colour if len(pieces) > 1 else None
        style = Style(color=look(lower.segment).colour, bgcolor=above)
        blocks = Text().append(EIGHTHS[lower.eighths] * self._width, style)
        if row not in self._letters:
            return blocks
        lettered = look(self._letters[row])
        before = (self._width - 1) // 2
        return Text.assemble(blocks[:before], (lettered.letter, lettered.fill()), blocks[before + 1 :])

    def _pieces(self, row: int) -> list[_Slice]:
        """What fills a cell, from below: at most two segments, the largest in it, since a cell has two colours."""
        low, high = 8 * row, 8 * row + 8
        pieces = [
            _Slice(segment, min(high, top) - max(low, bottom))
            for segment, (bottom, top) in self._spans.items()
            if min(high, top) > max(low, bottom)
        ]
        filled = sum(piece.eighths for piece in pieces)
        if len(pieces) > 1 and filled < 8:  # the empty part above needs one of the two colours
            return [_Slice(max(pieces, key=lambda piece: piece.eighths).segment, filled)]
        if len(pieces) < 2:
            return pieces
        largest = sorted(pieces, key=lambda piece: -piece.eighths)[:2]
        lower, upper = (piece for piece in pieces if piece in largest)
        share = round(8 * lower.eighths / (lower.eighths + upper.eighths))
        return [_Slice(lower.segment, max(1, min(7, share))), upper]

    def _letter_rows(self) -> dict[int, int]:
        """Row → the segment whose letter is drawn there: its middle row, if it fills at least half of that cell."""
        rows: dict[int, int] = {}
        for segment, (bottom, top) in self._spans.items():
            row = (bottom + top - 1) // 16
            if min(top, 8 * row + 8) - max(bottom, 8 * row) >= 4:
                rows.setdefault(row, segment)
        return rows

    def _pointed_row(self, place: int, n_rows: int) -> int:
        """The row that the cursor points at; -1 if it is on another bar."""
        if self._bars.chosen is None or self._bars.chosen[1] != place:
            return -1
        bottom, top = self._spans[self._bars.chosen[0]]
        return min(n_rows - 1, max(bottom, (bottom + top - 1) // 2) // 8)


def _spans(heights: Sequence[float], scale: Scale) -> dict[int, tuple[int, int]]:
    """Segment → where it begins and ends, in eighths of a row; the lowest first, which is the last segment."""
    ends = list(accumulate((8 * scale.n_rows * scale.fraction(height) for height in reversed(heights)), initial=0.0))
    edges = [(round(bottom), round(top)) for bottom, top in pairwise(ends)]
    return dict(zip(reversed(range(len(heights))), edges, strict=True))
