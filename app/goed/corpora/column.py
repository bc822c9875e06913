"""A column of words as numbers: each distinct word is kept once, whatever the length of the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from goed.forms import MOST_ACCENTS, refuse_what_is_no_form

Codes = NDArray[np.int32]
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Column:
    """The word of each token, as its place among the distinct words, which stand in the order in which they come."""

    codes: Codes
    values: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.codes)

    def word(self, place: int) -> str:
        """The word of one token."""
        code: int = self.codes[place]
        return self.values[code]

    def chosen(self, which: NDArray[np.bool_] | Numbers) -> Column:
        """The same for some of the tokens."""
        return Column(self.codes[which], self.values)

    def mapped(self, meanings: Sequence[str]) -> Column:
        """Each distinct word in the place of another; words that become the same become one."""
        table = Words()
        codes = table.codes_of(meanings)
        return Column(codes[self.codes], table.values)


class Words:
    """Gives each distinct word a number, in the order in which they come."""

    def __init__(self) -> None:
        self._number_of: dict[str, int] = {}

    @property
    def values(self) -> tuple[str, ...]:
        """The distinct words, each in the place of its number."""
        return tuple(self._number_of)

    def codes_of(self, words: Sequence[str]) -> Codes:
        """The numbers of some words; new ones get the next."""
        numbers = self._number_of
        return np.array([numbers.setdefault(word, len(numbers)) for word in words], dtype=np.int32)


class GrowingColumn:
    """A column that is read a block at a time."""

    def __init__(self) -> None:
        self._words = Words()
        self._pieces: list[Codes] = []

    def add(self, codes: NDArray[np.integer], values: Sequence[str]) -> None:
        """Add the tokens of a block, with the distinct words that its codes stand for."""
        meaning = self._words.codes_of(values)
        self._pieces.append(meaning[codes] if len(codes) else np.empty(0, np.int32))

    def whole(self) -> Column:
        """All that was added."""
        return Column(np.concatenate([np.empty(0, np.int32), *self._pieces]), self._words.values)


def normal_words(path: Path, forms: Column, lines: Numbers) -> Column:
    """Words in NFC, as goed compares forms; a heap of accents, which would take minutes, is refused."""
    if all(word.isascii() for word in forms.values):
        return forms
    for code, word in enumerate(forms.values):
        if len(word) > MOST_ACCENTS:
            line = int(lines[(forms.codes == code).argmax()])
            refuse_what_is_no_form(path, line, word, "word")
    return forms.mapped([normalize("NFC", word) for word in forms.values])


def joined(pieces: Sequence[Numbers]) -> Numbers:
    """Arrays one behind the other, also where there are none."""
    return np.concatenate([np.empty(0, np.int64), *pieces])
