"""Sentences as the DMV sees them: tags as numbers, one sentence after the other."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

from goed.scores.values import Numbers

N_PARTS = 8  # that are worked on side by side; always the same, so that sums come out alike on any number of cores
Result = TypeVar("Result")


@dataclass(frozen=True)
class TagSentences:
    """Sentences in sequence."""

    tags: Numbers  # of each word
    lengths: Numbers  # of each sentence

    @property
    def starts(self) -> Numbers:
        """The first word of each sentence."""
        return np.cumsum(self.lengths) - self.lengths

    def of_at_most(self, longest: int) -> TagSentences:
        """The sentences with at least one word, and at most so many."""
        kept = (self.lengths > 0) & (self.lengths <= longest)
        return TagSentences(self.tags[np.repeat(kept, self.lengths)], self.lengths[kept])

    def parts(self) -> list[Numbers]:
        """The sentences in parts of about the same work: dealt out from the longest to the shortest."""
        by_length = np.argsort(-self.lengths, kind="stable")
        return [by_length[part::N_PARTS] for part in range(min(N_PARTS, len(by_length)))]


def side_by_side(work: Callable[[NDArray[np.int64]], Result], parts: list[Numbers]) -> list[Result]:
    """The results of work on each part, in order; numba's number of threads work at the same time."""
    n_threads = min(len(parts), numba.get_num_threads())
    if n_threads <= 1:
        return list(map(work, parts))
    with ThreadPoolExecutor(n_threads) as threads:
        return list(threads.map(work, parts))
