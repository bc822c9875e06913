"""Parseval for CCG derivations: labelled and unlabelled brackets (C02)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from goed.scores.arrays import Marks, Numbers, combined
from goed.scores.ccg.derivations import Derivations
from goed.scores.ratio import Ratio


@dataclass(frozen=True)
class Brackets:
    """The nodes that count, each with its sentence, its span over words that are no punctuation, and its category."""

    nodes: Numbers
    sentences: Numbers
    starts: Numbers
    ends: Numbers
    labels: Numbers


@dataclass(frozen=True)
class PrecisionRecall:
    """What is right of what was predicted, and of what is there."""

    precision: Ratio
    recall: Ratio


def brackets_of(derivations: Derivations, is_punctuation: Marks) -> Brackets:
    """All nodes but words, and but those that only join punctuation to something."""
    counted = np.concatenate(([0], np.cumsum(~is_punctuation)))  # before each word
    starts, ends = counted[derivations.starts], counted[derivations.ends]
    is_empty = starts == ends
    binary = np.flatnonzero(derivations.n_daughters == 2)
    joins_punctuation = np.zeros(len(starts), bool)
    joins_punctuation[binary] = is_empty[binary + 1] | is_empty[derivations.second_daughters[binary]]
    nodes = np.flatnonzero(~derivations.is_word & ~is_empty & ~joins_punctuation)
    first_word = np.cumsum(derivations.sentence_lengths) - derivations.sentence_lengths
    offsets = counted[first_word][derivations.sentences]
    return Brackets(
        nodes,
        derivations.sentences[nodes],
        (starts - offsets)[nodes],
        (ends - offsets)[nodes],
        derivations.labels[nodes],
    )


def parseval(gold: Brackets, predicted: Brackets, labelled: bool = True) -> PrecisionRecall:
    """Brackets of both sides, each matched once; categories must be numbered alike."""
    columns = ("sentences", "starts", "ends", "labels") if labelled else ("sentences", "starts", "ends")
    both = [np.concatenate((getattr(gold, name), getattr(predicted, name))) for name in columns]
    n_right = n_matched(combined(both), len(gold.nodes))
    return PrecisionRecall(Ratio(n_right, len(predicted.nodes)), Ratio(n_right, len(gold.nodes)))


def n_matched(keys: Numbers, n_gold: int) -> int:
    """How many of the first `n_gold` things have an equal one among the rest, each of which serves once."""
    distinct, numbers = np.unique(keys, return_inverse=True)
    in_gold = np.bincount(numbers[:n_gold], minlength=len(distinct))
    predicted = np.bincount(numbers[n_gold:], minlength=len(distinct))
    return int(np.minimum(in_gold, predicted).sum())
