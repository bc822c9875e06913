"""How well mapped clusters fit the tags of word types: MacroI, MicroI and MicroC (R10).

With h the mapping and IM the number of a type's tags that are images of its clusters:

MacroI   2 Σ IM / (Σ |tags| + Σ |images|)
MicroI   the mean over types of 2 IM / (|tags| + |images|)
MicroC   clusters of the same image united: the mean of their F-scores with that tag, weighted by their sizes

In a one-to-one mapping |clusters| stands in the place of |images|, so that a cluster too many costs precision.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

from goed.scores.categories.contingency import occurring
from goed.scores.categories.mappings import best_matching
from goed.scores.values import Numbers, Shares

SCORES = ("MacroI", "MicroI", "MicroC")


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
    def tag_sizes(self) -> Numbers:
        """The number of types with each tag."""
        return np.bincount(self.tags.indices, minlength=self.n_tags)

    @cached_property
    def cluster_sizes(self) -> Numbers:
        """The number of types in each cluster."""
        return np.bincount(self.clusters.indices, minlength=self.n_clusters)


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
    table.data[:] = 1.0
    return table


@dataclass(frozen=True)
class TypeScore:
    """One score with the mapping that maximises it."""

    name: str
    kind: str  # M-1 or 1-1
    value: float
    images: Numbers  # of each cluster a tag, as a column, or -1
    how: str = ""


def one_to_one(types: Types, name: str) -> TypeScore:
    """The best one-to-one mapping for a score: exact, since the matched weights add up to it."""
    row, column, weight = _weights(types, name)
    images = best_matching(row, column, weight, (types.n_clusters, types.n_tags))
    matched = images[row] == column
    return TypeScore(name, "1-1", float(weight[matched].sum()), images, "matching")


def _weights(types: Types, name: str) -> tuple[Numbers, Numbers, Shares]:
    """Clusters and tags that share types, and what each adds to a score if the cluster stands for the tag."""
    sizes = types.n_tags_of + np.diff(types.clusters.indptr)  # of each type: its tags and its clusters
    of_types = 2 / (types.n_types * sizes) if name == "MicroI" else np.ones(types.n_types)
    cells = (types.clusters.T @ types.tags.multiply(of_types[:, None])).tocoo()
    row, column, weight = cells.row.astype(np.int64), cells.col.astype(np.int64), cells.data
    if name == "MacroI":
        weight = 2 * weight / sizes.sum()
    elif name == "MicroC":
        cluster_size, tag_size = types.cluster_sizes[row], types.tag_sizes[column]
        weight = cluster_size / types.cluster_sizes.sum() * 2 * weight / (cluster_size + tag_size)
    return row, column, weight


def many_to_one_value(types: Types, name: str, images: Numbers) -> float:
    """The score of a mapping that gives every cluster a tag."""
    ones = np.ones(types.n_clusters)
    mapping = coo_array((ones, (np.arange(types.n_clusters), images)), shape=(types.n_clusters, types.n_tags)).tocsr()
    covered = types.clusters @ mapping
    covered.data[:] = 1.0
    right = covered.multiply(types.tags)
    if name == "MacroI":
        return float(2 * right.sum() / (types.n_tags_of.sum() + covered.sum()))
    if name == "MicroI":
        return float((2 * right.sum(axis=1) / (types.n_tags_of + covered.sum(axis=1))).mean())
    return float(united_f(covered.sum(axis=0), right.sum(axis=0), types.tag_sizes))


def united_f(sizes: Shares, right: Shares, tag_sizes: Numbers) -> Shares:
    """MicroC of united clusters, from their sizes and the types that are right in each; tags on the last axis."""
    return np.asarray(weighted_f(sizes, right, tag_sizes).sum(axis=-1) / sizes.sum(axis=-1))


def weighted_f(sizes: Shares | Numbers, right: Shares | Numbers, tag_sizes: Numbers) -> Shares:
    """The F-score of each united cluster, times its size."""
    return np.asarray(sizes * 2 * right / (sizes + tag_sizes))
