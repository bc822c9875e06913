"""Breakdowns of items in numbers, so that millions are counted by numpy, and get their words at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.statistics.breakdowns import ItemValues
from goed.study.study import Study
from goed.study.tallies import PartTally

Numbers = NDArray[np.int64]
Kinds = NDArray[np.int32]  # of labels, by their numbers
NOWHERE = -1


class CodedValues:
    """A number for each combination of values that breakdowns give to items."""

    def __init__(self, study: Study, breakdowns: Sequence[str]) -> None:
        self._breakdowns = list(breakdowns)
        self._values = ItemValues(study, breakdowns)
        self._numbers: dict[tuple[str, ...], int] = {}
        self._of_part: dict[int, tuple[Numbers, Numbers]] = {}  # by the identity of what ItemValues keeps

    def codes(self, tally: PartTally) -> Numbers:
        """The number of each item that a part asks for, in the split's order."""
        return self.items_and_codes(tally)[1]

    def items_and_codes(self, tally: PartTally) -> tuple[Numbers, Numbers]:
        """The ids of the items that a part asks for, and the number of each."""
        values = self._values.of(tally)
        if id(values) not in self._of_part:
            codes = [self._numbers.setdefault(value, len(self._numbers)) for value in values.values()]
            self._of_part[id(values)] = np.array(list(values), dtype=np.int64), np.array(codes, dtype=np.int64)
        return self._of_part[id(values)]

    def words(self) -> pd.DataFrame:
        """The values in words, in the order of their numbers."""
        return pd.DataFrame(list(self._numbers), columns=self._breakdowns, index=range(len(self._numbers)))


def place_of(tally: PartTally) -> tuple[Any, ...]:
    """Where a part of a run stands in the grid: language, sampling, model, size, part, seed and training seed."""
    return (tally.language, tally.sampling, tally.model, tally.size, tally.part, tally.seed, tally.training_seed)


def no_rows(n_columns: int) -> Numbers:
    """Columns of numbers with nothing in them, to which others are added."""
    return np.empty((n_columns, 0), dtype=np.int64)


def worded(places: pd.DataFrame, of_place: Numbers, values: pd.DataFrame, of_value: Numbers) -> pd.DataFrame:
    """A row of words for each pair of numbers: of a part of a run, and of a value."""
    tables = [places.take(of_place).reset_index(drop=True), values.take(of_value).reset_index(drop=True)]
    return pd.concat(tables, axis=1)


class Places:
    """Where the items that a part asks for stand among them, by the number of the item."""

    def __init__(self, item_ids: Numbers) -> None:
        self._place_of = np.full(int(item_ids.max(initial=0)) + 2, NOWHERE, dtype=np.int32)
        self._place_of[item_ids] = np.arange(len(item_ids), dtype=np.int32)

    def of(self, item_ids: NDArray[np.int32]) -> NDArray[np.int32]:
        """The place of each item, NOWHERE of those that are not asked for."""
        return self._place_of[np.minimum(item_ids, len(self._place_of) - 1)]
