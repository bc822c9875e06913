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
from numpy.typing import NDArray

from goed.models.compilation import compiled_with, part_with
from goed.models.dependencies.dmv.grammar import LEFT, RIGHT, ValenceGrammar
from goed.scores.dependencies import ROOT
from goed.scores.values import Numbers, Shares

ARC, OPEN, DONE, BY_EDGE = 0, 2, 4, 6
PROBABILITIES, LOGARITHMS, BEST = 0, 1, 2  # what the numbers are
NEVER = -math.inf  # the logarithm of 0
SMALLEST, LARGEST = 1e-100, 1e200  # sums of all trees; beyond them logarithms are taken, lest items be lost
RAREST = 1e-30  # a word that is less probable than that is left so

# All loops stand in this file: numba does not see that a kept result is out of date if a loop of another file changes.
# Inlined, they are three times as fast.
OPTIONS: dict[str, Any] = {"error_model": "numpy"}
part = part_with(**OPTIONS, forceinline=True)
compiled = compiled_with(**OPTIONS, nogil=True)


class Chart(NamedTuple):
    """The numbers of a sentence. It is as large as the longest of several sentences, which are worked on in turn."""

    items: Shares  # [kind + side, head, edge]; BY_EDGE: [BY_EDGE + side, edge, head]
    gradients: Shares  # of the sentence's logarithm, by items
    arcs: Shares  # [head, dependent], as all that follow: the grammar's numbers for the words of the sentence
    roots: Shares  # [word]
    stop: Shares  # [head, side, 0 or 1]
    go_on: Shares  # [head, side, 0 or 1]


@part
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


@part
def times(one: float, other: float, mode: int) -> float:
    """The product."""
    return one * other if mode == PROBABILITIES else one + other


@part
def plus(one: float, other: float, mode: int) -> float:
    """The sum, or the better one."""
    if mode == PROBABILITIES:
        return one + other
    larger, smaller = max(one, other), min(one, other)
    if mode == BEST or smaller == NEVER:
        return larger
    return larger + math.log1p(math.exp(smaller - larger))


@part
def total(
    items: Shares, kind: int, row: int, first: int, other_kind: int, other_row: int, other_first: int, n: int, mode: int
) -> float:
    """The sum of n products: of items that stand side by side in a row, with those of another row."""
    if mode == PROBABILITIES:
        found = 0.0
        one, other = items[kind, row, first : first + n], items[other_kind, other_row, other_first : other_first + n]
        for k in range(n):
            found += one[k] * other[k]
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


@part
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


@part
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


@part
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


@part
def as_root(chart: Chart, root: int, n: int, mode: int) -> float:
    """The sum of the trees with this root."""
    below = times(chart.items[DONE, root, 0], chart.items[DONE + 1, root, n - 1], mode)
    return times(chart.roots[root], below, mode)


# ---- from all items down to how often each choice is expected ----


@part
def spread(
    gradients: Shares,
    kind: int,
    row: int,
    first: int,
    weight: float,
    items: Shares,
    other_kind: int,
    other_row: int,
    other_first: int,
    n: int,
    mode: int,
) -> None:
    """Add weight × item to each of n gradients that stand side by side."""
    if mode == PROBABILITIES:
        to, by = gradients[kind, row, first : first + n], items[other_kind, other_row, other_first : other_first + n]
        for k in range(n):
            to[k] += weight * by[k]
    elif weight != NEVER:
        for k in range(n):
            more = weight + items[other_kind, other_row, other_first + k]
            gradients[kind, row, first + k] = plus(gradients[kind, row, first + k], more, mode)


@part
def expected(chart: Chart, kind: int, row: int, column: int, mode: int) -> float:
    """How often an item occurs in a tree of the sentence, on average."""
    found = times(chart.gradients[kind, row, column], chart.items[kind, row, column], mode)
    return found if mode == PROBABILITIES else math.exp(found)


@part
def begin_at_roots(chart: Chart, n: int, sum_of_trees: float, mode: int) -> None:
    """Clear the gradients, and set those of the widest items: with the root between them they are a tree."""
    for kind in range(8):
        for i in range(n):
            for j in range(n):
                chart.gradients[kind, i, j] = 0.0 if mode == PROBABILITIES else NEVER
    for root in range(n):
        share = chart.roots[root] / sum_of_trees if mode == PROBABILITIES else chart.roots[root] - sum_of_trees
        chart.gradients[DONE, root, 0] = times(share, chart.items[DONE + 1, root, n - 1], mode)
        chart.gradients[DONE + 1, root, n - 1] = times(share, chart.items[DONE, root, 0], mode)


@part
def count_decisions(chart: Chart, side: int, head: int, edge: int, tag: int, mode: int, counts: ValenceGrammar) -> None:
    """Count whether the head stops or goes on when its dependents reach up to the edge."""
    gradients = chart.gradients
    valence = 0 if head == edge else 1
    both = plus(gradients[DONE + side, head, edge], gradients[BY_EDGE + side, edge, head], mode)
    gradients[DONE + side, head, edge] = both
    counts.stop[side, tag, valence] += expected(chart, DONE + side, head, edge, mode)
    counts.go_on[side, tag, valence] += expected(chart, OPEN + side, head, edge, mode)


