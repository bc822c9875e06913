"""In which normal form a transducer sees words: ä as one letter, or as a and a mark that is written or left out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise, product

from goed.models.interface import Example

MARKS_APART = ("all", "latin", "none")


def taken_apart(text: str, marks_apart: str) -> str:
    """A word with the marks of all letters apart, of Latin letters only, or of none.

    The mark of an umlaut is added to a letter; the hamza of an Arabic أ is part of one.
    """
    if marks_apart == "all":
        return unicodedata.normalize("NFD", text)
    text = composed(text)
    if marks_apart == "none" or text.isascii():
        return text
    return "".join(unicodedata.normalize("NFD", letter) if _is_latin(letter) else letter for letter in text)


def composed(text: str) -> str:
    """A word in composed letters, as forms are compared."""
    return unicodedata.normalize("NFC", text)


def unattested_marks(examples: Iterable[Example], letters: Sequence[str]) -> list[tuple[str, str]]:
    """A Latin letter and a mark, among these letters, that stand together in none of these words (in marks apart).

    The letter is empty for all that are not among these letters, and for the start of a word.
    """
    attested = {pair for lemma, form, _ in examples for word in (lemma, form) for pair in pairwise(word)}
    marks = [mark for mark in letters if _is_mark(mark)]
    bases = [letter for letter in letters if _is_latin(letter) or _is_mark(letter)]
    return [pair for pair in product([*bases, ""], marks) if pair not in attested]


def _is_mark(letter: str) -> bool:
    """Whether it is a mark of Latin letters."""
    return unicodedata.name(letter, "").startswith("COMBINING")


def _is_latin(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("LATIN")
