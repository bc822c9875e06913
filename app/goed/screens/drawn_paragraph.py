"""A drawing among the paragraphs of a case: it has the whole width, and no word at its left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.text import Text

from goed.domains.drawn_arcs import DrawnLine, drawn
from goed.domains.sentence_drawing import Drawing, Pen
from goed.screens.bidi import for_terminal, turned_signs
from goed.screens.paragraphs import CaseStyle
from goed.screens.safe_text import shown, width_of
from goed.screens.theme import Palette

NARROWEST = 24  # cells, for three words
CELLS = Pen(shown, width_of)


class DrawnParagraph(NamedTuple):
    """A sentence with its arcs."""

    drawing: Drawing

    def lines(self, style: CaseStyle) -> list[Text]:
        """The drawing in the styles of the theme; each piece in the terminal's order of letters."""
        styles = _styles(style.colours)
        lines = drawn(self.drawing, max(NARROWEST, style.width), CELLS)
        return [self._text(line, style, styles) for line in lines]

    def _text(self, line: DrawnLine, style: CaseStyle, styles: Mapping[str, str]) -> Text:
        text = Text(no_wrap=True, end="")
        for piece in line.pieces:
            signs = turned_signs(piece.text) if self.drawing.runs_to_the_left else piece.text
            text.append(for_terminal(signs, style.bidi), styles[piece.kind])
        return text


def _styles(colours: Palette) -> dict[str, str]:
    """The style of each kind of piece. Arcs differ in side and strokes, too: nothing is said by colour alone."""
    return {
        "": "",
        "gold": colours.done,
        "gold head": f"bold {colours.done}",
        "predicted": colours.marked,
        "predicted head": colours.marked,
        "asked": f"{colours.strong} underline",
        "left out": colours.faint,
        "tag": colours.faint,
    }
