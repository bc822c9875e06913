"""The difference between two forms, letter by letter: bring → brang is br[i→a]ng.

A letter is a base character with the marks that belong to it, such as ü or كِ.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby, starmap, zip_longest
from typing import Literal, NamedTuple

import regex
from rapidfuzz.distance import Levenshtein, Postfix, Prefix

LETTER = regex.compile(r"\X")
Letters = list[str]
LONGEST_ALIGNED = 200  # letters; longer texts are not words, and only their common beginning and end are found


class DifferenceStep(NamedTuple):
    """A stretch of letters that stay the same, change, are added or are lost."""

    kind: Literal["same", "changed", "added", "lost"]
    before: str
    after: str


class _Pair(NamedTuple):
    """A letter of the first form aligned with one of the second; either is empty where a letter is added or lost."""

    before: str
    after: str

    @property
    def is_same(self) -> bool:
        return self.before == self.after

    @property
    def cost(self) -> int:
        """0 for the same letter, 1 for other marks on the same base, 2 for another letter."""
        if self.is_same:
            return 0
        return 1 if _base(self.before) == _base(self.after) else 2


def letters(text: str) -> list[str]:
    """The letters of a text, each with its marks (its grapheme clusters).

    >>> letters("كِتاب")
    ['كِ', 'ت', 'ا', 'ب']
    """
    return LETTER.findall(text)


def difference(before: str, after: str) -> list[DifferenceStep]:
    """The steps from one form to the other, with as few changed letters in as few stretches as possible.

    >>> [step.kind for step in difference("bring", "brang")]
    ['same', 'changed', 'same']
    """
    one, other = letters(before), letters(after)
    if max(len(one), len(other)) > LONGEST_ALIGNED:
        return _ends_compared(one, other)
    return _steps(min(_alignments(one, other), key=_effort))


def _alignments(one: Letters, other: Letters) -> Iterator[list[_Pair]]:
    """Candidate alignments: shortest edits by whole letters and by bases, from the front and from the back."""
    letters, bases = (one, other), ([_base(letter) for letter in one], [_base(letter) for letter in other])
    for keys, other_keys in (letters, bases) if bases != letters else (letters,):
        yield _aligned(one, other, keys, other_keys)
        yield _aligned(one[::-1], other[::-1], keys[::-1], other_keys[::-1])[::-1]


def _aligned(one: Letters, other: Letters, keys: Letters, other_keys: Letters) -> list[_Pair]:
    """The letters in pairs, as the shortest edit between their keys (themselves or their bases) aligns them."""
    pairs: list[_Pair] = []
    for step in Levenshtein.opcodes(keys, other_keys):
        olds, news = one[step.src_start : step.src_end], other[step.dest_start : step.dest_end]
        pairs += starmap(_Pair, zip_longest(olds, news, fillvalue=""))
    return pairs


def _effort(pairs: Sequence[_Pair]) -> tuple[int, int, int]:
    """Sort key of alignments, best first: the fewest changes, then the most letters kept, then the fewest stretches."""
    stretches = sum(1 for _ in groupby(pairs, key=lambda pair: pair.is_same))
    return sum(pair.cost for pair in pairs), -sum(pair.is_same for pair in pairs), stretches


def _steps(pairs: Sequence[_Pair]) -> list[DifferenceStep]:
    """An alignment as steps: neighbouring letters that all stay, or all change, are joined."""
    stretches = groupby(pairs, key=lambda pair: pair.is_same)
    return [_step(*map("".join, zip(*stretch, strict=True))) for _, stretch in stretches]


def _step(before: str, after: str) -> DifferenceStep:
    if before == after:
        return DifferenceStep("same", before, after)
    if not before:
        return DifferenceStep("added", before, after)
    return DifferenceStep("changed" if after else "lost", before, after)


def _ends_compared(one: Letters, other: Letters) -> list[DifferenceStep]:
    """The common beginning and end of two long texts, and one step for all that lies between."""
    front = Prefix.similarity(one, other)
    back = Postfix.similarity(one[front:], other[front:])
    parts = [
        (one[:front], other[:front]),
        (one[front : len(one) - back], other[front : len(other) - back]),
        (one[len(one) - back :], other[len(other) - back :]),
    ]
    return [_step("".join(old), "".join(new)) for old, new in parts if old or new]


def _base(letter: str) -> str:
    """A letter without its marks.

    >>> _base("ü"), _base("كِ")
    ('u', 'ك')
    """
    return unicodedata.normalize("NFD", letter)[:1]
