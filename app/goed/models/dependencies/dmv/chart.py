"""The chart of a sentence: every tree of the DMV, in time that grows with the third power of its length.

A head takes its dependents on the left and on the right apart from each other ("split heads"). Of each pair of a head
and the edge up to which its dependents on one side reach, the chart knows four items:

    ARC      the head attaches the word at the edge, and all between the two is below one of them
    OPEN     what is below the head up to the edge is complete, and it goes on
    DONE     the same, and it has stopped
    BY_EDGE  DONE once more, found by its edge

An item of the left side is found by its kind, one of the right side by kind + 1. Numbers are probabilities and are
summed; or logarithms of them, where they would become too small; or logarithms of which only the best counts.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from goed.models.compilation import inlined
from goed.models.dependencies.dmv.grammar import RIGHT, ValenceGrammar
from goed.scores.values import Numbers, Shares

ARC, OPEN, DONE, BY_EDGE = 0, 2, 4, 6
PROBABILITIES, LOGARITHMS, BEST = 0, 1, 2  # what the numbers are
NEVER = -math.inf  # the logarithm of 0
OPTIONS: dict[str, Any] = {"error_model": "numpy"}
SMALLEST, LARGEST = 1e-100, 1e200  # sums of all trees; beyond them logarithms are taken, lest items be lost
RAREST = 1e-30  # a word that is less probable than that is left so

# Loops fill arrays value by value, and take rows by numbers, not as arrays of their own, which would cost more.


class Chart(NamedTuple):
    """The numbers of a sentence. It is as large as the longest of several sentences, which are worked on in turn."""

    items: Shares  # [kind + side, head, edge]; BY_EDGE: [BY_EDGE + side, edge, head]
    gradients: Shares  # of the sentence's logarithm, by items
    arcs: Shares  # [head, dependent], as all that follow: the grammar's numbers for the words of the sentence
    roots: Shares  # [word]
    stop: Shares  # [head, side, 0 or 1]
    go_on: Shares  # [head, side, 0 or 1]


@inlined(**OPTIONS)
def new_chart(longest: int) -> Chart:
    """Room for sentences of at most so many words."""
    return Chart(
        np.empty((8, longest, longest)),
        np.empty((8, longest, longest)),
        np.empty((longest, longest)),
        np.empty(longest),
        np.empty((longest, 2, 2)),
        np.empty((longest, 2, 2)),
    )


# ---- sums and products, of probabilities or in logarithms ----


@inlined(**OPTIONS)
def times(one: float, other: float, mode: int) -> float:
    """The product."""
    return one * other if mode == PROBABILITIES else one + other


@inlined(**OPTIONS)
def plus(one: float, other: float, mode: int) -> float:
    """The sum, or the better one."""
    if mode == PROBABILITIES:
        return one + other
    larger, smaller = max(one, other), min(one, other)
    if mode == BEST or smaller == NEVER:
        return larger
    return larger + math.log1p(math.exp(smaller - larger))


@inlined(**OPTIONS)
def total(
    items: Shares, kind: int, row: int, first: int, other_kind: int, other_row: int, other_first: int, n: int, mode: int
) -> float:
    """The sum of n products: of items that stand side by side in a row, with those of another row."""
    if mode == PROBABILITIES:
        found = 0.0
        for k in range(n):
            found += items[kind, row, first + k] * items[other_kind, other_row, other_first + k]
        return found
    best = NEVER
    for k in range(n):
        best = max(best, items[kind, row, first + k] + items[other_kind, other_row, other_first + k])
    if mode == BEST or best == NEVER:
        return best
    found = 0.0
    for k in range(n):
        found += math.exp(items[kind, row, first + k] + items[other_kind, other_row, other_first + k] - best)
    return best + math.log(found)


# ---- from the grammar to all items ----


@inlined(**OPTIONS)
def look_up(chart: Chart, tags: Numbers, first: int, n: int, grammar: ValenceGrammar) -> None:
    """Take the grammar's numbers for the words of a sentence."""
    for i in range(n):
        tag = tags[first + i]
        chart.roots[i] = grammar.root[tag]
        for side in range(2):
            for valence in range(2):
                chart.stop[i, side, valence] = grammar.stop[side, tag, valence]
                chart.go_on[i, side, valence] = grammar.go_on[side, tag, valence]
        for j in range(n):
            chart.arcs[i, j] = grammar.attach[RIGHT if j > i else 0, tag, tags[first + j]]


@inlined(**OPTIONS)
def enlarge(chart: Chart, n: int) -> float:
    """Divide the probabilities so that those of each word are about 1; return the logarithm of all divisors.

    In every tree each word has one head or is the root, and stops once on each side: all trees are divided alike.
    """
    divided = 0.0
    for word in range(n):
        largest = 0.0
        for head in range(n):
            if head != word:
                side = 1 if word > head else 0
                likelier = max(chart.go_on[head, side, 0], chart.go_on[head, side, 1])
                largest = max(largest, chart.arcs[head, word] * likelier)
        if largest > RAREST:
            divided += math.log(largest)
            chart.roots[word] /= largest
            for head in range(n):
                chart.arcs[head, word] /= largest
        for side in range(2):
            largest = max(chart.stop[word, side, 0], chart.stop[word, side, 1])
            if largest > RAREST:
                divided += math.log(largest)
                chart.stop[word, side, 0] /= largest
                chart.stop[word, side, 1] /= largest
    return divided


@inlined(**OPTIONS)
def fill(chart: Chart, n: int, mode: int) -> float:
    """Compute all items, the narrow ones first; return the sum of all trees."""
    items = chart.items
    for i in range(n):
        for side in range(2):
            items[OPEN + side, i, i] = chart.go_on[i, side, 0]
            items[DONE + side, i, i] = items[BY_EDGE + side, i, i] = chart.stop[i, side, 0]
    for width in range(1, n):
        for i in range(n - width):
            for side in range(2):
                head, edge = (i, i + width) if side else (i + width, i)
                inner = total(items, OPEN + side, head, i + 1 - side, DONE + 1 - side, edge, i + side, width, mode)
                items[ARC + side, head, edge] = times(chart.arcs[head, edge], inner, mode)
                all_arcs = total(items, ARC + side, head, i + side, BY_EDGE + side, edge, i + side, width, mode)
                items[OPEN + side, head, edge] = times(all_arcs, chart.go_on[head, side, 1], mode)
                done = times(all_arcs, chart.stop[head, side, 1], mode)
                items[DONE + side, head, edge] = items[BY_EDGE + side, edge, head] = done
    found = 0.0 if mode == PROBABILITIES else NEVER
    for root in range(n):
        found = plus(found, as_root(chart, root, n, mode), mode)
    return found


@inlined(**OPTIONS)
def as_root(chart: Chart, root: int, n: int, mode: int) -> float:
    """The sum of the trees with this root."""
    below = times(chart.items[DONE, root, 0], chart.items[DONE + 1, root, n - 1], mode)
    return times(chart.roots[root], below, mode)
