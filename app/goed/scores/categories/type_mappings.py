"""The best many-to-one mapping for a score of types: by trying all, or by hill climbing with restarts (R10)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from goed.errors import GoedError
from goed.scores.categories.types import Types, TypeScore, many_to_one_value, united_f, weighted_f
from goed.scores.values import Marks, Numbers, Shares

MOST_MAPPINGS = 10**6
MOST_STEPS = 10**9  # for trying all unasked: some seconds
MOST_CELLS = 5 * 10**8  # types × tags
RESTARTS = 30  # R10 has 10, which missed the best MicroC in 8 of 150 small cases; 30 in none
NO_BETTER = 1e-12  # what rounding may do to equal scores


class TooLargeError(GoedError):
    """There is too much of something to compute a measure in fair time or memory."""


def many_to_one(
    types: Types, name: str, seed: int = 0, restarts: int = RESTARTS, exhaustive: bool | None = None
) -> TypeScore:
    """The best mapping that gives every cluster a tag; all are tried where they are few, or where that is asked for."""
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
    if types.n_tags == 1:  # there is one mapping, and any search finds it
        return False
    n_mappings: int = types.n_tags**types.n_clusters
    return n_mappings <= MOST_MAPPINGS and n_mappings * types.n_tags * len(_Groups(types).clusters) <= MOST_STEPS


# ---- all mappings ----


class _Groups:
    """Types with the same clusters and the same number of tags: a mapping does the same to all of them."""

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
    """All mappings, a row each, some thousand at a time."""
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
    """From a random mapping: each cluster in turn gets its best tag, until none gets another one."""
    images = lots.integers(types.n_tags, size=types.n_clusters)
    order = lots.permutation(types.n_clusters)
    climb = _Climb(types, name, images)
    n_changed = len(order)
    while n_changed:
        n_changed = sum(climb.improve(int(cluster)) for cluster in order)
    return images


class _Climb:
    """A mapping that is changed one cluster at a time, and what each change would do to a score.

    A change touches the types of its cluster only; of the others it knows the sums.
    """

    def __init__(self, types: Types, name: str, images: Numbers) -> None:
        self._types, self._name, self._images = types, name, images
        self._members = types.clusters.tocsc()  # by cluster: its types
        self._has_tag: Marks = types.tags.toarray().astype(bool)
        self._n_covering: NDArray[np.int32] = np.zeros((types.n_types, types.n_tags), np.int32)
        self._sizes: Numbers = np.zeros(types.n_tags, np.int64)  # of united clusters: their types, and the right ones
        self._right: Numbers = np.zeros(types.n_tags, np.int64)
        for cluster in range(types.n_clusters):
            self._put(self._types_in(cluster), int(images[cluster]))

    def improve(self, cluster: int) -> bool:
        """Give a cluster the tag that is best with all others as they are; the old one if none is better."""
        old = int(self._images[cluster])
        rows = self._types_in(cluster)
        self._take(rows, old)
        of_tags = self._values(rows, self._n_covering[rows] == 0)
        new = int(of_tags.argmax())
        if of_tags[new] <= of_tags[old] + NO_BETTER:
            new = old
        self._images[cluster] = new
        self._put(rows, new)
        return new != old

    def _types_in(self, cluster: int) -> Numbers:
        start, end = self._members.indptr[cluster : cluster + 2]
        return np.asarray(self._members.indices[start:end])

    def _put(self, rows: Numbers, tag: int) -> None:
        self._count(rows[self._n_covering[rows, tag] == 0], tag, 1)
        self._n_covering[rows, tag] += 1

    def _take(self, rows: Numbers, tag: int) -> None:
        self._n_covering[rows, tag] -= 1
        self._count(rows[self._n_covering[rows, tag] == 0], tag, -1)

    def _count(self, rows: Numbers, tag: int, sign: int) -> None:
        self._sizes[tag] += sign * len(rows)
        self._right[tag] += sign * int(self._has_tag[rows, tag].sum())

    def _values(self, rows: Numbers, new: Marks) -> Shares:
        """The score, if the types in these rows get each tag that is new to them; MicroI summed over these only."""
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
