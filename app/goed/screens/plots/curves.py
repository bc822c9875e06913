"""Learning curves: accuracy by training size, one line per series, its seeds as dots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from rich.style import Style
from rich.text import Text

from goed.screens.plots.figure import FAINT, MOST, Entry, Figure, Frame, Scale, look, nice_range

DOTS = ((0x40, 0x04, 0x02, 0x01), (0x80, 0x20, 0x10, 0x08))  # Braille bits of a cell: left, right; from below
EMPTY = 0x2800
ACROSS, UP = 2, 4  # dots in a cell


@dataclass(frozen=True)
class Point:
    """The accuracy at one size: the mean, and that of each seed, as fractions."""

    size: int
    mean: float
    seeds: tuple[float, ...] = ()


@dataclass(frozen=True)
class Series:
    """A curve: one model on one sampling."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, kw_only=True)
class Curves(Figure):
    """A figure of learning curves."""

    series: tuple[Series, ...]
    zooms_axis: bool = False  # the axis covers only the range of the numbers, else 0 to 100 %
    title: str = "% right"

    def entries(self) -> list[Entry]:
        """The marker of each curve, in its colour."""
        looks = [look(place, self.has_colour) for place in range(len(self.series))]
        return [Entry(one.name, at.marker, at.line()) for one, at in zip(self.series, looks, strict=True)]

    def scale(self, n_rows: int) -> Scale:
        values = [value for series in self.series for point in series.points for value in (point.mean, *point.seeds)]
        return Scale(*(nice_range(min(values), max(values)) if self.zooms_axis and values else (0.0, 1.0)), n_rows)

    def rows(self, frame: Frame, scale: Scale) -> Callable[[int], Text]:
        canvas = self._drawn(frame, scale)
        chosen_column = None if self.chosen is None else frame.middle(self.chosen[1]) - frame.gutter

        def row_of_canvas(row: int) -> Text:
            """A row of the canvas; a faint vertical line at the chosen size shows where nothing is drawn."""
            line = Text()
            for column in range(canvas.width):
                line.append(*canvas.cell(column, row) or (("┊", FAINT) if column == chosen_column else (" ",)))
            return line

        return row_of_canvas

    def _drawn(self, frame: Frame, scale: Scale) -> Canvas:
        """The series on a canvas: seeds first, then lines, then markers; the chosen series last."""
        canvas = Canvas(frame.width - frame.gutter, scale.n_rows)
        columns = {self.sizes[place]: (frame.middle(place) - frame.gutter) * ACROSS for place in frame.shown()}
        chosen = self.chosen[0] if self.chosen else None
        order = sorted(range(len(self.series)), key=lambda place: (place == chosen, place < MOST, -place))
        looks = {place: look(place, self.has_colour) for place in order}
        shown = {place: [point for point in self.series[place].points if point.size in columns] for place in order}
        for place, points in shown.items():
            for point in points:
                for value in point.seeds:
                    canvas.dot(columns[point.size], scale.dots(value, UP), looks[place].line())
        for place, points in shown.items():
            at, dots = looks[place], [(columns[point.size], scale.dots(point.mean, UP)) for point in points]
            for start, end in pairwise(dots):
                canvas.line(start, end, at.line(), thickness=2 if place < MOST or place == chosen else 1)
            for dot in dots:  # signs always cover lines, also those drawn later
                canvas.sign(*dot, at.marker, at.line(is_strong=place == chosen))
        return canvas


class Canvas:
    """Braille dots and signs on a grid of cells; dot (0, 0) is at the lower left. The newest colour of a cell wins."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._dots: dict[tuple[int, int], int] = {}
        self._styles: dict[tuple[int, int], Style] = {}
        self._signs: dict[tuple[int, int], tuple[str, Style]] = {}

    def dot(self, x: float, y: float, style: Style) -> None:
        """Set a dot; outside the canvas, nothing happens."""
        column, row = round(x), round(y)
        cell = (column // ACROSS, row // UP)
        if 0 <= cell[0] < self.width and 0 <= cell[1] < self.height:
            self._dots[cell] = self._dots.get(cell, 0) | DOTS[column % ACROSS][row % UP]
            self._styles[cell] = style

    def line(self, start: tuple[float, float], end: tuple[float, float], style: Style, thickness: int = 1) -> None:
        """Draw a line, `thickness` dots thick."""
        (x, y), (to_x, to_y) = start, end
        n_steps = max(1, round(max(abs(to_x - x), abs(to_y - y))))
        is_steep = abs(to_y - y) > abs(to_x - x)
        for step in range(n_steps + 1):
            part = step / n_steps
            for extra in range(thickness):
                aside, above = (extra, 0) if is_steep else (0, -extra)
                self.dot(x + part * (to_x - x) + aside, y + part * (to_y - y) + above, style)

    def sign(self, x: float, y: float, sign: str, style: Style) -> None:
        """Put a sign into the cell of a dot, covering whatever is drawn there."""
        column, row = int(round(x) // ACROSS), int(round(y) // UP)
        self._signs[max(0, min(column, self.width - 1)), max(0, min(row, self.height - 1))] = (sign, style)

    def cell(self, column: int, row: int) -> tuple[str, Style] | None:
        """The character and style of a cell; None if it is empty."""
        place = (column, row)
        drawn = (chr(EMPTY + self._dots[place]), self._styles[place]) if place in self._dots else None
        return self._signs.get(place, drawn)
