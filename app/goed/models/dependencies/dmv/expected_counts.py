"""How often a grammar is expected to make each choice in sentences: over all trees, by their probability."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.models.dependencies.dmv.chart import LOGARITHMS, PROBABILITIES, count_sentences
from goed.models.dependencies.dmv.grammar import ValenceGrammar
from goed.models.dependencies.dmv.tag_sentences import TagSentences, side_by_side
from goed.scores.values import Shares


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
    count_sentences(chosen, sentences.starts, sentences.lengths, sentences.tags, grammar, mode, counts, likelihoods)
    return counts