@part
def descend(chart: Chart, side: int, i: int, width: int, mode: int) -> None:
    """From the items of a head and an edge to the narrower ones of which they are made."""
    items, gradients = chart.items, chart.gradients
    head, edge = (i, i + width) if side else (i + width, i)
    done = times(gradients[DONE + side, head, edge], chart.stop[head, side, 1], mode)
    is_open = times(gradients[OPEN + side, head, edge], chart.go_on[head, side, 1], mode)
    of_arcs = plus(done, is_open, mode)
    spread(gradients, ARC + side, head, i + side, of_arcs, items, BY_EDGE + side, edge, i + side, width, mode)
    spread(gradients, BY_EDGE + side, edge, i + side, of_arcs, items, ARC + side, head, i + side, width, mode)
    inner = times(gradients[ARC + side, head, edge], chart.arcs[head, edge], mode)
    spread(gradients, OPEN + side, head, i + 1 - side, inner, items, DONE + 1 - side, edge, i + side, width, mode)
    spread(gradients, DONE + 1 - side, edge, i + side, inner, items, OPEN + side, head, i + 1 - side, width, mode)


@part
def count_choices(chart: Chart, tags: Numbers, first: int, n: int, mode: int, counts: ValenceGrammar) -> None:
    """Count all choices of a sentence, from its roots down to single words."""
    for root in range(n):
        counts.root[tags[first + root]] += expected(chart, DONE, root, 0, mode)
    for narrower in range(n):
        width = n - 1 - narrower
        for i in range(n - width):
            for side in range(2):
                head, edge = (i, i + width) if side else (i + width, i)
                tag, other_tag = tags[first + head], tags[first + edge]
                count_decisions(chart, side, head, edge, tag, mode, counts)
                if width:
                    descend(chart, side, i, width, mode)
                    counts.attach[side, tag, other_tag] += expected(chart, ARC + side, head, edge, mode)


@compiled
def count_sentences(
    chosen: Numbers,
    starts: Numbers,
    lengths: Numbers,
    all_tags: Numbers,
    grammar: ValenceGrammar,
    mode: int,
    counts: ValenceGrammar,
    likelihoods: Shares,
) -> None:
    """Add the expected counts of some sentences; the likelihood of one that needs logarithms becomes NaN."""
    longest = 0
    for sentence in chosen:
        longest = max(longest, lengths[sentence])
    chart = new_chart(longest)
    for sentence in chosen:
        n, first = lengths[sentence], starts[sentence]
        look_up(chart, all_tags, first, n, grammar)
        divided = enlarge(chart, n) if mode == PROBABILITIES else 0.0
        sum_of_trees = fill(chart, n, mode)
        if mode == PROBABILITIES:
            can_be_told = SMALLEST < sum_of_trees < LARGEST
            likelihoods[sentence] = math.log(sum_of_trees) + divided if can_be_told else math.nan
        else:
            likelihoods[sentence] = sum_of_trees
        if not likelihoods[sentence] > NEVER:
            continue
        begin_at_roots(chart, n, sum_of_trees, mode)
        count_choices(chart, all_tags, first, n, mode, counts)


# ---- from all items to the best tree ----


@part
def first_best(
    items: Shares, kind: int, row: int, first: int, other_kind: int, other_row: int, other_first: int, n: int
) -> int:
    """Which of n pairs of items that stand side by side is the best."""
    best = 0
    for k in range(1, n):
        found = items[kind, row, first + k] + items[other_kind, other_row, other_first + k]
        if found > items[kind, row, first + best] + items[other_kind, other_row, other_first + best]:
            best = k
    return best


@part
def trace(chart: Chart, root: int, n: int, waiting: NDArray[np.int64], heads: Numbers, first: int) -> None:
    """Set the heads of a sentence's words: from the root down, what is best made of what.

    What waits is a side, a head, and the edge up to which the head's dependents on that side reach.
    """
    items = chart.items
    heads[first + root] = ROOT
    waiting[0, 0], waiting[0, 1], waiting[0, 2] = LEFT, root, 0
    waiting[1, 0], waiting[1, 1], waiting[1, 2] = RIGHT, root, n - 1
    n_waiting = 2
    while n_waiting:
        n_waiting -= 1
        side, head, edge = waiting[n_waiting, 0], waiting[n_waiting, 1], waiting[n_waiting, 2]
        if head == edge:
            continue
        left = min(head, edge)
        width = abs(head - edge)
        last = left + side + first_best(items, ARC + side, head, left + side, BY_EDGE + side, edge, left + side, width)
        heads[first + last] = head + 1
        left, width = min(head, last), abs(head - last)
        inner = first_best(items, OPEN + side, head, left + 1 - side, DONE + 1 - side, last, left + side, width)
        for each in range(3):  # below the dependent on its far side, on its near side, and the head's nearer ones
            waiting[n_waiting, 0] = 1 - side if each == 1 else side
            waiting[n_waiting, 1] = head if each == 2 else last
            waiting[n_waiting, 2] = edge if each == 0 else left + inner + (side if each == 1 else 1 - side)
            n_waiting += 1


@compiled
def find_trees(
    chosen: Numbers, starts: Numbers, lengths: Numbers, all_tags: Numbers, logs: ValenceGrammar, heads: Numbers
) -> None:
    """Set the heads of some sentences."""
    longest = 0
    for sentence in chosen:
        longest = max(longest, lengths[sentence])
    chart = new_chart(longest)
    waiting = np.empty((3 * longest + 2, 3), np.int64)
    for sentence in chosen:
        n, first = lengths[sentence], starts[sentence]
        if not n:
            continue
        look_up(chart, all_tags, first, n, logs)
        fill(chart, n, BEST)
        root = 0
        for word in range(1, n):
            if as_root(chart, word, n, BEST) > as_root(chart, root, n, BEST):
                root = word
        trace(chart, root, n, waiting, heads, first)
