"""The table beneath a figure: a row for each series or kind, a column for each size, under the figure's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from goed.screens.plots.figure import POINTER, SIGNS, STRONG, Entry, Frame, faint, fitted, window
from goed.screens.safe_text import padded, shown, width_of


@dataclass(frozen=True)
class TableRow:
    """A row: its name with its sign in the figure, and its numbers, said at length where there is room."""

    entry: Entry
    cells: tuple[str, ...]
    long_cells: tuple[str, ...] = ()

    def fitting(self, width: int) -> tuple[str, ...]:
        """The cells that fit into columns of a width with a space between them."""
        return self.long_cells if 0 < _widest(self.long_cells) < width else self.cells


def draw_table(
    rows: Sequence[TableRow], title: str, note: str, frame: Frame, height: int, chosen: tuple[int, int]
) -> list[Text]:
    """A head and as many rows as there is room for, the chosen one among them; the chosen cell stands out.

    The note stands at the right of the head, if there is room for all of it.
    """
    n_shown = max(0, min(len(rows), height - 1))
    first = window(len(rows), n_shown, chosen[0])
    where = f", {first + 1}–{first + n_shown} of {len(rows)}" if 0 < n_shown < len(rows) else ""
    cells = [row.fitting(frame.column) for row in rows]
    cell_width = min(frame.column, max(map(_widest, cells), default=0))
    lines = [_head(title + where, note, frame.width)]
    for place in range(first, first + n_shown):
        chosen_size = chosen[1] if place == chosen[0] else None
        lines.append(_row_line(rows[place].entry, cells[place], frame, cell_width, chosen_size))
    return [fitted(line, frame.width) for line in lines[: max(0, height)]]


def _row_line(entry: Entry, cells: Sequence[str], frame: Frame, cell_width: int, chosen_size: int | None) -> Text:
    is_chosen = chosen_size is not None
    line = Text(f"{POINTER if is_chosen else ' '} ")
    line.append(entry.sign, entry.style)
    name_width = max(0, frame.gutter - SIGNS - len(entry.sign))
    line.append(" " + padded(entry.name, name_width), Style(bold=is_chosen or None))
    line.append(" " * max(0, frame.gutter - line.cell_len))
    for place in frame.shown():
        before = (frame.column - cell_width + 1) // 2  # in the middle, so that it stands under its bar
        line.append(" " * before)
        line.append(padded(cells[place], cell_width, right=True), STRONG if place == chosen_size else Style.null())
        line.append(" " * (frame.column - before - cell_width))
    return line


def _head(title: str, note: str, width: int) -> Text:
    left = f"  {shown(title, max(0, width - 2))}"
    room = width - width_of(left)
    return faint(left + (padded(note, room, right=True) if width_of(note) <= room - 2 else ""))


def _widest(cells: Sequence[str]) -> int:
    return max(map(width_of, cells), default=0)
