"""The figure on the screen, or a sentence that stands in its place."""

from __future__ import annotations

from rich.text import Text
from textual import events

from goed.screens.lines_view import LinesView
from goed.screens.plots.bars import draw_bars
from goed.screens.plots.curves import Curves, draw_curves
from goed.screens.trajectories.drawn import Drawn


class FigureView(LinesView):
    """Curves or bars, drawn anew whenever the room for them changes."""

    DEFAULT_CSS = "FigureView { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self._drawn: Drawn | None = None
        self._sentences: tuple[str, ...] = ()

    def show_figure(self, drawn: Drawn) -> None:
        """Show a figure."""
        self._drawn = drawn
        self._draw()

    def show_sentences(self, *sentences: str) -> None:
        """Say why there is no figure."""
        self._drawn, self._sentences = None, sentences
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def _draw(self) -> None:
        width, height = self.size
        if self._drawn is None:
            self.show([Text(""), *(Text(f"  {sentence}") for sentence in self._sentences)])
        elif width and height:
            figure, frame = self._drawn.figure, self._drawn.frame(width)
            self.show(
                draw_curves(figure, frame, height) if isinstance(figure, Curves) else draw_bars(figure, frame, height)
            )
