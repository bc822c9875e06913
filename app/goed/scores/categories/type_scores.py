"""MacroI, MicroI and MicroC: how well mapped clusters fit the tags of word types (R10).

With h the mapping and IM the number of a type's tags that are images of its clusters:

MacroI   2 Σ IM / (Σ |tags| + Σ |images|)
MicroI   the mean over types of 2 IM / (|tags| + |images|)
MicroC   clusters of the same image united: the mean of their F-scores with that tag, weighted by their sizes

In a one-to-one mapping |clusters| stands in the place of |images|, so that a cluster too many costs precision.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array

from goed.scores.arrays import Numbers, Shares
from goed.scores.categories.mappings import best_matching
from goed.scores.categories.types import Types

SCORES = ("MacroI", "MicroI", "MicroC")


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
    """What a cluster adds to a score if it stands for a tag."""
    sizes = types.n_tags_of + types.n_clusters_of
    if name == "MicroI":
        return types.shared(2 / (types.n_types * sizes))
    row, column, n = types.shared(np.ones(types.n_types))
    if name == "MacroI":
        return row, column, 2 * n / sizes.sum()
    cluster_size, tag_size = types.cluster_sizes[row], types.tag_sizes[column]
    return row, column, cluster_size / types.cluster_sizes.sum() * 2 * n / (cluster_size + tag_size)


def many_to_one_value(types: Types, name: str, images: Numbers) -> float:
    """The score of a mapping that gives every cluster a tag."""
    if not types.n_types:
        return 0.0
    ones = np.ones(types.n_clusters)
    mapping = coo_array((ones, (np.arange(types.n_clusters), images)), shape=(types.n_clusters, types.n_tags)).tocsr()
    covered = types.clusters @ mapping
    covered.data[:] = 1.0
    return _VALUES[name](types, covered, covered.multiply(types.tags))


def _macro_i(types: Types, covered: coo_array, right: coo_array) -> float:
    return float(2 * right.sum() / (types.n_tags_of.sum() + covered.sum()))


def _micro_i(types: Types, covered: coo_array, right: coo_array) -> float:
    of_types = 2 * right.sum(axis=1) / (types.n_tags_of + covered.sum(axis=1))
    return float(of_types.mean())


def _micro_c(types: Types, covered: coo_array, right: coo_array) -> float:
    return float(united_f(covered.sum(axis=0), right.sum(axis=0), types.tag_sizes))


def united_f(sizes: Shares, right: Shares, tag_sizes: Numbers) -> Shares:
    """MicroC of united clusters, from their sizes and the types that are right in each; tags on the last axis."""
    return np.asarray(weighted_f(sizes, right, tag_sizes).sum(axis=-1) / sizes.sum(axis=-1))


def weighted_f(sizes: Shares | Numbers, right: Shares | Numbers, tag_sizes: Numbers) -> Shares:
    """The F-score of each united cluster, times its size."""
    return np.asarray(sizes * 2 * right / (sizes + tag_sizes))


_VALUES: dict[str, Callable[[Types, coo_array, coo_array], float]] = {
    "MacroI": _macro_i,
    "MicroI": _micro_i,
    "MicroC": _micro_c,
}
