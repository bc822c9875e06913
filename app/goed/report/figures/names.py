"""Names of models, strategies and errors as they may stand in a figure."""

from __future__ import annotations

import unicodedata

from goed.errors import visible

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
