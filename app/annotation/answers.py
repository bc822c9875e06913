"""Which part of a run gave which output, item by item: where an output occurs is seen at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.store.columns import Numbers, outputs_of_parts
from app.store.study import Study


class AnswersByItem:
    """Every prediction by its item: eight bytes each, sorted once."""

    def __init__(self, study: Study, run_part_ids: Sequence[int], item_ids: NDArray[np.int32]) -> None:
        parts, outputs = outputs_of_parts(study, run_part_ids)
        is_known = outputs < len(item_ids)
        parts, outputs = parts[is_known], outputs[is_known]
        items = item_ids[outputs]
        order = np.argsort(items, kind="stable")
        self._parts, self._outputs = parts[order], outputs[order]
        self._starts = np.concatenate([[0], np.cumsum(np.bincount(items))])

    def of(self, item_id: int) -> tuple[Numbers, Numbers]:
        """The parts of runs that predict something for an item, and the output that each gives."""
        if item_id + 1 >= len(self._starts):
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        chosen = slice(self._starts[item_id], self._starts[item_id + 1])
        return self._parts[chosen].astype(np.int64), self._outputs[chosen].astype(np.int64)
