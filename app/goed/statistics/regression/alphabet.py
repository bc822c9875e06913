"""The order in which R puts the levels of a factor, since the first is the one that others are compared with."""

from __future__ import annotations

import unicodedata

# As the Unicode Collation Algorithm orders them (CLDR's root), by which R sorts in all locales but C: signs first.
BEFORE_LETTERS = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789"
PLACES = {sign: place for place, sign in enumerate(BEFORE_LETTERS)}

Key = tuple[list[int], list[int], str, str]


def alphabetical(word: str) -> Key:
    """A key to sort by: letters first of all, then accents, then small before capital.

    >>> sorted(["NONNEUR", "cluzh", "CHR", "chr"], key=alphabetical)
    ['chr', 'CHR', 'cluzh', 'NONNEUR']
    """
    signs = unicodedata.normalize("NFD", word)
    letters = [sign for sign in signs.casefold() if not unicodedata.combining(sign)]
    accents = [ord(sign) for sign in signs if unicodedata.combining(sign)]
    return [PLACES.get(sign, ord(sign) + len(PLACES)) for sign in letters], accents, signs.swapcase(), word
