"""Directed, undirected and neutral edge direction (NED) scores, and the kinds of wrong attachments (G12)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goed.scores.dependencies.trees import Trees
from goed.scores.values import Numbers, Ratio

# What a predicted head is to a token: the first that holds. An undirected score forgives reversed edges, NED
# grandparents as well; a root's head has no head.
KINDS = (
    "right",
    "reversed",  # the token's own dependent
    "grandparent",  # the head of its head, the root counted as one
    "sibling",  # another dependent of its head, the root not counted as one
    "root",  # no head where there is one, or one where there is none
    "other",
)
RIGHT, REVERSED, GRANDPARENT, SIBLING, NO_ROOT, OTHER = range(len(KINDS))

Kinds = NDArray[np.int8]


@dataclass(frozen=True)
class Attachment:
    """How many heads are right, by each of three rules."""

    directed: Ratio
    undirected: Ratio
    ned: Ratio


def kinds_of(gold: Trees, predicted: Trees) -> Kinds:
    """What each predicted head is to its token in the gold tree."""
    n = len(gold)
    tokens = np.arange(n)
    gold_parent, parent = gold.parents, predicted.parents
    grandparent = gold.parents_and_root[gold_parent]
    parents_parent = gold.parents_and_root[parent]
    conditions = [
        parent == gold_parent,
        (parent != n) & (parents_parent == tokens),
        (gold_parent != n) & (parent == grandparent),
        (gold_parent != n) & (parent != n) & (parents_parent == gold_parent),
        (gold_parent == n) | (parent == n),
    ]
    return np.select(conditions, [RIGHT, REVERSED, GRANDPARENT, SIBLING, NO_ROOT], OTHER).astype(np.int8)


def counted(kinds: Kinds) -> Numbers:
    """How often each kind occurs."""
    return np.bincount(kinds, minlength=len(KINDS))


def attachment(counts: Numbers) -> Attachment:
    """The three scores of tokens whose kinds were counted."""
    right, of = np.cumsum(counts[[RIGHT, REVERSED, GRANDPARENT]]), int(counts.sum())
    return Attachment(*(Ratio(int(n), of) for n in right))
