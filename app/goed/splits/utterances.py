"""Parting a corpus: an ordered training list of utterances, dev, and test; the same on every machine.

Sections that a corpus was imported with are kept. Elsewhere test is a tenth of the utterances, and dev some others, by
hashes that know neither order nor seed: learners that heard their utterances in different orders are asked the same.
What is left is the training list; training sets are its beginnings, and so nested.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from goed.corpora.utterances import NOT_TOLD, Utterances
from goed.errors import GoedError, WrongUsageError
from goed.models.text import Text
from goed.scores.values import Numbers

Order = Literal["uniform", "age", "child", "given"]
ORDERS: tuple[Order, ...] = ("uniform", "age", "child", "given")
SHARE_OF_TEST = 10  # one in so many utterances
LARGEST_TEST, LARGEST_DEV = 2_000, 500  # utterances
SMALLEST_SIZE = 100  # tokens


@dataclass(frozen=True)
class UtterancePool:
    """The utterances of a corpus, to be parted."""

    corpus: str
    language: str
    utterances: Utterances

    @property
    def children(self) -> list[str]:
        """The children by alphabet: in the order `child`, the seed is the place of one of them, from 0."""
        column = self.utterances.children
        return sorted({column.values[code] for code in np.unique(column.codes).tolist()} - {NOT_TOLD})

    def places_in(self, section: str) -> Numbers:
        """The utterances of a section."""
        return np.flatnonzero(self.utterances.sections.is_any_of([section]))

    def by_hash(self, places: Numbers, *what: str) -> Numbers:
        """Utterances in an order that depends on these words, the corpus, and their places only."""
        identity = "\t".join((*what, self.language, self.corpus)).encode()
        key = blake2b(identity, digest_size=32).digest()
        hashes = (blake2b(place.to_bytes(8, "big"), key=key, digest_size=8).digest() for place in places.tolist())
        return places[np.argsort(np.frombuffer(b"".join(hashes), ">u8"), kind="stable")]


@dataclass(frozen=True)
class DrawnUtterances:
    """A parted corpus, as places of its utterances; dev and test are in the order of the corpus."""

    training: Numbers
    dev: Numbers
    test: Numbers
    n_without_age: int = 0  # utterances that are left out, where the order is by age


def draw_utterances(
    pool: UtterancePool, order: Order, seed: int, n_dev: int | None = None, n_test: int | None = None
) -> DrawnUtterances:
    """Part a corpus. In the order `child` only one child's utterances are for training; see `UtterancePool.children`.

    Without numbers test is a tenth of the utterances, and dev as large, up to 2,000 and 500; a corpus that has sections
    but none called dev gets no dev.
    """
    rest, test = _test(pool, n_test)
    usual_dev = min(len(test), LARGEST_DEV, max(len(rest) - 1, 0))
    rest, dev = _dev(pool, rest, usual_dev if n_dev is None else n_dev, is_asked=n_dev is not None)
    if not len(rest):
        raise GoedError(f"{pool.corpus} has no utterance left to learn from; ask for less with --dev and --test")
    of_order = _of_child(pool, rest, seed) if order == "child" else rest
    training = _in_order(pool, of_order, order, seed)
    return DrawnUtterances(training, dev, test, len(of_order) - len(training))


def _test(pool: UtterancePool, n_test: int | None) -> tuple[Numbers, Numbers]:
    """What is not test, and test."""
    rest = pool.places_in("train") if _has_sections(pool) else np.arange(len(pool.utterances))
    given = pool.places_in("test")
    if len(given):
        _refuse_number(pool, "test", n_test)
        return rest, given
    if n_test is None:
        n_test = min(max(1, len(rest) // SHARE_OF_TEST), LARGEST_TEST)
    return _taken(pool, rest, "test", n_test)


def _dev(pool: UtterancePool, rest: Numbers, n_dev: int, is_asked: bool) -> tuple[Numbers, Numbers]:
    """What is not dev, and dev."""
    given = pool.places_in("dev")
    if len(given):
        _refuse_number(pool, "dev", n_dev if is_asked else None)
        return rest, given
    return _taken(pool, rest, "dev", 0 if _has_sections(pool) and not is_asked else n_dev)


def _has_sections(pool: UtterancePool) -> bool:
    return any(len(pool.places_in(section)) for section in ("train", "dev", "test"))


def _refuse_number(pool: UtterancePool, section: str, n: int | None) -> None:
    if n is not None:
        raise WrongUsageError(f"{pool.corpus} has a section {section} of its own, which is kept: leave --{section} out")


def _taken(pool: UtterancePool, places: Numbers, part: str, n: int) -> tuple[Numbers, Numbers]:
    """What is left of some utterances, and so many of them by hash."""
    if n > len(places):
        raise GoedError(f"{pool.corpus} has only {len(places):,} utterances to take {n:,} from; ask for less: --{part}")
    chosen = np.sort(pool.by_hash(places, part)[:n])
    return np.setdiff1d(places, chosen, assume_unique=True), chosen


def _in_order(pool: UtterancePool, places: Numbers, order: Order, seed: int) -> Numbers:
    """Utterances in the order in which they are learned; those of one child by its age, if it is told."""
    match order:
        case "uniform":
            return pool.by_hash(places, order, str(seed))
        case "age":
            return _by_age(pool, pool.by_hash(places, order, str(seed)))
        case "child" if not np.isnan(pool.utterances.ages[places]).all():
            return _by_age(pool, places)
        case _:
            return places


def _by_age(pool: UtterancePool, places: Numbers) -> Numbers:
    """Utterances by the age of the child, without those that tell none; those of one age stay in their order."""
    ages = pool.utterances.ages[places]
    order = np.argsort(ages, kind="stable")[: int((~np.isnan(ages)).sum())]  # what tells no age comes last
    if not len(order):
        raise GoedError(f"no utterance of {pool.corpus} tells an age: take another order")
    return places[order]


def _of_child(pool: UtterancePool, places: Numbers, number: int) -> Numbers:
    """The utterances of one child, in the order of the corpus; there may be none."""
    children = pool.children
    if number >= len(children):
        there = f"{len(children):,} children, with the seeds 0 to {len(children) - 1}" if children else "no children"
        raise GoedError(f"{pool.corpus} tells of {there}; there is none for the seed {number}")
    return places[pool.utterances.children.is_any_of([children[number]])[places]]


# ---- sizes of training sets, in tokens ----


def n_utterances_of_size(order: Numbers, lengths: Numbers, size: int, corpus: str) -> int:
    """How many utterances the training set of this size has: the fewest from the beginning with so many tokens."""
    n_tokens = np.cumsum(lengths[order])
    if not 1 <= size <= (n_tokens[-1] if len(n_tokens) else 0):
        there = int(n_tokens[-1]) if len(n_tokens) else 0
        raise GoedError(f"there is no training set of {size:,} tokens: the training list of {corpus} has {there:,}")
    return int(np.searchsorted(n_tokens, size)) + 1


def usual_sizes(n_tokens: int) -> list[int]:
    """100, 300, 1,000, 3,000 … tokens, and all that there are."""
    steps = (SMALLEST_SIZE * 10**power * factor for power in range(10) for factor in (1, 3))
    return [*(size for size in steps if size < n_tokens), n_tokens]


def n_heard_before(text: Text, training: Numbers, test: NDArray[np.integer]) -> int:
    """How many utterances of test also stand in training, word for word."""
    starts, codes = text.starts, text.columns["form"].codes

    def words(utterance: int) -> bytes:
        return codes[starts[utterance] : starts[utterance] + text.lengths[utterance]].tobytes()

    heard = {words(utterance) for utterance in training.tolist()}
    return sum(words(utterance) in heard for utterance in test.tolist())
