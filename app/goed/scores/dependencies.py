"""Dependency trees as one array of heads: scores (G12), and baseline trees.

Uses numpy only: `goed score dependencies` starts without scipy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.scores.values import Marks, Numbers, Ratio

ROOT = 0


@dataclass(frozen=True)
class Trees:
    """Sentences in sequence: the head of each token is a place in its sentence from 1, or 0 for the root."""

    heads: Numbers
    lengths: Numbers  # of each sentence

    def __len__(self) -> int:
        return len(self.heads)

    @cached_property
    def parents(self) -> Numbers:
        """The head of each token as an index into all tokens; the root comes after the last one."""
        return np.where(self.heads == ROOT, len(self), offsets_of(self.lengths) + self.heads - 1)


def offsets_of(lengths: Numbers) -> Numbers:
    """For each token, how many tokens the sentences before its own have."""
    return np.repeat(np.cumsum(lengths) - lengths, lengths)


def places_of(lengths: Numbers) -> Numbers:
    """The place of each token in its sentence, from 1."""
    return np.arange(int(lengths.sum())) - offsets_of(lengths) + 1


def ancestors(links: Numbers, longest: int) -> Numbers:
    """Where each token ends up by following links until one leads to itself.

    In a circle, that is some token of it. Each step doubles the paths; none is longer than the longest sentence.
    """
    reach = 1
    while reach <= longest:
        links = links[links]
        reach *= 2
    return links


def in_circles(trees: Trees) -> Marks:
    """Which tokens never reach the root, because their heads go round in a circle."""
    links = np.append(trees.parents, len(trees))
    ends = ancestors(links, int(trees.lengths.max(initial=0)))
    return np.asarray(ends[:-1] != len(trees))


def without(trees: Trees, dropped: NDArray[np.bool_]) -> Trees:
    """The trees without some tokens (punctuation); their dependents attach to the next ancestor that is left.

    If dropped tokens go round in a circle, their dependents become roots. A sentence that loses all tokens stays,
    empty.
    """
    n = len(trees)
    through = np.append(np.where(dropped, trees.parents, np.arange(n)), n)
    through = ancestors(through, int(trees.lengths.max(initial=0)))
    left = np.append(~dropped, True)
    parents = through[trees.parents]
    parents = np.where(left[parents], parents, n)[~dropped]
    numbers = np.cumsum(np.append(~dropped, False))  # the new number of each token that is left, from 1
    sentences = np.repeat(np.arange(len(trees.lengths)), trees.lengths)
    lengths = np.bincount(sentences[~dropped], minlength=len(trees.lengths))
    return Trees(np.where(parents == n, ROOT, numbers[parents] - offsets_of(lengths)), lengths)


# ---- scores: directed, undirected, neutral edge direction (NED), and kinds of wrong attachments ----

# What a predicted head is to a token: the first kind that fits. An undirected score forgives reversed edges, NED
# grandparents as well; a root's head has no head.
KINDS = (
    "right",
    "reversed",  # the token's own dependent
    "grandparent",  # the head of its head, the root counted as one
    "sibling",  # another dependent of its head, the root not counted as one
    "root",  # no head where there is one, or one where there is none
    "other",
)
RIGHT, REVERSED, GRANDPARENT, SIBLING, NO_ROOT, OTHER = range(len(KINDS))


class Attachment(NamedTuple):
    """How many heads are right, by each of three rules."""

    directed: Ratio
    undirected: Ratio
    ned: Ratio


def attachment_kinds(gold: Trees, predicted: Trees) -> NDArray[np.int8]:
    """What each predicted head is to its token in the gold tree."""
    n = len(gold)
    tokens = np.arange(n)
    gold_parent, parent = gold.parents, predicted.parents
    of_all = np.append(gold_parent, -1)  # the root's own is no token
    grandparent, parents_parent = of_all[gold_parent], of_all[parent]
    conditions = [
        parent == gold_parent,
        (parent != n) & (parents_parent == tokens),
        (gold_parent != n) & (parent == grandparent),
        (gold_parent != n) & (parent != n) & (parents_parent == gold_parent),
        (gold_parent == n) | (parent == n),
    ]
    return np.select(conditions, [RIGHT, REVERSED, GRANDPARENT, SIBLING, NO_ROOT], OTHER).astype(np.int8)


def counted(kinds: NDArray[np.int8]) -> Numbers:
    """How often each kind occurs."""
    return np.bincount(kinds, minlength=len(KINDS))


def attachment(counts: Numbers) -> Attachment:
    """The three scores of tokens whose kinds were counted."""
    right, of = np.cumsum(counts[[RIGHT, REVERSED, GRANDPARENT]]), int(counts.sum())
    return Attachment(*(Ratio(int(n), of) for n in right))


# ---- baseline trees: left and right branching (G12), and random ones ----

AT_ONCE = 2_000_000  # numbers drawn at a time


def baseline_trees(lengths: Numbers, baseline: str, seed: int) -> Trees:
    """Left or right branching, or random trees."""
    if baseline == "random":
        return random_trees(lengths, seed)
    return (left_branching if baseline == "left" else right_branching)(lengths)


def left_branching(lengths: Numbers) -> Trees:
    """The head of each token is the next one; the last is the root."""
    places = places_of(lengths)
    return Trees(np.where(places == np.repeat(lengths, lengths), ROOT, places + 1), lengths)


def right_branching(lengths: Numbers) -> Trees:
    """The head of each token is the one before; the first is the root."""
    return Trees(places_of(lengths) - 1, lengths)


def random_trees(lengths: Numbers, seed: int) -> Trees:
    """For each sentence a random projective tree with one root; all such trees are equally likely.

    A tree is determined by how many left and right dependents each word has, listed from the root down. Any 2n numbers
    that sum to n - 1 become such a list by exactly one rotation (the cycle lemma), so it is enough to draw numbers.
    """
    heads = np.zeros(int(lengths.sum()), np.int64)
    starts = np.cumsum(lengths) - lengths
    lots = np.random.default_rng(seed)
    for length in np.unique(lengths[lengths > 0]):
        n = int(length)
        sentences = np.flatnonzero(lengths == n)
        step = max(1, AT_ONCE // (3 * n))
        for first in range(0, len(sentences), step):
            chosen = sentences[first : first + step]
            drawn = _projective(*_dependents(lots, len(chosen), n))
            heads[starts[chosen][:, None] + np.arange(n)] = drawn
    return Trees(heads, lengths)


def _dependents(lots: np.random.Generator, n_trees: int, n: int) -> tuple[Numbers, Numbers]:
    """Draw how many left and right dependents the words of each tree have, heads before their dependents.

    n - 1 stars are drawn among 2n - 1 bars: the number of stars between two bars is one number.
    """
    order = lots.random((n_trees, 3 * n - 2)).argsort(axis=1)
    is_star = order < n - 1
    bars = np.cumsum(~is_star, axis=1)
    numbers = np.zeros((n_trees, 2 * n), np.int64)
    rows = np.broadcast_to(np.arange(n_trees)[:, None], is_star.shape)
    np.add.at(numbers, (rows[is_star], bars[is_star]), 1)
    left, right = numbers[:, 0::2], numbers[:, 1::2]
    waiting = np.cumsum(left + right - 1, axis=1)
    turn = (waiting.argmin(axis=1) + 1)[:, None]
    places = (np.arange(n) + turn) % n
    return np.take_along_axis(left, places, axis=1), np.take_along_axis(right, places, axis=1)


def _projective(left: Numbers, right: Numbers) -> Numbers:
    """The heads in sentence order of trees whose words are listed heads first.

    A word stands after its left dependents and before its right ones. After each listed word, `waiting` counts the
    words still to come. The next dependent of a word follows the first point from there on where all dependents before
    it are complete, with all below them; the word's own place follows its left dependents in the same way.
    """
    n_trees, n = left.shape
    words = np.arange(left.size)
    n_dependents = (left + right).ravel()
    of_trees = (n + 1) * np.arange(1, n_trees + 1)[:, None]  # so that no count occurs in two trees
    waiting = (np.cumsum(left + right - 1, axis=1) + of_trees).ravel()
    by_waiting = np.argsort(waiting, kind="stable")
    keys = waiting[by_waiting] * len(words) + by_waiting

    def first_from(start: Numbers, n_waiting: Numbers) -> Numbers:
        return by_waiting[np.searchsorted(keys, n_waiting * len(words) + start)]

    heads = np.repeat(words, n_dependents)
    nth = np.arange(len(heads)) - np.repeat(np.cumsum(n_dependents) - n_dependents, n_dependents)
    dependents = first_from(heads, waiting[heads] - nth) + 1
    places = np.empty(len(words), np.int64)
    places[np.lexsort((-words, first_from(words, waiting - left.ravel())))] = words
    found = np.full(len(words), ROOT, np.int64)
    found[places[dependents]] = places[heads] % n + 1
    return found.reshape(n_trees, n)
