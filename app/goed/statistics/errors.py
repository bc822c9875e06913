"""Which errors there are, how many, and how that changes with what the learner has seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from goed.labels.peoples_labels import label_counts
from goed.statistics.accuracy import in_order, spread, whole_numbers
from goed.statistics.breakdowns import known_breakdowns
from goed.statistics.coded_values import CodedValues, Kinds, Numbers, no_rows, place_of, worded
from goed.statistics.outcomes import Outcomes, is_left_out
from goed.statistics.run_accuracies import CELL, SEEDS
from goed.statistics.selection import Selection
from goed.study.study import Study
from goed.study.tallies import LabelKind, PartTally
from goed_classifiers.values import CORRECT

OF_LABELS = ("pred_class", "flags", "rule", "verdict")  # columns that tell errors apart, where others tell items apart
COUNTS = ["n", "n_checked"]
RATES = ["mean", "sd", "min", "max"]
LENIENT = "lenient"
NUMBERS = ["n", "n_seeds", "n_items", "n_left_out"]
LEFT_OUT_CODE = -1
COUNTED_AT_ONCE = 100  # parts of runs


def errors(study: Study, selection: Selection, by: Sequence[str] = ()) -> pd.DataFrame:
    """Each kind of error with its rate among the items asked: mean, sd, min and max over seeds.

    n counts over all seeds, share is the part of all errors that a kind makes up, checked how much of it people have
    looked at. Outputs flagged as accepted variants or as errors of the gold form are left out, and counted. Where
    people call answers defensible, `lenient` is the mean rate without them.
    """
    kinds, breakdowns = _columns(by)
    cell = [*CELL, *breakdowns, *(SEEDS if "seed" in by else [])]
    table = _errors(study, selection, (cell, breakdowns, kinds))
    keys, columns = [*cell, "error", *kinds], RATES
    if _has_lenient(study):
        lenient = _errors(study, selection, (cell, breakdowns, kinds), is_lenient=True)
        if lenient["n"].sum() < table["n"].sum():  # there are some in what is selected
            table, columns = with_lenient(table, lenient, keys), [*RATES, LENIENT]
    return with_shares(table, cell, [*keys, *columns])


def _has_lenient(study: Study) -> bool:
    return any(kind.counts_as == "lenient" for kind in label_counts(study).kinds.values())


def with_lenient(table: pd.DataFrame, lenient: pd.DataFrame, keys: list[str], rate: str = "mean") -> pd.DataFrame:
    """Strict rates with the lenient ones of the same kinds beside them."""
    beside = lenient[[*keys, rate]].rename(columns={rate: LENIENT})
    return table.merge(beside, how="left", on=keys).fillna({LENIENT: 0.0})


def with_shares(table: pd.DataFrame, cell: list[str], columns: list[str]) -> pd.DataFrame:
    """Rates with the share of a cell's errors that each makes up, the commonest first; `columns` come before it."""
    table["share"] = table["n"] / table.groupby(cell)["n"].transform("sum").replace(0, float("nan"))
    table = table.sort_values("n", ascending=False, kind="stable")
    return in_order(table, cell)[[*columns, "share", *NUMBERS, "checked"]]


def _errors(
    study: Study, selection: Selection, columns: tuple[list[str], list[str], list[str]], is_lenient: bool = False
) -> pd.DataFrame:
    """The rates of errors in each cell; leniently, without what people call defensible."""
    cell, breakdowns, kinds = columns
    runs, counted = observed(study, selection, breakdowns, kinds, is_lenient)
    return rates_over_runs(runs, counted[counted["error"] != CORRECT], cell, ["error", *kinds])


def trajectory(study: Study, selection: Selection, by: Sequence[str] = ()) -> pd.DataFrame:
    """How the rate of each kind of error, and of what is right, goes with the size of the training set.

    A kind that occurs at some size has a row at every size; change is the difference from the size before.
    """
    kinds, breakdowns = _columns(by)
    path = ["language", "sampling", "model", "part", *breakdowns, *(SEEDS if "seed" in by else [])]
    keys, columns = ["error", *kinds], RATES
    table = rates_over_runs(*observed(study, selection, breakdowns, kinds), [*path, "size"], keys, path)
    if _has_lenient(study):
        seen = observed(study, selection, breakdowns, kinds, is_lenient=True)
        lenient = rates_over_runs(*seen, [*path, "size"], keys, path)
        table, columns = with_lenient(table, lenient, [*path, "size", *keys]), [*RATES, LENIENT]
    table["is_error"] = table["error"] != CORRECT
    total = table.groupby([*path, "error", *kinds])["n"].transform("sum")
    table = table.assign(total=-total).sort_values(["is_error", "total", "error", *kinds, "size"], kind="stable")
    table["change"] = table.groupby([*path, "error", *kinds], sort=False)["mean"].diff()
    table = in_order(table, path)
    return table[[*path, "error", *kinds, "size", *columns, "change", *NUMBERS, "checked"]]


def _columns(by: Sequence[str]) -> tuple[list[str], list[str]]:
    """The columns that tell errors apart besides their name, and those that tell items apart."""
    return [name for name in dict.fromkeys(by) if name in OF_LABELS], known_breakdowns(by, (*CELL, *OF_LABELS, "seed"))


def rates_over_runs(
    runs: pd.DataFrame, counted: pd.DataFrame, cell: list[str], error: list[str], shared: list[str] | None = None
) -> pd.DataFrame:
    """Rates over runs; `error` are the columns that tell a kind.

    A kind that occurs anywhere in a group of runs counts as 0 in those where it does not.
    """
    group = shared or cell
    there = counted[[*group, *error]].drop_duplicates()
    keys = list(dict.fromkeys([*cell, *SEEDS]))
    table = runs.merge(there, on=group).merge(counted[[*keys, *error, *COUNTS]], on=[*keys, *error], how="left")
    table[COUNTS] = table[COUNTS].fillna(0)
    asked = table["n_items"] - table["n_left_out"]
    table["rate"] = table["n"] / asked.where(asked > 0)
    groups = table.groupby([*cell, *error], sort=False)
    result = pd.DataFrame(
        {
            **spread(groups["rate"]),
            "n": groups["n"].sum().astype("int64"),
            "n_seeds": groups.size(),
            "n_items": whole_numbers(groups["n_items"].mean()),
            "n_left_out": groups["n_left_out"].sum(),
            "n_checked": groups["n_checked"].sum(),
        }
    ).reset_index()
    result["checked"] = result["n_checked"] / result["n"].where(result["n"] > 0)
    return result


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

    def _code(self, kind: LabelKind) -> int:
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


def _value(kind: LabelKind, column: str) -> str:
    value = getattr(kind, column)
    return ",".join(value) if column == "flags" else str(value)
