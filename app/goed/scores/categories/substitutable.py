"""Substitutable precision and recall (F09): do words in the same frame share a cluster?

They need no tags.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goed.scores.values import Marks, Numbers, Ratio

START, END = 0, 1  # edges of an utterance: they occur in frames, and have no cluster
LEAST = 2  # a frame must occur this often in the test corpus


@dataclass(frozen=True)
class ClusteredCorpus:
    """A corpus: the word and the cluster of each token, numbered alike in both corpora, and where utterances start."""

    words: NDArray[np.integer]
    clusters: NDArray[np.integer]
    starts: NDArray[np.integer]


@dataclass(frozen=True)
class Substitutable:
    """The scores; `types` and `tokens` say how the size of a model's cluster is counted."""

    precision_by_types: Ratio  # not bounded by 1: two words count once for each frame that they share
    precision_by_tokens: Ratio  # of the order of the figures that F09 prints
    recall: Ratio
    n_frames: int


def substitutable(train: ClusteredCorpus, test: ClusteredCorpus, in_both: bool = True) -> Substitutable:
    """Score clusters by the frames of a test corpus; with `in_both`, only those that the training corpus has, too.

    A frame is the words before and after a token, each with its cluster. Tokens and frames with words that the training
    corpus lacks are left out.
    """
    n_clusters = 1 + int(max(train.clusters.max(initial=-1), test.clusters.max(initial=-1)))
    train_items, test_items, n_items = _items(train, test, n_clusters)
    train_left, train_right = _neighbours(train_items, train.starts)
    known = np.isin(test.words, train.words)
    left, right = _neighbours(test_items, test.starts)
    known_left, known_right = _neighbours(known, test.starts, edge=True)
    usable = known & known_left & known_right
    frames = (left * n_items + right)[usable]
    middles, clusters = test_items[usable], test.clusters[usable]
    if in_both:
        there = np.isin(frames, train_left * n_items + train_right)
        frames, middles, clusters = frames[there], middles[there], clusters[there]
    _, numbers, counts = np.unique(frames, return_inverse=True, return_counts=True)
    recurs = counts >= LEAST
    kept = recurs[numbers]
    frames, middles, clusters = (np.cumsum(recurs) - 1)[numbers[kept]], middles[kept], clusters[kept]

    _, first = np.unique(frames * n_items + middles, return_index=True)  # each word of a frame once
    frames, clusters = frames[first], clusters[first].astype(np.int64)
    _, together = np.unique(frames * n_clusters + clusters, return_counts=True)
    _, in_frame = np.unique(frames, return_counts=True)
    of_types = np.bincount(train.clusters[np.unique(train_items, return_index=True)[1]])
    n = _n_ordered_pairs(together)
    return Substitutable(
        Ratio(n, _n_ordered_pairs(of_types)),
        Ratio(n, _n_ordered_pairs(np.bincount(train.clusters))),
        Ratio(n, _n_ordered_pairs(in_frame)),
        int(recurs.sum()),
    )


def _items(train: ClusteredCorpus, test: ClusteredCorpus, n_clusters: int) -> tuple[Numbers, Numbers, int]:
    """A number from 2 for each word with its cluster, the same in both corpora, and how many numbers there are."""
    both = [corpus.words.astype(np.int64) * n_clusters + corpus.clusters for corpus in (train, test)]
    distinct, items = np.unique(np.concatenate(both), return_inverse=True)
    items += END + 1
    return items[: len(both[0])], items[len(both[0]) :], len(distinct) + END + 1


def _neighbours(
    items: NDArray[np.integer] | Marks, starts: NDArray[np.integer], edge: bool = False
) -> tuple[Numbers, Numbers]:
    """The values before and after each token; at the edges of utterances START and END, or `edge` if it is set."""
    left, right = np.empty_like(items), np.empty_like(items)
    if len(items):
        left[1:], right[:-1] = items[:-1], items[1:]
        left[starts] = edge or START
        right[np.append(starts[1:], len(items)) - 1] = edge or END
    return left, right


def _n_ordered_pairs(counts: Numbers) -> int:
    return int((counts.astype(np.int64) * (counts - 1)).sum())
