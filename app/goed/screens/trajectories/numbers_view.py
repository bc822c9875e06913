"""The table beneath the figure."""

from __future__ import annotations

from textual import events

from goed.screens.lines_view import LinesView
from goed.screens.plots.number_table import draw_table
from goed.screens.trajectories.drawn import Drawn

LEAST_ROWS = 6


class NumbersView(LinesView):
    """The numbers that the figure is drawn from, in the columns of the figure."""

    DEFAULT_CSS = "NumbersView { height: 0; }"

    def __init__(self) -> None:
        super().__init__()
        self._drawn: Drawn | None = None

    def show_numbers(self, drawn: Drawn | None, room: int) -> None:
        """Show the table in as many of the lines that there are as it needs, and leave the most to the figure."""
        self._drawn = drawn
        most = max(LEAST_ROWS, 2 * room // 5)
        self.styles.height = 0 if drawn is None else min(1 + len(drawn.rows), most)
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def _draw(self) -> None:
        width, height = self.size
        if self._drawn is None or not width or not height:
            self.show([])
            return
        drawn = self._drawn
        self.show(draw_table(drawn.rows, drawn.title, drawn.call, drawn.frame(width), height, drawn.cursor))
