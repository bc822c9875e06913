"""What all figures share: panels side by side, legible names, and writing SVG and PDF.

The same figure gives the same bytes, whenever and wherever. SVG keeps text as text.
"""

from __future__ import annotations

import io
import logging
import re
import unicodedata
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from goed.errors import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 3.1, 3.0  # inches of a panel
LEGEND = 1.5  # inches beside the panels
MOST_COLUMNS = 3
LONGEST = 28  # letters of a name
THIN_SPACE = "\u2009"

STYLE = Path(__file__).with_name("figures.mplstyle")
IDENTIFIER = re.compile(r'(\bid="|xlink:href="#|url\(#)')


@contextmanager
def figure_style() -> Iterator[None]:
    """The style of all figures; meanwhile matplotlib's warnings are silenced."""
    import matplotlib

    log = logging.getLogger("matplotlib")
    level = log.level
    log.setLevel(logging.ERROR)  # about scripts that the font lacks: browsers have others
    try:
        with matplotlib.rc_context(fname=STYLE), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        log.setLevel(level)


def panels(samplings: Sequence[str], x_label: str, y_label: str, width: float = WIDTH) -> tuple[Figure, list[Axes]]:
    """A figure with a titled panel for each sampling strategy; the panels share their axes."""
    from matplotlib.figure import Figure

    n_columns = min(len(samplings), MOST_COLUMNS)
    n_rows = -(-len(samplings) // n_columns)
    figure = Figure(figsize=(max(width, WIDTH) * n_columns + LEGEND, HEIGHT * n_rows), layout="constrained")
    grid = list(figure.subplots(n_rows, n_columns, sharex=True, sharey=True, squeeze=False).ravel())
    for axes, sampling in zip(grid, samplings, strict=False):
        axes.set_title(legible(sampling))
    for axes in grid[len(samplings) :]:
        axes.set_visible(False)
    figure.supxlabel(x_label)
    figure.supylabel(y_label)
    return figure, grid[: len(samplings)]


def legible(name: str, longest: int = LONGEST) -> str:
    """A name, shortened, with hidden characters made visible. Right-to-left letters cannot turn what is beside it.

    >>> legible("transformer-with-a-very-long-name:best")
    'transformer-with-a-very-lon…'
    """
    shown = visible(name)
    shown = shown if len(shown) <= longest else shown[: longest - 1] + "…"
    is_rtl = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in shown)
    return f"\u2068{shown}\u2069" if is_rtl else shown


def legend_name(name: str) -> str:
    """A name for a legend: matplotlib skips entries that begin with an underscore."""
    shown = legible(name)
    return THIN_SPACE + shown if shown.startswith("_") else shown


def svg(figure: Figure, name: str) -> str:
    """The figure as SVG. Its ids begin with its name, so that one page can hold several figures."""
    import matplotlib

    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Title": name})
    return IDENTIFIER.sub(rf"\g<1>{name}-", buffer.getvalue())


def pdf(figure: Figure) -> bytes:
    """The figure as PDF."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="pdf", metadata={"CreationDate": None, "Creator": None, "Producer": None})
    return buffer.getvalue()
