"""Figures as files: SVG with text as text, and PDF. The same figure gives the same bytes, whenever and wherever."""

from __future__ import annotations

import io
import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SETTINGS: Any = {  # matplotlib types each name
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Helvetica", "Arial", "sans-serif"],
    "font.size": 8.5,
    "axes.titlesize": 9.5,
    "axes.labelsize": 8.5,
    "axes.linewidth": 0.7,
    "axes.edgecolor": "#1d1d1f",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "hatch.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "text.parse_math": False,  # a model may be called $x$
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
}
IDENTIFIER = re.compile(r'(\bid="|xlink:href="#|url\(#)')


@contextmanager
def drawing() -> Iterator[None]:
    """The settings of all figures, whatever the user's own of matplotlib are."""
    import matplotlib

    log = logging.getLogger("matplotlib")
    level = log.level
    log.setLevel(logging.ERROR)  # names in scripts that the font lacks: browsers have others
    try:
        with matplotlib.rc_context(), warnings.catch_warnings():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(SETTINGS)
            warnings.simplefilter("ignore")
            yield
    finally:
        log.setLevel(level)


def svg(figure: Figure, name: str) -> str:
    """The figure as SVG. Its ids begin with its name, so that several may stand in one page."""
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
