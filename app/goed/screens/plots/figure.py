"""The base of figures: a legend, a vertical axis, training sizes below, and a table.

Figure and table share a frame, so that each size has one column in both. Series and segments differ in colour, and also
in a letter or a shape, for readers who see no colours.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from goed.screens.safe_text import padded, shown, width_of

FAINT = Style(dim=True)
STRONG = Style(bold=True, reverse=True)
AXIS = 6  # cells for the vertical axis and its numbers: " 100 ┤"
SIGNS = 7  # cells for a pointer, the letter or shape of a row, and the space around them
LEAST_GUTTER = 14
LEAST_COLUMN = 5  # room for 12.3 and a space
STEPS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0)
FEW = 8  # at most so many steps between the ends of a zoomed axis
ROWS_APART = 3  # rows from one tick to the next, at least, if there is room
UNDER = 2  # lines under a figure: its base line and the sizes
POINTER = "▶"


class Frame(NamedTuple):
    """A gutter for names and axis at the left, then one column for each size that fits."""

    width: int
    gutter: int
    column: int  # the width of one column
    first: int  # the first column shown
    n_shown: int

    def middle(self, place: int) -> int:
        """The cell in the middle of a column, counted from the left edge."""
        return self.gutter + (place - self.first) * self.column + self.column // 2

    def shown(self) -> range:
        """The places of the columns that are shown."""
        return range(self.first, self.first + self.n_shown)


def framed(width: int, names: Sequence[str], n_columns: int, chosen: int, most: int) -> Frame:
    """The frame for rows with these names; if not all columns fit, the chosen one is among those shown.

    No column is wider than `most` cells.
    """
    longest = max((width_of(name) for name in names), default=0) + SIGNS + AXIS
    room = width - n_columns * LEAST_COLUMN  # left for the gutter if all columns are shown
    gutter = max(LEAST_GUTTER + AXIS, min(longest, max(width // 3, room)))
    gutter = max(0, min(gutter, width - LEAST_COLUMN))
    n_shown = max(1, min(n_columns, (width - gutter) // LEAST_COLUMN))
    first = window(n_columns, n_shown, chosen)
    return Frame(width, gutter, max(1, min(most, (width - gutter) // n_shown)), first, n_shown)


def window(number: int, n_shown: int, chosen: int) -> int:
    """The first of `number` rows or columns to show, with the chosen one in the middle if possible."""
    return max(0, min(chosen - n_shown // 2, number - n_shown))


def faint(text: str) -> Text:
    """Dim text, for what only helps to read a figure."""
    return Text().append(text, FAINT)


def fitted(line: Text, width: int) -> Text:
    """A line cut or padded to exactly this width."""
    line.truncate(width, pad=True)
    return line


def _centred(text: str, width: int, style: Style) -> Text:
    """A text centred in a column, so that it is under its bar."""
    before = (width - width_of(text) + 1) // 2
    return Text.assemble(" " * before, (text, style), " " * (width - before - width_of(text)))


# The legend


class SeriesLook(NamedTuple):
    """The colour of a series or segment, and its letter and shape."""

    colour: str  # "" for none
    ink: str  # colour of a letter on an area of the colour
    letter: str
    marker: str

    def line(self, is_strong: bool = False) -> Style:
        """The style of lines and signs in the colour."""
        return Style(color=self.colour or None, bold=is_strong or None)

    def fill(self) -> Style:
        """The style of a letter on an area of the colour."""
        return Style(color=self.ink, bgcolor=self.colour) if self.colour else Style.null()


# After Okabe and Ito's palette for colour-blind readers; each contrasts with both white and black.
SERIES_LOOKS = (
    SeriesLook("#0f7dbf", "#ffffff", "a", "●"),
    SeriesLook("#e69f00", "#000000", "b", "■"),
    SeriesLook("#009e73", "#000000", "c", "▲"),
    SeriesLook("#cc79a7", "#000000", "d", "◆"),
    SeriesLook("#56b4e9", "#000000", "e", "○"),
    SeriesLook("#d55e00", "#000000", "f", "□"),
    SeriesLook("#b5a400", "#000000", "g", "△"),
)
OTHERS = SeriesLook("#8c8c8c", "#000000", "·", "◇")  # for all series after these
MOST = len(SERIES_LOOKS)


def look(place: int, has_colour: bool = True) -> SeriesLook:
    """The look of the series or segment at this place; without colour if that is switched off."""
    of = SERIES_LOOKS[place] if place < MOST else OTHERS
    return of if has_colour else of._replace(colour="", ink="")


class Entry(NamedTuple):
    """A line of the legend."""

    name: str
    sign: str
    style: Style


def segment_entry(name: str, place: int, has_colour: bool) -> Entry:
    """The legend line of a segment of bars: its letter on its colour."""
    at = look(place, has_colour)
    return Entry(name, f" {at.letter} ", at.fill())


def _named(entry: Entry, room: int, is_chosen: bool) -> Text:
    """The sign and name of an entry; the name has at most `room` cells, and a pointer marks the chosen entry."""
    line = Text(f"{POINTER if is_chosen else ' '} ").append(entry.sign, entry.style).append(" ")
    return line.append(shown(entry.name, max(0, room)), Style(bold=is_chosen or None))


def legend_lines(entries: Sequence[Entry], title: str, frame: Frame, height: int, chosen: int | None) -> list[Text]:
    """A title and the entries, in exactly `height` lines; if not all fit, the chosen one is among them."""
    width = max(0, frame.gutter - AXIS)
    room = max(0, height - 1)
    n_shown = len(entries) if len(entries) <= room else max(0, room - 1)
    first = window(len(entries), n_shown, chosen or 0)
    lines = [faint(f"  {title}")]
    for place, entry in enumerate(entries[first : first + n_shown], start=first):
        lines.append(_named(entry, width - len(entry.sign) - 4, place == chosen))
    if n_shown < len(entries):
        lines.append(faint(f"  and {len(entries) - n_shown} more"))
    lines += [Text("")] * (height - len(lines))
    return [fitted(line.copy(), width) for line in lines[:height]]


# The axes


class Scale(NamedTuple):
    """A vertical axis: fractions from `low` to `high` on `n_rows` rows. Row 0 is the lowest, row -1 the base line."""

    low: float
    high: float
    n_rows: int

    def fraction(self, value: float) -> float:
        """How far up a value is, as a fraction from 0 at the bottom to 1 at the top."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    def dots(self, value: float, in_a_row: int) -> float:
        """How far up a value is in dots, with `in_a_row` dots to a row."""
        return max(0, self.fraction(value) * self.n_rows * in_a_row - 1)

    def ticks(self) -> dict[int, str]:
        """Row → the number at its upper edge, in per cent, for rows that have one."""
        span = self.high - self.low
        most = max(1, self.n_rows // ROWS_APART)
        step = next((step for step in STEPS if span / step <= most + 1e-9), span)
        count = round(span / step + 1e-9)
        values = [self.low + step * place for place in range(count + 1)]
        return {round(self.fraction(value) * self.n_rows) - 1: f"{100 * value:.4g}" for value in values}


def nice_range(low: float, high: float) -> tuple[float, float]:
    """Round numbers just below and above two fractions, as the ends of an axis: 0.31, 0.58 → 0.3, 0.6."""
    step = next((step for step in STEPS if high - low <= FEW * step), STEPS[-1])
    bottom, top = step * floor(low / step + 1e-9), step * ceil(high / step - 1e-9)
    return max(0.0, bottom), min(1.0, max(top, bottom + step))


def _ground(frame: Frame, ticks: dict[int, str]) -> Text:
    """The base line of a figure, with a tick for each column."""
    cells = ["─"] * (frame.n_shown * frame.column)
    for place in frame.shown():
        cells[frame.middle(place) - frame.gutter] = "┴"
    return faint(f"{ticks.get(-1, ''):>{frame.gutter - 2}} └{''.join(cells)}")


def _sizes_line(frame: Frame, sizes: Sequence[int], chosen: int | None) -> Text:
    """The sizes under the ticks; the chosen one is highlighted. ◂ and ▸ at the ends say that there are more.

    The columns are equally wide even if the sizes are not equally spaced; then the title says `uneven`.
    """
    is_even = len({after - before for before, after in pairwise(sizes)}) <= 1
    title = "size" if is_even else "size (uneven)"
    line = faint(padded(title, frame.gutter - 1, right=True) + " ")
    for place in frame.shown():
        label = shown(f"{sizes[place]}", frame.column)
        line.append_text(_centred(label, frame.column, STRONG if place == chosen else FAINT))
    line = fitted(line, frame.width)
    if frame.first > 0:
        line = line[: frame.gutter - 1] + faint("◂") + line[frame.gutter :]
    if frame.first + frame.n_shown < len(sizes):
        line = line[: frame.width - 1] + faint("▸")
    return line


@dataclass(frozen=True, kw_only=True)
class Figure(ABC):
    """What all figures have: sizes on the axis below, a legend, perhaps a cursor at (row of the legend, size)."""

    sizes: tuple[int, ...]
    chosen: tuple[int, int] | None = None
    has_colour: bool = True
    title: str

    @abstractmethod
    def entries(self) -> list[Entry]:
        """The lines of the legend."""

    @abstractmethod
    def scale(self, n_rows: int) -> Scale:
        """The vertical axis."""

    @abstractmethod
    def rows(self, frame: Frame, scale: Scale) -> Callable[[int], Text]:
        """Draw what is between the axes; returns a function from a row, counted from below, to its text."""

    def draw(self, frame: Frame, height: int) -> list[Text]:
        """The figure as at most `height` lines of exactly the frame's width."""
        scale = self.scale(max(1, height - UNDER))
        ticks, row_of_figure = scale.ticks(), self.rows(frame, scale)
        chosen_row, chosen_size = self.chosen or (None, None)
        legend = legend_lines(self.entries(), self.title, frame, scale.n_rows, chosen_row)
        lines = []
        for left, row in zip(legend, reversed(range(scale.n_rows)), strict=True):
            label = ticks.get(row, "")
            lines.append(left + faint(f"{label:>{AXIS - 2}} {'┤' if label else '│'}") + row_of_figure(row))
        lines += [_ground(frame, ticks), _sizes_line(frame, self.sizes, chosen_size)]
        return [fitted(line, frame.width) for line in lines][:height]


# The table below


@dataclass(frozen=True)
class TableRow:
    """A row: its name and sign, as in the legend, and its numbers, with a longer form for wide columns."""

    entry: Entry
    cells: tuple[str, ...]
    long_cells: tuple[str, ...] = ()

    def fitting(self, width: int) -> tuple[str, ...]:
        """The cells that fit into columns of this width: the long ones if possible."""
        return self.long_cells if 0 < _widest(self.long_cells) < width else self.cells


def draw_table(
    rows: Sequence[TableRow], title: str, note: str, frame: Frame, height: int, chosen: tuple[int, int]
) -> list[Text]:
    """A heading and as many rows as fit, including the chosen one; the chosen cell is highlighted.

    The note is put at the right of the heading, if all of it fits there.
    """
    n_shown = max(0, min(len(rows), height - 1))
    first = window(len(rows), n_shown, chosen[0])
    where = f", {first + 1}–{first + n_shown} of {len(rows)}" if 0 < n_shown < len(rows) else ""
    cells = [row.fitting(frame.column) for row in rows]
    cell_width = min(frame.column, max(map(_widest, cells), default=0))
    head = f"  {shown(title + where, max(0, frame.width - 2))}"
    room = frame.width - width_of(head)
    lines = [faint(head + (padded(note, room, right=True) if width_of(note) <= room - 2 else ""))]
    for place in range(first, first + n_shown):
        chosen_size = chosen[1] if place == chosen[0] else None
        lines.append(_row_line(rows[place].entry, cells[place], frame, cell_width, chosen_size))
    return [fitted(line, frame.width) for line in lines[: max(0, height)]]


def _row_line(entry: Entry, cells: Sequence[str], frame: Frame, cell_width: int, chosen_size: int | None) -> Text:
    line = _named(entry, frame.gutter - SIGNS - len(entry.sign), chosen_size is not None)
    line.append(" " * max(0, frame.gutter - line.cell_len))
    for place in frame.shown():
        cell = padded(cells[place], cell_width, right=True)
        line.append_text(_centred(cell, frame.column, STRONG if place == chosen_size else Style.null()))
    return line


def _widest(cells: Sequence[str]) -> int:
    return max(map(width_of, cells), default=0)
