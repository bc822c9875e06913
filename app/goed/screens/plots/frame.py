"""Where things stand in a figure and in the table beneath it, so that each size of training set keeps its column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from goed.screens.safe_text import width_of

FAINT = Style(dim=True)
STRONG = Style(bold=True, reverse=True)
AXIS = 6  # the numbers of the upright axis, and the axis itself: " 100 ┤"
SIGNS = 7  # a pointer, the letter or shape of a row, and the space around them
LEAST_GUTTER = 14
LEAST_COLUMN = 5  # room for 12.3 and a space


class Frame(NamedTuple):
    """A gutter for names and axis on the left, then one column for each size that there is room for."""

    width: int
    gutter: int
    column: int  # the width of one column
    first: int  # of the columns shown
    n_shown: int

    @property
    def right(self) -> int:
        """The cell after the last column."""
        return self.gutter + self.n_shown * self.column

    def middle(self, place: int) -> int:
        """The cell in the middle of a column, counted from the left edge."""
        return self.gutter + (place - self.first) * self.column + self.column // 2

    def shown(self) -> range:
        """The places of the columns that are shown."""
        return range(self.first, self.first + self.n_shown)


def framed(width: int, names: Sequence[str], n_columns: int, chosen: int, most: int) -> Frame:
    """The frame for rows of these names; where not all columns fit, the chosen one is among those shown.

    No column is wider than `most`.
    """
    longest = max((width_of(name) for name in names), default=0) + SIGNS + AXIS
    room = width - n_columns * LEAST_COLUMN  # what the columns leave if all are shown
    gutter = max(LEAST_GUTTER + AXIS, min(longest, max(width // 3, room)))
    gutter = max(0, min(gutter, width - LEAST_COLUMN))
    n_shown = max(1, min(n_columns, (width - gutter) // LEAST_COLUMN))
    first = window(n_columns, n_shown, chosen)
    return Frame(width, gutter, max(1, min(most, (width - gutter) // n_shown)), first, n_shown)


def window(number: int, n_shown: int, chosen: int) -> int:
    """The first of so many rows or columns to show, with the chosen one in the middle where that can be."""
    return max(0, min(chosen - n_shown // 2, number - n_shown))


def faint(text: str) -> Text:
    """What only helps to read a figure."""
    return Text().append(text, FAINT)


def fitted(line: Text, width: int) -> Text:
    """A line of exactly this width."""
    line.truncate(width, pad=True)
    return line
