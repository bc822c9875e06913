"""What statistics of accuracy start from: one row per run and part, from a study or from a table that somebody has."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from goed.sources.accuracies import AccuracyRow
from goed.statistics.coded_values import NOWHERE, CodedValues, Places, no_rows, place_of, worded
from goed.statistics.selection import Selection
from goed.study import splits as store_splits
from goed.study.columns import output_columns, outputs_of_part
from goed.study.study import Study
from goed.study.tallies import PartTally, part_tallies

CELL = ["language", "sampling", "model", "size", "part"]
SEEDS = ["seed", "training_seed"]
COUNTS = ["n_items", "n_missing"]  # empty in a table: it does not tell them
GIVEN = "given"  # the sampling of a split that came from files, unless its importer names another


def observations(study: Study, selection: Selection, breakdowns: Sequence[str] = ()) -> pd.DataFrame:
    """One row per run, part and value of the breakdowns: items asked, predictions missing, accuracy."""
    tallies = [tally for tally in part_tallies(study) if selection.has(tally) and tally.n_items]
    counted = _counted_by_values(study, tallies, breakdowns) if breakdowns else _counted(tallies)
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


def _counted_by_values(study: Study, tallies: Sequence[PartTally], breakdowns: Sequence[str]) -> pd.DataFrame:
    """A row for each part of a run and value of the breakdowns that its items have."""
    values = CodedValues(study, breakdowns)
    columns = output_columns(study)
    rows = [no_rows(5)]
    for place, tally in enumerate(tallies):
        item_ids, codes = values.items_and_codes(tally)
        outputs = outputs_of_part(study, tally.run_part_id, len(columns))
        of_items = Places(item_ids).of(columns.item_ids[outputs])
        is_asked = of_items != NOWHERE
        of_predicted, are_correct = codes[of_items[is_asked]], columns.are_correct[outputs[is_asked]]
        asked = np.bincount(codes)
        answered = np.bincount(of_predicted, minlength=len(asked))
        correct = np.bincount(of_predicted[are_correct], minlength=len(asked))
        present = np.flatnonzero(asked)
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
