"""Fast least squares for models with all interactions and hundreds of terms.

In such a model each combination of levels (of language, model, sampling) has a straight line of its own along the size.
The columns of the model are linear combinations of these lines: columns = lines @
columns_by_direction. So it takes no matrix of all observations × all columns, most of it 0, but only many fits of two
numbers and the small matrix `columns_by_direction`. The result is that of `least_squares`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from goed.statistics.linear_models.clusters import Clusters
from goed.statistics.linear_models.design import Design, Numbers, identified
from goed.statistics.linear_models.fits import FittedModel, refuse_constant, refuse_perfect

MANY_TERMS = 300  # models of up to so many terms are left to least_squares


def crossed_least_squares(
    design: Design, rows: pd.DataFrame, clusters: Clusters | None
) -> tuple[list[int], FittedModel] | None:
    """The places of the columns that are kept, and the fit; None if the model or the data do not allow this method."""
    numbers = [predictor for predictor in design.crossed if not predictor.levels]
    if design.others or len(numbers) > 1 or design.n_terms() <= MANY_TERMS:
        return None
    y = rows["y"].to_numpy(dtype=np.float64)
    refuse_constant(y)
    lines = _CrossedLines(design, rows)
    kept = identified(lines.columns_by_direction)
    if len(kept) != lines.n or len(y) <= lines.n:
        return None
    ends_of_columns = np.asarray(np.linalg.inv(lines.columns_by_direction[:, kept]), dtype=np.float64)
    return kept, _fit(lines, ends_of_columns, y, clusters)


class _CrossedLines:
    """Orthogonal directions: for each combination of levels one for its mean, and one for its slope along the size.

    Each observation lies in the first direction of its combination and, if that has several sizes, in the second.
    """

    def __init__(self, design: Design, rows: pd.DataFrame) -> None:
        factors = [predictor.name for predictor in design.crossed if predictor.levels]
        groups = rows.groupby(factors, sort=False, observed=True) if factors else rows.groupby(np.zeros(len(rows)))
        self._of_row = groups.ngroup().to_numpy(dtype=np.int64)
        n_each = np.bincount(self._of_row).astype(np.float64)
        first = rows.iloc[np.unique(self._of_row, return_index=True)[1]]
        # For each combination, its columns at number 0 and their change per unit; for each row, its number (x).
        at_zero, slopes, x = design.matrix(first), np.zeros((len(first), design.n_terms())), np.zeros(len(rows))
        for number in [predictor for predictor in design.crossed if not predictor.levels]:  # one, if any
            at_zero, slopes = design.slopes(first, number)
            x = number.columns(rows[number.name])[:, 0]
        means = np.bincount(self._of_row, weights=x) / n_each
        away = x - means[self._of_row]
        squares = np.bincount(self._of_row, weights=away**2)
        has_slope = squares > 1e-12 * np.maximum(means**2 * n_each, 1e-300)
        self._lengths = np.sqrt(n_each), np.sqrt(np.where(has_slope, squares, 1.0))
        self._away = away
        self._place_of_slope = np.where(has_slope, len(n_each) + np.cumsum(has_slope) - 1, -1)
        middles = (at_zero + means[:, None] * slopes) * self._lengths[0][:, None]
        self.columns_by_direction: Numbers = np.vstack([middles, (slopes * self._lengths[1][:, None])[has_slope]])
        self.n = len(self.columns_by_direction)

    def project(self, values: Numbers) -> Numbers:
        """The coordinates of values (one for each observation) along the directions."""
        n = len(self._lengths[0])
        middles = np.bincount(self._of_row, weights=values, minlength=n) / self._lengths[0]
        slopes = np.bincount(self._of_row, weights=values * self._away, minlength=n) / self._lengths[1]
        return np.concatenate([middles, slopes[self._place_of_slope >= 0]])

    def fitted(self, along: Numbers) -> Numbers:
        """The values of the observations that have these coordinates along the directions."""
        n = len(self._lengths[0])
        places = self._place_of_slope
        slopes = np.where(places >= 0, along[places], 0.0) / self._lengths[1]
        return np.asarray((along[:n] / self._lengths[0])[self._of_row] + slopes[self._of_row] * self._away)


def _fit(lines: _CrossedLines, ends_of_columns: Numbers, y: Numbers, clusters: Clusters | None) -> FittedModel:
    """Fit along the directions, and express the result in the columns of the model."""
    along = lines.project(y)
    residuals = y - lines.fitted(along)
    n, df = len(y), len(y) - lines.n
    ssr = float(residuals @ residuals)
    refuse_perfect(ssr, y)
    plain = ends_of_columns @ ends_of_columns.T * (ssr / df)
    r_squared = 1 - ssr / float(((y - y.mean()) ** 2).sum())
    fit = FittedModel(ends_of_columns @ along, plain, plain, df, n, df, r_squared)
    if clusters is None:
        return fit
    of_splits = (np.where(clusters.splits == split, residuals, 0.0) for split in np.unique(clusters.splits))
    meat = clusters.of_splits(np.stack([ends_of_columns @ lines.project(values) for values in of_splits]))
    return replace(fit, covariances=meat.meat * (n - 1) / df, df=meat.n_fewest - 1, clustered_by=meat.words)
