"""How often a grammar is expected to make each choice in sentences: over all trees, by their probability.

Items are computed from narrow to wide; then, from wide to narrow, how much the sentence's probability hangs on each.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.models.compilation import compiled, inlined
from goed.models.dependencies.dmv.chart import (
    ARC,
    BY_EDGE,
    DONE,
    LARGEST,
    LOGARITHMS,
    NEVER,
    OPEN,
    OPTIONS,
    PROBABILITIES,
    SMALLEST,
    Chart,
    enlarge,
    fill,
    look_up,
    new_chart,
    plus,
    times,
)
from goed.models.dependencies.dmv.grammar import ValenceGrammar
from goed.models.dependencies.dmv.tag_sentences import TagSentences, side_by_side
from goed.scores.values import Numbers, Shares


class ExpectedCounts(NamedTuple):
    """How often each choice is expected, and how likely the sentences are."""

    counts: ValenceGrammar
    log_likelihood: float


def expected_counts(grammar: ValenceGrammar, sentences: TagSentences) -> ExpectedCounts:
    """The expected counts of sentences; those that the grammar makes impossible count nothing."""
    likelihoods = np.zeros(len(sentences.lengths))
    parts = sentences.parts()
    counted = side_by_side(lambda part: _counted(part, sentences, grammar, PROBABILITIES, likelihoods), parts)
    too_small = np.isnan(likelihoods)
    if too_small.any():
        logs = grammar.logs()
        parts = [part[too_small[part]] for part in parts]
        counted += side_by_side(lambda part: _counted(part, sentences, logs, LOGARITHMS, likelihoods), parts)
    counts = ValenceGrammar.filled(grammar.n_tags, 0)
    for each in counted:
        for sum_of_all, of_part in zip(counts, each, strict=True):
            sum_of_all += of_part
    return ExpectedCounts(counts, float(likelihoods.sum()))


def _counted(
    chosen: NDArray[np.int64], sentences: TagSentences, grammar: ValenceGrammar, mode: int, likelihoods: Shares
) -> ValenceGrammar:
    counts = ValenceGrammar.filled(grammar.n_tags, 0)
    _count_sentences(chosen, sentences.starts, sentences.lengths, sentences.tags, grammar, mode, counts, likelihoods)
    return counts


@inlined(**OPTIONS)
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
        for k in range(n):
            gradients[kind, row, first + k] += weight * items[other_kind, other_row, other_first + k]
    elif weight != NEVER:
        for k in range(n):
            more = weight + items[other_kind, other_row, other_first + k]
            gradients[kind, row, first + k] = plus(gradients[kind, row, first + k], more, mode)


@inlined(**OPTIONS)
def expected(chart: Chart, kind: int, row: int, column: int, mode: int) -> float:
    """How often an item occurs in a tree of the sentence, on average."""
    found = times(chart.gradients[kind, row, column], chart.items[kind, row, column], mode)
    return found if mode == PROBABILITIES else math.exp(found)


@inlined(**OPTIONS)
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


@inlined(**OPTIONS)
def count_decisions(chart: Chart, side: int, head: int, edge: int, tag: int, mode: int, counts: ValenceGrammar) -> None:
    """Count whether the head stops or goes on when its dependents reach up to the edge."""
    gradients = chart.gradients
    valence = 0 if head == edge else 1
    both = plus(gradients[DONE + side, head, edge], gradients[BY_EDGE + side, edge, head], mode)
    gradients[DONE + side, head, edge] = both
    counts.stop[side, tag, valence] += expected(chart, DONE + side, head, edge, mode)
    counts.go_on[side, tag, valence] += expected(chart, OPEN + side, head, edge, mode)


@inlined(**OPTIONS)
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


@inlined(**OPTIONS)
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


@compiled(**OPTIONS, nogil=True)
def _count_sentences(
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
