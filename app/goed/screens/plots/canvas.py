"""A canvas of braille dots, two by four to a cell, on which the newest colour of a cell wins."""

from __future__ import annotations

from rich.style import Style

DOTS = ((0x40, 0x04, 0x02, 0x01), (0x80, 0x20, 0x10, 0x08))  # of the left and right half of a cell, from below
EMPTY = 0x2800
ACROSS, UP = 2, 4  # dots in a cell

Cell = tuple[str, Style]


class Canvas:
    """Dots and signs on so many cells; (0, 0) is the lowest dot on the left."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._dots: dict[tuple[int, int], int] = {}
        self._styles: dict[tuple[int, int], Style] = {}
        self._signs: dict[tuple[int, int], Cell] = {}

    def dot(self, x: float, y: float, style: Style) -> None:
        """Set the dot at a place; outside the canvas nothing happens."""
        column, row = round(x), round(y)
        cell = (column // ACROSS, row // UP)
        if 0 <= cell[0] < self.width and 0 <= cell[1] < self.height:
            self._dots[cell] = self._dots.get(cell, 0) | DOTS[column % ACROSS][row % UP]
            self._styles[cell] = style

    def line(self, start: tuple[float, float], end: tuple[float, float], style: Style, thickness: int = 1) -> None:
        """Draw a line, so many dots thick."""
        (x, y), (to_x, to_y) = start, end
        n_steps = max(1, round(max(abs(to_x - x), abs(to_y - y))))
        is_steep = abs(to_y - y) > abs(to_x - x)
        for step in range(n_steps + 1):
            part = step / n_steps
            for extra in range(thickness):
                aside, above = (extra, 0) if is_steep else (0, -extra)
                self.dot(x + part * (to_x - x) + aside, y + part * (to_y - y) + above, style)

    def sign(self, x: float, y: float, sign: str, style: Style) -> None:
        """Put a sign into the cell of a dot, above whatever is drawn there."""
        column, row = int(round(x) // ACROSS), int(round(y) // UP)
        self._signs[max(0, min(column, self.width - 1)), max(0, min(row, self.height - 1))] = (sign, style)

    def cell(self, column: int, row: int) -> Cell | None:
        """What stands in a cell, if anything does."""
        place = (column, row)
        if place in self._signs:
            return self._signs[place]
        if place in self._dots:
            return chr(EMPTY + self._dots[place]), self._styles[place]
        return None
