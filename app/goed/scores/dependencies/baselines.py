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
    """The heads of trees whose words come head first, each behind its head's left and before its right dependents."""
    n_trees, n = left.shape
    rows = np.arange(n_trees)
    parent, is_left = _parents(left, right)
    size = np.ones((n_trees, n), np.int64)
    size_of_left = np.zeros((n_trees, n), np.int64)
    for word in range(n - 1, 0, -1):
        of = parent[:, word]
        size[rows, of] += size[:, word]
        size_of_left[rows, of] += np.where(is_left[:, word], size[:, word], 0)
    place = np.zeros((n_trees, n), np.int64)  # of the word in its sentence
    free = np.zeros((n_trees, n, 2), np.int64)  # where its next left and right dependent begins
    heads = np.zeros((n_trees, n), np.int64)
    for word in range(n):
        of, side = parent[:, word], np.where(is_left[:, word], 0, 1)
        begin = free[rows, of, side] if word else np.zeros(n_trees, np.int64)
        if word:
            free[rows, of, side] += size[:, word]
        place[:, word] = begin + size_of_left[:, word]
        free[:, word, 0], free[:, word, 1] = begin, place[:, word] + 1
        heads[rows, place[:, word]] = place[rows, of] + 1 if word else ROOT
    return heads


def _parents(left: Numbers, right: Numbers) -> tuple[Numbers, Numbers]:
    """The head of each word of a list that has heads first, and whether the word is a left dependent."""
    n_trees, n = left.shape
    rows = np.arange(n_trees)
    parent = np.zeros((n_trees, n), np.int64)
    is_left = np.zeros((n_trees, n), bool)
    open_left, open_right = left.copy(), right.copy()
    stack = np.zeros((n_trees, n + 1), np.int64)  # words whose dependents still come
    height = np.zeros(n_trees, np.int64)
    for word in range(1, n):
        before = word - 1
        has_some = (left + right)[:, before] > 0
        stack[rows[has_some], height[has_some]] = before
        height += has_some
        of = stack[rows, height - 1]
        takes_left = open_left[rows, of] > 0
        parent[:, word], is_left[:, word] = of, takes_left
        open_left[rows, of] -= takes_left
        open_right[rows, of] -= ~takes_left
        height -= (open_left[rows, of] + open_right[rows, of]) == 0
    return parent, is_left
