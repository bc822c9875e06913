"""Deep dependencies: which word fills which slot of which word's category, long-range ones among them (C02)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.scores.arrays import Marks, Numbers, combined
from goed.scores.ccg.brackets import PrecisionRecall
from goed.scores.ccg.categories import category_of
from goed.scores.ccg.combination import Combiner, Constituent, is_mark
from goed.scores.ccg.derivations import Derivations
from goed.scores.ccg.markup import Markup
from goed.scores.ccg.variables import Part, Variables
from goed.scores.ratio import Ratio


class Dependency(NamedTuple):
    """A word, numbered in its sentence from 0, its category, one of its slots, and the word that fills it."""

    functor: int
    category: str
    slot: int
    argument: int


@dataclass(frozen=True)
class Extracted:
    """The dependencies of a derivation, the number of its sentence, and how many of its nodes no rule explained."""

    sentence: int
    dependencies: list[Dependency]
    n_unexplained: int


def extracted(derivations: Derivations, heads: Numbers, markup: Markup) -> Iterator[Extracted]:
    """The deep dependencies of each sentence that has a derivation."""
    begin = 0
    for end in [*(np.flatnonzero(np.diff(derivations.sentences)) + 1).tolist(), len(derivations.sentences)]:
        if end > begin:
            yield _of_sentence(derivations, heads, markup, begin, end)
        begin = end


def _of_sentence(derivations: Derivations, heads: Numbers, markup: Markup, begin: int, end: int) -> Extracted:
    """Nodes are looked at from the last to the first, so that daughters come before what is above them."""
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
    return Extracted(int(derivations.sentences[begin]), sorted(found), combiner.n_unexplained)


def _word(
    variables: Variables, markup: Markup, label: str, word: int, pending: list[tuple[int, str, int, int]]
) -> Constituent:
    head = variables.new(word)
    if is_mark(label):
        return Constituent(category_of(label), Part(head), is_mark=True)
    slots: list[tuple[int, int]] = []
    marked = markup.of(label)
    part = variables.parts_of(marked, head, slots)
    pending += [(word, label, slot, variable) for slot, variable in slots]
    return Constituent(category_of(label), part)


# ---- comparing ----


@dataclass(frozen=True)
class DeepDependencies:
    """Dependencies of many sentences, each once; relations are (category, slot), numbered alike on both sides."""

    sentences: Numbers
    functors: Numbers
    relations: Numbers
    arguments: Numbers

    def __len__(self) -> int:
        return len(self.sentences)


def labelled_score(gold: DeepDependencies, predicted: DeepDependencies) -> PrecisionRecall:
    """Functor, category, slot and argument are right."""
    in_gold, in_predicted = in_both(gold, predicted)
    return PrecisionRecall(Ratio(int(in_predicted.sum()), len(predicted)), Ratio(int(in_gold.sum()), len(gold)))


def in_both(gold: DeepDependencies, predicted: DeepDependencies) -> tuple[Marks, Marks]:
    """Which dependencies of each side the other side has, too."""
    keys = combined(
        [
            np.concatenate((getattr(gold, name), getattr(predicted, name)))
            for name in ("sentences", "functors", "relations", "arguments")
        ]
    )
    of_gold, of_predicted = keys[: len(gold)], keys[len(gold) :]
    return np.isin(of_gold, of_predicted), np.isin(of_predicted, of_gold)


def unlabelled_score(gold: DeepDependencies, predicted: DeepDependencies, ordered: bool = False) -> PrecisionRecall:
    """The two words stand in some relation on the other side: in either order (C02), or in the same one (C&C).

    In either order each dependency counts, so that what is right of one side and of the other may differ. In the same
    order several relations between two words count as one.
    """
    keys = _pairs_of_words(gold, predicted, ordered)
    of_gold, of_predicted = keys[: len(gold)], keys[len(gold) :]
    if ordered:
        of_gold, of_predicted = np.unique(of_gold), np.unique(of_predicted)
    n_right_predicted = int(np.isin(of_predicted, of_gold).sum())
    n_right_gold = int(np.isin(of_gold, of_predicted).sum())
    return PrecisionRecall(Ratio(n_right_predicted, len(of_predicted)), Ratio(n_right_gold, len(of_gold)))


def _pairs_of_words(gold: DeepDependencies, predicted: DeepDependencies, ordered: bool) -> NDArray[np.int64]:
    sentences, functors, arguments = (
        np.concatenate((getattr(gold, name), getattr(predicted, name)))
        for name in ("sentences", "functors", "arguments")
    )
    if ordered:
        return combined([sentences, functors, arguments])
    return combined([sentences, np.minimum(functors, arguments), np.maximum(functors, arguments)])
