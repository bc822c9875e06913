"""What statistics of accuracy start from: one row per run and part, from a study or from a table that somebody has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.sources.accuracies import AccuracyRow
from goed.statistics.coded_values import NOWHERE, CodedValues, Numbers, Places, no_rows, place_of, worded
from goed.statistics.selection import Selection
from goed.study import splits as store_splits
from goed.study.study import Study
from goed.study.tallies import PartTally, output_columns, outputs_of_part, part_tallies

CELL = ["language", "sampling", "model", "size", "part"]
SEEDS = ["seed", "training_seed"]
COUNTS = ["n_items", "n_missing"]  # empty in a table: it does not tell them
GIVEN = "given"  # the sampling of a split that came from files, unless its importer names another


class Answers(NamedTuple):
    """What a part of a run asked for, in which row of the observations each item is counted, and which were right."""

    item_ids: Numbers
    rows: NDArray[np.int32]
    are_right: NDArray[np.bool_]


def observations(
    study: Study, selection: Selection, breakdowns: Sequence[str] = (), answers: list[Answers] | None = None
) -> pd.DataFrame:
    """One row per run, part and value of the breakdowns: items asked, predictions missing, accuracy.

    What was answered item by item is added to `answers`, where a list is given.
    """
    tallies = [tally for tally in part_tallies(study) if selection.has(tally) and tally.n_items]
    of_items = bool(breakdowns) or answers is not None
    counted = _counted_by_values(study, tallies, breakdowns, answers) if of_items else _counted(tallies)
    is_given = {split.id: split.is_given for split in store_splits.splits(study)}
    if len({tally.domain for tally in tallies}) > 1:
        counted.insert(0, "domain", [tallies[place].domain for place in counted["place"]])
    of_place = pd.Series([is_given[tally.split_id] for tally in tallies], dtype=bool)
    n_correct, place = counted.pop("n_correct"), counted.pop("place")
    return counted.assign(accuracy=n_correct / counted["n_items"], is_given=of_place.take(place.to_numpy()).to_numpy())


def _places(tallies: Sequence[PartTally]) -> pd.DataFrame:
    return pd.DataFrame([place_of(tally) for tally in tallies], columns=[*CELL, *SEEDS], index=range(len(tallies)))


def _counted(tallies: Sequence[PartTally]) -> pd.DataFrame:
    """A row for each part of a run."""
    return _places(tallies).assign(
        n_items=[tally.n_items for tally in tallies],
        n_missing=[tally.n_items - tally.n_predicted for tally in tallies],
        n_correct=[tally.n_correct for tally in tallies],
        place=range(len(tallies)),
    )


def _counted_by_values(
    study: Study, tallies: Sequence[PartTally], breakdowns: Sequence[str], answers: list[Answers] | None
) -> pd.DataFrame:
    """A row for each part of a run and value of the breakdowns that its items have."""
    values = CodedValues(study, breakdowns)
    columns = output_columns(study)
    rows, n_rows = [no_rows(5)], 0
    for place, tally in enumerate(tallies):
        item_ids, codes = values.items_and_codes(tally)
        outputs = outputs_of_part(study, tally.run_part_id, len(columns))
        of_items = Places(item_ids).of(columns.item_ids[outputs])
        is_asked = of_items != NOWHERE
        are_right = np.zeros(len(codes), dtype=bool)
        are_right[of_items[is_asked]] = columns.are_correct[outputs[is_asked]]
        asked = np.bincount(codes)
        answered = np.bincount(codes[of_items[is_asked]], minlength=len(asked))
        correct = np.bincount(codes[are_right], minlength=len(asked))
        present = np.flatnonzero(asked)
        if answers is not None:
            row_of_code = n_rows - 1 + np.cumsum(asked > 0)
            answers.append(Answers(item_ids, row_of_code[codes].astype(np.int32), are_right))
        n_rows += len(present)
        counts = asked[present], (asked - answered)[present], correct[present]
        rows.append(np.stack([np.full(len(present), place), present, *counts]))
    of_place, of_value, n_items, n_missing, n_correct = np.concatenate(rows, axis=1)
    table = worded(_places(tallies), of_place, values.words(), of_value)
    return table.assign(n_items=n_items, n_missing=n_missing, n_correct=n_correct, place=of_place)


def observations_of_rows(rows: Sequence[AccuracyRow], selection: Selection) -> pd.DataFrame:
    """The same from the rows of a table. A sampling that is called `given` stands for splits that were given."""
    chosen = [row for row in rows if selection.has(row)]
    table = pd.DataFrame(chosen, columns=list(AccuracyRow._fields)).drop(columns="line")
    table = table.assign(**dict.fromkeys(COUNTS, float("nan")), is_given=table["sampling"].str.casefold() == GIVEN)
    return table[[*CELL, *SEEDS, *COUNTS, "accuracy", "is_given"]]
