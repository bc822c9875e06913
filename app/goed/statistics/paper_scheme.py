"""Errors in the scheme of Kodner, Khalifa, Payne & Liu (2023), for figures beside theirs.

The paper names an error by what the wrong form shows: in English -(e)d, an irregular pattern, or nothing (?); in
German the plural suffix; in Arabic the classes of both forms. What goed tells apart besides is folded into that:

    eng  brang, and cut for cutted: irr      jumpped: reg     saunk, and sing for sang: ?
    deu  Autoe, and Hande for Hände: e       Komma for Kommata: zero             Spae: ?
    ara  Br→Snd(F) and the like; an error of the gold form: PATB                 nonsense: ?
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from goed.statistics.accuracy import in_order, whole_numbers
from goed.statistics.coded_values import Kinds
from goed.statistics.outcomes import LEFT_OUT, MISSING, Marks, Outcomes, PartOutcomes
from goed.statistics.run_accuracies import CELL, SEEDS
from goed.statistics.selection import Selection
from goed.study.items import Item
from goed.study.label_counts import Kind
from goed.study.study import Study
from goed_classifiers.values import CORRECT, NO_CLASS, UNNATURAL

GOLD_ERROR = "gold-error"
PATB = "PATB"  # an error of annotation in the Penn Arabic Treebank, as the paper's figures call it
NO_ERROR = ""  # right, or wrong and left out
HIT_HIT = ("t", "d")  # ends of English lemmas whose past may be the lemma: hit–hit, spread–spread
OBSERVED = ["n", "n_checked"]


def paper_scheme(study: Study, selection: Selection) -> pd.DataFrame:
    """The rate of each of the paper's kinds of error among the items asked: mean, sd, min and max over seeds."""
    outcomes = Outcomes(study)
    tables = [_of_run(outcomes, part) for part in outcomes.of_parts(selection)]
    runs = pd.DataFrame([run for run, _ in tables], columns=[*CELL, *SEEDS, "n_items", "n_left_out"])
    counted = pd.DataFrame([row for _, rows in tables for row in rows], columns=[*CELL, *SEEDS, "shows", *OBSERVED])
    return _rates(runs, counted)


Row = tuple[object, ...]


def _of_run(outcomes: Outcomes, part: PartOutcomes) -> tuple[Row, list[Row]]:
    """How many items one run was asked and how many are left out; and its errors by what they show."""
    tally = part.tally
    run = (*(getattr(tally, column) for column in (*CELL, *SEEDS)),)
    ends = _ends_in_t_or_d(part.items) if tally.language == "eng" else np.zeros(len(part.items), dtype=bool)
    found: dict[str, list[int]] = {}
    n_left_out = 0
    for kind_number, is_hit_hit, number in _counted(part.kinds, ends):
        kind = outcomes.kinds[kind_number]
        shows = shown(tally.language, kind, is_hit_hit)
        if shows != NO_ERROR:
            counts = found.setdefault(shows, [0, 0])
            counts[0] += number
            counts[1] += number * kind.is_peoples
        elif kind.error != CORRECT:
            n_left_out += number
    return (*run, tally.n_items, n_left_out), [(*run, shows, *counts) for shows, counts in found.items()]


def _ends_in_t_or_d(items: Sequence[Item]) -> Marks:
    return np.fromiter((item.lemma.endswith(HIT_HIT) for item in items), dtype=bool, count=len(items))


def _counted(kinds: Kinds, ends: Marks) -> list[tuple[int, bool, int]]:
    """How often each kind occurs with lemmas that end in t or d, and with others."""
    lowest = int(kinds.min(initial=0))
    counts = np.bincount((kinds - lowest) * 2 + ends)
    present = np.flatnonzero(counts)
    of_kinds, are_ends = np.divmod(present, 2)
    columns = ((of_kinds + lowest).tolist(), are_ends.astype(bool).tolist(), counts[present].tolist())
    return list(zip(*columns, strict=True))


def shown(language: str, kind: Kind, is_hit_hit: bool = False) -> str:
    """What a wrong form shows in the paper's scheme; nothing where it is right, or no error of the learner."""
    if kind.error == CORRECT or "variant" in kind.flags:
        return NO_ERROR
    if language == "ara" and GOLD_ERROR in kind.flags:
        return PATB
    if not LEFT_OUT.isdisjoint(kind.flags):
        return NO_ERROR
    if kind.error == MISSING or not kind.pred_class:
        return kind.error
    by_language: dict[str, Callable[[Kind, bool], str]] = {"eng": _english, "deu": _german, "ara": _arabic}
    return by_language.get(language, _german)(kind, is_hit_hit)


def _english(kind: Kind, is_hit_hit: bool) -> str:
    if kind.pred_class == "bare":
        return "irr" if is_hit_hit else NO_CLASS
    return kind.pred_class


def _german(kind: Kind, is_hit_hit: bool) -> str:
    return NO_CLASS if kind.pred_class == "other" else kind.pred_class


def _arabic(kind: Kind, is_hit_hit: bool) -> str:
    return NO_CLASS if kind.error == UNNATURAL else kind.error


def _rates(runs: pd.DataFrame, counted: pd.DataFrame) -> pd.DataFrame:
    """Rates over runs. What occurs in any run of a cell counts as 0 in those of its runs where it does not."""
    keys = [*CELL, *SEEDS]
    there = counted[[*CELL, "shows"]].drop_duplicates()
    table = runs.merge(there, on=CELL).merge(counted, on=[*keys, "shows"], how="left")
    table[OBSERVED] = table[OBSERVED].fillna(0)
    asked = table["n_items"] - table["n_left_out"]
    table["rate"] = table["n"] / asked.where(asked > 0)
    groups = table.groupby([*CELL, "shows"], sort=False)
    n = groups["n"].sum().astype("int64")
    result = pd.DataFrame(
        {
            "mean": groups["rate"].mean(),
            "sd": groups["rate"].std(ddof=1),
            "min": groups["rate"].min(),
            "max": groups["rate"].max(),
            "share": n / n.groupby(level=CELL).transform("sum"),
            "n": n,
            "n_seeds": groups.size(),
            "n_items": whole_numbers(groups["n_items"].mean()),
            "n_left_out": groups["n_left_out"].sum(),
            "checked": groups["n_checked"].sum() / n,
        }
    ).reset_index()
    return in_order(result.sort_values("n", ascending=False, kind="stable"), CELL)
