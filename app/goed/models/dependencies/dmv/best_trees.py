"""The most probable tree of each sentence, and how often trees make each choice of the grammar.

Of equally good trees the first one found is taken: that whose heads have their dependents, and whose parts end, further
to the left.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goed.models.compilation import compiled, inlined
from goed.models.dependencies.dmv.chart import (
    ARC,
    BEST,
    BY_EDGE,
    DONE,
    OPEN,
    OPTIONS,
    Chart,
    as_root,
    fill,
    look_up,
    new_chart,
)
from goed.models.dependencies.dmv.grammar import LEFT, RIGHT, ValenceGrammar
from goed.models.dependencies.dmv.tag_sentences import TagSentences, side_by_side
from goed.scores.dependencies import ROOT, Trees, places_of
from goed.scores.values import Numbers, Shares


def best_trees(grammar: ValenceGrammar, sentences: TagSentences) -> Trees:
    """The best tree of each sentence."""
    heads = np.zeros(len(sentences.tags), np.int64)
    logs = grammar.logs()

    def fill_in(part: NDArray[np.int64]) -> None:
        _find_trees(part, sentences.starts, sentences.lengths, sentences.tags, logs, heads)

    side_by_side(fill_in, sentences.parts())
    return Trees(heads, sentences.lengths)


def counts_of_trees(trees: Trees, sentences: TagSentences, n_tags: int) -> ValenceGrammar:
    """How often the trees of sentences make each choice."""
    tags, parents = sentences.tags, trees.parents
    counts = ValenceGrammar.filled(n_tags, 0)
    has_head = trees.heads != ROOT
    np.add.at(counts.root, tags[~has_head], 1)
    heads = parents[has_head]
    is_right = trees.heads[has_head] < places_of(trees.lengths)[has_head]
    np.add.at(counts.attach, (np.where(is_right, RIGHT, LEFT), tags[heads], tags[has_head]), 1)
    for side, of_side in ((LEFT, heads[~is_right]), (RIGHT, heads[is_right])):
        n_dependents = np.bincount(of_side, minlength=len(tags))
        has_any = (n_dependents > 0).astype(np.int64)
        np.add.at(counts.go_on[side, :, 0], tags, has_any)
        np.add.at(counts.go_on[side, :, 1], tags, n_dependents - has_any)
        np.add.at(counts.stop[side], (tags, has_any), 1)
    return counts


@inlined(**OPTIONS)
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


@inlined(**OPTIONS)
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


@compiled(**OPTIONS, nogil=True)
def _find_trees(
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
