"""What a regression is made from: one row per run, or per cell where its variation over seeds is asked."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd

from goed.errors import GoedError
from goed.statistics.accuracy import seeds_of
from goed.statistics.regression.question import Question
from goed.statistics.run_accuracies import GIVEN

FEWEST = 3


class Data(NamedTuple):
    """Rows with the four predictors, those of items, and `y`; in a logistic model `n_items` and `n_right` instead."""

    rows: pd.DataFrame
    splits: pd.Series[int] | None  # a number for the split of each row: language, sampling and seed
    notes: list[str]


def data(observed: pd.DataFrame, question: Question, keep_given: bool = False) -> Data:
    """The rows that a question is about, of observations from a study or a table; where parts differ, those of test."""
    of_part, of_others = _of_one_part(observed)
    chosen, notes = (of_part, []) if keep_given else _without_given(of_part)
    notes = [*of_others, *notes]
    if question.is_logistic:
        rows = _of_items(chosen)
    elif question.response == "accuracy":
        rows = chosen.assign(y=100 * chosen["accuracy"])
    else:
        rows = _of_cells(chosen, question.response)
    if len(rows) < FEWEST:
        raise GoedError(f"a regression needs at least {FEWEST} observations; there are {len(rows)}")
    splits = None
    if question.response == "accuracy":
        splits = rows.groupby(["language", "sampling", "seed"], sort=False).ngroup()
    return Data(rows.reset_index(drop=True), splits, notes)


def _of_one_part(observed: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """Those of test where there are several parts, and what is left out then."""
    parts = sorted(observed["part"].unique())
    if len(parts) < 2:
        return observed, []
    is_test = observed["part"] == "test"
    others = ", ".join(part for part in parts if part != "test")
    n = f"{(~is_test).sum()} of {len(observed)} observations"
    return observed[is_test], [f"left out: part {others} ({n}); --part chooses a part"]


def _without_given(observed: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """Without the runs on splits that were given, as the paper's regressions are.

    A study may hold nothing else: then those are left out whose sampling is called `given`, and kept if it is all.
    """
    called_given = observed["sampling"].str.casefold() == GIVEN
    for is_given in (observed["is_given"].astype(bool), called_given):
        if is_given.any() and not is_given.all():
            left_out = ", ".join(sorted(observed.loc[is_given, "sampling"].unique()))
            n = f"{is_given.sum()} of {len(observed)} observations"
            return observed[~is_given], [f"left out: given splits ({left_out}; {n}); --sampling keeps what it names"]
    return observed, ["all runs are on given splits, and are kept"] if called_given.any() else []


def _of_cells(observed: pd.DataFrame, response: str) -> pd.DataFrame:
    """Range or variability over seeds, in percentage points, of each cell with more than one seed."""
    cells = seeds_of(observed)
    cells = cells[cells["n_seeds"] > 1]
    if cells.empty:
        raise GoedError(f"no cell has two seeds; a {response} needs them")
    return cells.assign(y=100 * cells[response])


def _of_items(observed: pd.DataFrame) -> pd.DataFrame:
    """How many items each run was asked and got right: as good as one row for each prediction."""
    if observed["n_items"].isna().any():
        raise GoedError("--logistic counts single predictions; a table of accuracies has none, take a study")
    n_right = (observed["accuracy"] * observed["n_items"]).round()
    return observed.assign(n_right=n_right)
