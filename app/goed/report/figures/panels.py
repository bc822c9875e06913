"""Panels side by side, one for each sampling strategy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goed.report.figures.looks import FAINT, INK
from goed.report.figures.names import legible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 3.1, 3.0  # inches
LEGEND = 1.5  # inches beside the panels
MOST_COLUMNS = 3
LABEL_SIZE = 8.5


def panels(samplings: Sequence[str], x_label: str, y_label: str, width: float = WIDTH) -> tuple[Figure, list[Axes]]:
    """A figure with a titled panel for each strategy, which share their axes."""
    from matplotlib.figure import Figure

    n_columns = min(len(samplings), MOST_COLUMNS)
    n_rows = -(-len(samplings) // n_columns)
    figure = Figure(figsize=(max(width, WIDTH) * n_columns + LEGEND, HEIGHT * n_rows), layout="constrained")
    grid = list(figure.subplots(n_rows, n_columns, sharex=True, sharey=True, squeeze=False).ravel())
    for axes, sampling in zip(grid, samplings, strict=False):
        axes.set_title(legible(sampling), loc="left", fontweight="bold", color=INK)
        axes.grid(axis="y", color=FAINT, alpha=0.25, linewidth=0.5)
        axes.set_axisbelow(True)
    for axes in grid[len(samplings) :]:
        axes.set_visible(False)
    figure.supxlabel(x_label, fontsize=LABEL_SIZE)
    figure.supylabel(y_label, fontsize=LABEL_SIZE)
    return figure, grid[: len(samplings)]
