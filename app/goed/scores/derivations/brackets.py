"""Parseval for CCG derivations: labelled and unlabelled brackets (C02)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from goed.scores.derivations.derivations import Derivations
from goed.scores.values import Marks, Numbers, PrecisionRecall, keys_of_both


@dataclass(frozen=True)
class Brackets:
    """Of each node that counts its sentence, its span over words that are no punctuation, and its category."""

    sentences: Numbers
    starts: Numbers
    ends: Numbers
    labels: Numbers


def brackets_of(derivations: Derivations, is_punctuation: Marks) -> Brackets:
    """All nodes but words, and but those that only join punctuation to something."""
    counted = np.concatenate(([0], np.cumsum(~is_punctuation)))  # before each word
    starts, ends = counted[derivations.starts], counted[derivations.ends]
    is_empty = starts == ends
    binary = derivations.binary
    joins_punctuation = np.zeros(len(starts), bool)
    joins_punctuation[binary] = is_empty[binary + 1] | is_empty[derivations.second_daughters[binary]]
    nodes = np.flatnonzero(~derivations.is_word & ~is_empty & ~joins_punctuation)
    first_word = np.cumsum(derivations.sentence_lengths) - derivations.sentence_lengths
    offsets = counted[first_word][derivations.sentences]
    columns = (derivations.sentences, starts - offsets, ends - offsets, derivations.labels)
    return Brackets(*(column[nodes] for column in columns))


def parseval(gold: Brackets, predicted: Brackets, labelled: bool = True) -> PrecisionRecall:
    """Brackets of both sides, each matched once; categories must be numbered alike."""
    names = ["sentences", "starts", "ends", *(["labels"] if labelled else [])]
    keys = keys_of_both(gold, predicted, names)
    (ours, n_ours), (theirs, n_theirs) = (np.unique(side, return_counts=True) for side in keys)
    _, in_ours, in_theirs = np.intersect1d(ours, theirs, assume_unique=True, return_indices=True)
    n_right = int(np.minimum(n_ours[in_ours], n_theirs[in_theirs]).sum())
    return PrecisionRecall.of(n_right, len(predicted.labels), len(gold.labels))
