"""What became of the items of one model in one part, counted by size, split and item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from goed.domains.registry import AllSchemes
from goed.statistics.item_labels import ItemLabels, Kinds, Marks
from goed.statistics.two_way import Bootstrap, Resampled, SeenAndAsked, weights
from goed.statistics.what_counts import WhatCounts
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import PartTally
from goed_classifiers.error_scheme import ErrorScheme

Place = tuple[str, str, str, str]  # language, sampling, model, part
Positions = NDArray[np.intp]


@dataclass(frozen=True)
class _Run:
    """One run: where its size, split and items stand among those of its cell, and what became of the items."""

    size: int
    split: int
    items: Positions
    kinds: Kinds
    gold_classes: NDArray[np.object_]
    seed: tuple[int, int]


class ModelCounts:
    """All runs of one model on the splits of one sampling, in one part."""

    def __init__(self, labels: ItemLabels, what: WhatCounts, tallies: Sequence[PartTally], draws: Bootstrap) -> None:
        first = tallies[0]
        self.domain = first.domain
        self.language, self.sampling, self.model, self.part = place_of(first)
        self.sizes = sorted({tally.size for tally in tallies})
        self._what = what
        self._draws = draws
        splits = sorted({tally.split_id for tally in tallies})
        parts = [labels.of_part(tally) for tally in tallies]
        item_ids, first_places = np.unique(np.concatenate([part.item_ids for part in parts]), return_index=True)
        features = np.array([item.features for part in parts for item in part.items], dtype=object)
        self.features = features[first_places]  # of each item
        self._shape = (len(self.sizes), len(splits), len(item_ids))
        self._runs = [
            _Run(
                self.sizes.index(part.tally.size),
                splits.index(part.tally.split_id),
                np.searchsorted(item_ids, part.item_ids),
                part.kinds,
                what.gold_classes(part),
                (part.tally.seed, part.tally.training_seed),
            )
            for part in parts
        ]

    def resampled(self, seen: Sequence[str], others: Sequence[str], among: Marks | None = None) -> Resampled:
        """A proportion drawn anew many times: what is seen, among that and the others; of some items, or of all."""
        counted = SeenAndAsked(np.zeros(self._shape, dtype=np.float32), np.zeros(self._shape, dtype=np.float32))
        for run in self._runs:
            is_among = True if among is None else among[run.items]
            is_seen = self._what.marks(seen, run.kinds, run.gold_classes) & is_among
            is_asked = is_seen | (self._what.marks(others, run.kinds, run.gold_classes) & is_among)
            counted.seen[run.size, run.split][run.items] += is_seen  # a run is asked an item once
            counted.asked[run.size, run.split][run.items] += is_asked
        _, n_splits, n_items = self._shape
        return Resampled(counted, weights(n_items, n_splits, *self._draws))

    def labelled_by(self, scheme: ErrorScheme, schemes: AllSchemes) -> Marks:
        """Which items are labelled by a scheme."""
        its_own = {each for each in set(self.features) if schemes.of(self.domain, self.language, each) == scheme}
        return np.array([each in its_own for each in self.features], dtype=bool)

    def n_runs(self, sizes: Sequence[int]) -> int:
        """How many seeds there are at some of the sizes."""
        return len({run.seed for run in self._runs if self.sizes[run.size] in sizes})

    def n_left_out(self, terms: Sequence[str], sizes: Sequence[int], among: Marks) -> int:
        """How many outcomes of the classes that some terms are about are no errors of the learner; of some items."""
        runs = (run for run in self._runs if self.sizes[run.size] in sizes)
        return sum(int(np.sum(self._what.left_out(terms, run.kinds) & among[run.items])) for run in runs)


def model_counts(study: Study, selection: Selection, draws: Bootstrap) -> Iterator[ModelCounts]:
    """Every model in every part that is selected, one at a time: a million predictions need not be held at once."""
    labels = ItemLabels(study)
    what = WhatCounts(labels)
    tallies = [tally for tally in labels.tallies if selection.has(tally) and tally.n_items]
    for _, of_cell in groupby(sorted(tallies, key=place_of), key=place_of):
        yield ModelCounts(labels, what, list(of_cell), draws)


def place_of(tally: PartTally) -> Place:
    """Which cell a part of a run belongs to."""
    return tally.language, tally.sampling, tally.model, tally.part
