"""Drawing splits: nested by construction, the same on every machine, weighted by frequency or not.

What must not be parted is drawn together: the items of a group, which in inflection is a lemma. Each group gets the
key −ln(u)/w, with u from a hash of strategy, seed, language and group, and w = 1 or its frequency. In the order of the
keys, groups come as in a draw without replacement with probabilities in proportion to w (Efraimidis & Spirakis 2006);
so the training set of any size is a beginning of the same list.
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
WEIGHT_OF_ZERO = 0.5  # in a weighted draw, of a group that was never counted


class Drawable(NamedTuple):
    """An item as far as drawing knows it."""

    id: int
    group: str
    features: str
    frequency: float | None


@dataclass(frozen=True)
class DrawnItems:
    """A drawn split: item ids."""

    training: list[int]
    is_finetune: list[bool]
    dev: list[int]
    test: list[int]
    n_zeros: int  # groups without a count, in a weighted draw


def draw(
    items: Iterable[Drawable],
    language: str,
    strategy: Strategy,
    seed: int,
    n_training: int,
    n_dev: int,
    n_test: int | None,
) -> DrawnItems:
    """Part items by their groups into a training list, dev and test (None: all that are left)."""
    by_group: dict[str, list[Drawable]] = {}
    for item in sorted(items, key=lambda item: (item.group, item.features)):  # not by id: ids tell when items came in
        by_group.setdefault(item.group, []).append(item)
    weights = {group: _weight(strategy, members) for group, members in by_group.items()}
    identity = (strategy, str(seed), language)

    def key(group: str) -> tuple[float, str]:
        return -math.log(_uniform("draw", *identity, group)) / weights[group], group

    training: list[int] = []
    rest: list[str] = []
    for group in sorted(by_group, key=key):
        if len(training) < n_training:  # what a group has beyond the largest set is left out: no group in two sets
            training += [item.id for item in by_group[group]][: n_training - len(training)]
        else:
            rest.append(group)
    dev, test = _part(by_group, rest, identity, n_dev, n_test)
    n_zeros = sum(not _count(members) for members in by_group.values()) if strategy == "weighted" else 0
    return DrawnItems(training, _finetune_marks(len(training), identity), dev, test, n_zeros)


def _part(
    by_group: dict[str, list[Drawable]], rest: Sequence[str], identity: Sequence[str], n_dev: int, n_test: int | None
) -> tuple[list[int], list[int]]:
    """Take dev and test together in the order of the draw, then part them by a hash of their own."""
    asked: list[str] = []
    room = n_dev + n_test if n_test is not None else None
    for group in rest:
        if room is not None:
            if len(by_group[group]) > room:
                break
            room -= len(by_group[group])
        asked.append(group)
    dev: list[int] = []
    test: list[int] = []
    for group in sorted(asked, key=lambda group: (_uniform("dev", *identity, group), group)):
        ids = [item.id for item in by_group[group]]
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
