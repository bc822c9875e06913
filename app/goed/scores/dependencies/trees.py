"""Dependency trees of many sentences as one array of heads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goed.scores.arrays import Marks, Numbers

ROOT = 0


@dataclass(frozen=True)
class Trees:
    """Sentences one behind the other: the head of each token is a place in its sentence from 1, or 0 for the root."""

    heads: Numbers
    lengths: Numbers  # of each sentence

    def __len__(self) -> int:
        return len(self.heads)

    @cached_property
    def offsets(self) -> Numbers:
        """For each token: the tokens of all sentences before its own."""
        return np.repeat(np.cumsum(self.lengths) - self.lengths, self.lengths)

    @cached_property
    def places(self) -> Numbers:
        """The place of each token in its sentence, from 1."""
        return np.arange(len(self)) - self.offsets + 1

    @cached_property
    def parents(self) -> Numbers:
        """The head of each token as a token of the whole; the root is one token behind the last."""
        return np.where(self.heads == ROOT, len(self), self.offsets + self.heads - 1)

    @cached_property
    def parents_and_root(self) -> Numbers:
        """The same with the root's own behind it: -1, which is no token, so that grandparents can be looked up."""
        return np.append(self.parents, -1)

    def within(self, sentences: Marks) -> Trees:
        """Only some of the sentences."""
        return Trees(self.heads[np.repeat(sentences, self.lengths)], self.lengths[sentences])


def ancestors(links: Numbers, longest: int) -> Numbers:
    """Where each token comes to that follows its link, and the next, until a link leads to itself.

    In a circle that is some token of it. A path is at most as long as the longest sentence; each step doubles it.
    """
    reach = 1
    while reach <= longest:
        links = links[links]
        reach *= 2
    return links


def in_circles(trees: Trees) -> Marks:
    """Which tokens are never led to the root by their heads, since these go round in a circle."""
    links = np.append(trees.parents, len(trees))
    ends = ancestors(links, int(trees.lengths.max(initial=0)))
    return np.asarray(ends[:-1] != len(trees))


def without(trees: Trees, dropped: NDArray[np.bool_]) -> Trees:
    """The trees without some tokens (punctuation): what hung on one of these hangs on the next head that is left.

    Where dropped tokens go round in a circle, what hung on them becomes a root. Sentences that lose all their tokens
    stay, with none.
    """
    n = len(trees)
    through = np.append(np.where(dropped, trees.parents, np.arange(n)), n)
    through = ancestors(through, int(trees.lengths.max(initial=0)))
    left = np.append(~dropped, True)
    parents = through[trees.parents]
    parents = np.where(left[parents], parents, n)[~dropped]
    numbers = np.cumsum(~dropped) - 1  # of the tokens that are left
    lengths = _kept_lengths(trees.lengths, dropped)
    offsets = np.repeat(np.cumsum(lengths) - lengths, lengths)
    is_root = parents == n
    heads = np.where(is_root, ROOT, numbers[np.where(is_root, 0, parents)] - offsets + 1 if n else ROOT)
    return Trees(heads, lengths)


def _kept_lengths(lengths: Numbers, dropped: NDArray[np.bool_]) -> Numbers:
    before = np.concatenate(([0], np.cumsum(~dropped)))
    ends = np.cumsum(lengths)
    return np.asarray(before[ends] - before[ends - lengths])
