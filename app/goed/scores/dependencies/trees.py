"""Dependency trees of many sentences as one array of heads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goed.scores.values import Marks, Numbers

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
        return offsets_of(self.lengths)

    @cached_property
    def places(self) -> Numbers:
        """The place of each token in its sentence, from 1."""
        return places_of(self.lengths)

    @cached_property
    def parents(self) -> Numbers:
        """The head of each token as a token of the whole; the root is one token behind the last."""
        return np.where(self.heads == ROOT, len(self), self.offsets + self.heads - 1)

    @cached_property
    def parents_and_root(self) -> Numbers:
        """The same with the root's own behind it: -1, which is no token, so that grandparents can be looked up."""
        return np.append(self.parents, -1)


def offsets_of(lengths: Numbers) -> Numbers:
    """For each token of sentences of some lengths: the tokens of all sentences before its own."""
    return np.repeat(np.cumsum(lengths) - lengths, lengths)


def places_of(lengths: Numbers) -> Numbers:
    """The place of each token in its sentence, from 1."""
    return np.arange(int(lengths.sum())) - offsets_of(lengths) + 1


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
    numbers = np.cumsum(np.append(~dropped, False))  # from 1: of the tokens that are left
    sentences = np.repeat(np.arange(len(trees.lengths)), trees.lengths)
    lengths = np.bincount(sentences[~dropped], minlength=len(trees.lengths))
    return Trees(np.where(parents == n, ROOT, numbers[parents] - offsets_of(lengths)), lengths)
