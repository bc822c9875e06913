"""Which tag each cluster stands for, so that tokens can be right or wrong: many-to-one and one-to-one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

from goed.scores.categories.contingency import Contingency
from goed.scores.values import Numbers, Ratio, Shares

NO_TAG = -1


@dataclass(frozen=True)
class TagMapping:
    """For each cluster its tag, as a column of the table; the score is that of tokens whose tag is that."""

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
    """The largest cell of a cluster and a tag that are both free, again and again; then what is left over (G12).

    Of equal cells the one of the first cluster comes first, then that of the first tag.
    """
    images = np.full(len(table.clusters), NO_TAG, np.int64)
    taken = np.zeros(len(table.tags), bool)
    for cell in np.lexsort((table.column, table.row, -table.n)):
        row, column = table.row[cell], table.column[cell]
        if images[row] == NO_TAG and not taken[column]:
            images[row], taken[column] = column, True
    free_rows, free_columns = np.flatnonzero(images == NO_TAG), np.flatnonzero(~taken)
    n_more = min(len(free_rows), len(free_columns))
    images[free_rows[:n_more]] = free_columns[:n_more]  # cells of no tokens
    return _mapping(table, images)


def one_to_one_optimal(table: Contingency) -> TagMapping:
    """The one-to-one mapping under which most tokens are right (R10)."""
    shape = len(table.clusters), len(table.tags)
    return _mapping(table, best_matching(table.row, table.column, table.n.astype(np.float64), shape))


def best_matching(row: Numbers, column: Numbers, weight: Shares, shape: tuple[int, int]) -> Numbers:
    """For each row the column of a one-to-one matching of the greatest weight, -1 where it has none; weights are > 0.

    The matching must be full for scipy, so that each row also has a column of its own, which is worth nothing.
    """
    n_rows, n_columns = shape
    images = np.full(n_rows, NO_TAG, np.int64)
    if not len(row):
        return images
    nothing = float(weight.max()) * 2  # a cost is never 0, which would be no edge
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
