"""Colours for dark and light terminals: few, and safe for colour-blind readers.

They are from the palette of Okabe and Ito.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from textual.theme import Theme

BLUE, SKY, ORANGE, VERMILLION = "#0072B2", "#56B4E9", "#E69F00", "#D55E00"


def _theme(name: str, first: str, second: str, foreground: str, background: str, panel: str, dark: bool) -> Theme:
    return Theme(
        name=name,
        primary=first,
        secondary=second,
        accent=second,
        warning=second,
        error=VERMILLION,
        success=first,
        foreground=foreground,
        background=background,
        surface=background,
        panel=panel,
        dark=dark,
    )


DARK = _theme("goed-dark", SKY, ORANGE, "#E8E8E8", "#101418", "#1E262E", dark=True)
LIGHT = _theme("goed-light", BLUE, VERMILLION, "#1A1A1A", "#FDFDFB", "#E6E8EA", dark=False)
THEMES = (DARK.name, LIGHT.name, "ansi-dark", "ansi-light")  # the last two use the terminal's own colours


@dataclass(frozen=True)
class Palette:
    """Styles of text. They can be told apart without colour, too: by weight, underlining, or signs beside them."""

    strong: str
    faint: str
    changed: str  # letters that differ
    done: str
    marked: str
    cursor: str
    warning: str


@cache
def palette(theme: str) -> Palette:
    """The styles of a theme."""
    if theme.startswith("ansi"):
        return Palette("bold", "dim", "bold underline blue", "blue", "bold yellow", "reverse", "bold yellow")
    first, second = (SKY, ORANGE) if theme == DARK.name else (BLUE, VERMILLION)
    return Palette("bold", "dim", f"bold underline {second}", first, f"bold {second}", "reverse", f"bold {second}")
