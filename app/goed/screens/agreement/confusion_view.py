"""What two judges confuse: a table where it fits, else the commonest confusions; one cell is chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from rich.text import Text

from goed.labels.names import NamesForPeople
from goed.screens.agreement.figures import Cell, Judges
from goed.screens.cursor_list import CursorList
from goed.screens.lines_view import wrapped
from goed.screens.safe_text import padded, shown, width_of
from goed.statistics.confusion import FLAGS

GAP = 2  # cells between columns
FRAME = 2  # lines and columns of the border
SIGN = 2  # cells before a line
LONGEST_NAME = 40
NUMBER = 8
Place = tuple[int, int]  # line and column


@dataclass(frozen=True)
class ConfusionTable:
    """Cells in lines: of a matrix all of them, of a list one in each line."""

    lines: tuple[tuple[Cell, ...], ...] = ()
    numbers: tuple[tuple[int, ...], ...] = ()
    heads: tuple[str, ...] = ()  # of a matrix: its corner, then its classes
    widths: tuple[int, ...] = ()  # of its columns

    @property
    def is_matrix(self) -> bool:
        """Whether every class has a column."""
        return bool(self.heads)

    def within(self, place: Place) -> Place:
        """The place in the grid that is nearest."""
        n_columns = len(self.lines[0]) if self.lines else 1
        return max(0, min(place[0], len(self.lines) - 1)), max(0, min(place[1], n_columns - 1))


def confusion_table(judges: Judges, width: int, names: NamesForPeople) -> ConfusionTable:
    """What a pair says as a matrix, the commonest classes first; as a list of confusions where that is too wide."""
    total: Counter[str] = Counter()
    for row in judges.confusions:
        for name in {row.first_says, row.second_says}:
            total[name] += row.n
    classes = sorted(total, key=lambda name: (-total[name], name))
    corner = " ".join(f"{shown(name, 12)} {arrow}" for name, arrow in zip(judges.names, "↓→", strict=False))
    heads = [shown(names.of(judges.summary.language, name)) for name in classes]
    widths = [max(width_of(head), len(f"{total[name]:,}")) for head, name in zip(heads, classes, strict=True)]
    first = max([width_of(corner), *widths])
    if judges.summary.what == FLAGS or SIGN + first + sum(widths) + GAP * len(widths) > width:
        return _list(judges)
    numbers = {Cell(row.first_says, row.second_says): row.n for row in judges.confusions}
    lines = tuple(tuple(Cell(one, other) for other in classes) for one in classes)
    counted = tuple(tuple(numbers.get(cell, 0) for cell in line) for line in lines)
    return ConfusionTable(lines, counted, (corner, *heads), (first, *widths))


def _list(judges: Judges) -> ConfusionTable:
    """What is confused, the commonest first."""
    rows = [row for row in judges.confusions if row.first_says != row.second_says]
    cells = tuple((Cell(row.first_says, row.second_says),) for row in rows)
    return ConfusionTable(cells, tuple((row.n,) for row in rows))


class ConfusionView(CursorList):
    """The confusion table of a pair, around the cell that is chosen."""

    DEFAULT_CSS = "ConfusionView { border: round $primary; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.grid = ConfusionTable()
        self._names = NamesForPeople()
        self._redraw: Callable[[], None] = lambda: None

    def show_sentence(self, sentence: str) -> None:
        """Say why there is no table."""
        self._redraw = partial(self._draw_sentence, sentence)
        self._redraw()

    def show_pair(self, judges: Judges, place: Place, has_keys: bool) -> None:
        """Show what a pair confuses, around the chosen cell."""
        self._redraw = partial(self._draw_pair, judges, place, has_keys)
        self._redraw()

    def draw(self) -> None:
        self._redraw()

    def _draw_sentence(self, sentence: str) -> None:
        self.grid = ConfusionTable()
        self.border_title = self.border_subtitle = ""
        self.show(wrapped(Text(f" {sentence}"), max(10, self.size.width)))

    def _draw_pair(self, judges: Judges, place: Place, has_keys: bool) -> None:
        self.grid = confusion_table(judges, self.size.width, self._names)
        if not self.grid.lines:
            self._draw_sentence(f"They agree on all {judges.summary.n:,} outputs.")
            return
        here, column = self.grid.within(place)
        draw = self._matrix_line if self.grid.is_matrix else self._list_line
        lines = [Text(self._head(judges), self.colours.faint)]
        cursor = self.colours.cursor if has_keys else self.colours.strong
        for number in self.window(here, len(self.grid.lines)):
            lines.append(draw(judges, number, column if number == here else None, cursor))
        self.border_title = "who says what" if self.grid.is_matrix else "what is confused, the commonest first"
        self.border_subtitle = f"{here + 1} of {len(self.grid.lines)}" if len(self.grid.lines) > self.n_lines else ""
        self.show(lines)

    def _head(self, judges: Judges) -> str:
        if self.grid.is_matrix:
            first, *others = zip(self.grid.heads, self.grid.widths, strict=True)
            columns = [" " * GAP + padded(head, width, right=True) for head, width in others]
            return " " * SIGN + padded(*first) + "".join(columns)
        says = [padded(f"{name} says", self._name_width + GAP) for name in judges.names]
        return " " * SIGN + "".join(says) + padded("n", NUMBER, right=True)

    @property
    def _name_width(self) -> int:
        return min(LONGEST_NAME, (self.size.width - SIGN - NUMBER) // 2 - GAP)

    def _matrix_line(self, judges: Judges, number: int, column: int | None, cursor: str) -> Text:
        """The agreement on the diagonal is faint, so that what is confused stands out."""
        first, *widths = self.grid.widths
        line = Text("▶ " if column is not None else "  ")
        line.append(padded(self.grid.heads[number + 1], first))
        for place, (n, width) in enumerate(zip(self.grid.numbers[number], widths, strict=True)):
            line.append(" " * GAP)
            style = self.colours.faint if place == number or not n else self.colours.strong
            line.append(padded(f"{n:,}" if n else "·", width, right=True), cursor if place == column else style)
        return line

    def _list_line(self, judges: Judges, number: int, column: int | None, cursor: str) -> Text:
        (cell,), (n,) = self.grid.lines[number], self.grid.numbers[number]
        said = [self._names.of(judges.summary.language, name) for name in cell]
        line = Text("▶ " if column is not None else "  ")
        cells = "".join(padded(name, self._name_width) + " " * GAP for name in said) + padded(
            f"{n:,}", NUMBER, right=True
        )
        return line.append(cells, cursor if column is not None else "")

    def column_at(self, x: int) -> int:
        """The column of a matrix that a cell of the terminal is in."""
        end = SIGN
        for column, width in enumerate(self.grid.widths):
            end += width + GAP * bool(column)
            if x < end:
                return max(0, column - 1)
        return max(0, len(self.grid.widths) - 2)
