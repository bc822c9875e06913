"""What a regression is made from: one row per run, or per cell where its variation over seeds is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.errors import GoedError
from goed.statistics.accuracy import seeds_of
from goed.statistics.regression.clusters import Clusters
from goed.statistics.regression.question import CROSSED, NONE, Question
from goed.statistics.run_accuracies import GIVEN, Answers

FEWEST = 3


class Data(NamedTuple):
    """Rows with the four predictors, those of items, and `y`.

    In a logistic model `n_items` and `n_right` instead, of all observations (`n_observed`) that are alike otherwise.
    """

    rows: pd.DataFrame
    clusters: Clusters | None
    notes: list[str]


def data(
    observed: pd.DataFrame, question: Question, keep_given: bool = False, answers: Sequence[Answers] | None = None
) -> Data:
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
    rows_of_model, places = _alike_together(rows, question)
    clusters = None if question.clusters == NONE else Clusters(rows, places, answers)
    return Data(rows_of_model, clusters, notes)


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


def _alike_together(observations: pd.DataFrame, question: Question) -> tuple[pd.DataFrame, NDArray[np.integer[Any]]]:
    """The rows of a model, and the one that each observation is part of: in a logistic one all that are alike to it."""
    if not question.is_logistic:
        return observations.reset_index(drop=True), np.arange(len(observations))
    alike = observations.groupby([*CROSSED, *question.breakdowns], sort=False)
    rows = alike.agg(n_items=("n_items", "sum"), n_right=("n_right", "sum"), n_observed=("n_items", "size"))
    return rows.reset_index(), alike.ngroup().to_numpy()
