"""The grid of runs: a line for each model, a cell for each size, and in it a sign for each run."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rich.text import Text

from goed.runs.grid import Grid, GridLine
from goed.screens.lines_view import CursorList
from goed.screens.safe_text import padded, shown, width_of
from goed.screens.theme import Palette
from goed.study.runs import RunState

SIGNS = {"planned": "·", "running": "▶", "done": "✓", "failed": "✗"}
CHOSEN = "+"  # planned, and chosen to be done next
NAME = -1  # the column of a line's name
MARGIN = 2  # cells before a name
LONGEST_NAME, NARROWEST_NAME = 24, 12


@dataclass(frozen=True)
class Place:
    """Where the cursor is: a line, and the place of a size or the line's name."""

    line: int = 0
    column: int = NAME


@dataclass(frozen=True)
class GridColumns:
    """Which sizes are on the screen, and how wide they are."""

    name: int
    widths: tuple[int, ...]
    first: int  # of the sizes on the screen
    last: int  # the one after them
    is_brief: bool  # a count for each cell instead of a sign for each run

    def start(self, column: int) -> int:
        """The cell of the terminal where a size begins."""
        return MARGIN + self.name + 1 + sum(width + 1 for width in self.widths[self.first : column])


class RunsGrid(CursorList, can_focus=True):
    """As many lines and sizes as fit, around the cursor."""

    DEFAULT_CSS = "RunsGrid { border: round $primary; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self._grid = Grid()
        self._rows: list[GridLine | tuple[str, str]] = []  # lines, and the names of groups above them
        self._first_size = 0
        self._columns = GridColumns(0, (), 0, 0, False)

    def show_grid(self, grid: Grid, place: Place, chosen: Collection[int]) -> None:
        """Draw the grid around the cursor."""
        if grid.lines != self._grid.lines:
            self._rows = _with_groups(grid.lines)
        self._grid = grid
        self._columns = self._fitting_columns(place)
        here = grid.lines[place.line] if grid.lines else None
        lines = [self._head()]
        for place_of_row in self._window_around(here):
            row = self._rows[place_of_row]
            if isinstance(row, GridLine):
                lines.append(self._line(row, place.column if row == here else None, chosen))
            else:
                lines.append(Text(shown(" · ".join(row), self.size.width), "bold"))
        self.show(lines)

    def _window_around(self, here: GridLine | None) -> range:
        """The rows on the screen, with the name of the group in sight where there is room."""
        at = self._rows.index(here) if here is not None else 0
        if at and not isinstance(self._rows[at - 1], GridLine):
            self.top = min(self.top, at - 1)
        return self.window(at, len(self._rows))

    # Widths

    def _fitting_columns(self, place: Place) -> GridColumns:
        """A sign for each run where all sizes fit; else a count for each cell, and as many sizes as fit."""
        name = min(LONGEST_NAME, max((width_of(shown(line.model)) for line in self._grid.lines), default=0))
        room = self.size.width - MARGIN - name - 1
        full = self._widths(is_brief=False)
        too_wide = max(0, sum(full) + len(full) - 1 - room)
        if name - too_wide >= min(name, NARROWEST_NAME):  # a shorter name costs less than the signs: it is said below
            return GridColumns(name - too_wide, full, 0, len(full), is_brief=False)
        brief = self._widths(is_brief=True)
        first, last = self._window(brief, room, max(0, place.column))
        return GridColumns(name, brief, first, last, is_brief=True)

    def _widths(self, is_brief: bool) -> tuple[int, ...]:
        widths = []
        for size in self._grid.sizes:
            cells = [self._grid.cell(line, size) for line in self._grid.lines]
            widest = max(len(_count(cell)) + 1 if is_brief and cell else len(cell) for cell in cells)
            widths.append(max(widest, len(str(size))))
        return tuple(widths)

    def _window(self, widths: Sequence[int], room: int, wanted: int) -> tuple[int, int]:
        """The sizes on the screen; the wanted one is among them."""
        first = min(self._first_size, wanted)
        while first < wanted and sum(widths[first : wanted + 1]) + wanted - first > room:
            first += 1
        last = first
        while last < len(widths) and sum(widths[first : last + 1]) + last - first <= room:
            last += 1
        self._first_size = first
        return first, max(last, min(first + 1, len(widths)))

    # Lines

    def _head(self) -> Text:
        columns, sizes = self._columns, self._grid.sizes
        head = " " * (MARGIN + columns.name) + ("‹" if columns.first > 0 else " ")
        head += " ".join(f"{sizes[place]:<{columns.widths[place]}}" for place in range(columns.first, columns.last))
        return Text(head + (" ›" if columns.last < len(columns.widths) else ""), self.colours.faint)

    def _line(self, line: GridLine, cursor: int | None, chosen: Collection[int]) -> Text:
        colours, columns = self.colours, self._columns
        text = Text("› " if cursor is not None else "  ")
        text.append(padded(line.model, columns.name), colours.cursor if cursor == NAME else "")
        for place in range(columns.first, columns.last):
            cell = self._grid.cell(line, self._grid.sizes[place])
            signs = _cell(cell, columns.widths[place], columns.is_brief, chosen, colours)
            signs.stylize(colours.cursor if place == cursor else "")
            text.append(" ").append_text(signs)
        return text

    # The mouse

    def place_of(self, click: CursorList.Clicked) -> Place | None:
        """Where there was a click, if that was on a line."""
        row = self._rows[click.place] if click.place < len(self._rows) else None
        if not isinstance(row, GridLine):
            return None
        shown = self._columns
        columns = [column for column in range(shown.first, shown.last) if shown.start(column) <= click.x]
        return Place(self._grid.lines.index(row), columns[-1] if columns else NAME)


def _with_groups(lines: Sequence[GridLine]) -> list[GridLine | tuple[str, str]]:
    """Lines with the name of their group above the first of each."""
    rows: list[GridLine | tuple[str, str]] = []
    for line in lines:
        if not rows or not isinstance(rows[-1], GridLine) or rows[-1].group != line.group:
            rows.append(line.group)
        rows.append(line)
    return rows


def sign(state: str, is_chosen: bool, colours: Palette) -> tuple[str, str]:
    """The sign of a state, and the style that helps to tell it."""
    if is_chosen:
        return (CHOSEN, colours.strong) if state == "planned" else (SIGNS[state], f"{colours.warning} underline")
    styles = {"planned": colours.faint, "running": colours.strong, "done": colours.done, "failed": colours.warning}
    return SIGNS[state], styles[state]


def _cell(cell: Sequence[RunState], width: int, is_brief: bool, chosen: Collection[int], colours: Palette) -> Text:
    text = Text()
    if is_brief and cell:
        worst, style = sign(_worst(cell), any(run.number in chosen for run in cell), colours)
        text.append(worst + _count(cell), style)
    else:
        for run in cell:
            text.append(*sign(run.state, run.number in chosen, colours))
    return text.append(" " * (width - len(text)))


def _worst(cell: Sequence[RunState]) -> str:
    """The state that a whole cell is shown by, as it matters most."""
    return min((run.state for run in cell), key=("failed", "running", "planned", "done").index)


def _count(cell: Sequence[RunState]) -> str:
    """How many of a cell's runs are done; where all are, how many there are."""
    n_done = sum(run.state == "done" for run in cell)
    return f"{len(cell)}" if n_done == len(cell) else f"{n_done}/{len(cell)}"
