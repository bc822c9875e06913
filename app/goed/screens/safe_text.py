"""Untrusted text made safe for the terminal: no invisible or control characters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from rich.cells import cell_len

from goed.annotation.difference import LETTER

CUT = "…"
DOTTED_CIRCLE = "◌"
MOST_MARKS = 6  # on one letter, so that marks cannot pile up; Arabic needs three, Vietnamese two

UNSEEN = frozenset(
    chr(code)
    for first, last in [
        (0x034F, 0x034F),  # combining grapheme joiner
        (0x115F, 0x11FF),  # Hangul fillers, and vowels without a width of their own
        (0x17B4, 0x17B5),  # Khmer vowels that are never drawn
        (0x180B, 0x180F),  # Mongolian variation selectors
        (0x2800, 0x2800),  # Braille without a dot
        (0x3164, 0x3164),  # Hangul filler
        (0xD7B0, 0xD7FB),  # Hangul vowels and finals without a width of their own
        (0xFE00, 0xFE0F),  # variation selectors
        (0xFFA0, 0xFFA0),  # Hangul filler, halfwidth
        (0x16FE4, 0x16FE4),  # Khitan filler
        (0x1D159, 0x1D159),  # a musical note without a head
        (0x1F3FB, 0x1F3FF),  # skin tones, meaningless without an emoji before them
        (0xE0100, 0xE01EF),  # more variation selectors
    ]
    for code in range(first, last + 1)
)
_LATIN = re.compile("[ -~\u00a1-\u00ac\u00ae-\u02ff]*").fullmatch
_LETTERS_WITH_FEW_MARKS = re.compile(
    "(?:"
    "[ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u0556\u05d0-\u05ea\u0620-\u064a\u0671-\u06d3\u1e00-\u1fff]"
    f"[\u0300-\u034e\u0350-\u036f\u05b0-\u05c2\u064b-\u065f\u0670]{{0,{MOST_MARKS}}}"
    ")*"
).fullmatch


def shown(text: str, width: int | None = None) -> str:
    """Untrusted text, safe to print: invisible characters as escapes, and cut to `width` cells.

    >>> shown("go\\x1b[31mes"), shown("sleeped", 5)
    ('go\\\\x1b[31mes', 'slee…')
    """
    # Fast path: most texts are plain words.
    is_harmless = _LATIN(text) or (_LETTERS_WITH_FEW_MARKS(text) and text.isprintable())
    if is_harmless and (width is None or width_of(text) <= width):
        return text
    units = _units(text)
    return "".join(units) if width is None else _fitted(units, width)


def width_of(text: str) -> int:
    """How many terminal cells a text takes that was made safe by `shown`."""
    return len(text) if _LATIN(text) else cell_len(text)


def padded(text: str, width: int, right: bool = False) -> str:
    """Untrusted text made safe, in exactly `width` cells, aligned left or right."""
    fitting = shown(text, width)
    space = " " * (width - width_of(fitting))
    return space + fitting if right else fitting + space


@lru_cache(maxsize=4096)
def _is_unseen(character: str) -> bool:
    return not character.isprintable() or character in UNSEEN


def _units(text: str) -> Iterator[str]:
    """The pieces of a text that are never split: letters with their marks, escapes, counts of extra marks."""
    for unseen, run in groupby(text, key=_is_unseen):
        if unseen:
            yield from (character.encode("unicode_escape").decode() for character in run)
        else:
            for match in LETTER.finditer("".join(run)):
                yield from _letter(match.group())


def _letter(letter: str) -> Iterator[str]:
    """A letter with at most `MOST_MARKS` marks; then `‹+3›` if it has three more."""
    if cell_len(letter[0]) == 0:
        letter = DOTTED_CIRCLE + letter
    yield letter[: MOST_MARKS + 1]
    more = len(letter) - MOST_MARKS - 1
    if more > 0:
        yield f"‹+{more}›"


def _fitted(units: Iterable[str], width: int) -> str:
    """As many units as fit, with … at the end if some do not."""
    kept = ""
    room = width  # cells left after the units so far
    kept_before_sign = ""  # the units that leave room for the sign
    for unit in units:
        room -= width_of(unit)
        if room < 0:
            return kept_before_sign + CUT[: max(width, 0)]
        kept += unit
        if room >= len(CUT):
            kept_before_sign = kept
    return kept
