"""What a predicted head is to a word in the gold tree: its kind, and whether treebanks differ there."""

from __future__ import annotations

from typing import NamedTuple

from goed_classifiers.dependencies.function_words import may_hang_on
from goed_classifiers.dependencies.gold_tree import GoldTree
from goed_classifiers.dependencies.values import ROOT

RIGHT = "right"
ROOT_LOST, ROOT_FALSE = "root-lost", "root-false"
REVERSED, GRANDPARENT, SIBLING = "reversed", "grandparent", "sibling"
NEAR, FAR, SIDE = "near", "far", "side"
KINDS = (ROOT_LOST, ROOT_FALSE, REVERSED, GRANDPARENT, SIBLING, NEAR, FAR, SIDE)  # of wrong heads: the first that fits

# Relations of words none of which is the head by its meaning: treebanks take the first, or the last.
HEADLESS = frozenset(("flat", "fixed", "goeswith", "list", "mwe", "name", "namef", "namel", "NAME", "HD"))
# Relations of words that some treebanks hang in a chain, and others all on the first: a, b, c; Johann Sebastian Bach.
IN_CHAINS = frozenset(("conj", "flat", "fixed", "list", "goeswith", "mwe", "name", "namef", "NAME", "ENUM", "CC"))


class WordAttachment(NamedTuple):
    """A word, its gold head, and the head that a learner gave it; all by their places."""

    tree: GoldTree
    place: int
    gold: int
    predicted: int

    @property
    def kind(self) -> str:
        """The first kind that fits."""
        place, gold, predicted = self[1:]
        if predicted == gold:
            return RIGHT
        if gold == ROOT:
            return ROOT_LOST
        if predicted == ROOT:
            return ROOT_FALSE
        return self.family or (SIDE if (gold < place) != (predicted < place) else self._distance)

    @property
    def family(self) -> str:
        """What the predicted head is to the word in the gold tree, the root counted as a grandparent; or nothing."""
        tree, place, gold, predicted = self
        if predicted != ROOT and tree.heads[predicted] == place:
            return REVERSED
        if gold != ROOT and tree.heads[gold] == predicted:
            return GRANDPARENT
        if gold != ROOT and predicted != ROOT and tree.heads[predicted] == gold:
            return SIBLING
        return ""

    @property
    def _distance(self) -> str:
        return NEAR if abs(self.predicted - self.place) < abs(self.gold - self.place) else FAR

    @property
    def function_words(self) -> str:
        """The group of function words that a reversed arc, or one that skips a word, has to do with; or nothing."""
        words = self.tree.function_words
        if self.family == REVERSED:
            return words[self.predicted] or words[self.place]
        if self.family == GRANDPARENT:
            return words[self.gold] or words[self.place] or words[self.predicted]
        return ""

    @property
    def disputed(self) -> str:
        """The group because of which another treebank may have what the learner has; or nothing.

        A reversed arc is the predicted head's own in the gold tree. A grandparent is the head where the word's own arc
        is turned round: *house* hangs on *live* where *in* hangs on *house*. A sibling is the head where the sibling's
        arc is: *I* hangs on *sleep* where *can* does, on *can* where *sleep* hangs on *can*.
        """
        tree, family = self.tree, self.family
        if family == REVERSED:
            return tree.disputed_arcs[self.predicted]
        if family == GRANDPARENT:
            return tree.disputed_arcs[self.place]
        group = tree.disputed_arcs[self.predicted] if family == SIBLING else ""
        is_of_gold_head = group == tree.function_words[self.gold]
        return group if is_of_gold_head or may_hang_on(group, tree.relations[self.place]) else ""

    @property
    def is_in_chain(self) -> bool:
        """Whether word and predicted head are siblings of those that a treebank may as well hang in a chain."""
        relations = (self.tree.relations[place].partition(":")[0] for place in (self.place, self.predicted))
        return self.family == SIBLING and all(relation in IN_CHAINS for relation in relations)

    @property
    def is_headless(self) -> bool:
        """Whether a reversed arc is one within a name or a fixed phrase: Johann – Bach, because – of."""
        return self.family == REVERSED and self.tree.relations[self.predicted].partition(":")[0] in HEADLESS

    @property
    def is_repeated(self) -> bool:
        """Whether predicted and gold head are the same word, said twice."""
        return ROOT not in (self.gold, self.predicted) and self.tree.forms[self.gold] == self.tree.forms[self.predicted]

    @property
    def n_words_off(self) -> int:
        """How many words lie from the predicted head to the gold one, itself included; punctuation does not count."""
        return abs(self.tree.numbers[self.gold] - self.tree.numbers[self.predicted])
