"""What was observed: for each run its items, and how often each kind of label occurs among them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from app.stats.coded_values import CodedValues, Numbers, no_rows, place_of, worded
from app.stats.outcomes import Outcomes, PartOutcomes, is_left_out
from app.stats.run_accuracies import CELL, SEEDS
from app.stats.selection import Selection
from app.store.label_counts import Kind
from app.store.study import Study

LEFT_OUT_CODE = -1


def observed(
    study: Study, selection: Selection, breakdowns: Sequence[str], kinds: Sequence[str]
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Two tables with a row for each run and value of the breakdowns, and, in the second, for each kind of label.

    The first tells the number of items asked and of those left out, the second how often a kind occurs (n) and how
    often people said so (n_checked). Everything is counted in numbers, and gets its words at the end: with --by lemma
    there may be as many rows as there are predictions.
    """
    outcomes = Outcomes(study)
    labels, values = _Labels(outcomes, kinds), CodedValues(study, breakdowns)
    parts = list(outcomes.of_parts(selection))
    runs, counted = [no_rows(4)], [no_rows(5)]
    for place, part in enumerate(parts):
        of_items = values.codes(part.tally)
        asked, left_out, found = labels.counted(part, of_items)
        present = np.flatnonzero(asked)
        runs.append(np.stack([np.full(len(present), place), present, asked[present], left_out[present]]))
        counted.append(np.concatenate([np.full((1, found.shape[1]), place), found]))
    run_rows, counted_rows = np.concatenate(runs, axis=1), np.concatenate(counted, axis=1)
    places = pd.DataFrame([place_of(part.tally) for part in parts], columns=[*CELL, *SEEDS], index=range(len(parts)))
    return (
        worded(places, run_rows[0], values.words(), run_rows[1]).assign(n_items=run_rows[2], n_left_out=run_rows[3]),
        pd.concat(
            [
                worded(places, counted_rows[0], values.words(), counted_rows[1]),
                labels.words().take(counted_rows[2]).reset_index(drop=True),
            ],
            axis=1,
        ).assign(n=counted_rows[3], n_checked=counted_rows[4]),
    )


class _Labels:
    """A number for each error, told apart by some columns of the label, too."""

    def __init__(self, outcomes: Outcomes, columns: Sequence[str]) -> None:
        self._columns = ["error", *columns]
        self._numbers: dict[tuple[str, ...], int] = {}
        self._kinds = np.array(sorted(outcomes.kinds), dtype=np.int64)
        in_order = [outcomes.kinds[number] for number in self._kinds.tolist()]
        self._codes = np.array([self._code(kind) for kind in in_order], dtype=np.int64)
        self._are_peoples = np.array([kind.is_peoples for kind in in_order], dtype=np.int64)

    def _code(self, kind: Kind) -> int:
        if is_left_out(kind):
            return LEFT_OUT_CODE
        return self._numbers.setdefault(tuple(_value(kind, name) for name in self._columns), len(self._numbers))

    def counted(self, part: PartOutcomes, of_items: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """By value of the items, how many were asked and left out; and rows of value, error, n and n_checked."""
        kinds = np.searchsorted(self._kinds, part.kinds)
        errors, are_peoples = self._codes[kinds], self._are_peoples[kinds]
        asked = np.bincount(of_items)
        left_out = np.bincount(of_items[errors == LEFT_OUT_CODE], minlength=len(asked))
        counts = errors != LEFT_OUT_CODE
        both = of_items[counts] * len(self._numbers) + errors[counts]
        pairs, which, n = np.unique(both, return_inverse=True, return_counts=True)
        n_checked = np.bincount(which, weights=are_peoples[counts], minlength=len(pairs)).astype(np.int64)
        return asked, left_out, np.stack([*np.divmod(pairs, len(self._numbers)), n, n_checked])

    def words(self) -> pd.DataFrame:
        """The errors in words, in the order of their numbers."""
        return pd.DataFrame(list(self._numbers), columns=self._columns)


def _value(kind: Kind, column: str) -> str:
    value = getattr(kind, column)
    return ",".join(value) if column == "flags" else str(value)
