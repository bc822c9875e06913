"""What statistics of accuracy start from: one row per run and part, from a study or from a table that somebody has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pandas as pd

from app.sources.accuracies import AccuracyRow
from app.stats.breakdowns import ItemValues
from app.stats.selection import Selection
from app.store import splits as store_splits
from app.store.study import Study
from app.store.tallies import PartTally, part_tallies, predicted_items

CELL = ["language", "sampling", "model", "size", "part"]
SEEDS = ["seed", "training_seed"]
COUNTS = ["n_items", "n_missing"]  # empty in a table: it does not tell them
GIVEN = "given"  # the sampling of a split that came from files, unless its importer names another


def observations(study: Study, selection: Selection, breakdowns: Sequence[str] = ()) -> pd.DataFrame:
    """One row per run, part and value of the breakdowns: items asked, predictions missing, accuracy."""
    tallies = [tally for tally in part_tallies(study) if selection.has(tally) and tally.n_items]
    is_given = {split.id: split.is_given for split in store_splits.splits(study)}
    counter = _Counter(study, breakdowns)
    rows = []
    for tally in tallies:
        place = (tally.language, tally.sampling, tally.model, tally.size, tally.part, tally.seed, tally.training_seed)
        for values, n_items, n_predicted, n_correct in counter.count(tally):
            counts = (n_items, n_items - n_predicted, n_correct / n_items)
            rows.append((*place, *values, *counts, is_given[tally.split_id]))
    return pd.DataFrame(rows, columns=[*CELL, *SEEDS, *breakdowns, *COUNTS, "accuracy", "is_given"])


def observations_of_rows(rows: Sequence[AccuracyRow], selection: Selection) -> pd.DataFrame:
    """The same from the rows of a table. A sampling that is called `given` stands for splits that were given."""
    chosen = [row for row in rows if selection.has(row)]
    table = pd.DataFrame(chosen, columns=list(AccuracyRow._fields)).drop(columns="line")
    table = table.assign(**dict.fromkeys(COUNTS, float("nan")), is_given=table["sampling"].str.casefold() == GIVEN)
    return table[[*CELL, *SEEDS, *COUNTS, "accuracy", "is_given"]]


Counts = tuple[tuple[str, ...], int, int, int]


class _Counter:
    """Counts the items of a part, those predicted and those right, by the values of the breakdowns."""

    def __init__(self, study: Study, breakdowns: Sequence[str]) -> None:
        self._study = study
        self._values = ItemValues(study, breakdowns) if breakdowns else None

    def count(self, tally: PartTally) -> list[Counts]:
        if self._values is None:
            return [((), tally.n_items, tally.n_predicted, tally.n_correct)]
        values = self._values.of(tally)
        asked = Counter(values.values())
        right = self._tally(tally, values, only_correct=True)
        is_whole = tally.n_predicted == tally.n_items
        predicted = asked if is_whole else self._tally(tally, values, only_correct=False)
        return [(value, n_items, predicted[value], right[value]) for value, n_items in asked.items()]

    def _tally(
        self, tally: PartTally, values: dict[int, tuple[str, ...]], only_correct: bool
    ) -> Counter[tuple[str, ...]]:
        return Counter(map(values.__getitem__, predicted_items(self._study, tally.run_part_id, only_correct)))
