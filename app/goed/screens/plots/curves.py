"""Learning curves: accuracy by size of training set, one thick line a series, its seeds as dots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rich.style import Style
from rich.text import Text

from goed.screens.plots.axes import FAINT, Scale, fitted, ground, nice_range, sizes_line, upright
from goed.screens.plots.canvas import ACROSS, UP, Canvas
from goed.screens.plots.frame import Frame
from goed.screens.plots.legend import Entry, legend_lines
from goed.screens.plots.looks import MOST, look

UNDER = 2  # lines under the figure: its floor and the sizes


@dataclass(frozen=True)
class Point:
    """The accuracy at one size: its mean, and that of each seed, as fractions."""

    size: int
    mean: float
    seeds: tuple[float, ...] = ()


@dataclass(frozen=True)
class Series:
    """One model on one sampling."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Curves:
    """The figure: its series, the sizes on its axis, and where the cursor is (series, size), if anywhere."""

    series: tuple[Series, ...]
    sizes: tuple[int, ...]
    chosen: tuple[int, int] | None = None
    is_close: bool = False  # the axis as short as the numbers allow, in place of 0 to 100 %
    has_colour: bool = True


def draw_curves(curves: Curves, frame: Frame, height: int) -> list[Text]:
    """The figure as lines of exactly the frame's width, as many as the height says."""
    n_rows = max(1, height - UNDER)
    scale = _scale(curves, n_rows)
    chosen_series, chosen_size = curves.chosen or (None, None)
    canvas = _Drawing(curves, frame, scale).draw()
    ticks = scale.ticks()
    legend = legend_lines(_entries(curves), "% right", frame, n_rows, chosen_series)
    lines = []
    for row in reversed(range(n_rows)):
        line = legend[n_rows - 1 - row] + upright(scale, row, ticks)
        _append_row(line, canvas, row, None if chosen_size is None else frame.middle(chosen_size) - frame.gutter)
        lines.append(line)
    under = [ground(frame, ticks), sizes_line(frame, curves.sizes, chosen_size)]
    return [fitted(line, frame.width) for line in [*lines, *under]][:height]


def _scale(curves: Curves, n_rows: int) -> Scale:
    values = [value for series in curves.series for point in series.points for value in (point.mean, *point.seeds)]
    if not curves.is_close or not values:
        return Scale(0.0, 1.0, n_rows)
    return Scale(*nice_range(min(values), max(values)), n_rows)


def _entries(curves: Curves) -> list[Entry]:
    looks = [look(place, curves.has_colour) for place in range(len(curves.series))]
    return [Entry(series.name, at.marker, at.line()) for series, at in zip(curves.series, looks, strict=True)]


def _append_row(line: Text, canvas: Canvas, row: int, chosen_column: int | None) -> None:
    """One row of the canvas, with the faint upright line of the chosen size where nothing is drawn."""
    for column in range(canvas.width):
        cell = canvas.cell(column, row)
        if cell is not None:
            line.append(*cell)
        elif column == chosen_column:
            line.append("┊", FAINT)
        else:
            line.append(" ")


class _Drawing:
    """Puts the series on a canvas: seeds first, then lines, then markers; the chosen series last."""

    def __init__(self, curves: Curves, frame: Frame, scale: Scale) -> None:
        self._curves, self._frame, self._scale = curves, frame, scale
        self._canvas = Canvas(frame.width - frame.gutter, scale.n_rows)
        self._places = {size: place for place, size in enumerate(curves.sizes)}

    def draw(self) -> Canvas:
        """The canvas with everything on it."""
        chosen = self._curves.chosen[0] if self._curves.chosen else None
        order = sorted(range(len(self._curves.series)), key=lambda place: (place == chosen, place < MOST, -place))
        shown = [self._shown(self._curves.series[place]) for place in order]
        looks = [look(place, self._curves.has_colour) for place in order]
        for points, at in zip(shown, looks, strict=True):
            self._draw_seeds(points, at.line())
        for points, at, place in zip(shown, looks, order, strict=True):
            self._draw_line(points, at.line(), thickness=2 if place < MOST or place == chosen else 1)
        for points, at, place in zip(shown, looks, order, strict=True):
            for point in points:
                self._canvas.sign(*self._dot(point.size, point.mean), at.marker, at.line(is_strong=place == chosen))
        return self._canvas

    def _shown(self, series: Series) -> list[Point]:
        return [point for point in series.points if self._places.get(point.size, -1) in self._frame.shown()]

    def _draw_seeds(self, points: Sequence[Point], style: Style) -> None:
        for point in points:
            for value in point.seeds:
                self._canvas.dot(*self._dot(point.size, value), style)

    def _draw_line(self, points: Sequence[Point], style: Style, thickness: int) -> None:
        dots = [self._dot(point.size, point.mean) for point in points]
        for start, end in pairwise(dots):
            self._canvas.line(start, end, style, thickness)

    def _dot(self, size: int, value: float) -> tuple[float, float]:
        x = (self._frame.middle(self._places[size]) - self._frame.gutter) * ACROSS
        return x, max(0, self._scale.part(value) * self._scale.n_rows * UP - 1)
