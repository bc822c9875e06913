"""Clustered standard errors: by split, or by item and split at once.

Predictions on one split, and those of one item, are not independent. The two-way clusters are those of Cameron, Gelbach
& Miller (2011, Journal of Business & Economic Statistics 29): covariances by item, plus those by split, minus those by
both. They equal R's sandwich::vcovCL(type = "HC1", cadjust = TRUE, multi0 = FALSE, fix = FALSE) on data with one row
for each prediction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from goed.errors import GoedError
from goed.statistics.breakdowns import NOWHERE
from goed.statistics.cells import cell_columns
from goed.statistics.linear_models.design import Numbers
from goed.statistics.run_accuracies import AnsweredItems

FEWEST = 3
AT_ONCE = 4_000_000  # numbers: sums of scores, items × columns


class Meat(NamedTuple):
    """The middle factor of the sandwich estimator of covariances, and what it is made of."""

    meat: Numbers
    before_subtraction: Numbers  # the same before covariances by both are subtracted: never negative
    n_fewest: int  # number of clusters, of the kind with fewer
    words: str  # what the clusters are


class Clusters:
    """The clusters of observations: their splits and, if answers are given, their items."""

    def __init__(
        self, observations: pd.DataFrame, rows: NDArray[np.integer[Any]], answers: Sequence[AnsweredItems] | None = None
    ) -> None:
        """`rows` are the rows of the model that the observations belong to."""
        self._observations, self._rows, self._answers = observations, rows, answers
        self.has_items = answers is not None
        of_splits = [*cell_columns(observations, "model", "size", "part"), "seed"]
        self.splits = observations.groupby(of_splits, sort=False).ngroup().to_numpy()

    def by_split(self, columns: Numbers, residuals: Numbers) -> Meat:
        """By split alone; `residuals` are observed minus predicted values, one for each observation."""
        shape = (int(self.splits.max()) + 1, len(columns))
        return self.of_splits(csr_matrix((residuals, (self.splits, self._rows)), shape) @ columns)

    def of_splits(self, sums: Numbers) -> Meat:
        """By split alone, from the sum of the scores of each split."""
        n_splits = _enough(len(np.unique(self.splits)), "split")
        meat = _corrected(sums.T @ sums, n_splits)
        return Meat(meat, meat, n_splits, f"split: {n_splits:,} splits")

    def of_answers(self, columns: Numbers, shares: Numbers) -> Meat:
        """By split and, if there are answers, by item; `shares` are the predicted shares right of the rows."""
        n_asked, n_right = (self._observations[name].to_numpy(np.float64) for name in ("n_items", "n_right"))
        by_split = self.by_split(columns, n_right - n_asked * shares[self._rows])
        if not self.has_items:
            return by_split
        of_splits = self._answers_of_splits()
        asked = {id(answers.item_ids): answers.item_ids for of_split in of_splits for answers in of_split}
        item_ids = np.unique(np.concatenate(list(asked.values())))
        n_items = _enough(len(item_ids), "item")
        by_item, by_both = _by_item_and_by_both(of_splits, item_ids, columns, shares)
        words = f"item and split: {n_items:,} items, {by_split.n_fewest:,} splits"
        together = by_item + by_split.meat
        return Meat(together - by_both, together, min(n_items, by_split.n_fewest), words)

    def _answers_of_splits(self) -> list[list[AnsweredItems]]:
        """The answers that belong to the observations, grouped by split; their rows are those of the model."""
        observed = self._observations.index.to_numpy()
        splits, rows = np.full((2, observed.max() + 1), NOWHERE, dtype=np.int32)
        splits[observed], rows[observed] = self.splits, self._rows
        of_splits: list[list[AnsweredItems]] = [[] for _ in np.unique(self.splits)]
        for answers in self._answers or ():
            first = answers.rows[0]  # the answers of a part of a run are observed all together, or not at all
            if first < len(splits) and splits[first] != NOWHERE:
                of_splits[splits[first]].append(answers._replace(rows=rows[answers.rows]))
        return of_splits


def _by_item_and_by_both(
    of_splits: Sequence[Sequence[AnsweredItems]], item_ids: NDArray[np.int64], columns: Numbers, shares: Numbers
) -> list[Numbers]:
    """Covariances by item, and by both item and split.

    They are computed for some items at a time, split by split, so that no table of all clusters × columns is needed.
    """
    n_columns, n_both = columns.shape[1], 0
    by_item, by_both = np.zeros((2, n_columns, n_columns))
    for some in np.array_split(item_ids, min(len(item_ids), len(item_ids) * n_columns // AT_ONCE + 1)):
        of_items = np.zeros((len(some), n_columns))
        for answers in of_splits:
            places, sums = _summed_by_item(answers, some, columns, shares)
            of_items[places] += sums
            by_both += sums.T @ sums
            n_both += len(sums)
        by_item += of_items.T @ of_items
    return [_corrected(by_item, len(item_ids)), _corrected(by_both, n_both)]


def _summed_by_item(
    answers: Sequence[AnsweredItems], some: NDArray[np.int64], columns: Numbers, shares: Numbers
) -> tuple[NDArray[np.int64], Numbers]:
    """The places in `some` of the items that were answered, and the sum of the scores of each."""
    item_ids, rows, are_right = (np.concatenate(values) for values in zip(*answers, strict=True))
    inside = (item_ids >= some[0]) & (item_ids <= some[-1])
    present, of_item = np.unique(item_ids[inside], return_inverse=True)
    residuals = are_right[inside] - shares[rows[inside]]
    sums = csr_matrix((residuals, (of_item, rows[inside])), (len(present), len(columns))) @ columns
    return np.searchsorted(some, present), sums


def _corrected(squares: Numbers, n_clusters: int) -> Numbers:
    return squares * n_clusters / (n_clusters - 1)


def _enough(n_clusters: int, what: str) -> int:
    if n_clusters < FEWEST:
        raise GoedError(f"errors clustered by {what} need three {what}s or more; there are {n_clusters}")
    return n_clusters
