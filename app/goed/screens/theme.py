"""Colours: few, told apart by colour-blind readers too (after Okabe and Ito), for dark and for light terminals."""

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
THEMES = (DARK.name, LIGHT.name, "ansi-dark", "ansi-light")  # the last two have the terminal's own colours


@dataclass(frozen=True)
class Palette:
    """Styles of text, each told from the others without colour, too: by weight, a line below, or what stands beside."""

    strong: str
    faint: str
    changed: str  # letters that differ
    done: str
    marked: str
    cursor: str
    warning: str


@cache
def palette(theme: str) -> Palette:
    """The styles that fit a theme."""
    if theme.startswith("ansi"):
        return Palette("bold", "dim", "bold underline blue", "blue", "bold yellow", "reverse", "bold yellow")
    first, second = (SKY, ORANGE) if theme == DARK.name else (BLUE, VERMILLION)
    return Palette("bold", "dim", f"bold underline {second}", first, f"bold {second}", "reverse", f"bold {second}")
