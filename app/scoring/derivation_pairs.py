"""Gold and predicted CCG derivations of the same words, put beside each other."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from app.corpora.derivation_file import DerivationFile
from app.errors import InputError, quoted
from app.scores.arrays import Marks, Numbers
from app.scores.ccg.derivations import Derivations
from app.scores.ccg.tree_dependencies import heads_by_rule, says_nothing

BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LCB-": "{", "-RCB-": "}", "-LSB-": "[", "-RSB-": "]"}  # as words


def in_step(gold: DerivationFile, predicted: DerivationFile) -> tuple[DerivationFile, DerivationFile]:
    """The sentences that both files have: all in their order, or, where some have no parse, those of the same ID."""
    if len(gold) != len(predicted):
        gold = gold.chosen(_with_parse(gold, predicted))
    return gold, predicted


def _with_parse(gold: DerivationFile, predicted: DerivationFile) -> Numbers:
    places = {name: place for place, name in enumerate(gold.ids)}
    found = [places.get(name, -1) for name in predicted.ids]
    is_in_order = all(first < second for first, second in pairwise(found))
    if "" in predicted.ids or -1 in found or not is_in_order:
        raise InputError(
            predicted.path,
            f"{len(predicted):,} derivations where {gold.path} has {len(gold):,}, and no IDs (ID=…) that tell which",
        )
    return np.array(found, dtype=np.int64)


@dataclass(frozen=True)
class Pair:
    """A gold and a predicted derivation of each sentence, over the same words; categories are numbered alike."""

    gold: Derivations
    predicted: Derivations
    gold_punctuation: Marks
    predicted_punctuation: Marks
    n_other_punctuation: int  # words that only one of the two has as punctuation

    @cached_property
    def positions(self) -> tuple[Numbers, Numbers]:
        """For each word that is no punctuation its place among those of all sentences, in both."""
        return np.flatnonzero(~self.gold_punctuation), np.flatnonzero(~self.predicted_punctuation)


def paired(gold: DerivationFile, predicted: DerivationFile, punctuation: Collection[str]) -> Pair:
    """Put two files in step beside each other.

    Where both have the same words, the gold tree says which are punctuation. Else each tree says so itself, and the
    other words must be the same.
    """
    ours, theirs = _numbered_alike(gold.derivations, predicted.derivations)
    is_ours, is_theirs = ours.punctuation(punctuation), theirs.punctuation(punctuation)
    same = ours.sentence_lengths == theirs.sentence_lengths
    n_other = 0
    if same.all():
        n_other = int((is_ours != is_theirs).sum())
        is_theirs = is_ours
    pair = Pair(ours, theirs, is_ours, is_theirs, n_other)
    _check_words(gold, predicted, pair)
    return pair


def _numbered_alike(gold: Derivations, predicted: Derivations) -> tuple[Derivations, Derivations]:
    numbers = {category: code for code, category in enumerate(gold.categories)}
    codes = [numbers.setdefault(category, len(numbers)) for category in predicted.categories]
    labels = np.array(codes or [0])[predicted.labels]
    categories = tuple(numbers)
    return replace(gold, categories=categories), replace(predicted, labels=labels, categories=categories)


def _check_words(gold: DerivationFile, predicted: DerivationFile, pair: Pair) -> None:
    """Say where sentences do not have the same words."""
    ours, theirs = pair.positions
    n_ours, n_theirs = (
        np.bincount(derivations.word_sentences[places], minlength=len(gold))
        for derivations, places in ((pair.gold, ours), (pair.predicted, theirs))
    )
    differs = np.flatnonzero(n_ours != n_theirs)
    if len(differs):
        place = int(differs[0])
        raise predicted.error(
            place, f"{n_theirs[place]} words where {gold.path}, line {gold.lines[place]}, has {n_ours[place]}"
        )
    for our, their in zip(ours, theirs, strict=True):
        word, other = pair.gold.words[our], pair.predicted.words[their]
        if word != other and _normal(word) != _normal(other):
            place = int(pair.gold.word_sentences[our])
            raise predicted.error(
                place, f"{quoted(other, 30)} where {gold.path}, line {gold.lines[place]}, has {quoted(word, 30)}"
            )


def _normal(word: str) -> str:
    """Words that differ in case, or in how brackets and slashes are written, are the same."""
    return BRACKETS.get(word, word).replace("\\\\", "").casefold()


def heads_of(derivations: Derivations, rule: str) -> tuple[Numbers, bool]:
    """The head daughter of each node, and whether it comes from the rule rather than the file."""
    if rule == "rule" or (rule == "auto" and says_nothing(derivations)):
        return heads_by_rule(derivations), True
    return derivations.heads, False
