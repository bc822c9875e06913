"""In which normal form a transducer sees words: ä as one letter, or as a and a mark that is written or left out."""

from __future__ import annotations

import unicodedata

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


def _is_latin(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("LATIN")
