"""The cursor: it stays at its series or kind of error, and at its size, when other numbers come."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from goed.screens.trajectories.drawn import keys_of
from goed.screens.trajectories.numbers import Numbers


@dataclass(frozen=True)
class Cursor:
    """A row and a size by their names."""

    row: Hashable = None
    size: int = 0

    def within(self, numbers: Numbers) -> tuple[int, int]:
        """Row and column among some numbers: the first row and the largest size where it has none there."""
        rows = keys_of(numbers)
        row = rows.index(self.row) if self.row in rows else 0
        column = numbers.sizes.index(self.size) if self.size in numbers.sizes else len(numbers.sizes) - 1
        return row, column

    def moved(self, numbers: Numbers, rows: int, columns: int) -> Cursor:
        """The cursor so many rows down and columns to the right, or as far as there are any."""
        row, column = self.within(numbers)
        keys, sizes = keys_of(numbers), numbers.sizes
        return Cursor(
            keys[max(0, min(row + rows, len(keys) - 1))], sizes[max(0, min(column + columns, len(sizes) - 1))]
        )
