"""The harmonic start of Klein & Manning (2004): near words attach to each other, in proportion to 1/distance.

How often a head stops or goes on is set so that each word has as many dependents as that gives it, on average. This is
the variant of the tool that the organizers of PASCAL named as their baseline.
"""

from __future__ import annotations

import numpy as np

from goed.models.dependencies.dmv.grammar import LEFT, RIGHT, ValenceGrammar, normalized
from goed.models.dependencies.dmv.tag_sentences import TagSentences
from goed.scores.values import Numbers, Shares

SMOOTHING = 0.1  # added to each count
LARGEST_STEP = 0.9  # of the correction: how much of what it could take away it takes


def harmonic_grammar(sentences: TagSentences, n_tags: int) -> ValenceGrammar:
    """The grammar that training begins with."""
    counts, correction = ValenceGrammar.filled(n_tags, 0), ValenceGrammar.filled(n_tags, 0)
    for length in np.unique(sentences.lengths[sentences.lengths > 0]):
        same = sentences.starts[sentences.lengths == length]
        _count(sentences.tags[same[:, None] + np.arange(length)], counts, correction)
    counts = counts.added(SMOOTHING)
    step = LARGEST_STEP * min(1.0, _most(counts.stop, correction.stop), _most(counts.go_on, correction.go_on))
    return normalized(
        counts._replace(
            stop=counts.stop + step * correction.stop,
            go_on=counts.go_on + step * correction.go_on,
        )
    )


def _most(counts: Shares, correction: Shares) -> float:
    """How many times the correction can be added before a count is below zero."""
    is_less = correction < 0
    return float((counts[is_less] / -correction[is_less]).min(initial=1.0))


def _count(tags: Numbers, counts: ValenceGrammar, correction: ValenceGrammar) -> None:
    """Count sentences of one length: a row of tags each."""
    n = tags.shape[1]
    nearness = _nearness(n)
    np.add.at(counts.root, tags, 1 / n)
    heads, dependents = np.nonzero(nearness)
    sides = np.where(dependents > heads, RIGHT, LEFT)
    np.add.at(counts.attach, (sides, tags[:, heads], tags[:, dependents]), nearness[heads, dependents])
    for side, of_side in ((LEFT, np.tril(nearness)), (RIGHT, np.triu(nearness))):
        n_dependents = np.broadcast_to(of_side.sum(axis=1), tags.shape)
        has_any = (n_dependents > 0).astype(float)
        np.add.at(counts.stop[side, :, 0], tags, 1)
        np.add.at(counts.go_on[side, :, 1], tags, n_dependents)
        np.add.at(correction.stop[side, :, 0], tags, -has_any)
        np.add.at(correction.go_on[side, :, 0], tags, has_any)
        np.add.at(correction.go_on[side, :, 1], tags, -has_any)
        np.add.at(correction.stop[side, :, 1], tags, has_any)


def _nearness(n: int) -> Shares:
    """How much of each dependent (column) each head (row) gets: (n - 1) / n in all, since 1 / n is the root's."""
    places = np.arange(n)
    distance = np.abs(places[:, None] - places)
    near = np.where(distance > 0, 1 / np.maximum(distance, 1), 0)
    return np.asarray(near / np.maximum(near.sum(axis=0), 1e-300) * (n - 1) / n)
