"""Short words for what became of an item, of which proportions are made.

    over-regularization     this error; every error that a classifier names, and `missing`
    any→(e)s                an error that puts a word of whichever other class into this one
    correct:irr             a right form of a word of this gold class
    wrong:irr               a wrong one, or none
    asked:irr               any of them
    correct:*, wrong:*, asked:*   the same of words of every class

Accepted variants and errors of the gold form are none of these: error rates leave them out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from goed.labels.names import ARROW
from goed.statistics.coded_values import Kinds
from goed.statistics.outcomes import MISSING, NO_PREDICTION, Marks, Outcomes, PartOutcomes, is_left_out
from goed.study.tallies import LabelKind
from goed_classifiers.values import CORRECT

ANY = "any"
EVERY_CLASS = "*"
OF_CLASSES: dict[str, Callable[[str], bool]] = {  # word before the colon → which errors it takes
    "correct": lambda error: error == CORRECT,
    "wrong": lambda error: error != CORRECT,
    "asked": lambda error: True,
}
GoldClasses = NDArray[np.object_]


class WhatCounts:
    """Tells which of the outcomes of a run some terms stand for."""

    def __init__(self, outcomes: Outcomes) -> None:
        self._outcomes = outcomes
        self._numbers = cache(self._find_numbers)
        self._left_out = cache(self._find_left_out)
        self._gold_classes: dict[int, GoldClasses] = {}  # by the identity of the items, which outcomes keep

    def gold_classes(self, part: PartOutcomes) -> GoldClasses:
        """The gold classes of the items of a part."""
        if id(part.items) not in self._gold_classes:
            self._gold_classes[id(part.items)] = np.array([item.gold_class or "" for item in part.items], dtype=object)
        return self._gold_classes[id(part.items)]

    def marks(self, terms: Sequence[str], kinds: Kinds, gold_classes: GoldClasses) -> Marks:
        """Which outcomes are among what the terms stand for."""
        marked = self._outcomes.which(kinds, self._numbers(tuple(terms)))
        classes = [term.partition(":")[2] for term in terms if term.startswith(("wrong:", "asked:"))]
        if classes:  # what was not predicted has no label that would say its class
            is_of_class = EVERY_CLASS in classes or np.isin(gold_classes, classes)
            marked |= (kinds == NO_PREDICTION) & is_of_class
        return marked

    def left_out(self, terms: Sequence[str], kinds: Kinds) -> Marks:
        """Which outcomes of words of the classes that the terms are about are left out."""
        return self._outcomes.which(kinds, self._left_out(tuple(terms)))

    def _find_numbers(self, terms: tuple[str, ...]) -> frozenset[int]:
        return frozenset(
            number
            for number, kind in self._outcomes.kinds.items()
            if not is_left_out(kind) and any(stands_for(term, kind) for term in terms)
        )

    def _find_left_out(self, terms: tuple[str, ...]) -> frozenset[int]:
        kinds = self._outcomes.kinds
        classes = {kinds[number].gold_class for number in self._numbers(terms)}
        return frozenset(number for number, kind in kinds.items() if is_left_out(kind) and kind.gold_class in classes)


def stands_for(term: str, kind: LabelKind) -> bool:
    """Whether a term stands for outcomes of a kind."""
    word, colon, name = term.partition(":")
    if colon and word in OF_CLASSES:
        return bool(kind.gold_class) and name in (EVERY_CLASS, kind.gold_class) and OF_CLASSES[word](kind.error)
    before, arrow, after = term.partition(ARROW)
    if arrow and before == ANY:
        gold, _, predicted = kind.error.partition(ARROW)
        return predicted == after != gold
    return kind.error == term


def problem_of(term: str, classes: Sequence[str], errors: Sequence[str]) -> str | None:
    """What is wrong with a term in a language of these classes and errors, in words; None where nothing is."""
    word, colon, name = term.partition(":")
    if colon and word in OF_CLASSES:
        return None if name in (EVERY_CLASS, *classes) else f"there is no class {name}; there are {', '.join(classes)}"
    before, arrow, after = term.partition(ARROW)
    if arrow and before == ANY:
        return None if after in classes else f"there is no class {after}; there are {', '.join(classes)}"
    return None if term in (*errors, MISSING) else f"{term} is no error that the classifier knows"
