"""Letters as a reader counts them: a base with the marks that belong to it."""

from __future__ import annotations

import regex

LETTER = regex.compile(r"\X")


def letters(text: str) -> list[str]:
    """The letters of a text, each with its marks (its grapheme clusters).

    >>> letters("كِتاب")
    ['كِ', 'ت', 'ا', 'ب']
    """
    return LETTER.findall(text)
