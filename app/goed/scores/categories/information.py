"""What clusters tell of tags, and tags of clusters: V, VI, NVI (R10, G12)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from goed.scores.arrays import Numbers
from goed.scores.categories.contingency import Contingency

NATS_OF_A_BIT = math.log(2)


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
        _entropy(table.tag_sizes),
        _entropy(table.cluster_sizes),
        _conditional_entropy(table.n, table.cluster_sizes[table.row]),
        _conditional_entropy(table.n, table.tag_sizes[table.column]),
    )


def _entropy(sizes: Numbers) -> float:
    return _conditional_entropy(sizes, np.full(len(sizes), sizes.sum()))


def _conditional_entropy(counts: Numbers, of: Numbers) -> float:
    """Σ p log 1/q, where p is each count's share of all, and q its share of what it is a part of."""
    total = counts.sum()
    return float((counts / total * np.log(of / counts)).sum()) if total else 0.0
