"""The accuracy of every run and part, from a study or from somebody's own table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.errors import WrongUsageError
from goed.sources.accuracies import AccuracyRow, read_accuracies
from goed.statistics.breakdowns import NOWHERE, CodedValues, ItemIndex, Numbers
from goed.statistics.cells import SEEDS, cell_columns, grid_columns
from goed.study import splits as store_splits
from goed.study.selection import NOUNS, Selection, refuse_unknown
from goed.study.study import Study
from goed.study.tallies import PartTally, output_columns, outputs_of_part, part_tallies

COUNTS = ["n_items", "n_missing"]  # empty for a table, which does not have them
GIVEN = "given"  # the sampling of splits that came from files, unless the import names another


@dataclass(frozen=True)
class TableOfRuns:
    """A table of accuracies in place of a study."""

    path: Path
    warnings: list[str] = field(default_factory=list)  # about how it was read; a study has such a list, too

    def rows(self, selection: Selection, may_repeat: bool) -> list[AccuracyRow]:
        """The selected rows; `may_repeat` allows several for the same run. Values that no row has are refused."""
        read = read_accuracies(self.path, may_repeat)
        there = {name: {getattr(row, noun, None) for row in read.rows} - {None} for name, noun in NOUNS.items()}
        refuse_unknown(selection, {**there, "domain": ()}, str(self.path))
        self.warnings.extend(read.notes)
        return [row for row in read.rows if selection.has(row)]


Runs = Study | TableOfRuns


class AnsweredItems(NamedTuple):
    """The items that a part of a run asked for, the row of the observations that counts each, and which were right."""

    item_ids: Numbers
    rows: NDArray[np.int32]
    are_right: NDArray[np.bool_]


def observations(
    runs: Runs,
    selection: Selection,
    breakdowns: Sequence[str] = (),
    answers: list[AnsweredItems] | None = None,
    may_repeat: bool = False,
) -> pd.DataFrame:
    """One row per run, part and value of the breakdowns: items asked, predictions missing, accuracy.

    If `answers` is a list, the answers to single items are appended to it; a table of accuracies has none.
    """
    if isinstance(runs, TableOfRuns):
        if breakdowns:
            raise WrongUsageError(f"--by {breakdowns[0]} needs the items of a study; a table of accuracies has none")
        table = pd.DataFrame(runs.rows(selection, may_repeat), columns=list(AccuracyRow._fields))
        is_called_given = table["sampling"].str.casefold() == GIVEN  # a table knows splits by name only
        table = table.assign(**dict.fromkeys(COUNTS, float("nan")), is_given=is_called_given)
        return table[[*cell_columns(table), *SEEDS, *COUNTS, "accuracy", "is_given"]]
    tallies = [tally for tally in part_tallies(runs) if selection.has(tally) and tally.n_items]
    of_items = bool(breakdowns) or answers is not None
    counted = _counted_by_values(runs, tallies, breakdowns, answers) if of_items else _counted(tallies)
    is_given = {split.id: split.is_given for split in store_splits.splits(runs)}
    if len({tally.domain for tally in tallies}) > 1:
        counted.insert(0, "domain", [tallies[place].domain for place in counted["place"]])
    of_place = pd.Series([is_given[tally.split_id] for tally in tallies], dtype=bool)
    n_correct, place = counted.pop("n_correct"), counted.pop("place")
    return counted.assign(accuracy=n_correct / counted["n_items"], is_given=of_place.take(place.to_numpy()).to_numpy())


def _counted(tallies: Sequence[PartTally]) -> pd.DataFrame:
    """A row for each part of a run."""
    return grid_columns(tallies).assign(
        n_items=[tally.n_items for tally in tallies],
        n_missing=[tally.n_items - tally.n_predicted for tally in tallies],
        n_correct=[tally.n_correct for tally in tallies],
        place=range(len(tallies)),
    )


def _counted_by_values(
    study: Study, tallies: Sequence[PartTally], breakdowns: Sequence[str], answers: list[AnsweredItems] | None
) -> pd.DataFrame:
    """A row for each part of a run and each value of the breakdowns among its items."""
    values = CodedValues(study, breakdowns)
    columns = output_columns(study)
    rows, n_rows = [np.empty((5, 0), dtype=np.int64)], 0
    for place, tally in enumerate(tallies):
        item_ids, codes = values.items_and_codes(tally)
        outputs = outputs_of_part(study, tally.run_part_id, len(columns))
        of_items = ItemIndex(item_ids).of(columns.item_ids[outputs])
        is_asked = of_items != NOWHERE
        are_right = np.zeros(len(codes), dtype=bool)
        are_right[of_items[is_asked]] = columns.are_correct[outputs[is_asked]]
        asked = np.bincount(codes)
        answered = np.bincount(codes[of_items[is_asked]], minlength=len(asked))
        correct = np.bincount(codes[are_right], minlength=len(asked))
        present = np.flatnonzero(asked)
        if answers is not None:
            row_of_code = n_rows - 1 + np.cumsum(asked > 0)
            answers.append(AnsweredItems(item_ids, row_of_code[codes].astype(np.int32), are_right))
        n_rows += len(present)
        counts = asked[present], (asked - answered)[present], correct[present]
        rows.append(np.stack([np.full(len(present), place), present, *counts]))
    of_place, of_value, n_items, n_missing, n_correct = np.concatenate(rows, axis=1)
    table = values.to_words(grid_columns(tallies), of_place, of_value)
    return table.assign(n_items=n_items, n_missing=n_missing, n_correct=n_correct, place=of_place)
