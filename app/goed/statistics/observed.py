"""What was observed: for each run its items, and how often each kind of label occurs among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from goed.statistics.coded_values import CodedValues, Kinds, Numbers, no_rows, place_of, worded
from goed.statistics.outcomes import Outcomes, is_left_out
from goed.statistics.run_accuracies import CELL, SEEDS
from goed.statistics.selection import Selection
from goed.study.label_counts import Kind
from goed.study.study import Study
from goed.study.tallies import PartTally
from goed_classifiers.values import CORRECT

LEFT_OUT_CODE = -1
COUNTED_AT_ONCE = 100  # parts of runs


def observed(
    study: Study, selection: Selection, breakdowns: Sequence[str], kinds: Sequence[str], is_lenient: bool = False
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Two tables with a row for each run and value of the breakdowns, and, in the second, for each kind of label.

    The first tells the number of items asked and of those left out, the second how often a kind occurs (n) and how
    often people said so (n_checked). Everything is counted in numbers, and gets its words at the end: with --by lemma
    there may be as many rows as there are predictions. Leniently, what people call defensible is right.
    """
    outcomes = Outcomes(study)
    labels, values = _Labels(outcomes, kinds, is_lenient), CodedValues(study, breakdowns)
    tallies = [tally for tally in outcomes.tallies if selection.has(tally) and tally.n_items]
    runs, counted = [no_rows(4)], [no_rows(5)]
    for chosen in _asked_the_same(tallies, values):
        labels_of_parts = np.stack([outcomes.of_part(tallies[place]).kinds for place in chosen])
        of_runs, of_kinds = labels.counted(labels_of_parts, values.codes(tallies[chosen[0]]))
        for rows, found in ((runs, of_runs), (counted, of_kinds)):
            rows.append(np.concatenate([np.array(chosen)[None, found[0]], found[1:]]))
    run_rows, counted_rows = _by_place(runs), _by_place(counted)
    places = pd.DataFrame([place_of(tally) for tally in tallies], columns=[*CELL, *SEEDS], index=range(len(tallies)))
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


def _asked_the_same(tallies: Sequence[PartTally], values: CodedValues) -> Iterator[list[int]]:
    """The places of parts that ask for the same items, some at a time: numpy counts many as fast as one."""
    found: dict[int, list[int]] = {}
    for place, tally in enumerate(tallies):
        found.setdefault(id(values.codes(tally)), []).append(place)
    for places in found.values():
        for first in range(0, len(places), COUNTED_AT_ONCE):
            yield places[first : first + COUNTED_AT_ONCE]


def _by_place(rows: Sequence[Numbers]) -> Numbers:
    """Rows in the order of their parts."""
    together = np.concatenate(rows, axis=1)
    return together[:, np.argsort(together[0], kind="stable")]


class _Labels:
    """A number for each error, told apart by some columns of the label, too."""

    def __init__(self, outcomes: Outcomes, columns: Sequence[str], is_lenient: bool) -> None:
        self._is_lenient = is_lenient
        self._columns = ["error", *columns]
        self._numbers: dict[tuple[str, ...], int] = {}
        self._codes, self._are_peoples = outcomes.table(self._code), outcomes.table(lambda kind: kind.is_peoples)

    def _code(self, kind: Kind) -> int:
        if is_left_out(kind):
            return LEFT_OUT_CODE
        if self._is_lenient and kind.counts_as == "lenient":
            kind = kind._replace(error=CORRECT)
        return self._numbers.setdefault(tuple(_value(kind, name) for name in self._columns), len(self._numbers))

    def counted(self, kinds: Kinds, of_items: Numbers) -> tuple[Numbers, Numbers]:
        """Labels (parts × items) counted: part, value, asked and left out; and part, value, error, n and n_checked."""
        n_parts, n_values, n_errors = len(kinds), int(of_items.max(initial=0)) + 1, len(self._numbers)
        errors, are_peoples = self._codes[kinds].ravel(), self._are_peoples[kinds].ravel()
        values = (np.arange(n_parts)[:, None] * n_values + of_items).ravel()  # each part's own
        asked = np.bincount(values, minlength=n_parts * n_values)
        left_out = np.bincount(values[errors == LEFT_OUT_CODE], minlength=len(asked))
        present = np.flatnonzero(asked)
        of_runs = np.stack([*np.divmod(present, n_values), asked[present], left_out[present]])
        counts = errors != LEFT_OUT_CODE
        both = values[counts] * n_errors + errors[counts]
        pairs, which, n = np.unique(both, return_inverse=True, return_counts=True)
        n_checked = np.bincount(which, weights=are_peoples[counts], minlength=len(pairs)).astype(np.int64)
        of_values, of_errors = np.divmod(pairs, n_errors)
        return of_runs, np.stack([*np.divmod(of_values, n_values), of_errors, n, n_checked])

    def words(self) -> pd.DataFrame:
        """The errors in words, in the order of their numbers."""
        return pd.DataFrame(list(self._numbers), columns=self._columns)


def _value(kind: Kind, column: str) -> str:
    value = getattr(kind, column)
    return ",".join(value) if column == "flags" else str(value)
