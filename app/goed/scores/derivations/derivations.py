"""CCG derivations of many sentences as arrays, a node before its daughters."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from goed.scores.values import Marks, Numbers

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
