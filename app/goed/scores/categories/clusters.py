"""Clusters for tokens that a model leaves without one, and for words that stand in several clusters (F09)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goed.scores.values import Numbers

NO_CLUSTER = -1


def all_clustered(
    clusters: NDArray[np.integer], words: NDArray[np.integer], n_clusters: int, unclustered: str
) -> Numbers:
    """Tokens without a cluster get one more (`merge`), or one for each of their words (`split`)."""
    return np.where(clusters == NO_CLUSTER, n_clusters + (words if unclustered == "split" else 0), clusters)


def drawn(
    words: NDArray[np.integer],
    member_words: NDArray[np.integer],
    member_clusters: NDArray[np.integer],
    seed: int,
    given: NDArray[np.integer] | None = None,
) -> Numbers:
    """A cluster for each token, from a list of words and the clusters that they are in.

    A token that was `given` one, because it stands in a frame of that cluster, keeps it. Another gets one of its
    word's clusters, drawn for each token by the number of words in them: of clusters of 3 and 5 words the first in 3
    of 8 tokens. A word in no cluster gets -1.
    """
    order = np.argsort(member_words, kind="stable")
    weights = np.bincount(member_clusters)[member_clusters[order]].astype(np.float64)
    ends = np.cumsum(weights)
    sorted_words = member_words[order]
    first = np.searchsorted(sorted_words, words, side="left")
    behind = np.searchsorted(sorted_words, words, side="right")
    is_member = behind > first
    before = np.concatenate(([0.0], ends))
    lots = np.random.default_rng(seed).random(len(words))
    target = before[first] + lots * (before[behind] - before[first])
    place = np.clip(np.searchsorted(ends, target, side="right"), first, np.maximum(behind - 1, first))
    clusters = np.full(len(words), NO_CLUSTER, np.int64)
    clusters[is_member] = member_clusters[order][place[is_member]]
    return clusters if given is None else np.where(given == NO_CLUSTER, clusters, given)
