"""Trees that know nothing: left and right branching (G12), and random ones."""

from __future__ import annotations

import numpy as np

from goed.scores.dependencies.trees import ROOT, Trees, places_of
from goed.scores.values import Numbers

AT_ONCE = 2_000_000  # numbers drawn at a time


def left_branching(lengths: Numbers) -> Trees:
    """The head of each token is the next one; the last is the root."""
    places = places_of(lengths)
    return Trees(np.where(places == np.repeat(lengths, lengths), ROOT, places + 1), lengths)


def right_branching(lengths: Numbers) -> Trees:
    """The head of each token is the one before; the first is the root."""
    return Trees(places_of(lengths) - 1, lengths)


def random_trees(lengths: Numbers, seed: int) -> Trees:
    """For each sentence one of all projective trees with one root, each as likely as any other.

    A tree is told by how many left and right dependents each word has, listed from the head down. Any 2n numbers that
    sum to n - 1 are such a list after being turned round to one place (the cycle lemma), so numbers are drawn.
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
    """How many left and right dependents the words of each tree have, a head before its dependents.

    n - 1 stars among 2n - 1 bars: the stars between two bars are one number.
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
    """The heads of trees whose words come head first, each behind its head's left and before its right dependents.

    The words that wait for their dependents are counted behind each word. The next dependent of a word comes behind the
    first from there on where all before it are done, and so does the word's own place behind its left ones.
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
