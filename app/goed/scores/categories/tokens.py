"""Clusters against tags of tokens: pairs (F09), entropies (R10, G12), and mappings."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

from goed.scores.values import Numbers, Ratio, Shares

NO_TAG = -1
NATS_OF_A_BIT = math.log(2)


@dataclass(frozen=True)
class Contingency:
    """The cells of clusters × tags that are not empty, by cluster and then by tag; only codes that occur are in it."""

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
    cells = coo_array((np.ones(len(tags), np.int64), (rows, columns)), shape=shape).tocsr().tocoo()
    row, column = cells.row.astype(np.int64), cells.col.astype(np.int64)
    sizes = np.bincount(rows, minlength=shape[0]), np.bincount(columns, minlength=shape[1])
    return Contingency(cluster_codes, tag_codes, row, column, cells.data, *sizes)


def occurring(codes: NDArray[np.integer]) -> tuple[Numbers, Numbers]:
    """The codes that occur, sorted, and for each token the place of its code among them."""
    counts = np.bincount(codes) if len(codes) else np.empty(0, np.int64)
    places = np.cumsum(counts > 0) - 1
    return np.flatnonzero(counts), places[codes]


# ---- pairs ----


def pairwise_precision(table: Contingency) -> Ratio:
    """Of the pairs of tokens with the same cluster, those with the same tag."""
    return Ratio(_n_pairs(table.n), _n_pairs(table.cluster_sizes))


def pairwise_recall(table: Contingency) -> Ratio:
    """Of the pairs of tokens with the same tag, those with the same cluster."""
    return Ratio(_n_pairs(table.n), _n_pairs(table.tag_sizes))


def _n_pairs(counts: Numbers) -> int:
    """Unordered pairs within each count: 10¹² of a million tokens, which 64 bits hold."""
    return int((counts * (counts - 1) // 2).sum())


# ---- entropies ----


@dataclass(frozen=True)
class Information:
    """Entropies of tags C and clusters K in nats, and what follows from them."""

    h_c: float
    h_k: float
    h_c_given_k: float
    h_k_given_c: float

    @property
    def homogeneity(self) -> float:
        """1 - H(C|K) / H(C); 1 where there is one tag."""
        return max(0.0, 1 - self.h_c_given_k / self.h_c) if self.h_c else 1.0

    @property
    def completeness(self) -> float:
        """1 - H(K|C) / H(K); 1 where there is one cluster."""
        return max(0.0, 1 - self.h_k_given_c / self.h_k) if self.h_k else 1.0

    @property
    def v(self) -> float:
        """The harmonic mean of homogeneity and completeness; 0 where both are 0."""
        total = self.homogeneity + self.completeness
        return 2 * self.homogeneity * self.completeness / total if total else 0.0

    @property
    def vi(self) -> float:
        """Variation of information, H(C|K) + H(K|C), in nats; less is better."""
        return self.h_c_given_k + self.h_k_given_c

    @property
    def nvi(self) -> float:
        """VI / H(C), which may be above 1; H(K) where there is one tag."""
        return self.vi / self.h_c if self.h_c else self.h_k


def information(table: Contingency) -> Information:
    """The entropies of a table."""
    return Information(
        _entropy(table.tag_sizes, table.n_tokens),
        _entropy(table.cluster_sizes, table.n_tokens),
        _entropy(table.n, table.cluster_sizes[table.row]),
        _entropy(table.n, table.tag_sizes[table.column]),
    )


def _entropy(counts: Numbers, of: Numbers | int) -> float:
    """Σ p log 1/q, where p is each count's share of all, and q its share of what it is a part of."""
    total = counts.sum()
    return float((counts / total * np.log(of / counts)).sum()) if total else 0.0


# ---- mappings: which tag each cluster stands for, so that tokens can be right or wrong ----


@dataclass(frozen=True)
class TagMapping:
    """The tag of each cluster, as a column of the table, and the share of tokens that have their cluster's tag."""

    images: Numbers
    score: Ratio


def many_to_one(table: Contingency) -> TagMapping:
    """Each cluster stands for the tag with which it shares most tokens, the first of equals (M-1; F09's MA)."""
    images = np.full(len(table.clusters), NO_TAG, np.int64)
    order = np.lexsort((table.column, -table.n, table.row))
    rows, first = np.unique(table.row[order], return_index=True)
    images[rows] = table.column[order][first]
    return _mapping(table, images)


def one_to_one_greedy(table: Contingency) -> TagMapping:
    """Map the free cluster and tag with the largest cell, again and again; then pair what is left over (G12).

    Among equal cells, that of the first cluster is taken, then that of the first tag.
    """
    images = np.full(len(table.clusters), NO_TAG, np.int64)
    taken = np.zeros(len(table.tags), bool)
    for cell in np.lexsort((table.column, table.row, -table.n)):
        row, column = table.row[cell], table.column[cell]
        if images[row] == NO_TAG and not taken[column]:
            images[row], taken[column] = column, True
    free_rows, free_columns = np.flatnonzero(images == NO_TAG), np.flatnonzero(~taken)
    n_more = min(len(free_rows), len(free_columns))
    images[free_rows[:n_more]] = free_columns[:n_more]  # clusters and tags that share no tokens
    return _mapping(table, images)


def one_to_one_optimal(table: Contingency) -> TagMapping:
    """The one-to-one mapping under which most tokens are right (R10)."""
    shape = len(table.clusters), len(table.tags)
    return _mapping(table, best_matching(table.row, table.column, table.n.astype(np.float64), shape))


def best_matching(row: Numbers, column: Numbers, weight: Shares, shape: tuple[int, int]) -> Numbers:
    """The column of each row in the one-to-one matching of greatest weight, -1 for none; weights must be > 0.

    scipy needs a full matching, so each row also gets a column of its own that is worth nothing.
    """
    n_rows, n_columns = shape
    images = np.full(n_rows, NO_TAG, np.int64)
    if not len(row):
        return images
    nothing = float(weight.max()) * 2  # keeps every cost above 0, which scipy takes for a missing edge
    costs = np.concatenate((nothing - weight, np.full(n_rows, nothing)))
    rows = np.concatenate((row, np.arange(n_rows)))
    columns = np.concatenate((column, n_columns + np.arange(n_rows)))
    edges = coo_array((costs, (rows, columns)), shape=(n_rows, n_columns + n_rows)).tocsr()
    matched_rows, matched = min_weight_full_bipartite_matching(edges)
    images[matched_rows] = np.where(matched < n_columns, matched, NO_TAG)
    return images


def _mapping(table: Contingency, images: Numbers) -> TagMapping:
    n_right = int(table.n[images[table.row] == table.column].sum())
    return TagMapping(images, Ratio(n_right, table.n_tokens))
