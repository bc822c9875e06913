"""Drawing splits: nested, the same on every machine, weighted by frequency or not.

Items that must stay together form a group, drawn as a whole; in inflection, a group is a lemma. Each group gets the key
−ln(u)/w, with u from a hash of strategy, seed, language and group, and w = 1 or the group's frequency. Sorted by key,
the groups are in the order of a draw without replacement with probabilities proportional to w (Efraimidis & Spirakis
2006). Training sets are nested because each is a prefix of this list.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, NamedTuple

Strategy = Literal["uniform", "weighted"]
STRATEGIES: tuple[Strategy, ...] = ("uniform", "weighted")
BLOCK = 5  # one in so many consecutive training items is for fine-tuning
WEIGHT_OF_ZERO = 0.5  # weight of a group without a count, in a weighted draw


class Drawable(NamedTuple):
    """What drawing needs to know about an item."""

    id: int
    group: str
    features: str
    frequency: float | None


@dataclass(frozen=True)
class DrawnItems:
    """A drawn split, as item ids."""

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
    """Divide items, group by group, into a training list, dev and test; `n_test` None takes all that are left."""
    by_group: dict[str, list[Drawable]] = {}
    for item in sorted(items, key=lambda item: (item.group, item.features)):  # not by id: ids follow the imports
        by_group.setdefault(item.group, []).append(item)
    weights = {group: _weight(strategy, members) for group, members in by_group.items()}
    identity = (strategy, str(seed), language)

    def key(group: str) -> tuple[float, str]:
        return -math.log(_uniform("draw", *identity, group)) / weights[group], group

    training: list[int] = []
    rest: list[str] = []
    for group in sorted(by_group, key=key):
        if len(training) < n_training:  # the excess is left out
            training += [item.id for item in by_group[group]][: n_training - len(training)]
        else:
            rest.append(group)
    dev, test = _dev_and_test(by_group, rest, identity, n_dev, n_test)
    n_zeros = sum(not _count(members) for members in by_group.values()) if strategy == "weighted" else 0
    return DrawnItems(training, _finetune_marks(len(training), identity), dev, test, n_zeros)


def _dev_and_test(
    by_group: dict[str, list[Drawable]], rest: Sequence[str], identity: Sequence[str], n_dev: int, n_test: int | None
) -> tuple[list[int], list[int]]:
    """Take dev and test together in the order of the draw, then separate them by a second hash."""
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
    """Mark one item in each block of five for fine-tuning, so that an item has the same role in sets of all sizes."""
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
    return math.fsum(item.frequency or 0.0 for item in items)  # exact, so that the order of the items does not matter


def _uniform(*what: str) -> float:
    """A number strictly between 0 and 1 that depends on these words only."""
    digest = blake2b("\t".join(what).encode(), digest_size=8).digest()
    return ((int.from_bytes(digest, "big") >> 12) + 0.5) / 2**52
