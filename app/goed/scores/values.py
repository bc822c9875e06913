"""The values of measures: arrays, counts out of counts, and scores with their units."""

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
UNDEFINED = "0/0"  # flags a ratio of nothing, which has the value 0.0
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
    """A count out of a total; 0 of 0 has the value 0.0, and is flagged as undefined."""

    n: int
    of: int

    @property
    def value(self) -> float:
        """The ratio as a fraction."""
        return self.n / self.of if self.of else 0.0

    @property
    def flag(self) -> str:
        """UNDEFINED if there was nothing to count, else empty."""
        return "" if self.of else UNDEFINED

    def score(self, measure: str, unit: str = SHARE, how: str = "") -> Score:
        """The ratio as the score of a measure."""
        return Score(measure, self.value, unit, self.n, self.of, self.flag, how)


@dataclass(frozen=True)
class PrecisionRecall:
    """The share of what was predicted that is right, and the share of what is there that was found."""

    precision: Ratio
    recall: Ratio

    @classmethod
    def of(cls, n_right: int, n_predicted: int, n_gold: int) -> PrecisionRecall:
        """Precision and recall from counts, if as many things are right on one side as on the other."""
        return cls(Ratio(n_right, n_predicted), Ratio(n_right, n_gold))

    @property
    def rates(self) -> tuple[float, float, float]:
        """Precision, recall and their harmonic mean, which is 0.0 where both are 0."""
        precision, recall = self.precision.value, self.recall.value
        total = precision + recall
        return precision, recall, 2 * precision * recall / total if total else 0.0


def row_keys(columns: Sequence[NDArray[np.integer]]) -> Numbers:
    """One number for each row of several columns of numbers from 0; equal rows get equal numbers."""
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
    """A number for each row of two tables; rows that agree in the named columns get the same one."""
    columns = [(getattr(one, name), getattr(other, name)) for name in names]
    keys = row_keys([np.concatenate(column) for column in columns])
    n = len(columns[0][0])
    return keys[:n], keys[n:]
