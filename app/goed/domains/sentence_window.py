"""The part of a sentence that fits into a width, around the words that must be seen, and where each word stands.

the dog … barks: a word that must be seen is never left out, but it may be cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from goed.domains.sentence_drawing import Drawing, Pen

CUT = "…"
WIDEST_WORD = 3  # a word takes at most a third of the width


class PlacedWord(NamedTuple):
    """A word with its tag, or the sign for words that are left out, and the column that it has."""

    place: int | None  # in the sentence, from 1; None for words that are left out
    text: str
    tag: str
    left: int
    width: int

    @property
    def centre(self) -> int:
        """The middle of the column, where arcs begin and end; the word stands over it."""
        return self.left + (self.width - 1) // 2


def placed_words(drawing: Drawing, width: int, pen: Pen) -> list[PlacedWord]:
    """The words that fit, from left to right; in a sentence that is read from right to left the last one is first.

    They may be wider than `width` where it has no room for the words that must be seen.
    """
    longest = max(1, width // WIDEST_WORD)
    columns = _Columns(drawing, pen, longest)
    for space in pen.spaces:
        if columns.all_fit(width, space):
            return _in_a_row(columns.slots(range(1, len(drawing.words) + 1)), space, drawing.runs_to_the_left)
    space = pen.spaces[-1]
    while columns.total(sorted(drawing.ends), space) > width and longest > 1:
        longest = longest * 4 // 5
        columns = _Columns(drawing, pen, longest)
    places = _grown(drawing.ends, len(drawing.words), lambda places: columns.total(places, space) <= width)
    return _in_a_row(columns.slots(places), space, drawing.runs_to_the_left)


class _Columns:
    """The columns of a sentence's words; a text is only cut and measured once it may be seen."""

    def __init__(self, drawing: Drawing, pen: Pen, longest: int) -> None:
        self._drawing, self._pen, self._longest = drawing, pen, longest
        self._known: dict[int, PlacedWord] = {}

    def slots(self, places: Sequence[int]) -> Iterator[PlacedWord]:
        """Words in order, with signs for what is left out: at either end …, between two words …3…"""
        before = 0
        for place in places:
            if place > before + 1:
                yield self._sign(place - before - 1 if before else 0)
            yield self._word(place)
            before = place
        if before < len(self._drawing.words):
            yield self._sign(0)

    def total(self, places: Sequence[int], space: int) -> int:
        """The width of these words, and of the signs between them."""
        widths = [slot.width for slot in self.slots(places)]
        return sum(widths) + space * (len(widths) - 1)

    def all_fit(self, width: int, space: int) -> bool:
        """Whether all words fit; of a long sentence, only the first words are looked at."""
        room = width + space
        for place in range(1, len(self._drawing.words) + 1):
            room -= self._word(place).width + space
            if room < 0:
                return False
        return True

    def _word(self, place: int) -> PlacedWord:
        if place not in self._known:
            text = self._cut(self._drawing.words[place - 1]) or "∅"
            tag = self._cut(self._drawing.tags[place - 1]) if self._drawing.tags else ""
            width = max(self._pen.width_of(text), self._pen.width_of(tag))
            self._known[place] = PlacedWord(place, text, tag, 0, width)
        return self._known[place]

    def _sign(self, n_left_out: int) -> PlacedWord:
        text = f"{CUT}{n_left_out}{CUT}" if n_left_out else CUT
        return PlacedWord(None, text, "", 0, self._pen.width_of(text))

    def _cut(self, text: str) -> str:
        return self._pen.shown(text, self._longest)


def _grown(ends: Sequence[int], n_words: int, fits: Callable[[Sequence[int]], bool]) -> list[int]:
    """The places at the ends, and as many beside them as fit, the nearest first."""
    places = set(ends)
    for distance in range(1, n_words):
        before = len(places)
        for beside in (place for end in ends for place in (end - distance, end + distance)):
            is_next = 1 <= beside <= n_words and not places.isdisjoint((beside - 1, beside + 1))
            if is_next and beside not in places and fits(sorted({*places, beside})):
                places.add(beside)
        if len(places) == before:
            break
    return sorted(places)


def _in_a_row(slots: Iterator[PlacedWord], space: int, to_the_left: bool) -> list[PlacedWord]:
    row: list[PlacedWord] = []
    left = 0
    for slot in reversed(list(slots)) if to_the_left else slots:
        row.append(slot._replace(left=left))
        left += slot.width + space
    return row
