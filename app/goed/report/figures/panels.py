"""Panels side by side, one for each sampling strategy, and the names that may stand in them and beside them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

from goed.errors import visible
from goed.report.figures.looks import FAINT, INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


WIDTH, HEIGHT = 3.1, 3.0  # inches
LEGEND = 1.5  # inches beside the panels
MOST_COLUMNS = 3
LABEL_SIZE = 8.5


LONGEST = 28
THIN_SPACE = "\u2009"


def legible(name: str, longest: int = LONGEST) -> str:
    """A name that hides nothing and has an end. Letters that run from right to left cannot turn what is beside them.

    >>> legible("transformer-with-a-very-long-name:best")
    'transformer-with-a-very-lon…'
    """
    shown = visible(name)
    shown = shown if len(shown) <= longest else shown[: longest - 1] + "…"
    is_rtl = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in shown)
    return f"\u2068{shown}\u2069" if is_rtl else shown


def legend_name(name: str) -> str:
    """A name for a legend: matplotlib leaves out entries that begin with an underscore."""
    shown = legible(name)
    return THIN_SPACE + shown if shown.startswith("_") else shown


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
