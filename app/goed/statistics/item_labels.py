"""The label of every item that a run was asked, for statistics that count items."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.labels.peoples_labels import ensure_labels_visible, label_counts
from goed.statistics.breakdowns import NOWHERE, ItemIndex, Numbers
from goed.study import splits as store_splits
from goed.study.items import Item
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import NO_PREDICTION as NO_PREDICTION
from goed.study.tallies import (
    LabelKind,
    PartTally,
    output_columns,
    outputs_of_part,
    part_tallies,
    parts_with_token_answers,
)
from goed_classifiers.values import CORRECT

MISSING = "missing"  # the error of an item without a prediction
LEFT_OUT = frozenset({"variant", "gold-error"})  # flags of wrong forms that are no errors of the learner
KindNumbers = NDArray[np.int32]  # kinds of label, by their numbers
Marks = NDArray[np.bool_]


class PartLabels(NamedTuple):
    """The items that a run was asked in one part, in the split's order, and the kind of label that each got."""

    tally: PartTally
    items: tuple[Item, ...]
    item_ids: Numbers  # of the same items, in the same order
    kinds: KindNumbers  # keys of ItemLabels.kinds


class ItemLabels:
    """The labels of what the runs of a study answered, part by part; people's labels override the classifier's."""

    def __init__(self, study: Study, selection: Selection) -> None:
        self._study = study
        ensure_labels_visible(study)
        with study.one_moment():  # runs and labels may come in meanwhile
            packed = parts_with_token_answers(study)
            there = [tally for tally in part_tallies(study) if tally.run_part_id not in packed]
            counts, columns = label_counts(study), output_columns(study)
        self.tallies = [tally for tally in there if selection.has(tally) and tally.n_items]
        self._item_of_output, self._kind_of_output = columns.item_ids, counts.of_outputs(columns)
        self._asked: dict[tuple[int, str, int], tuple[tuple[Item, ...], Numbers, ItemIndex]] = {}  # split, part, size
        self._tables: dict[frozenset[int], Marks] = {}
        self.kinds: Mapping[int, LabelKind] = {**counts.kinds, NO_PREDICTION: LabelKind("", "", MISSING, ())}

    def of_parts(self) -> Iterator[PartLabels]:
        """The items and labels of every part of every selected run."""
        return map(self.of_part, self.tallies)

    def of_part(self, tally: PartTally) -> PartLabels:
        """The items that one part of one run asked for, with their labels."""
        key = (tally.split_id, tally.part, tally.size if tally.part == "core" else 0)
        if key not in self._asked:
            items = tuple(store_splits.part_items(self._study, tally.split_id, tally.part, tally.size))
            item_ids = np.array([item.id for item in items], dtype=np.int64)
            self._asked[key] = items, item_ids, ItemIndex(item_ids)
        items, item_ids, item_index = self._asked[key]
        outputs = outputs_of_part(self._study, tally.run_part_id, len(self._item_of_output))
        places = item_index.of(self._item_of_output[outputs])
        is_asked = places != NOWHERE
        kinds = np.full(len(items), NO_PREDICTION, dtype=np.int32)
        kinds[places[is_asked]] = self._kind_of_output[outputs[is_asked]]
        return PartLabels(tally, items, item_ids, kinds)

    def is_kind_in(self, kinds: KindNumbers, wanted: frozenset[int]) -> Marks:
        """Mark the labels of certain kinds: `kinds` are the labels' own, `wanted` those to look for."""
        if wanted not in self._tables:
            self._tables[wanted] = np.zeros(max(self.kinds) - min(self.kinds) + 1, dtype=bool)
            self._tables[wanted][list(wanted)] = True
        return self._tables[wanted][kinds]

    def lookup_table(self, value_of: Callable[[LabelKind], int]) -> Numbers:
        """A lookup table, so that table[kinds] has a value for each label. Negative kinds stand at its end."""
        table = np.zeros(max(self.kinds) - min(self.kinds) + 1, dtype=np.int64)
        for number in sorted(self.kinds):
            table[number] = value_of(self.kinds[number])
        return table

    def numbers_of(self, *errors: str) -> frozenset[int]:
        """The kinds of label that name one of these errors, except those that are no error of the learner."""
        return frozenset(key for key, kind in self.kinds.items() if kind.error in errors and not is_left_out(kind))

    def numbers_left_out(self) -> frozenset[int]:
        """The kinds of label of wrong forms that are no error of the learner: accepted variants, errors of gold."""
        return frozenset(number for number, kind in self.kinds.items() if is_left_out(kind))


def is_left_out(kind: LabelKind) -> bool:
    """Whether error rates leave such outputs out (and count them apart), as they say nothing about the learner."""
    return kind.counts_as == "left out" or (kind.error != CORRECT and not LEFT_OUT.isdisjoint(kind.flags))
