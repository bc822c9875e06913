"""Colours, hatches and lines of models and kinds of error, the same in every figure.

The colours are based on Okabe and Ito's palette for colour-blind readers (2008), darkened or lightened so that each is
about ten steps of lightness (L* of CIELAB) from the next: in grey print they still form a ramp. An error that is named
by two classes, such as Br→Snd(F), has the colour of the wrong form's class and the hatch of the gold form's.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from goed.domains.registry import AllSchemes
from goed.labels.names import ARROW
from goed_classifiers.values import CORRECT, NO_CLASS, UNNATURAL

OTHERS = "other kinds"
INK, PAPER, FAINT = "#1d1d1f", "#ffffff", "#8a8a8f"


class AreaLook(NamedTuple):
    """How an area is filled."""

    colour: str
    hatch: str = ""

    @property
    def patch(self) -> dict[str, Any]:
        """Arguments for matplotlib: thin white edges; hatches are dark on light colours, and light on dark ones."""
        is_dark = self not in PLAIN_LOOKS.values() and not _is_light(self.colour)
        return {
            "facecolor": self.colour,
            "edgecolor": INK if self.colour == PAPER else "white",
            "linewidth": 0.5,
            "hatch": self.hatch or None,
            "hatchcolor": "white" if is_dark else INK,
        }


def _is_light(colour: str) -> bool:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 110


Dashes = Literal["-", "--", "-.", ":"] | tuple[int, tuple[float, ...]]


class LineLook(NamedTuple):
    """How a line is drawn."""

    colour: str
    dashes: Dashes
    marker: str

    @property
    def line(self) -> dict[str, Any]:
        """Arguments for matplotlib."""
        return {"color": self.colour, "linestyle": self.dashes, "marker": self.marker, "markersize": 4}


# from dark to light: L* is 30, 43, 53, 61, 71, 79, 89
RAMP = ("#004b76", "#b03e00", "#0a8f6a", "#cc79a7", "#e69f00", "#8ccbf2", "#f0e442")
HATCHES = ("", "////", "----", "xxxx", "||||", "\\\\\\\\", "++++")  # lines only: dots make an SVG of a megabyte

PLAIN_LOOKS = {  # errors whose names contain no class
    NO_CLASS: AreaLook(PAPER, "////"),
    UNNATURAL: AreaLook(PAPER, "////"),
    "PATB": AreaLook("#6d6d72", "xx"),
    "missing": AreaLook(PAPER, "----"),
    "unlabelled": AreaLook(PAPER, "xx"),
    "umlaut": AreaLook("#f0e442"),
    "spelling": AreaLook("#f0e442", "----"),
    "case": AreaLook("#f0e442", "xxxx"),
    "same-place": AreaLook("#f0e442"),
    "bare-stem": AreaLook(RAMP[3]),
    OTHERS: AreaLook("#c9c9ce"),
}

LINES = (
    LineLook("#004b76", "-", "o"),
    LineLook("#d55e00", "--", "s"),
    LineLook("#009e73", "-.", "^"),
    LineLook("#cc79a7", ":", "D"),
    LineLook("#e69f00", (0, (5, 1, 1, 1, 1, 1)), "v"),
    LineLook("#56b4e9", (0, (8, 2)), "P"),
    LineLook("#5a5a5f", (0, (1, 2)), "X"),
    LineLook("#000000", (0, (4, 1, 1, 1)), "*"),
)
MOST_MODELS = len(LINES)


class ErrorLooks:
    """The looks of the errors of one language, and the order in which they are stacked.

    Classes that the language's scheme puts in order have the same place, colour and hatch in every report.
    """

    def __init__(self, domain: str, language: str, errors: set[str]) -> None:
        schemes = list(AllSchemes().of_language(language, [domain]))
        scheme = next((scheme for scheme in schemes if scheme.class_order), schemes[0])
        self._classes_of_errors = scheme.classes_of_errors
        names = {part for error in errors for part in self._classes_of(error) if part} - set(PLAIN_LOOKS)
        known = scheme.class_order
        self._places = {name: place for place, name in enumerate([*known, *sorted(names - set(known))])}
        colours = [RAMP[place % len(RAMP)] for place in scheme.colours or range(len(RAMP))]
        self._colours = [colours[place % len(colours)] for place in range(len(self._places))]

    def of(self, error: str) -> AreaLook:
        """The look of an error, by its two classes."""
        gold, predicted = self._classes_of(error)
        if predicted not in self._places:
            return PLAIN_LOOKS.get(error, PLAIN_LOOKS[OTHERS])
        hatch = HATCHES[self._places[gold] % len(HATCHES)] if gold in self._places else ""
        return AreaLook(self._colours[self._places[predicted]], hatch)

    def order(self, error: str) -> tuple[int, int, str]:
        """The place of an error in the stack: by predicted class, then gold class; errors without classes are last."""
        gold, predicted = self._classes_of(error)
        last = len(self._places)
        if predicted in self._places:
            return self._places[predicted], self._places.get(gold, last), error
        plain = [*PLAIN_LOOKS, error]
        return last, plain.index(error), error

    def _classes_of(self, error: str) -> tuple[str, str]:
        """The gold and predicted class that an error's name stands for; empty if the name leaves one out."""
        if error in self._classes_of_errors:
            return self._classes_of_errors[error]
        gold, arrow, predicted = error.partition(ARROW)
        return (gold, predicted) if arrow else ("", "" if error == CORRECT else error)
