"""Umlauts that a prediction has too many or too few, against the gold form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rapidfuzz.distance import Indel

from goed_classifiers.inflection.german.letters import WITHOUT_UMLAUT, without_umlaut

TOO_MANY, MISSING = "umlaut+", "umlaut-"
LEAST_ALIKE = 0.5  # of the letters: what is less like the gold form is another word, with no vowel of its to compare


def umlaut_flags(gold: str, predicted: str) -> list[str]:
    """`umlaut+` and `umlaut-`, wherever a/o/u of one stands for ä/ö/ü of the other (both with small initials).

    >>> umlaut_flags("hinterhöfe", "hinterhos")
    ['umlaut-']
    """
    if gold.isascii() and predicted.isascii():
        return []
    found = set(_differences(gold, predicted))
    return [flag for flag in (TOO_MANY, MISSING) if flag in found]


def _differences(gold: str, predicted: str) -> Iterator[str]:
    """Letter by letter as long as both run parallel, then by the letters that they share."""
    for place, (letter, other) in enumerate(zip(gold, predicted, strict=False)):
        if letter == other:
            continue
        if WITHOUT_UMLAUT.get(letter) == other:  # Gäste, Gaste
            yield MISSING
        elif WITHOUT_UMLAUT.get(other) == letter:  # Hunde, Hünde
            yield TOO_MANY
        else:
            yield from _differences_of_rests(gold, predicted, place)
            return


def _differences_of_rests(gold: str, predicted: str, n_parallel: int) -> Iterator[str]:
    """What the letters tell that come after the first one that was lost, added or changed."""
    gold_rest, rest = gold[n_parallel:], predicted[n_parallel:]
    if gold_rest.isascii() and rest.isascii():
        return
    plain_gold, plain_rest = without_umlaut(gold_rest), without_umlaut(rest)
    edits: list[Any] = Indel.opcodes(plain_gold, plain_rest).as_list()
    n_shared = n_parallel + sum(edit[2] - edit[1] for edit in edits if edit[0] == "equal")
    if n_shared < LEAST_ALIKE * max(len(gold), len(predicted)):
        return
    for kind, start, end, start_in_rest, end_in_rest in edits:
        if kind == "equal" and gold_rest[start:end] != rest[start_in_rest:end_in_rest]:
            yield from _differences(gold_rest[start:end], rest[start_in_rest:end_in_rest])
