"""How often each kind of error occurs: rates, shares, and how much people have checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from goed.labels.peoples_labels import label_counts
from goed.statistics.breakdowns import CodedValues, Numbers, known_breakdowns
from goed.statistics.catalogue import RATES, NotedTable, Option, Statistic, by_option
from goed.statistics.cells import CELL, SEEDS, SPREAD, cell_columns, grid_columns, in_order, spread, whole_numbers
from goed.statistics.item_labels import ItemLabels, KindNumbers, is_left_out
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import LabelKind, PartTally
from goed_classifiers.values import CORRECT

LABEL_COLUMNS = ("pred_class", "flags", "rule", "verdict")  # --by columns that group errors; all others group items
COUNTS = ["n", "n_checked"]
LENIENT = "lenient"
NUMBERS = ["n", "n_seeds", "n_items", "n_left_out"]
LEFT_OUT_CODE = -1
COUNTED_AT_ONCE = 100  # parts of runs


def errors(
    study: Study, selection: Selection, by: Sequence[str] = (), is_audited: bool = False
) -> pd.DataFrame | NotedTable:
    """Each kind of error: its rate, its share, how much is checked.

    mean is its rate among the items asked, over seeds; share is its part of all errors, checked how much of it people
    have looked at. Outputs flagged `variant` or `gold-error`, or of which people say that gold is wrong, are left out,
    and counted in n_left_out; `lenient` is the rate without what people call defensible, where there is any. Part
    test, unless --part says otherwise.

    --by parts the items as accuracy does, and tells errors apart by pred_class, flags (of heads of words: convention,
    crossing), rule and verdict; `--by seed` gives every run rows of its own.

    --audited tells each rate over all runs (--by sampling model size part seed parts them) by three methods: what the
    classifier says, what people said in blind audits (`goed audit`), and both combined. low to high is where the rate
    is in 95 of 100 such audits if people are right; how much seeds and items vary is not in it. Where people can call
    an answer defensible, it tells accuracy, too (`correct`), strict and lenient, and share_defensible: how much of the
    errors, or of those of a kind, people call so; each with its interval.
    """
    if is_audited:
        from goed.statistics.audited_errors import audited_errors

        return audited_errors(study, selection, by)
    return error_rates(study, selection, by)


def error_rates(study: Study, selection: Selection, by: Sequence[str] = ()) -> pd.DataFrame:
    """Each kind of error with its rate; `lenient` is the rate without answers that people call defensible, if any."""
    kinds, breakdowns = kinds_and_breakdowns(by)
    further = [*breakdowns, *(SEEDS if "seed" in by else [])]
    keys, columns = ["error", *kinds], SPREAD

    def rates(is_lenient: bool) -> pd.DataFrame:
        runs, counted = label_table(study, selection, breakdowns, kinds, is_lenient)
        return rates_over_runs(runs, counted[counted["error"] != CORRECT], [*cell_columns(runs), *further], keys)

    table = rates(is_lenient=False)
    cell = [*cell_columns(table), *further]
    if has_lenient(study):
        lenient = rates(is_lenient=True)
        if lenient["n"].sum() < table["n"].sum():  # there are some in what is selected
            table, columns = with_lenient(table, lenient, [*cell, *keys]), [*SPREAD, LENIENT]
    return with_shares(table, cell, [*cell, *keys, *columns])


def has_lenient(study: Study) -> bool:
    """Whether people call any error defensible."""
    return any(kind.counts_as == "lenient" for kind in label_counts(study).kinds.values())


def with_lenient(table: pd.DataFrame, lenient: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Add the lenient rates of the same kinds to a table of strict ones."""
    beside = lenient[[*keys, "mean"]].rename(columns={"mean": LENIENT})
    return table.merge(beside, how="left", on=keys).fillna({LENIENT: 0.0})


def with_shares(table: pd.DataFrame, cell: list[str], columns: list[str]) -> pd.DataFrame:
    """Add each kind's share of a cell's errors, and put the commonest first; `columns` come before the share."""
    table["share"] = table["n"] / table.groupby(cell)["n"].transform("sum").replace(0, float("nan"))
    table = table.sort_values("n", ascending=False, kind="stable")
    return in_order(table, cell)[[*columns, "share", *NUMBERS, "checked"]]


