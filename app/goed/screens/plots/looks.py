"""How the series and segments of a figure are told apart: by colour, and by a letter or shape as well."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style


class Look(NamedTuple):
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
    Look("#0f7dbf", "#ffffff", "a", "●"),
    Look("#e69f00", "#000000", "b", "■"),
    Look("#009e73", "#000000", "c", "▲"),
    Look("#cc79a7", "#000000", "d", "◆"),
    Look("#56b4e9", "#000000", "e", "○"),
    Look("#d55e00", "#000000", "f", "□"),
    Look("#b5a400", "#000000", "g", "△"),
)
OTHERS = Look("#8c8c8c", "#000000", "·", "◇")  # all that come after those
MOST = len(LOOKS)


def look(place: int, has_colour: bool = True) -> Look:
    """The look of the series or segment in this place; some people want no colours."""
    of = LOOKS[place] if place < MOST else OTHERS
    return of if has_colour else of._replace(colour="", ink="")
