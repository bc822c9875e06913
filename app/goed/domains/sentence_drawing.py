"""A drawing of a case: a sentence with arcs between its words, as plain values that a terminal and a page can draw."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

ROOT = 0  # the head of a word that depends on none


class Arc(NamedTuple):
    """An arc from a head to its dependent. Gold arcs are drawn above the words, predicted ones below them."""

    dependent: int  # the place of a word, from 1
    head: int  # the place of a word, or ROOT
    name: str  # what is written on it: the relation of a gold arc, who gave a predicted one
    is_gold: bool

    def is_within(self, n_words: int) -> bool:
        """Whether a sentence has both of its ends, and they differ; other arcs cannot be drawn."""
        return 1 <= self.dependent <= n_words and ROOT <= self.head <= n_words and self.head != self.dependent


class Drawing(NamedTuple):
    """A sentence, and what is to be seen of it.

    The gold arc of *dog* and that of a learner named dmv, in *the dog barks*:

    >>> gold, predicted = Arc(2, 3, "nsubj", is_gold=True), Arc(2, 1, "dmv", is_gold=False)
    >>> drawing = Drawing(("the", "dog", "barks"), focus=2, arcs=(gold, predicted))
    """

    words: Sequence[str]
    focus: int  # the place of the word in question, from 1
    arcs: Sequence[Arc]
    tags: Sequence[str] = ()  # as many as words, or none
    heads: Sequence[int] = ()  # of the whole gold tree, as many as words: shown where there is room

    @property
    def drawable_arcs(self) -> list[Arc]:
        """The arcs whose ends the sentence has."""
        return [arc for arc in self.arcs if arc.is_within(len(self.words))]

    @property
    def ends(self) -> list[int]:
        """The places of the words that must be seen: the one in question, then those at the ends of arcs."""
        places = [self.focus, *(end for arc in self.drawable_arcs for end in (arc.dependent, arc.head))]
        return list(dict.fromkeys(place for place in places if 1 <= place <= len(self.words))) or [1]

    @property
    def runs_to_the_left(self) -> bool:
        """Whether the sentence is read from right to left, as most of its words that have a direction are."""
        return sum(map(_direction, self.words)) < 0

    def kind_of(self, place: int) -> str:
        """What the word at a place is: asked, gold head (and perhaps predicted head, too), predicted head, or none."""
        if place == self.focus:
            return "asked"
        heads = {arc.head: "predicted head" for arc in self.drawable_arcs if not arc.is_gold}
        heads |= {arc.head: "gold head" for arc in self.drawable_arcs if arc.is_gold}
        return heads.get(place, "")


class Pen(NamedTuple):
    """What a sentence is drawn with: how wide its texts become, in cells of a terminal or points of a page."""

    shown: Callable[[str, int], str]  # an untrusted text made harmless, and cut with … to a width
    width_of: Callable[[str], int]  # the width of a text that was made harmless
    spaces: Sequence[int] = (2, 1)  # between words: the widest with which all words fit, else the last


def _direction(word: str) -> int:
    """1 if a word is read to the right, −1 if to the left, by its first letter that has a direction; else 0."""
    directions = map(unicodedata.bidirectional, word)
    return next(({"L": 1, "R": -1, "AL": -1}[each] for each in directions if each in ("L", "R", "AL")), 0)
