"""Every item that a run was asked, with what became of it: what statistics about single items start from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.labels.counts import label_counts
from app.stats.coded_values import Numbers, numbers, positions
from app.stats.selection import Selection
from app.store import splits as store_splits
from app.store.items import Item
from app.store.label_counts import Kind
from app.store.study import Study
from app.store.tallies import PartTally, part_tallies
from classifiers.values import CORRECT

MISSING = "missing"  # the error of an item without a prediction
LEFT_OUT = frozenset({"variant", "gold-error"})  # flags of wrong forms that are no errors of the learner
Marks = NDArray[np.bool_]
NO_LABEL, NO_PREDICTION = 0, np.iinfo(np.int64).min  # numbers of kinds that no classifier and nobody gave


@dataclass(frozen=True)
class PartOutcomes:
    """The items that a run was asked in one part, in the split's order, and the number of the label of each."""

    tally: PartTally
    items: tuple[Item, ...]
    item_ids: Numbers  # of the same items
    kinds: Numbers  # keys of Outcomes.kinds


class Outcomes:
    """The outcomes of the runs of a study, part by part; people's labels stand in the place of the classifier's."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._counts = label_counts(study)
        self._asked: dict[tuple[int, str, int], tuple[tuple[Item, ...], Numbers]] = {}
        self.kinds: Mapping[int, Kind] = {
            **{number: kind for number, kind in self._counts.kinds.items() if number is not None},
            NO_LABEL: self._counts.kinds[None],
            NO_PREDICTION: Kind("", "", MISSING, ()),
        }

    def of_parts(self, selection: Selection) -> Iterator[PartOutcomes]:
        """What was asked and what became of it, for every part of every run that is selected."""
        for tally in part_tallies(self._study):
            if selection.has(tally) and tally.n_items:
                yield self.of_part(tally)

    def of_part(self, tally: PartTally) -> PartOutcomes:
        """What was asked in one part of one run, and what became of it."""
        items, item_ids = self._items(tally)
        joined = self._counts.joined_of_part(tally.run_part_id)
        predicted, labels = map(numbers, joined)
        kinds = np.full(len(items), NO_PREDICTION, dtype=np.int64)
        kinds[positions(predicted, item_ids)] = labels
        return PartOutcomes(tally, items, item_ids, kinds)

    def which(self, kinds: Numbers, wanted: frozenset[int]) -> Marks:
        """Which labels are among some kinds, given by their numbers."""
        return np.isin(kinds, np.fromiter(wanted, dtype=np.int64, count=len(wanted)))

    def numbers_of(self, *errors: str) -> frozenset[int]:
        """The numbers of the kinds of some errors, without those that are no errors of the learner."""
        return frozenset(
            number for number, kind in self.kinds.items() if kind.error in errors and not is_left_out(kind)
        )

    def numbers_left_out(self) -> frozenset[int]:
        """The numbers of the kinds that are wrong but no errors of the learner: accepted variants, errors of gold."""
        return frozenset(number for number, kind in self.kinds.items() if is_left_out(kind))

    def _items(self, tally: PartTally) -> tuple[tuple[Item, ...], Numbers]:
        key = (tally.split_id, tally.part, tally.size if tally.part == "core" else 0)
        if key not in self._asked:
            items = tuple(store_splits.part_items(self._study, tally.split_id, tally.part, tally.size))
            self._asked[key] = items, np.array([item.id for item in items], dtype=np.int64)
        return self._asked[key]


def is_left_out(kind: Kind) -> bool:
    """Whether a wrong form is no error of the learner: error rates leave it out, and say how many there are."""
    return kind.error != CORRECT and not LEFT_OUT.isdisjoint(kind.flags)
