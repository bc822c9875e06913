"""Which tags and which clusters each word type occurs with: what ambiguous words are scored on (R10)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

from goed.scores.arrays import Numbers, Shares
from goed.scores.categories.contingency import occurring


@dataclass(frozen=True)
class Types:
    """A row for each type: 1 in the column of each of its tags, and of each of its clusters."""

    tags: csr_array
    clusters: csr_array
    tag_codes: Numbers  # of each column
    cluster_codes: Numbers

    @property
    def n_types(self) -> int:
        """How many types there are."""
        return int(self.tags.shape[0])

    @property
    def n_tags(self) -> int:
        """How many tags there are."""
        return len(self.tag_codes)

    @property
    def n_clusters(self) -> int:
        """How many clusters there are."""
        return len(self.cluster_codes)

    @cached_property
    def n_tags_of(self) -> Numbers:
        """The number of tags of each type."""
        return np.asarray(np.diff(self.tags.indptr), np.int64)

    @cached_property
    def n_clusters_of(self) -> Numbers:
        """The number of clusters of each type."""
        return np.asarray(np.diff(self.clusters.indptr), np.int64)

    @cached_property
    def tag_sizes(self) -> Numbers:
        """The number of types with each tag."""
        return np.bincount(self.tags.indices, minlength=self.n_tags)

    @cached_property
    def cluster_sizes(self) -> Numbers:
        """The number of types in each cluster."""
        return np.bincount(self.clusters.indices, minlength=self.n_clusters)

    def shared(self, weights: Shares) -> tuple[Numbers, Numbers, Shares]:
        """Clusters and tags that share types, and the summed weight of these types."""
        cells = (self.clusters.T @ self.tags.multiply(weights[:, None])).tocoo()
        return cells.row.astype(np.int64), cells.col.astype(np.int64), cells.data


def types_of(words: NDArray[np.integer], tags: NDArray[np.integer], clusters: NDArray[np.integer]) -> Types:
    """The types of a text, from the word, gold tag and cluster of each token as numbers from 0."""
    word_codes, rows = occurring(words)
    tag_codes, tag_columns = occurring(tags)
    cluster_codes, cluster_columns = occurring(clusters)
    return Types(
        _once(rows, tag_columns, (len(word_codes), len(tag_codes))),
        _once(rows, cluster_columns, (len(word_codes), len(cluster_codes))),
        tag_codes,
        cluster_codes,
    )


def _once(rows: Numbers, columns: Numbers, shape: tuple[int, int]) -> csr_array:
    """Ones where something occurs, however often."""
    table = coo_array((np.ones(len(rows)), (rows, columns)), shape=shape).tocsr()
    table.sum_duplicates()
    table.data[:] = 1.0
    return table
