"""How tokens of clusters and tags go together: counts, pairs of tokens (F09), and entropies: V, VI, NVI (R10, G12)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array

from goed.scores.values import Numbers, Ratio

NATS_OF_A_BIT = math.log(2)


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
    cells = coo_array((np.ones(len(tags), np.int64), (rows, columns)), shape=shape).tocsr().tocoo()
    row, column = cells.row.astype(np.int64), cells.col.astype(np.int64)
    sizes = np.bincount(rows, minlength=shape[0]), np.bincount(columns, minlength=shape[1])
    return Contingency(cluster_codes, tag_codes, row, column, cells.data, *sizes)


def occurring(codes: NDArray[np.integer]) -> tuple[Numbers, Numbers]:
    """The codes that occur, in their order, and the place of each token's among them."""
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
