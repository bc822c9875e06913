"""CCG derivations of many sentences as arrays, a node before its daughters; their brackets, and Parseval (C02)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from goed.scores.values import Marks, Numbers, PrecisionRecall, keys_of_both

PUNCTUATION = (",", ".", ";", ":", "LRB", "RRB", "LQU", "RQU", "``", "''")  # categories of leaves


@dataclass(frozen=True)
class Derivations:
    """Nodes of trees one behind the other; words are numbered from 0 through all sentences."""

    sentences: Numbers  # of each node
    labels: Numbers  # the category, as a place in `categories`
    categories: tuple[str, ...]
    n_daughters: Numbers  # 0 for a word
    second_daughters: Numbers  # of binary nodes; the first one is the next node
    heads: Numbers  # which daughter is the head by the file: 0 or 1
    starts: Numbers  # the words that a node covers, the last one not included
    ends: Numbers
    words: tuple[str, ...]
    sentence_lengths: Numbers  # in words

    @cached_property
    def is_word(self) -> Marks:
        """Which nodes are words."""
        return np.asarray(self.n_daughters == 0)

    @cached_property
    def binary(self) -> Numbers:
        """The nodes with two daughters."""
        return np.flatnonzero(self.n_daughters == 2)

    @cached_property
    def leaves(self) -> Numbers:
        """The node of each word."""
        return np.flatnonzero(self.is_word)

    @cached_property
    def word_sentences(self) -> Numbers:
        """The sentence of each word."""
        return np.repeat(np.arange(len(self.sentence_lengths)), self.sentence_lengths)

    def punctuation(self, categories: Collection[str] = PUNCTUATION) -> Marks:
        """Which words are punctuation, by their categories."""
        is_one = np.array([category in categories for category in self.categories] or [False])
        return np.asarray(is_one[self.labels[self.leaves]])

    @cached_property
    def lexical(self) -> Numbers:
        """The category of each word."""
        return self.labels[self.leaves]


@dataclass(frozen=True)
class Brackets:
    """Of each node that counts its sentence, its span over words that are no punctuation, and its category."""

    sentences: Numbers
    starts: Numbers
    ends: Numbers
    labels: Numbers


def brackets_of(derivations: Derivations, is_punctuation: Marks) -> Brackets:
    """All nodes but words, and but those that only join punctuation to something."""
    counted = np.concatenate(([0], np.cumsum(~is_punctuation)))  # before each word
    starts, ends = counted[derivations.starts], counted[derivations.ends]
    is_empty = starts == ends
    binary = derivations.binary
    joins_punctuation = np.zeros(len(starts), bool)
    joins_punctuation[binary] = is_empty[binary + 1] | is_empty[derivations.second_daughters[binary]]
    nodes = np.flatnonzero(~derivations.is_word & ~is_empty & ~joins_punctuation)
    first_word = np.cumsum(derivations.sentence_lengths) - derivations.sentence_lengths
    offsets = counted[first_word][derivations.sentences]
    columns = (derivations.sentences, starts - offsets, ends - offsets, derivations.labels)
    return Brackets(*(column[nodes] for column in columns))


def parseval(gold: Brackets, predicted: Brackets, labelled: bool = True) -> PrecisionRecall:
    """Brackets of both sides, each matched once; categories must be numbered alike."""
    names = ["sentences", "starts", "ends", *(["labels"] if labelled else [])]
    keys = keys_of_both(gold, predicted, names)
    (ours, n_ours), (theirs, n_theirs) = (np.unique(side, return_counts=True) for side in keys)
    _, in_ours, in_theirs = np.intersect1d(ours, theirs, assume_unique=True, return_indices=True)
    n_right = int(np.minimum(n_ours[in_ours], n_theirs[in_theirs]).sum())
    return PrecisionRecall.of(n_right, len(predicted.labels), len(gold.labels))
