"""A gold tree: what follows from it for all words of a sentence, found once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from goed_classifiers.dependencies.function_words import disputed_arcs, groups_of_function_words
from goed_classifiers.dependencies.values import ROOT, ParsedSentence
from goed_classifiers.values import NO_CLASS

NO_HEAD = -1  # of punctuation, and of the root itself
NOT_NAMED = ("", "_")  # relations that a treebank leaves open


class GoldTree:
    """A sentence by places: those of its tokens count from 1, and 0 is the root."""

    def __init__(self, sentence: ParsedSentence) -> None:
        self.forms = ("", *sentence.forms)
        self.heads = (NO_HEAD, *sentence.heads)
        self.relations = ("", *sentence.relations)
        self.is_punctuation = (False, *sentence.is_punctuation)
        self._tags = sentence.tags

    @cached_property
    def numbers(self) -> Sequence[int]:
        """The number of each word among all that are no punctuation, which has that of the word before it."""
        numbers, last = [], -1
        for is_punctuation in self.is_punctuation:
            last += not is_punctuation
            numbers.append(last)
        return numbers

    @cached_property
    def has_several_roots(self) -> bool:
        """Whether several words hang on no other: the treebank has fragments here."""
        return self.heads.count(ROOT) > 1

    @cached_property
    def function_words(self) -> Sequence[str]:
        """The group of function words that each word belongs to; empty for others."""
        return ["", *groups_of_function_words(self._tags, self.heads[1:], self.relations[1:])]

    @cached_property
    def disputed_arcs(self) -> Sequence[str]:
        """The group of function words because of which other treebanks turn the arc of each word round; or nothing."""
        return ["", *disputed_arcs(self.function_words[1:], self.heads[1:], self.relations[1:])]

    @cached_property
    def is_crossed(self) -> Sequence[bool]:
        """Whether the gold arc of each word crosses another one; the root's arc comes from before the first word.

        Two arcs cross where exactly one end of the one is between the ends of the other. So it is enough to know how
        far the arcs at each place reach.
        """
        arcs = [(place, head) for place, head in enumerate(self.heads) if head != NO_HEAD]
        first, last = list(range(len(self.heads))), list(range(len(self.heads)))
        for arc in arcs:
            left, right = min(arc), max(arc)
            first[right] = min(first[right], left)
            last[left] = max(last[left], right)
        is_crossed = [False] * len(self.heads)
        for place, head in arcs:
            left, right = min(place, head), max(place, head)
            inside = slice(left + 1, right)
            is_crossed[place] = right - left > 1 and (min(first[inside]) < left or max(last[inside]) > right)
        return is_crossed

    def relation(self, place: int) -> str:
        """The name of the relation of a word to its head."""
        named = self.relations[place]
        if named not in NOT_NAMED:
            return named
        return "root" if self.heads[place] == ROOT else NO_CLASS


@lru_cache(maxsize=4_000)  # the answers to the words of a sentence come one after the other
def gold_tree(sentence: ParsedSentence) -> GoldTree:
    """The gold tree of a sentence."""
    return GoldTree(sentence)
