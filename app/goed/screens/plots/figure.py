"""A figure: what is drawn between a legend, an upright axis, and the sizes of training sets below."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor

from rich.text import Text

from goed.screens.plots.frame import AXIS, FAINT, STRONG, Frame, faint, fitted
from goed.screens.plots.legend import Entry, legend_lines
from goed.screens.safe_text import padded, shown

STEPS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0)
FEW = 8  # steps at most between the ends of a close range
ROWS_APART = 3  # at least so many rows from one tick to the next, where there is room
UNDER = 2  # lines under a figure: its floor and the sizes


class Scale:
    """Fractions from `low` to `high` on so many rows. Row 0 is the lowest; under it, row -1, lies the floor."""

    def __init__(self, low: float, high: float, n_rows: int) -> None:
        self.low, self.high, self.n_rows = low, high, n_rows

    def part(self, value: float) -> float:
        """How far up a value is, from 0 at the bottom to 1 at the top."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    def ticks(self) -> dict[int, str]:
        """Row → the number at its upper edge, in per cent."""
        span = self.high - self.low
        most = max(1, self.n_rows // ROWS_APART)
        step = next((step for step in STEPS if span / step <= most + 1e-9), span)
        count = round(span / step + 1e-9)
        values = [self.low + step * place for place in range(count + 1)]
        return {round(self.part(value) * self.n_rows) - 1: f"{100 * value:.4g}" for value in values}


def nice_range(low: float, high: float) -> tuple[float, float]:
    """The round numbers closest below and above two fractions."""
    step = next((step for step in STEPS if high - low <= FEW * step), STEPS[-1])
    bottom, top = step * floor(low / step + 1e-9), step * ceil(high / step - 1e-9)
    return max(0.0, bottom), min(1.0, max(top, bottom + step))


@dataclass(frozen=True, kw_only=True)
class Figure(ABC):
    """What all figures have: sizes on the axis below, a legend, and a cursor at (row of the legend, size), if any."""

    sizes: tuple[int, ...]
    chosen: tuple[int, int] | None = None
    has_colour: bool = True
    title: str

    @abstractmethod
    def entries(self) -> list[Entry]:
        """The lines of the legend."""

    @abstractmethod
    def scale(self, n_rows: int) -> Scale:
        """The upright axis."""

    @abstractmethod
    def rows(self, frame: Frame, scale: Scale) -> Callable[[int], Text]:
        """Draw the figure; what gives each row of it, counted from below."""

    def draw(self, frame: Frame, height: int) -> list[Text]:
        """The figure as lines of exactly the frame's width, as many as the height says."""
        scale = self.scale(max(1, height - UNDER))
        ticks, row_of_figure = scale.ticks(), self.rows(frame, scale)
        chosen_row, chosen_size = self.chosen or (None, None)
        legend = legend_lines(self.entries(), self.title, frame, scale.n_rows, chosen_row)
        rows = reversed(range(scale.n_rows))
        lines = [
            left + _upright(scale, row, ticks) + row_of_figure(row) for left, row in zip(legend, rows, strict=True)
        ]
        lines += [_ground(frame, ticks), _sizes_line(frame, self.sizes, chosen_size)]
        return [fitted(line, frame.width) for line in lines][:height]


def _upright(scale: Scale, row: int, ticks: dict[int, str]) -> Text:
    """The axis at one row, as wide as AXIS says."""
    label = ticks.get(row, "")
    return faint(f"{label:>{AXIS - 2}} {'┤' if label else '│'}")


def _ground(frame: Frame, ticks: dict[int, str]) -> Text:
    """The line under a figure, with a tick for each column."""
    cells = ["─"] * (frame.right - frame.gutter)
    for place in frame.shown():
        cells[frame.middle(place) - frame.gutter] = "┴"
    return faint(f"{ticks.get(-1, ''):>{frame.gutter - 2}} └{''.join(cells)}")


def _sizes_line(frame: Frame, sizes: Sequence[int], chosen: int | None) -> Text:
    """The numbers under the ticks; the chosen one stands out. Signs at the ends say that there are more.

    Each size has a column of its own; where their distances differ, the title says so.
    """
    is_even = len({after - before for before, after in pairwise(sizes)}) <= 1
    title = "size" if is_even else "size (uneven)"
    line = faint(padded(title, frame.gutter - 1, right=True) + " ")
    for place in frame.shown():
        label = shown(f"{sizes[place]}", frame.column)
        before = (frame.column - len(label) + 1) // 2
        line.append(" " * before)
        line.append(label, STRONG if place == chosen else FAINT)
        line.append(" " * (frame.column - before - len(label)))
    return _with_more(line, frame, len(sizes))


def _with_more(line: Text, frame: Frame, number: int) -> Text:
    """Arrows in the first and last cell where columns are left out."""
    text = fitted(line, frame.width)
    if frame.first > 0:
        text = text[: frame.gutter - 1] + faint("◂") + text[frame.gutter :]
    if frame.first + frame.n_shown < number:
        text = text[: frame.width - 1] + faint("▸")
    return text
