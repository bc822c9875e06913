"""The figure on the screen, or a sentence that stands in its place; and the table beneath it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from goed.screens.lines_view import LinesView
from goed.screens.plots.bars import draw_bars
from goed.screens.plots.curves import Curves, draw_curves
from goed.screens.plots.number_table import draw_table
from goed.screens.trajectories.figure import Drawn

LEAST_ROWS = 6


class FigureView(LinesView):
    """Curves or bars, drawn anew whenever the room for them changes."""

    DEFAULT_CSS = "FigureView { height: 1fr; }"
    _drawn: Drawn | None = None
    _sentences: Sequence[str] = ()

    def show_figure(self, drawn: Drawn | None, sentences: Sequence[str]) -> None:
        """Show a figure, or why there is none."""
        self._drawn, self._sentences = drawn, sentences
        self.draw()

    def draw(self) -> None:
        width, height = self.size
        if self._drawn is None:
            self.show([Text(""), *(Text(f"  {sentence}") for sentence in self._sentences)])
        elif width and height:
            figure, frame = self._drawn.figure, self._drawn.frame(width)
            self.show(
                draw_curves(figure, frame, height) if isinstance(figure, Curves) else draw_bars(figure, frame, height)
            )


class NumbersView(LinesView):
    """The numbers that the figure is drawn from, in the columns of the figure."""

    DEFAULT_CSS = "NumbersView { height: 0; }"
    _drawn: Drawn | None = None

    def show_numbers(self, drawn: Drawn | None, room: int) -> None:
        """Show the table in as many of the lines that there are as it needs, and leave the most to the figure."""
        self._drawn = drawn
        most = max(LEAST_ROWS, 2 * room // 5)
        self.styles.height = 0 if drawn is None else min(1 + len(drawn.rows), most)
        self.draw()

    def draw(self) -> None:
        drawn, (width, height) = self._drawn, self.size
        if drawn is None or not width or not height:
            self.show([])
        else:
            self.show(draw_table(drawn.rows, drawn.title, drawn.call, drawn.frame(width), height, drawn.cursor))
