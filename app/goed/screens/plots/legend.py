"""The legend to the left of a figure: what each colour, letter and shape stands for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from goed.screens.plots.axes import faint, fitted
from goed.screens.plots.frame import AXIS, Frame, window
from goed.screens.safe_text import shown

POINTER = "▶"


class Entry(NamedTuple):
    """One line of the legend."""

    name: str
    sign: str
    style: Style


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
