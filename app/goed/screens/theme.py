"""Colours: few, told apart by colour-blind readers too (after Okabe and Ito), for dark and for light terminals."""

from __future__ import annotations

from dataclasses import dataclass

from textual.theme import Theme

BLUE, SKY, ORANGE, VERMILLION = "#0072B2", "#56B4E9", "#E69F00", "#D55E00"

DARK = Theme(
    name="goed-dark",
    primary=SKY,
    secondary=ORANGE,
    accent=ORANGE,
    warning=ORANGE,
    error=VERMILLION,
    success=SKY,
    foreground="#E8E8E8",
    background="#101418",
    surface="#101418",
    panel="#1E262E",
    dark=True,
)
LIGHT = Theme(
    name="goed-light",
    primary=BLUE,
    secondary=VERMILLION,
    accent=VERMILLION,
    warning=VERMILLION,
    error=VERMILLION,
    success=BLUE,
    foreground="#1A1A1A",
    background="#FDFDFB",
    surface="#FDFDFB",
    panel="#E6E8EA",
    dark=False,
)
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


def palette(theme: str) -> Palette:
    """The styles that fit a theme."""
    if theme.startswith("ansi"):
        return Palette("bold", "dim", "bold underline blue", "blue", "bold yellow", "reverse", "bold yellow")
    first, second = (SKY, ORANGE) if theme == DARK.name else (BLUE, VERMILLION)
    return Palette("bold", "dim", f"bold underline {second}", first, f"bold {second}", "reverse", f"bold {second}")
