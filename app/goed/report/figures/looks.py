"""How models and kinds of error are told apart, the same in every figure.

The colours are after Okabe and Ito's palette for colour-blind readers (2008), darkened or lightened so that each is
about ten steps of lightness (L* of CIELAB) from the next: on a grey print they stay a ramp. An error that is named by
two classes, Br→Snd(F), has the colour of the class that the wrong form shows and the hatch of the gold form's.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from goed.domains.registry import AllSchemes
from goed.labels.names import ARROW
from goed_classifiers.values import CORRECT, NO_CLASS, UNNATURAL

OTHERS = "other kinds"
INK, PAPER, FAINT = "#1d1d1f", "#ffffff", "#8a8a8f"


class AreaLook(NamedTuple):
    """How an area is filled."""

    colour: str
    hatch: str = ""


Dashes = Literal["-", "--", "-.", ":"] | tuple[int, tuple[float, ...]]


class LineLook(NamedTuple):
    """How a line is drawn."""

    colour: str
    dashes: Dashes
    marker: str


# from dark to light: L* is 30, 43, 53, 61, 71, 79, 89
RAMP = ("#004b76", "#b03e00", "#0a8f6a", "#cc79a7", "#e69f00", "#8ccbf2", "#f0e442")
HATCHES = ("", "////", "----", "xxxx", "||||", "\\\\\\\\", "++++")  # lines only: dots make an SVG of a megabyte

PLAIN_LOOKS = {  # errors that name no class
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
    """The looks of the errors of one language, and the order in which they are piled up.

    A class that the language's scheme orders keeps its place, its colour and its hatch.
    """

    def __init__(self, language: str, errors: set[str]) -> None:
        schemes = list(AllSchemes().of_language(language))
        scheme = next((scheme for scheme in schemes if scheme.class_order), schemes[0])
        self._classes_of_errors = scheme.classes_of_errors
        names = {part for error in errors for part in self._classes_of(error) if part} - set(PLAIN_LOOKS)
        known = scheme.class_order
        self._classes = [*known, *sorted(names - set(known))]
        colours = [RAMP[place % len(RAMP)] for place in scheme.colours or range(len(RAMP))]
        self._colours = [colours[place % len(colours)] for place in range(len(self._classes))]

    def of(self, error: str) -> AreaLook:
        """The look of an error, by its two classes."""
        gold, predicted = self._classes_of(error)
        if predicted not in self._classes:
            return PLAIN_LOOKS.get(error, PLAIN_LOOKS[OTHERS])
        hatch = HATCHES[self._classes.index(gold) % len(HATCHES)] if gold in self._classes else ""
        return AreaLook(self._colours[self._classes.index(predicted)], hatch)

    def order(self, error: str) -> tuple[int, int, str]:
        """Where an error is piled up: by the class that is shown, then by that of the gold form, then what has none."""
        gold, predicted = self._classes_of(error)
        places = [self._classes.index(one) if one in self._classes else len(self._classes) for one in (predicted, gold)]
        if predicted not in self._classes:
            last = list(PLAIN_LOOKS).index(error) if error in PLAIN_LOOKS else len(PLAIN_LOOKS)
            return len(self._classes), last, error
        return places[0], places[1], error

    def _classes_of(self, error: str) -> tuple[str, str]:
        """Gold and predicted class that an error's name stands for; nothing in the place of one that it leaves out."""
        if error in self._classes_of_errors:
            return self._classes_of_errors[error]
        gold, arrow, predicted = error.partition(ARROW)
        return (gold, predicted) if arrow else ("", "" if error == CORRECT else error)
