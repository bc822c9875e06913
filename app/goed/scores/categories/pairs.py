"""Pairs of tokens that are together in a cluster and in a tag (F09)."""

from __future__ import annotations

from goed.scores.arrays import Numbers
from goed.scores.categories.contingency import Contingency
from goed.scores.ratio import Ratio


def pairwise_precision(table: Contingency) -> Ratio:
    """Of the pairs of tokens with the same cluster, those with the same tag."""
    return Ratio(_n_pairs(table.n), _n_pairs(table.cluster_sizes))


def pairwise_recall(table: Contingency) -> Ratio:
    """Of the pairs of tokens with the same tag, those with the same cluster."""
    return Ratio(_n_pairs(table.n), _n_pairs(table.tag_sizes))


def _n_pairs(counts: Numbers) -> int:
    """Unordered pairs within each count: 10¹² of a million tokens, which 64 bits hold."""
    return int((counts * (counts - 1) // 2).sum())