def kinds_and_breakdowns(by: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split --by into columns that group errors (in addition to their name) and breakdowns of items."""
    kinds = [name for name in dict.fromkeys(by) if name in LABEL_COLUMNS]
    return kinds, known_breakdowns(by, (*CELL, *LABEL_COLUMNS, "seed"))


def rates_over_runs(
    runs: pd.DataFrame, counted: pd.DataFrame, cell: list[str], error: list[str], shared: list[str] | None = None
) -> pd.DataFrame:
    """Mean rates over runs; `error` are the columns that name a kind of error.

    A kind that occurs in some run of a group counts as 0 in the others. A group is a cell, or all runs alike in the
    columns `shared`.
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


def label_table(
    study: Study, selection: Selection, breakdowns: Sequence[str], kinds: Sequence[str], is_lenient: bool = False
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Two tables: a row for each run and value of the breakdowns and, in the second, for each kind of label.

    The first has the numbers of items asked (n_items) and left out (n_left_out), the second how often a kind occurs (n)
    and how often people said so (n_checked). Everything is counted as numbers and turned into words at the end: with
    --by lemma there may be as many rows as predictions. If `is_lenient`, answers that people call defensible count as
    right.
    """
    labels, values = ItemLabels(study, selection), CodedValues(study, breakdowns)
    codes = _ErrorCodes(labels, kinds, is_lenient)
    runs, counted = ([np.empty((n_columns, 0), dtype=np.int64)] for n_columns in (4, 5))
    for chosen in _batches_with_same_items(labels.tallies, values):
        labels_of_parts = np.stack([labels.of_part(labels.tallies[place]).kinds for place in chosen])
        _, of_items = values.items_and_codes(labels.tallies[chosen[0]])
        of_runs, of_kinds = codes.counted(labels_of_parts, of_items)
        for rows, found in ((runs, of_runs), (counted, of_kinds)):
            rows.append(np.concatenate([np.array(chosen)[None, found[0]], found[1:]]))
    run_rows, counted_rows = _by_place(runs), _by_place(counted)
    grid = grid_columns(labels.tallies)
    run_table, kind_table = (values.to_words(grid, *rows[:2]) for rows in (run_rows, counted_rows))
    error_words = codes.words().take(counted_rows[2]).reset_index(drop=True)
    return (
        run_table.assign(n_items=run_rows[2], n_left_out=run_rows[3]),
        pd.concat([kind_table, error_words], axis=1).assign(n=counted_rows[3], n_checked=counted_rows[4]),
    )


def _batches_with_same_items(tallies: Sequence[PartTally], values: CodedValues) -> Iterator[list[int]]:
    """Batches of parts (by place in `tallies`) that ask for the same items: numpy counts many as fast as one."""
    found: dict[int, list[int]] = {}
    for place, tally in enumerate(tallies):
        found.setdefault(id(values.items_and_codes(tally)), []).append(place)
    for places in found.values():
        for first in range(0, len(places), COUNTED_AT_ONCE):
            yield places[first : first + COUNTED_AT_ONCE]


def _by_place(rows: Sequence[Numbers]) -> Numbers:
    """Join arrays of rows, in the order of the parts that the rows are about."""
    together = np.concatenate(rows, axis=1)
    return together[:, np.argsort(together[0], kind="stable")]


class _ErrorCodes:
    """A number for each error, or for each combination of an error and other columns of the label."""

    def __init__(self, labels: ItemLabels, columns: Sequence[str], is_lenient: bool) -> None:
        self._is_lenient = is_lenient
        self._columns = ["error", *columns]
        self._numbers: dict[tuple[str, ...], int] = {}
        self._codes = labels.lookup_table(self._code)
        self._are_peoples = labels.lookup_table(lambda kind: kind.is_peoples)

    def _code(self, kind: LabelKind) -> int:
        if is_left_out(kind):
            return LEFT_OUT_CODE
        if self._is_lenient and kind.counts_as == "lenient":
            kind = kind._replace(error=CORRECT)
        named = kind._asdict() | {"flags": ",".join(kind.flags)}
        return self._numbers.setdefault(tuple(str(named[name]) for name in self._columns), len(self._numbers))

    def counted(self, kinds: KindNumbers, of_items: Numbers) -> tuple[Numbers, Numbers]:
        """Count labels (parts × items) into two arrays, with one row for each of these:

        part, value, asked, left out; and part, value, error, n, n_checked.
        """
        n_parts, n_values, n_errors = len(kinds), int(of_items.max(initial=0)) + 1, len(self._numbers)
        errors, are_peoples = self._codes[kinds].ravel(), self._are_peoples[kinds].ravel()
        values = (np.arange(n_parts)[:, None] * n_values + of_items).ravel()  # numbered apart for each part
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
        """The errors in words: row n describes error number n."""
        return pd.DataFrame(list(self._numbers), columns=self._columns)


STATISTIC = Statistic(
    errors,
    options=[
        by_option("Part the items or the errors, too: see below."),
        Option("--audited", "is_audited", "How sure the labels are, by blind audits.", bool),
    ],
    rates=RATES | {"rate"},
    defaults_to_test=True,
    title="Errors in goed's scheme",
    about="Each kind of error: its rate among the items (mean over seeds), and its share of all errors.",
)
