"""Which part of a run gave which output, item by item: where an output occurs is seen at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from goed.study.columns import Numbers, outputs_of_part
from goed.study.study import Study


class AnswersByItem:
    """Every prediction by its item, in eight bytes each."""

    def __init__(self, study: Study, run_part_ids: Sequence[int], item_ids: NDArray[np.int32]) -> None:
        numbers = np.zeros(int(item_ids.max(initial=0)) + 1, dtype=np.int64)
        for run_part_id in run_part_ids:
            # A part of a run predicts one form for an item.
            numbers[item_ids[outputs_of_part(study, run_part_id, len(item_ids))]] += 1
        self._starts = np.concatenate([[0], np.cumsum(numbers)])
        self._parts = np.zeros(self._starts[-1], dtype=np.int32)
        self._outputs = np.zeros(self._starts[-1], dtype=np.int32)
        free = self._starts[:-1].copy()
        for run_part_id in run_part_ids:
            outputs = outputs_of_part(study, run_part_id, len(item_ids))
            items = item_ids[outputs]
            self._parts[free[items]] = run_part_id
            self._outputs[free[items]] = outputs
            free[items] += 1

    def of(self, item_id: int) -> tuple[Numbers, Numbers]:
        """The parts of runs that predict something for an item, and the output that each gives."""
        if item_id + 1 >= len(self._starts):
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        chosen = slice(self._starts[item_id], self._starts[item_id + 1])
        return self._parts[chosen].astype(np.int64), self._outputs[chosen].astype(np.int64)
