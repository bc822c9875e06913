"""The most probable tree of each sentence, and how often trees make each choice of the grammar.

Of equally good trees the first one found is taken: that whose heads have their dependents, and whose parts end, further
to the left.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goed.models.dependencies.dmv.chart import find_trees
from goed.models.dependencies.dmv.grammar import LEFT, RIGHT, ValenceGrammar
from goed.models.dependencies.dmv.tag_sentences import TagSentences, side_by_side
from goed.scores.dependencies import ROOT, Trees, places_of


def best_trees(grammar: ValenceGrammar, sentences: TagSentences) -> Trees:
    """The best tree of each sentence."""
    heads = np.zeros(len(sentences.tags), np.int64)
    logs = grammar.logs()

    def fill_in(part: NDArray[np.int64]) -> None:
        find_trees(part, sentences.starts, sentences.lengths, sentences.tags, logs, heads)

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
