"""Deep dependencies: which word fills which slot of which word's category (C02).

Long-range dependencies are among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from goed.scores.derivations.categories import category_of
from goed.scores.derivations.combination import Combiner, Constituent, Part, Variables, is_mark
from goed.scores.derivations.derivations import Derivations
from goed.scores.derivations.markup import WORD, CategoryMarkup
from goed.scores.values import Marks, Numbers, PrecisionRecall, Ratio, keys_of_both


class Dependency(NamedTuple):
    """A word, numbered in its sentence from 0, its category, one of its slots, and the word that fills it."""

    functor: int
    category: str
    slot: int
    argument: int


# ---- reading them off derivations ----


@dataclass(frozen=True)
class Extraction:
    """The dependencies of each sentence; how many nodes no rule explained, and the first sentence with one, or -1."""

    sentences: list[list[Dependency]]
    n_unexplained: int
    first_unexplained: int


def extracted(derivations: Derivations, heads: Numbers, markup: CategoryMarkup) -> Extraction:
    """The deep dependencies of each derivation."""
    sentences: list[list[Dependency]] = [[] for _ in derivations.sentence_lengths]
    n_unexplained, first = 0, -1
    ends = (np.flatnonzero(np.diff(derivations.sentences)) + 1).tolist()
    for begin, end in pairwise([0, *ends, len(derivations.sentences)]):
        if end > begin:
            place = int(derivations.sentences[begin])
            sentences[place], n = _of_sentence(derivations, heads, markup, begin, end)
            if n and not n_unexplained:
                first = place
            n_unexplained += n
    return Extraction(sentences, n_unexplained, first)


def _of_sentence(
    derivations: Derivations, heads: Numbers, markup: CategoryMarkup, begin: int, end: int
) -> tuple[list[Dependency], int]:
    """The dependencies of one sentence, and how many of its nodes no rule explained.

    Nodes are visited from the last to the first, so that daughters come before their parents.
    """
    variables = Variables()
    combiner = Combiner(variables)
    pending: list[tuple[int, str, int, int]] = []  # word, category, slot, variable
    done: dict[int, Constituent] = {}
    labels = [derivations.categories[code] for code in derivations.labels[begin:end].tolist()]
    n_daughters = derivations.n_daughters[begin:end].tolist()
    seconds = (derivations.second_daughters[begin:end] - begin).tolist()
    words = (derivations.starts[begin:end] - derivations.starts[begin]).tolist()
    of_heads = heads[begin:end].tolist()
    for node in range(end - begin - 1, -1, -1):
        label = labels[node]
        if n_daughters[node] == 0:
            done[node] = _word(variables, markup, label, words[node], pending)
        elif n_daughters[node] == 1:
            done[node] = combiner.change(done.pop(node + 1), label)
        else:
            left, right = done.pop(node + 1), done.pop(seconds[node])
            done[node] = combiner.combine(left, right, label, of_heads[node])
    found = {
        Dependency(word, category, slot, argument)
        for word, category, slot, variable in pending
        for argument in variables.heads(variable)
    }
    return sorted(found), combiner.n_unexplained


def _word(
    variables: Variables, markup: CategoryMarkup, label: str, word: int, pending: list[tuple[int, str, int, int]]
) -> Constituent:
    head = variables.new(word)
    if is_mark(label):
        return Constituent(category_of(label), Part(head), is_mark=True)
    slots: list[tuple[int, int]] = []
    part = variables.parts_of(markup.of(label), {WORD: head}, slots)
    pending += [(word, label, slot, variable) for slot, variable in slots]
    return Constituent(category_of(label), part)


# ---- comparing ----


@dataclass(frozen=True)
class DeepDependencies:
    """The deep dependencies of many sentences, each once. Relations are (category, slot), numbered for both sides."""

    sentences: Numbers
    functors: Numbers
    relations: Numbers
    arguments: Numbers

    def __len__(self) -> int:
        return len(self.sentences)

    @property
    def earlier(self) -> Numbers:
        """For each dependency, the one of its two words that comes first in the sentence."""
        return np.minimum(self.functors, self.arguments)

    @property
    def later(self) -> Numbers:
        """For each dependency, the one of its two words that comes last."""
        return np.maximum(self.functors, self.arguments)


@dataclass(frozen=True)
class DeepDependencyPair:
    """Deep dependencies of two files, with the names of their relations."""

    gold: DeepDependencies
    predicted: DeepDependencies
    relations: tuple[tuple[str, int], ...]


def numbered(gold: Sequence[list[Dependency]], predicted: Sequence[list[Dependency]]) -> DeepDependencyPair:
    """The dependencies of the sentences of two files as arrays."""
    numbers: dict[tuple[str, int], int] = {}
    both = []
    for sentences in (gold, predicted):
        rows = [
            (place, each.functor, numbers.setdefault((each.category, each.slot), len(numbers)), each.argument)
            for place, sentence in enumerate(sentences)
            for each in dict.fromkeys(sentence)
        ]
        both.append(DeepDependencies(*np.array(rows, dtype=np.int64).reshape(-1, 4).T))
    return DeepDependencyPair(both[0], both[1], tuple(numbers))


def labelled_score(gold: DeepDependencies, predicted: DeepDependencies) -> PrecisionRecall:
    """The score of dependencies with the right functor, category, slot and argument."""
    return _score_of(*in_both(gold, predicted))


def in_both(gold: DeepDependencies, predicted: DeepDependencies) -> tuple[Marks, Marks]:
    """Which dependencies of each side the other side has, too."""
    ours, theirs = keys_of_both(gold, predicted, ("sentences", "functors", "relations", "arguments"))
    return np.isin(ours, theirs), np.isin(theirs, ours)


def unlabelled_score(gold: DeepDependencies, predicted: DeepDependencies, ordered: bool = False) -> PrecisionRecall:
    """The score of word pairs that are related on the other side: in any order (C02), or in the same one (C&C).

    In any order, every dependency counts, so that the two sides may have different numbers of right ones. In the same
    order, several relations between two words count as one.
    """
    words = ("functors", "arguments") if ordered else ("earlier", "later")
    ours, theirs = keys_of_both(gold, predicted, ("sentences", *words))
    if ordered:
        ours, theirs = np.unique(ours), np.unique(theirs)
    return _score_of(np.isin(ours, theirs), np.isin(theirs, ours))


def _score_of(in_gold: Marks, in_predicted: Marks) -> PrecisionRecall:
    """Precision and recall, from which gold and which predicted dependencies are right."""
    return PrecisionRecall(*(Ratio(int(marks.sum()), len(marks)) for marks in (in_predicted, in_gold)))
