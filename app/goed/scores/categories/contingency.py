"""How many tokens each cluster shares with each tag, and which pairs of tokens are together in both (F09)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array

from goed.scores.arrays import Numbers
from goed.scores.ratio import Ratio


@dataclass(frozen=True)
class Contingency:
    """The cells that are not empty, by cluster and then by tag; clusters and tags are those that occur."""

    clusters: Numbers  # the code of each row
    tags: Numbers  # the code of each column
    row: Numbers
    column: Numbers
    n: Numbers
    cluster_sizes: Numbers
    tag_sizes: Numbers

    @property
    def n_tokens(self) -> int:
        """How many tokens there are in all."""
        return int(self.n.sum())


def contingency(tags: NDArray[np.integer], clusters: NDArray[np.integer]) -> Contingency:
    """Count cells, from the gold tag and the cluster of each token as numbers from 0."""
    tag_codes, columns = occurring(tags)
    cluster_codes, rows = occurring(clusters)
    shape = len(cluster_codes), len(tag_codes)
    table = coo_array((np.ones(len(tags), np.int64), (rows, columns)), shape=shape).tocsr()
    table.sum_duplicates()
    cells = table.tocoo()
    row, column, n = cells.row.astype(np.int64), cells.col.astype(np.int64), cells.data
    sizes = np.bincount(rows, minlength=shape[0]), np.bincount(columns, minlength=shape[1])
    return Contingency(cluster_codes, tag_codes, row, column, n, *sizes)


def occurring(codes: NDArray[np.integer]) -> tuple[Numbers, Numbers]:
    """The codes that occur, in their order, and the place of each token's among them."""
    counts = np.bincount(codes) if len(codes) else np.empty(0, np.int64)
    there = np.flatnonzero(counts)
    places = np.cumsum(counts > 0) - 1
    return there, places[codes]


def pairwise_precision(table: Contingency) -> Ratio:
    """Of the pairs of tokens with the same cluster, those with the same tag."""
    return Ratio(_n_pairs(table.n), _n_pairs(table.cluster_sizes))


def pairwise_recall(table: Contingency) -> Ratio:
    """Of the pairs of tokens with the same tag, those with the same cluster."""
    return Ratio(_n_pairs(table.n), _n_pairs(table.tag_sizes))


def _n_pairs(counts: Numbers) -> int:
    """Unordered pairs within each count: 10¹² of a million tokens, which 64 bits hold."""
    return int((counts * (counts - 1) // 2).sum())
