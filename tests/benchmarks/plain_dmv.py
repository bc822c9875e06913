"""EM for the DMV in plain numpy, all sentences of one length at once: the stand-in that goed's loops are held to."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Grammar = tuple[Array, Array, Array, Array]  # root, attach, stop, go on: indexed as goed's


def em_step(grammar: Grammar, by_length: list[Array]) -> tuple[Grammar, float]:
    """One step of EM on sentences, given as a table of tags for each length; and the likelihood before."""
    counts: Grammar = tuple(np.zeros_like(each) for each in grammar)  # type: ignore[assignment]
    likelihood = sum(count(grammar, tags, counts) for tags in by_length)
    root, attach, stop, go_on = counts
    decisions = stop + go_on
    alike = np.full_like(attach, 1 / len(root))
    total = attach.sum(axis=-1, keepdims=True)
    return (
        root / root.sum(),
        np.divide(attach, total, out=alike, where=total > 0),
        np.divide(stop, decisions, out=np.full_like(stop, 0.5), where=decisions > 0),
        np.divide(go_on, decisions, out=np.full_like(stop, 0.5), where=decisions > 0),
    ), likelihood


def count(grammar: Grammar, tags: Array, counts: Grammar) -> float:
    """Add the expected counts of sentences of one length; return the logarithm of their probability."""
    n = tags.shape[1]
    root, attach, stop, go_on = grammar
    arc = np.stack(
        [attach[side][tags[:, :, None], tags[:, None, :]] for side in (0, 1)]
    )  # [side, sentence, head, word]
    stops, goes = stop[:, tags], go_on[:, tags]  # [side, sentence, head, valence]
    shape = (2, len(tags), n, n)  # [side, sentence, head, edge]
    arcs, opened, done = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    for i in range(n):
        opened[:, :, i, i], done[:, :, i, i] = goes[:, :, i, 0], stops[:, :, i, 0]
    for head, edge, side, inner, before, after in spans(n):
        arcs[side, :, head, edge] = arc[side, :, head, edge] * dot(
            opened[side, :, head, inner], done[1 - side, :, edge, before]
        )
        found = dot(arcs[side, :, head, after], done[side, :, after, edge])
        opened[side, :, head, edge] = found * goes[side, :, head, 1]
        done[side, :, head, edge] = found * stops[side, :, head, 1]
    of_roots = root[tags] * done[0, :, :, 0] * done[1, :, :, n - 1]
    probability = of_roots.sum(axis=1)
    np.add.at(counts[0], tags, of_roots / probability[:, None])
    to_arcs, to_opened, to_done = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    to_done[0, :, :, 0] = root[tags] * done[1, :, :, n - 1] / probability[:, None]
    to_done[1, :, :, n - 1] += root[tags] * done[0, :, :, 0] / probability[:, None]
    if n == 1:  # both are the same place
        to_done[1, :, :, 0] = root[tags] * done[0, :, :, 0] / probability[:, None]
    for head, edge, side, inner, before, after in reversed(spans(n)):
        up = (
            to_opened[side, :, head, edge] * goes[side, :, head, 1]
            + to_done[side, :, head, edge] * stops[side, :, head, 1]
        )[:, None]
        to_arcs[side, :, head, after] += up * done[side, :, after, edge]
        to_done[side, :, after, edge] += up * arcs[side, :, head, after]
        up = (to_arcs[side, :, head, edge] * arc[side, :, head, edge])[:, None]
        to_opened[side, :, head, inner] += up * done[1 - side, :, edge, before]
        to_done[1 - side, :, edge, before] += up * opened[side, :, head, inner]
    for side in (0, 1):
        np.add.at(counts[1][side], (tags[:, :, None], tags[:, None, :]), (to_arcs * arcs)[side])
        for table, found in ((2, to_done * done), (3, to_opened * opened)):
            alone = np.diagonal(found[side], axis1=1, axis2=2)
            np.add.at(counts[table][side, :, 0], tags, alone)
            np.add.at(counts[table][side, :, 1], tags, found[side].sum(axis=2) - alone)
    return float(np.log(probability).sum())


def spans(n: int) -> list[tuple[int, int, int, slice, slice, slice]]:
    """Heads and edges, narrow ones first: with the places of what is inside, of both halves and of dependents."""
    found = []
    for width in range(1, n):
        for i in range(n - width):
            j = i + width
            found.append((i, j, 1, slice(i, j), slice(i + 1, j + 1), slice(i + 1, j + 1)))
            found.append((j, i, 0, slice(i + 1, j + 1), slice(i, j), slice(i, j)))
    return found


def dot(one: Array, other: Array) -> Array:
    """The sum of the products, for each sentence."""
    return np.asarray((one * other).sum(axis=-1))
