"""Letters in the order in which they stand on the line, from left to right.

A short form of Unicode's bidirectional algorithm (UAX #9) for one cell of a table: the line runs from left to right,
and what is written from right to left is turned round in it. Shown text holds no direction signs, so none are read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

RIGHT, LEFT, NUMBER, ARABIC_NUMBER, COMMA, NEUTRAL = "R", "L", "E", "A", "C", "N"
ARROWS = "→←⇒"  # goed's own, between forms: they keep their direction, and the forms their sides
_CLASSES = {"R": RIGHT, "AL": RIGHT, "L": LEFT, "EN": NUMBER, "AN": ARABIC_NUMBER, "CS": COMMA}
_NUMBER_WITH_COMMA = re.compile("(?<=([EA]))C(?=\\1)")
_RUN_TO_THE_LEFT = re.compile("[RA](?:[RANC]*[RA])?")
_TURNED_TOGETHER = re.compile("A+|.")
_MIRRORED = dict(zip("()[]{}<>«»‹›", ")(][}{><»«›‹", strict=True))


def in_visual_order(letters: Sequence[str]) -> list[str]:
    """Letters with their marks from left to right, as a reader sees them: numbers and Latin keep their order."""
    classes = _resolved("".join(_class_of(letter) for letter in letters))
    result: list[str] = []
    done = 0
    for run in _RUN_TO_THE_LEFT.finditer(classes):
        result += letters[done : run.start()]
        result += _turned(letters[run.start() : run.end()], run.group())
        done = run.end()
    return result + list(letters[done:])


def _class_of(letter: str) -> str:
    return LEFT if letter in ARROWS else _CLASSES.get(unicodedata.bidirectional(letter[0]), NEUTRAL)


def _resolved(classes: str) -> str:
    """Commas within numbers belong to them; after Latin a number is as Latin, after Arabic it stands within Arabic."""
    classes = _NUMBER_WITH_COMMA.sub(lambda comma: comma.group(1), classes)
    return "".join(_numbers_resolved(classes))


def _numbers_resolved(classes: str) -> Iterator[str]:
    strong = LEFT
    for one in classes:
        if one in (LEFT, RIGHT):
            strong = one
        yield one if one != NUMBER else LEFT if strong == LEFT else ARABIC_NUMBER


def _turned(letters: Sequence[str], classes: str) -> Iterator[str]:
    """A run from its end to its start, numbers whole, brackets opening to the other side."""
    for together in reversed(list(_TURNED_TOGETHER.finditer(classes))):
        for letter in letters[together.start() : together.end()]:
            yield _MIRRORED.get(letter, letter)
