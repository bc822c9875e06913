"""Which errors there are, how many, and how that changes with what the learner has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pandas as pd

from app.labels.counts import label_counts
from app.stats.accuracy import CELL, SEEDS, in_order, whole_numbers
from app.stats.breakdowns import ItemValues, known_breakdowns
from app.stats.selection import Selection
from app.store.label_counts import Kind, LabelCounts
from app.store.study import Study
from app.store.tallies import PartTally, part_tallies
from classifiers.values import CORRECT

MISSING = "missing"  # the error of an item without a prediction
LEFT_OUT = frozenset({"variant", "gold-error"})  # flags of wrong forms that are no errors of the learner
OF_LABELS = ("pred_class", "flags", "rule")  # columns that tell errors apart, where others tell items apart
COUNTS = ["n", "n_checked"]
RATES = ["mean", "sd", "min", "max"]
NUMBERS = ["n", "n_seeds", "n_items", "n_left_out"]


def errors(study: Study, selection: Selection, by: Sequence[str] = ()) -> pd.DataFrame:
    """Each kind of error with its rate among the items asked: mean, sd, min and max over seeds.

    n counts over all seeds, share is the part of all errors that a kind makes up, checked how much of it people have
    looked at. Outputs flagged as accepted variants or as errors of the gold form are left out, and counted.
    """
    kinds, breakdowns = _columns(by)
    cell = [*CELL, *breakdowns, *(SEEDS if "seed" in by else [])]
    runs, counted = _observed(study, selection, breakdowns, kinds)
    counted = counted[counted["error"] != CORRECT]
    table = _rates(runs, counted, cell, kinds)
    table["share"] = table["n"] / table.groupby(cell)["n"].transform("sum").replace(0, float("nan"))
    table = table.sort_values("n", ascending=False, kind="stable")
    return in_order(table, cell)[[*cell, "error", *kinds, *RATES, "share", *NUMBERS, "checked"]]


def trajectory(study: Study, selection: Selection, by: Sequence[str] = ()) -> pd.DataFrame:
    """How the rate of each kind of error, and of what is right, goes with the size of the training set.

    A kind that occurs at some size has a row at every size; change is the difference from the size before.
    """
    kinds, breakdowns = _columns(by)
    path = ["language", "sampling", "model", "part", *breakdowns, *(SEEDS if "seed" in by else [])]
    runs, counted = _observed(study, selection, breakdowns, kinds)
    table = _rates(runs, counted, [*path, "size"], kinds, path)
    table["is_error"] = table["error"] != CORRECT
    total = table.groupby([*path, "error", *kinds])["n"].transform("sum")
    table = table.assign(total=-total).sort_values(["is_error", "total", "error", *kinds, "size"], kind="stable")
    table["change"] = table.groupby([*path, "error", *kinds], sort=False)["mean"].diff()
    table = in_order(table, path)
    return table[[*path, "error", *kinds, "size", *RATES, "change", *NUMBERS, "checked"]]


def _columns(by: Sequence[str]) -> tuple[list[str], list[str]]:
    """The columns that tell errors apart besides their name, and those that tell items apart."""
    return [name for name in dict.fromkeys(by) if name in OF_LABELS], known_breakdowns(by, (*CELL, *OF_LABELS, "seed"))


def _rates(
    runs: pd.DataFrame, counted: pd.DataFrame, cell: list[str], kinds: list[str], shared: list[str] | None = None
) -> pd.DataFrame:
    """Rates over runs. A kind that occurs anywhere in a group of runs counts as 0 in those where it does not."""
    group = shared or cell
    error = ["error", *kinds]
    there = counted[[*group, *error]].drop_duplicates()
    keys = list(dict.fromkeys([*cell, *SEEDS]))
    table = runs.merge(there, on=group).merge(counted[[*keys, *error, *COUNTS]], on=[*keys, *error], how="left")
    table[COUNTS] = table[COUNTS].fillna(0)
    asked = table["n_items"] - table["n_left_out"]
    table["rate"] = table["n"] / asked.where(asked > 0)
    groups = table.groupby([*cell, *error], sort=False)
    result = pd.DataFrame(
        {
            "mean": groups["rate"].mean(),
            "sd": groups["rate"].std(ddof=1),
            "min": groups["rate"].min(),
            "max": groups["rate"].max(),
            "n": groups["n"].sum().astype("int64"),
            "n_seeds": groups.size(),
            "n_items": whole_numbers(groups["n_items"].mean()),
            "n_left_out": groups["n_left_out"].sum(),
            "n_checked": groups["n_checked"].sum(),
        }
    ).reset_index()
    result["checked"] = result["n_checked"] / result["n"].where(result["n"] > 0)
    return result


def _observed(
    study: Study, selection: Selection, breakdowns: Sequence[str], kinds: Sequence[str]
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """For each run (and value of the breakdowns) its number of items, and how often each kind of label occurs."""
    counter = _Counter(study, label_counts(study), breakdowns)
    runs, counted = [], []
    for tally in part_tallies(study):
        if selection.has(tally) and tally.n_items:
            place = (tally.language, tally.sampling, tally.model, tally.size, tally.part)
            key = (*place, tally.seed, tally.training_seed)
            for values, n_items, labels in counter.count(tally):
                n_left_out, of_run = _by_error(labels, kinds)
                runs.append((*key, *values, n_items, n_left_out))
                counted += [(*key, *values, *error, n, n_checked) for error, (n, n_checked) in of_run.items()]
    keys = [*CELL, *SEEDS, *breakdowns]
    return (
        pd.DataFrame(runs, columns=[*keys, "n_items", "n_left_out"]),
        pd.DataFrame(counted, columns=[*keys, "error", *kinds, *COUNTS]),
    )


def _by_error(labels: Counter[Kind], kinds: Sequence[str]) -> tuple[int, dict[tuple[str, ...], tuple[int, int]]]:
    """How many outputs are left out, and of each kind of error how many there are and how many of them are checked."""
    n_left_out = 0
    found: dict[tuple[str, ...], tuple[int, int]] = {}
    for label, number in labels.items():
        if label.error != CORRECT and not LEFT_OUT.isdisjoint(label.flags):
            n_left_out += number
            continue
        error = (label.error, *(_value(label, kind) for kind in kinds))
        n, n_checked = found.get(error, (0, 0))
        found[error] = (n + number, n_checked + number * label.is_peoples)
    return n_left_out, found


def _value(label: Kind, column: str) -> str:
    value = getattr(label, column)
    return ",".join(value) if column == "flags" else str(value)


class _Counter:
    """Counts the labels of a part by the values of the breakdowns."""

    def __init__(self, study: Study, labels: LabelCounts, breakdowns: Sequence[str]) -> None:
        self._labels = labels
        self._values = ItemValues(study, breakdowns) if breakdowns else None

    def count(self, tally: PartTally) -> Iterator[tuple[tuple[str, ...], int, Counter[Kind]]]:
        """Value of the breakdowns, number of items, and how often each label occurs among them."""
        kinds = self._labels.kinds
        if self._values is None:
            labels: Counter[Kind] = Counter()
            for kind_id, number in self._labels.of_part(tally.run_part_id):
                labels[kinds[kind_id]] += number
            yield (), tally.n_items, _with_missing(labels, tally.n_items)
            return
        values = self._values.of(tally)
        by_value: dict[tuple[str, ...], Counter[Kind]] = {}
        for item_id, kind_id in self._labels.items_of_part(tally.run_part_id):
            by_value.setdefault(values[item_id], Counter())[kinds[kind_id]] += 1
        for value, n_items in Counter(values.values()).items():
            yield value, n_items, _with_missing(by_value.get(value, Counter()), n_items)


def _with_missing(labels: Counter[Kind], n_items: int) -> Counter[Kind]:
    n_missing = n_items - labels.total()
    if n_missing:
        labels[Kind("", "", MISSING, ())] = n_missing
    return labels
