"""The legend to the left of a figure: what each colour, letter and shape stands for, and which ones there are.

Series and segments are told apart by their colour, and by a letter or a shape as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from goed.screens.plots.frame import AXIS, Frame, faint, fitted, window
from goed.screens.safe_text import shown

POINTER = "▶"


class SeriesLook(NamedTuple):
    """The colour of one series or segment, and the signs that stand for it where there is no colour."""

    colour: str  # "" for none
    ink: str  # colour of a letter that stands on the colour
    letter: str
    marker: str

    def line(self, is_strong: bool = False) -> Style:
        """The style of what is drawn in the colour."""
        return Style(color=self.colour or None, bold=is_strong or None)

    def fill(self) -> Style:
        """The style of a letter on an area of the colour."""
        return Style(color=self.ink, bgcolor=self.colour) if self.colour else Style.null()


# After Okabe and Ito's palette for colour-blind readers, each as light as can be told from white and from black.
LOOKS = (
    SeriesLook("#0f7dbf", "#ffffff", "a", "●"),
    SeriesLook("#e69f00", "#000000", "b", "■"),
    SeriesLook("#009e73", "#000000", "c", "▲"),
    SeriesLook("#cc79a7", "#000000", "d", "◆"),
    SeriesLook("#56b4e9", "#000000", "e", "○"),
    SeriesLook("#d55e00", "#000000", "f", "□"),
    SeriesLook("#b5a400", "#000000", "g", "△"),
)
OTHERS = SeriesLook("#8c8c8c", "#000000", "·", "◇")  # all that come after those
MOST = len(LOOKS)


def look(place: int, has_colour: bool = True) -> SeriesLook:
    """The look of the series or segment in this place; some people want no colours."""
    of = LOOKS[place] if place < MOST else OTHERS
    return of if has_colour else of._replace(colour="", ink="")


class Entry(NamedTuple):
    """One line of the legend."""

    name: str
    sign: str
    style: Style


def curve_entry(name: str, place: int, has_colour: bool) -> Entry:
    """The line of a curve: its shape in its colour."""
    at = look(place, has_colour)
    return Entry(name, at.marker, at.line())


def segment_entry(name: str, place: int, has_colour: bool) -> Entry:
    """The line of the segments of bars: their letter on their colour."""
    at = look(place, has_colour)
    return Entry(name, f" {at.letter} ", at.fill())


def legend_lines(entries: Sequence[Entry], title: str, frame: Frame, height: int, chosen: int | None) -> list[Text]:
    """A title and the entries, as many lines as the height says; where not all fit, the chosen one is among them."""
    width = max(0, frame.gutter - AXIS)
    room = max(0, height - 1)
    n_shown = len(entries) if len(entries) <= room else max(0, room - 1)
    first = window(len(entries), n_shown, chosen or 0)
    lines = [faint(f"  {title}")]
    for place in range(first, first + n_shown):
        lines.append(_entry_line(entries[place], place == chosen, width))
    if n_shown < len(entries):
        lines.append(faint(f"  and {len(entries) - n_shown} more"))
    lines += [Text("")] * (height - len(lines))
    return [fitted(line.copy(), width) for line in lines[:height]]


def _entry_line(entry: Entry, is_chosen: bool, width: int) -> Text:
    line = Text(f"{POINTER if is_chosen else ' '} ")
    line.append(entry.sign, entry.style)
    line.append(" ")
    line.append(shown(entry.name, max(0, width - line.cell_len - 1)), Style(bold=is_chosen or None))
    return line
