"""Average marginal effects: what a predictor does on average over all observations.

A coefficient, in contrast, tells only about one reference cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.statistics.linear_models.design import Design, Numbers, Predictor
from goed.statistics.linear_models.fits import FittedModel

Marks = NDArray[np.bool_]
RELATIVE_TOLERANCE = 1e-6  # relative tolerance when checking that the data can tell a row


class Effect(NamedTuple):
    """An effect, averaged over the observations for which the data can tell it."""

    term: str
    reference: str | None  # the level that this one is compared with; None for a numeric predictor
    estimate: float
    std_error: float
    n_averaged: int


class Effects:
    """The effects of a fitted model, in percentage points.

    A level's effect is the mean difference between the predictions with this level and with the reference, all else
    being equal; the effect of size is the mean slope. Standard errors are by the delta method. An observation is left
    out of the mean if one of its two predictions needs a dropped term.
    """

    def __init__(
        self, design: Design, rows: pd.DataFrame, kept: list[int], fit: FittedModel, is_logistic: bool
    ) -> None:
        self._design, self._rows, self._kept, self._fit, self._is_logistic = design, rows, kept, fit, is_logistic
        counts = rows if is_logistic else pd.DataFrame({"n_items": 1, "n_observed": 1}, index=rows.index)
        self._n_items, self._n_observed = counts["n_items"].to_numpy(), counts["n_observed"].to_numpy()
        matrix = design.matrix(rows)
        self._dropped = np.setdiff1d(np.arange(matrix.shape[1]), kept)
        # Dropped columns as combinations of kept ones: a new row can be predicted only if the same holds for it.
        self._made_of = np.linalg.lstsq(matrix[:, kept], matrix[:, self._dropped], rcond=None)[0]

    def all(self) -> Iterator[Effect]:
        """The effect of each level of each factor, and of size."""
        for predictor in self._design.predictors:
            yield from self._of_levels(predictor) if predictor.levels else self._of_number(predictor)

    def _of_levels(self, predictor: Predictor) -> Iterator[Effect]:
        reference, *levels = predictor.levels
        before = self._design.matrix(self._rows.assign(**{predictor.name: reference}))
        is_estimable, of_reference = self._is_estimable(before), self._predicted(before)
        for level, term in zip(levels, predictor.terms(), strict=True):
            after = self._design.matrix(self._rows.assign(**{predictor.name: level}))
            use = is_estimable & self._is_estimable(after)
            if use.any():
                pairs = zip(self._predicted(after), of_reference, strict=True)
                values, gradients = (new[use] - old[use] for new, old in pairs)
                yield self._effect(term, reference, values, gradients, use)

    def _of_number(self, predictor: Predictor) -> Iterator[Effect]:
        matrix, (_, slopes) = self._design.matrix(self._rows), self._design.slopes(self._rows, predictor)
        use = self._is_estimable(slopes)
        if use.any():
            values, gradients = self._slope_and_gradient(matrix[use], slopes[use])
            yield self._effect(predictor.terms()[0], None, values, gradients, use)

    def _is_estimable(self, matrix: Numbers) -> Marks:
        if not len(self._dropped):
            return np.ones(len(matrix), dtype=np.bool_)
        distances = np.abs(matrix[:, self._dropped] - matrix[:, self._kept] @ self._made_of)
        return np.asarray((distances <= RELATIVE_TOLERANCE * np.abs(matrix).max(axis=1, keepdims=True)).all(axis=1))

    def _predicted(self, matrix: Numbers) -> tuple[Numbers, Numbers]:
        """The prediction for each row, and its derivative by each coefficient."""
        columns = matrix[:, self._kept]
        values = columns @ self._fit.estimates
        if not self._is_logistic:
            return values, columns
        share = 1 / (1 + np.exp(-values))
        return 100 * share, 100 * (share * (1 - share))[:, np.newaxis] * columns

    def _slope_and_gradient(self, matrix: Numbers, slopes: Numbers) -> tuple[Numbers, Numbers]:
        """The slope of the prediction along a numeric predictor, and its derivative by each coefficient."""
        changes = slopes[:, self._kept]
        values = changes @ self._fit.estimates
        if not self._is_logistic:
            return values, changes
        columns = matrix[:, self._kept]
        share = 1 / (1 + np.exp(-columns @ self._fit.estimates))
        first = share * (1 - share)
        second = first * (1 - 2 * share)
        return 100 * first * values, 100 * (first[:, np.newaxis] * changes + (second * values)[:, np.newaxis] * columns)

    def _effect(self, term: str, reference: str | None, values: Numbers, gradients: Numbers, use: Marks) -> Effect:
        weights = self._n_items[use]
        gradient = np.average(gradients, axis=0, weights=weights)
        (error,) = self._fit.std_errors(gradient[np.newaxis])
        n_averaged = int(self._n_observed[use].sum())
        return Effect(term, reference, float(np.average(values, weights=weights)), float(error), n_averaged)
