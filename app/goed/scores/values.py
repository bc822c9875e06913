"""The plain values that measures take and give: arrays, counts out of counts, and scores with their units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Marks = NDArray[np.bool_]
Shares = NDArray[np.float64]

LARGEST = 2**62
UNDEFINED = "0/0"  # the flag of a ratio of nothing, whose value is given as 0.0
SHARE, PLAIN, NATS, BITS = "share", "", "nats", "bits"  # units; a share lies between 0 and 1


class Score(NamedTuple):
    """The value of a measure with its unit, and the counts behind it."""

    measure: str
    value: float
    unit: str = SHARE
    n: int | None = None
    of: int | None = None
    flag: str = ""
    how: str = ""


@dataclass(frozen=True)
class Ratio:
    """So many of so many; 0 of 0 counts as 0.0, and is said to be undefined."""

    n: int
    of: int

    @property
    def value(self) -> float:
        """The ratio as a fraction."""
        return self.n / self.of if self.of else 0.0

    @property
    def flag(self) -> str:
        """Whether there was nothing to count."""
        return "" if self.of else UNDEFINED

    def score(self, measure: str, unit: str = SHARE, how: str = "") -> Score:
        """The ratio as the score of a measure."""
        return Score(measure, self.value, unit, self.n, self.of, self.flag, how)


@dataclass(frozen=True)
class PrecisionRecall:
    """What is right of what was predicted, and of what is there."""

    precision: Ratio
    recall: Ratio

    @classmethod
    def of(cls, n_right: int, n_predicted: int, n_gold: int) -> PrecisionRecall:
        """Where the same things are right on both sides."""
        return cls(Ratio(n_right, n_predicted), Ratio(n_right, n_gold))

    @property
    def rates(self) -> tuple[float, float, float]:
        """Precision, recall and their harmonic mean, which is 0.0 where both are 0."""
        precision, recall = self.precision.value, self.recall.value
        total = precision + recall
        return precision, recall, 2 * precision * recall / total if total else 0.0


def combined(columns: Sequence[NDArray[np.integer]]) -> Numbers:
    """One number for each row of several columns of numbers from 0: the same where all of them are the same."""
    whole = np.zeros(len(columns[0]), np.int64)
    n_values = 1
    for column in columns:
        n_here = int(column.max(initial=0)) + 1
        if n_values * n_here > LARGEST:
            distinct, whole = np.unique(whole, return_inverse=True)
            n_values = len(distinct)
        whole = whole * n_here + column
        n_values *= n_here
    return whole


def keys_of_both(one: object, other: object, names: Sequence[str]) -> tuple[Numbers, Numbers]:
    """A number for each row of two tables, the same where the columns of these names are the same."""
    columns = [(getattr(one, name), getattr(other, name)) for name in names]
    keys = combined([np.concatenate(column) for column in columns])
    n = len(columns[0][0])
    return keys[:n], keys[n:]
