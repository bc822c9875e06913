"""Drawing splits: nested by construction, the same on every machine, weighted by frequency or not.

Each lemma gets the key −ln(u)/w, with u from a hash of strategy, seed, language and lemma, and w = 1 or its frequency.
In the order of the keys, lemmas come as in a draw without replacement with probabilities in proportion to w
(Efraimidis & Spirakis 2006); so the training set of any size is a beginning of the same list.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, NamedTuple

Strategy = Literal["uniform", "weighted"]
STRATEGIES: tuple[Strategy, ...] = ("uniform", "weighted")
BLOCK = 5  # of so many consecutive training items one is for fine-tuning
WEIGHT_OF_ZERO = 0.5  # in a weighted draw, of a lemma that was never counted


class Drawable(NamedTuple):
    """An item as far as drawing knows it."""

    id: int
    lemma: str
    features: str
    frequency: float | None


@dataclass(frozen=True)
class Drawn:
    """A drawn split: item ids."""

    training: list[int]
    is_finetune: list[bool]
    dev: list[int]
    test: list[int]
    n_zeros: int  # lemmas without a count, in a weighted draw


def draw(
    items: Iterable[Drawable],
    language: str,
    strategy: Strategy,
    seed: int,
    n_training: int,
    n_dev: int,
    n_test: int | None,
) -> Drawn:
    """Part items by lemma into a training list, dev and test (None: all that are left)."""
    by_lemma: dict[str, list[Drawable]] = {}
    for item in sorted(items, key=lambda item: (item.lemma, item.features)):  # not by id: ids tell when items came in
        by_lemma.setdefault(item.lemma, []).append(item)
    weights = {lemma: _weight(strategy, of_lemma) for lemma, of_lemma in by_lemma.items()}
    identity = (strategy, str(seed), language)

    def key(lemma: str) -> tuple[float, str]:
        return -math.log(_uniform("draw", *identity, lemma)) / weights[lemma], lemma

    training: list[int] = []
    rest: list[str] = []
    for lemma in sorted(by_lemma, key=key):
        if len(training) < n_training:  # what a lemma has beyond the largest set is left out: no lemma in two sets
            training += [item.id for item in by_lemma[lemma]][: n_training - len(training)]
        else:
            rest.append(lemma)
    dev, test = _part(by_lemma, rest, identity, n_dev, n_test)
    n_zeros = sum(not _count(of_lemma) for of_lemma in by_lemma.values()) if strategy == "weighted" else 0
    return Drawn(training, _finetune_marks(len(training), identity), dev, test, n_zeros)


def _part(
    by_lemma: dict[str, list[Drawable]], rest: Sequence[str], identity: Sequence[str], n_dev: int, n_test: int | None
) -> tuple[list[int], list[int]]:
    """Take dev and test together in the order of the draw, then part them by a hash of their own."""
    asked: list[str] = []
    room = n_dev + n_test if n_test is not None else None
    for lemma in rest:
        if room is not None:
            if len(by_lemma[lemma]) > room:
                break
            room -= len(by_lemma[lemma])
        asked.append(lemma)
    dev: list[int] = []
    test: list[int] = []
    for lemma in sorted(asked, key=lambda lemma: (_uniform("dev", *identity, lemma), lemma)):
        ids = [item.id for item in by_lemma[lemma]]
        (dev if len(dev) + len(ids) <= n_dev else test).extend(ids)
    return dev, test


def _finetune_marks(n_training: int, identity: Sequence[str]) -> list[bool]:
    """One item of each five is for fine-tuning, so that smaller sets keep their parting in larger ones."""
    marks = []
    for start in range(0, n_training, BLOCK):
        chosen = int(_uniform("finetune", *identity, str(start // BLOCK)) * BLOCK)
        marks += [place == chosen for place in range(BLOCK)]
    return marks[:n_training]


def _weight(strategy: Strategy, items: Sequence[Drawable]) -> float:
    if strategy == "uniform":
        return 1.0
    return _count(items) or WEIGHT_OF_ZERO


def _count(items: Iterable[Drawable]) -> float:
    return math.fsum(item.frequency or 0.0 for item in items)  # the same in whatever order they come


def _uniform(*what: str) -> float:
    """A number between 0 and 1, neither included, that depends on nothing but these words."""
    digest = blake2b("\t".join(what).encode(), digest_size=8).digest()
    return ((int.from_bytes(digest, "big") >> 12) + 0.5) / 2**52
