"""The grammar of the DMV: numbers for each choice that makes a tree of tags (Klein & Manning 2004).

A root is chosen; then each head, on each side, from the inside out, either stops or goes on and attaches a dependent.
Whether it stops depends on whether it has a dependent on that side already (its valence), and nothing depends on words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from goed.scores.values import Shares

LEFT, RIGHT = 0, 1
WEIGHT_BEFORE_DECODING = float(np.exp(-10))  # added to each choice, so that every sentence has a tree


class ValenceGrammar(NamedTuple):
    """A number for each choice: a probability, a weight, or how often it was made.

    Sides are LEFT and RIGHT of the head; a head has no dependent on a side yet (0), or it has (1).
    """

    root: Shares  # [tag]
    attach: Shares  # [side, head's tag, dependent's tag]
    stop: Shares  # [side, head's tag, 0 or 1]
    go_on: Shares  # [side, head's tag, 0 or 1]

    @classmethod
    def filled(cls, n_tags: int, value: float) -> ValenceGrammar:
        """The same number for each choice."""
        shapes = (n_tags,), (2, n_tags, n_tags), (2, n_tags, 2), (2, n_tags, 2)
        return cls(*(np.full(shape, float(value)) for shape in shapes))

    @property
    def n_tags(self) -> int:
        """How many tags it is about."""
        return len(self.root)

    def each(self, change: Callable[[Shares], Shares]) -> ValenceGrammar:
        """All numbers, changed."""
        return ValenceGrammar(*map(change, self))

    def added(self, weight: float) -> ValenceGrammar:
        """All numbers with something added; they are not made to sum to one again."""
        return self.each(lambda numbers: numbers + weight)

    def logs(self) -> ValenceGrammar:
        """The logarithms, -inf of what cannot be."""
        with np.errstate(divide="ignore"):
            return self.each(np.log)

    def with_unknown_tag(self) -> ValenceGrammar:
        """The grammar with one more tag, which was never seen: nothing attaches it, and it does whatever it likes."""
        n = self.n_tags
        larger = normalized(ValenceGrammar.filled(n + 1, 0))
        larger.root[:] = np.append(self.root, 0)
        larger.attach[:, :n, :n] = self.attach
        larger.attach[:, :n, n] = 0
        larger.stop[:, :n] = self.stop
        larger.go_on[:, :n] = self.go_on
        return larger


def shares(counts: Shares) -> Shares:
    """Counts as shares of their sum over the last axis; alike where nothing was counted."""
    total = counts.sum(axis=-1, keepdims=True)
    alike = np.full_like(counts, 1 / max(1, counts.shape[-1]))
    return np.divide(counts, total, out=alike, where=total > 0)


def normalized(counts: ValenceGrammar, to_shares: Callable[[Shares], Shares] = shares) -> ValenceGrammar:
    """A grammar from counts: what was counted for the choices of one place becomes their shares."""
    decisions = to_shares(np.stack([counts.stop, counts.go_on], axis=-1))
    return ValenceGrammar(
        to_shares(counts.root),
        to_shares(counts.attach),
        np.ascontiguousarray(decisions[..., 0]),
        np.ascontiguousarray(decisions[..., 1]),
    )


def random_grammar(n_tags: int, lots: np.random.Generator) -> ValenceGrammar:
    """Choices with probabilities drawn at random."""
    return normalized(ValenceGrammar.filled(n_tags, 0).each(lambda zeros: lots.exponential(size=zeros.shape)))
