"""How well mapped clusters fit the tags of word types: MacroI, MicroI and MicroC (R10).

An image is the tag that a cluster is mapped to; IM is how many of a type's tags are images of its clusters.

MacroI   2 Σ IM / (Σ |tags| + Σ |images|)
MicroI   the mean over types of 2 IM / (|tags| + |images|)
MicroC   clusters with the same image are united: the mean of their F-scores with that tag, weighted by their sizes

In one-to-one mappings |clusters| replaces |images|, so that surplus clusters cost precision.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

from goed.errors import GoedError
from goed.scores.categories.tokens import best_matching, occurring
from goed.scores.values import Marks, Numbers, Shares

SCORES = ("MacroI", "MicroI", "MicroC")


@dataclass(frozen=True)
class Types:
    """Two matrices with a row for each word type: 1 in the column of each of its tags, or of its clusters."""

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
        _indicator_matrix(rows, tag_columns, (len(word_codes), len(tag_codes))),
        _indicator_matrix(rows, cluster_columns, (len(word_codes), len(cluster_codes))),
        tag_codes,
        cluster_codes,
    )


def _indicator_matrix(rows: Numbers, columns: Numbers, shape: tuple[int, int]) -> csr_array:
    """A matrix with 1 wherever a row and a column occur together, however often."""
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
    """The best one-to-one mapping for a score: exact, since the score is a sum of matched weights."""
    row, column, weight = _weights(types, name)
    images = best_matching(row, column, weight, (types.n_clusters, types.n_tags))
    matched = images[row] == column
    return TypeScore(name, "1-1", float(weight[matched].sum()), images, "matching")


def _weights(types: Types, name: str) -> tuple[Numbers, Numbers, Shares]:
    """Clusters and tags that share types, and what each adds to a score if the cluster stands for the tag."""
    sizes = types.n_tags_of + np.diff(types.clusters.indptr)  # for each type: how many tags and clusters it has
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


# ---- the best many-to-one mapping: by trying all, or by hill climbing with restarts ----

MOST_MAPPINGS = 10**6
MOST_STEPS = 10**9  # up to this, all mappings are tried unasked: some seconds
MOST_CELLS = 5 * 10**8  # types × tags
RESTARTS = 30  # R10 uses 10, which missed the best MicroC in 8 of 150 small cases; 30 missed none
NO_BETTER = 1e-12  # a smaller gain is rounding


class TooLargeError(GoedError):
    """The data are too large to compute a measure in reasonable time or memory."""


def many_to_one(
    types: Types, name: str, seed: int = 0, restarts: int = RESTARTS, exhaustive: bool | None = None
) -> TypeScore:
    """The best mapping that gives every cluster a tag. All are tried if they are few or `exhaustive` says so."""
    if not types.n_types:
        return TypeScore(name, "M-1", 0.0, np.empty(0, np.int64), "nothing to score")
    if exhaustive is None:
        exhaustive = _is_small(types)
    if exhaustive:
        images, how = _of_all(types, name), "all mappings tried"
    else:
        images, how = _by_climbing(types, name, seed, restarts), f"hill climbing, {restarts} restarts, seed {seed}"
    return TypeScore(name, "M-1", many_to_one_value(types, name, images), images, how)


def _is_small(types: Types) -> bool:
    if types.n_tags == 1:  # there is only one mapping, and any search finds it
        return False
    n_mappings: int = types.n_tags**types.n_clusters
    return n_mappings <= MOST_MAPPINGS and n_mappings * types.n_tags * len(_Groups(types).clusters) <= MOST_STEPS


# ---- all mappings ----


class _Groups:
    """Groups of types with the same clusters and number of tags: a mapping treats all types of a group alike."""

    def __init__(self, types: Types) -> None:
        dense = types.clusters.toarray().astype(bool)
        keys = np.column_stack((dense, types.n_tags_of))
        rows, group = np.unique(keys, axis=0, return_inverse=True)
        self.clusters: Marks = rows[:, :-1].astype(bool)
        self.n_tags_of: Numbers = rows[:, -1]
        self.sizes: Numbers = np.bincount(group, minlength=len(rows))
        self.with_tag = np.zeros((len(rows), types.n_tags))
        cells = types.tags.tocoo()
        np.add.at(self.with_tag, (group[cells.row], cells.col), 1.0)


def _of_all(types: Types, name: str) -> Numbers:
    n_mappings = types.n_tags**types.n_clusters
    if n_mappings > MOST_MAPPINGS:
        sides = f"{types.n_clusters} clusters and {types.n_tags} tags"
        raise TooLargeError(f"{sides} have more than {MOST_MAPPINGS:,} mappings; they cannot all be tried")
    groups = _Groups(types)
    best, best_images = -1.0, np.zeros(types.n_clusters, np.int64)
    for mappings in _mappings(types.n_tags, types.n_clusters):
        values = _values_of_all(types, groups, name, mappings)
        place = int(values.argmax())
        if values[place] > best + NO_BETTER:
            best, best_images = float(values[place]), mappings[place]
    return best_images


def _mappings(n_tags: int, n_clusters: int) -> Iterator[Numbers]:
    """All mappings, one per row, some thousand at a time."""
    n_mappings, at_once = n_tags**n_clusters, max(1, 2_000_000 // (n_tags * max(1, n_clusters)))
    powers = n_tags ** np.arange(n_clusters)
    for first in range(0, n_mappings, at_once):
        numbers = np.arange(first, min(n_mappings, first + at_once))
        yield numbers[:, None] // powers % n_tags


def _values_of_all(types: Types, groups: _Groups, name: str, mappings: Numbers) -> Shares:
    n = len(mappings)
    of_types, sizes, right = np.zeros(n), np.zeros((n, types.n_tags)), np.zeros((n, types.n_tags))
    for members, n_tags_of, size, with_tag in zip(
        groups.clusters, groups.n_tags_of, groups.sizes, groups.with_tag, strict=True
    ):
        covered = np.zeros((n, types.n_tags), bool)
        for cluster in np.flatnonzero(members):
            covered[np.arange(n), mappings[:, cluster]] = True
        if name == "MicroI":
            of_types += covered @ with_tag / (n_tags_of + covered.sum(axis=1))
        else:
            sizes += covered * size
            right += covered * with_tag
    if name == "MicroI":
        return 2 * of_types / types.n_types
    if name == "MacroI":
        return np.asarray(2 * right.sum(axis=1) / (types.n_tags_of.sum() + sizes.sum(axis=1)))
    return united_f(sizes, right, types.tag_sizes)


# ---- hill climbing ----


def _by_climbing(types: Types, name: str, seed: int, restarts: int) -> Numbers:
    if types.n_types * types.n_tags > MOST_CELLS:
        raise TooLargeError(f"{types.n_types:,} types with {types.n_tags:,} tags are too many to map by type")
    lots = np.random.default_rng(seed)
    found = [_climbed(types, name, lots) for _ in range(max(1, restarts))]
    return max(found, key=lambda images: many_to_one_value(types, name, images))  # the first of equals


def _climbed(types: Types, name: str, lots: np.random.Generator) -> Numbers:
    """Climb from a random mapping: give each cluster in turn its best tag, until nothing changes."""
    images = lots.integers(types.n_tags, size=types.n_clusters)
    order = lots.permutation(types.n_clusters)
    climb = _Climb(types, name, images)
    n_changed = len(order)
    while n_changed:
        n_changed = sum(climb.improve(int(cluster)) for cluster in order)
    return images


class _Climb:
    """A mapping that is changed one cluster at a time, and what each change would do to a score.

    A change affects only the types of its cluster; for the others, sums are enough.
    """

    def __init__(self, types: Types, name: str, images: Numbers) -> None:
        self._types, self._name, self._images = types, name, images
        self._members = types.clusters.tocsc()  # by cluster: its types
        self._has_tag: Marks = types.tags.toarray().astype(bool)
        self._n_covering: NDArray[np.int32] = np.zeros((types.n_types, types.n_tags), np.int32)
        self._sizes: Numbers = np.zeros(types.n_tags, np.int64)  # of united clusters: their types, and the right ones
        self._right: Numbers = np.zeros(types.n_tags, np.int64)
        for cluster in range(types.n_clusters):
            self._add_tag(self._types_in(cluster), int(images[cluster]))

    def improve(self, cluster: int) -> bool:
        """Give a cluster the tag that is best with all others as they are; the old one if none is better."""
        old = int(self._images[cluster])
        rows = self._types_in(cluster)
        self._add_tag(rows, old, -1)
        of_tags = self._values(rows, self._n_covering[rows] == 0)
        new = int(of_tags.argmax())
        if of_tags[new] <= of_tags[old] + NO_BETTER:
            new = old
        self._images[cluster] = new
        self._add_tag(rows, new)
        return new != old

    def _types_in(self, cluster: int) -> Numbers:
        start, end = self._members.indptr[cluster : cluster + 2]
        return np.asarray(self._members.indices[start:end])

    def _add_tag(self, rows: Numbers, tag: int, times: int = 1) -> None:
        """Count a tag once more for the types in these rows or, if `times` is -1, once less."""
        n_before = self._n_covering[rows, tag]
        self._n_covering[rows, tag] = n_before + times
        changed = rows[n_before == (0 if times > 0 else 1)]
        self._sizes[tag] += times * len(changed)
        self._right[tag] += times * int(self._has_tag[changed, tag].sum())

    def _values(self, rows: Numbers, new: Marks) -> Shares:
        """The score for each tag, if the types in these rows got it where it is `new` to them.

        For MicroI it is the sum over these types only.
        """
        has_tag = self._has_tag[rows]
        if self._name == "MicroI":
            right = (~new & has_tag).sum(axis=1)
            size = has_tag.sum(axis=1) + (~new).sum(axis=1)
            stays, gets_right, gets_wrong = right / size, (right + 1) / (size + 1), right / (size + 1)
            return np.asarray(stays @ ~new + gets_right @ (new & has_tag) + gets_wrong @ (new & ~has_tag))
        more, more_right = new.sum(axis=0), (new & has_tag).sum(axis=0)
        sizes, right = self._sizes, self._right
        if self._name == "MacroI":
            size = self._types.n_tags_of.sum() + sizes.sum() + more
            return np.asarray(2 * (right.sum() + more_right) / size)
        before = weighted_f(sizes, right, self._types.tag_sizes)
        after = weighted_f(sizes + more, right + more_right, self._types.tag_sizes)
        return np.asarray((before.sum() - before + after) / (sizes.sum() + more))
