"""Arabic letters in the shapes that they take beside each other, for terminals that do not join letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

TATWEEL = "ـ"


class _Shapes(NamedTuple):
    """A letter alone, and joined to the letter before it, after it, or both; empty where it has no such shape."""

    isolated: str = ""
    final: str = ""
    initial: str = ""
    medial: str = ""


def joined(letters: Sequence[str]) -> list[str]:
    """Letters with their marks, in reading order, each in the shape that its neighbours ask for.

    Lam and alif stay two letters, so that the text keeps its width.
    """
    shapes = [_shapes_of(letter[0]) for letter in letters]
    result = []
    for place, (letter, own) in enumerate(zip(letters, shapes, strict=True)):
        to_previous = place > 0 and bool(shapes[place - 1].initial and own.final)
        to_next = place + 1 < len(shapes) and bool(own.initial and shapes[place + 1].final)
        result.append((_shape(own, to_previous, to_next) or letter[0]) + letter[1:])
    return result


def _shape(own: _Shapes, to_previous: bool, to_next: bool) -> str:
    if to_previous:
        return own.medial if to_next else own.final
    return own.initial if to_next else own.isolated


def _shapes_of(base: str) -> _Shapes:
    return _table().get(base, _Shapes())


@cache
def _table() -> dict[str, _Shapes]:
    """The shapes of each letter, read from the characters that Unicode keeps for them."""
    found: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD)):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if len(letters) == 1:
            found.setdefault(chr(int(letters[0], 16)), {})[kind.strip("<>")] = chr(code)
    table = {letter: _Shapes(**shapes) for letter, shapes in found.items()}
    table[TATWEEL] = _Shapes(TATWEEL, TATWEEL, TATWEEL, TATWEEL)
    return table
