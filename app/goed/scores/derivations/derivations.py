"""CCG derivations as arrays, with their brackets and tree dependencies (C02).

A node stands before its daughters. Every binary node gives a tree dependency from the head word of its head daughter to
the head word of the other one, with the relation ⟨parent, head daughter, other daughter⟩. If S[dcl] has the daughters
NP and S[dcl]\\NP, and the second is the head, ⟨S[dcl], S[dcl]\\NP, NP⟩ leads from the verb phrase's head word to the
subject's. The head word of the sentence has no governor.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goed.scores.derivations.categories import Category, category_of, fits, leaves_head
from goed.scores.values import Marks, Numbers, PrecisionRecall, keys_of_both

PUNCTUATION = (",", ".", ";", ":", "LRB", "RRB", "LQU", "RQU", "``", "''")  # categories of leaves


@dataclass(frozen=True)
class Derivations:
    """The nodes of all trees in sequence; words are numbered from 0 through all sentences."""

    sentences: Numbers  # of each node
    labels: Numbers  # the category, as a place in `categories`
    categories: tuple[str, ...]
    n_daughters: Numbers  # 0 for a word
    second_daughters: Numbers  # of binary nodes; the first one is the next node
    heads: Numbers  # the head daughter, as the file gives it: 0 or 1
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
    """For each node that counts: its sentence, its span in words other than punctuation, and its category."""

    sentences: Numbers
    starts: Numbers
    ends: Numbers
    labels: Numbers


def brackets_of(derivations: Derivations, is_punctuation: Marks) -> Brackets:
    """The brackets of all nodes except words, and nodes that only attach punctuation to something."""
    counted = np.concatenate(([0], np.cumsum(~is_punctuation)))  # words that count before each word
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


# ---- tree dependencies ----

HEAD = -1  # the governor of a sentence's head
NO_LABEL = -1


@dataclass(frozen=True)
class TreeDependencies:
    """The governor of each word, or HEAD, and three categories, which the head of a sentence does not have."""

    governors: Numbers
    labels: NDArray[np.int64]  # words × (parent, head daughter, other daughter)


def heads_by_rule(derivations: Derivations) -> Numbers:
    """The head daughter of each binary node, for files that do not give it.

    A functor is the head, except modifiers X|X, determiners and type-raised categories, which leave it to the other
    daughter; a conjunct is the head of its conjunction, and anything is the head of punctuation.
    """
    heads = np.zeros(len(derivations.labels), np.int64)
    binary = derivations.binary
    triples = derivations.labels[np.column_stack((binary, binary + 1, derivations.second_daughters[binary]))]
    distinct, numbers = np.unique(triples, axis=0, return_inverse=True)
    names = derivations.categories
    rule = [_head(names[parent], names[left], names[right]) for parent, left, right in distinct.tolist()]
    heads[binary] = np.array(rule, dtype=np.int64)[numbers.reshape(-1)]
    return heads


def heads_of(derivations: Derivations, heads: str) -> tuple[Numbers, bool]:
    """The head daughter of each node, and whether it comes from the rule rather than the file.

    `auto` takes the rule if every head in the file is the first daughter, as programs write that know no heads.
    """
    says_nothing = len(derivations.binary) > 0 and not derivations.heads[derivations.binary].any()
    if heads == "rule" or (heads == "auto" and says_nothing):
        return heads_by_rule(derivations), True
    return derivations.heads, False


def _head(parent: str, left: str, right: str) -> int:
    if left in PUNCTUATION or right in PUNCTUATION:
        return int(left in PUNCTUATION)
    if left == "conj" or right == "conj":
        return int(left == "conj")
    if right.endswith("[conj]"):  # the other conjunct
        return 0
    of_left, of_right = category_of(left), category_of(right)
    if fits(of_right, _wanted(of_left)):
        return int(_leaves_the_head(of_left))
    if fits(of_left, _wanted(of_right)):
        return int(not _leaves_the_head(of_right))
    if _is_functor_of(of_left, of_right):
        return int(_leaves_the_head(of_left))
    if _is_functor_of(of_right, of_left):
        return int(not _leaves_the_head(of_right))
    return int(not fits(of_left, category_of(parent)) and fits(of_right, category_of(parent)))


NOTHING = Category(atom="∅")


def _wanted(functor: Category) -> Category:
    return NOTHING if functor.parts is None else functor.parts[1]


def _is_functor_of(primary: Category, secondary: Category) -> bool:
    """Whether they compose: `primary` takes what `secondary` gives after taking one or more arguments."""
    while secondary.parts is not None:
        secondary = secondary.parts[0]
        if fits(secondary, _wanted(primary)):
            return True
    return False


def _leaves_the_head(functor: Category) -> bool:
    """Whether it is a modifier, a determiner or type-raised (S/(S\\NP), where the verb is the head)."""
    if functor.parts is None:
        return False
    result, argument = functor.parts
    if argument.parts is not None and str(argument.parts[0]) == str(result) and argument.slash != functor.slash:
        return True
    return leaves_head(functor)


def head_words(derivations: Derivations, heads: Numbers) -> Numbers:
    """The word that is the head of each node."""
    links = np.arange(len(heads))
    has_daughters = derivations.n_daughters > 0
    links[has_daughters] += 1  # the first daughter is the next node
    takes_second = (derivations.n_daughters == 2) & (heads == 1)
    links[takes_second] = derivations.second_daughters[takes_second]
    while not derivations.is_word[links].all():
        links = links[links]
    return derivations.starts[links]


def tree_dependencies(derivations: Derivations, heads: Numbers) -> TreeDependencies:
    """The governor and relation of each word."""
    n_words = int(derivations.sentence_lengths.sum())
    governors = np.full(n_words, HEAD, np.int64)
    labels = np.full((n_words, 3), NO_LABEL, np.int64)
    words = head_words(derivations, heads)
    binary = derivations.binary
    first, second = binary + 1, derivations.second_daughters[binary]
    head = np.where(heads[binary] == 1, second, first)
    other = np.where(heads[binary] == 1, first, second)
    governors[words[other]] = words[head]
    labels[words[other]] = derivations.labels[np.column_stack((binary, head, other))]
    return TreeDependencies(governors, labels)


def right_words(gold: TreeDependencies, predicted: TreeDependencies) -> tuple[Marks, Marks]:
    """Which words have the right governor and relation, and which at least the right governor.

    Both sides must have the same words, and number governors and categories alike.
    """
    unlabelled = gold.governors == predicted.governors
    return unlabelled & (gold.labels == predicted.labels).all(axis=1), unlabelled
