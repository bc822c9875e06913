"""Fitting models: least squares, and logistic regression on counts."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.linalg import solve_triangular

from goed.errors import GoedError
from goed.statistics.linear_models.clusters import Clusters, Meat
from goed.statistics.linear_models.design import Numbers

PERFECT = 1e-28  # residuals so small relative to the values are rounding errors
MAX_LOG_ODDS = 15.0  # log odds, one right in three million: only where none is right do data say so
MOST_STEPS = 50
RELATIVE_TOLERANCE = 1e-11  # how little the deviance changes, relatively, in the last step
ONLY_ROUNDING = 1e-6  # relative to the plain error: a clustered one below this is rounding


@dataclass(frozen=True)
class FittedModel:
    """Coefficients with their covariances, in the order of the columns that were fitted."""

    estimates: Numbers
    covariances: Numbers
    nonnegative_covariances: Numbers  # covariances that are never negative; errors far below theirs are rounding
    df: float  # of Student's t: infinite for the normal distribution
    n: int
    df_residual: int
    r_squared: float | None = None
    clustered_by: str | None = None

    @property
    def adjusted_r_squared(self) -> float | None:
        """None for a logistic model, and if no degrees of freedom are left."""
        if self.r_squared is None or not self.df_residual:
            return None
        return 1 - (1 - self.r_squared) * (self.n - 1) / self.df_residual

    def std_errors(self, gradients: Numbers) -> Numbers:
        """The standard errors of weighted sums of coefficients, one per row of `gradients`, by the delta method.

        With clusters, an error is nan where the sum depends on one split alone, as only rounding errors would be left
        of it, and where its variance is negative, as clusters of two kinds may make it.
        """
        errors, nonnegative = (
            np.sqrt(np.einsum("ij,jk,ik->i", gradients, covariances, gradients, optimize=True).clip(0))
            for covariances in (self.covariances, self.nonnegative_covariances)
        )
        return np.where(errors > ONLY_ROUNDING * nonnegative, errors, np.nan)


def least_squares(columns: Numbers, y: Numbers, clusters: Clusters | None = None) -> FittedModel:
    """Ordinary least squares; with clusters, errors are clustered by split.

    Clustered covariances are the sandwich with the correction G/(G-1) · (n-1)/(n-k), as in Stata (CR1), and t has G-1
    degrees of freedom for G clusters.
    """
    from statsmodels.regression.linear_model import OLS  # takes long to load, and few tables need it

    n, n_terms = columns.shape
    refuse_constant(y)
    basis = _Basis.of(columns)
    if n <= n_terms and clusters is None:  # coefficients without standard errors, as in lm
        unknown = np.full((n, n), np.nan)
        return FittedModel(basis.estimates(basis.directions.T @ y / n), unknown, unknown, 0, n, 0, 1.0)
    if n <= n_terms:
        raise GoedError(f"there are {n} observations for {n_terms} terms; none are left to tell how sure they are")
    fitted = OLS(y, basis.directions, hasconst=True).fit()  # the intercept is among the columns: no need to search
    refuse_perfect(fitted.ssr, y)
    r_squared = float(1 - fitted.ssr / fitted.centered_tss)
    plain = basis.covariances(fitted.cov_params())
    fit = FittedModel(basis.estimates(fitted.params), plain, plain, n - n_terms, n, n - n_terms, r_squared)
    if clusters is None:
        return fit
    meat = clusters.by_split(basis.directions, fitted.resid)
    return _clustered(fit, basis, fitted.normalized_cov_params, meat, (n - 1) / (n - n_terms))


def _clustered(fit: FittedModel, basis: _Basis, bread: Numbers, meat: Meat, correction: float) -> FittedModel:
    """A fit with the sandwich estimator in place of its covariances."""
    covariances, together = (
        basis.covariances(bread @ middle @ bread) * correction for middle in (meat.meat, meat.before_subtraction)
    )
    nonnegative = fit.nonnegative_covariances + together
    return replace(
        fit, covariances=covariances, nonnegative_covariances=nonnegative, df=meat.n_fewest - 1, clustered_by=meat.words
    )


def refuse_constant(y: Numbers) -> None:
    """Refuse observations that are all the same."""
    if np.ptp(y) == 0:
        raise GoedError(f"all {len(y)} observations have the same value, {y[0]:g}; there is nothing to explain")


def refuse_perfect(ssr: float, y: Numbers) -> None:
    """Refuse a model that leaves no residuals."""
    if ssr <= PERFECT * (y @ y):
        raise GoedError("the terms give every observation exactly; nothing is left to tell how sure they are")


def logistic(
    columns: Numbers, rows: pd.DataFrame, names: Sequence[str], clusters: Clusters | None = None
) -> FittedModel:
    """A logistic model of how many of `n_items` are right, equal to one of single predictions. `names` are factors.

    Covariances clustered by split are the sandwich with the correction G/(G-1); with items, also with (n-1)/(n-k), as
    type HC1 has it. t has G-1 degrees of freedom, where G is the smaller number of clusters; without clusters the
    normal distribution is used.
    """
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_linear_model import GLM

    right, asked = (rows[name].to_numpy(dtype=np.float64) for name in ("n_right", "n_items"))
    basis = _Basis.of(columns)
    model = GLM(np.column_stack([right, asked - right]), basis.directions, family=Binomial())
    n, df = int(asked.sum()), int(asked.sum()) - columns.shape[1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such problems are reported in words below
        fitted = model.fit(maxiter=MOST_STEPS, rtol=RELATIVE_TOLERANCE, wls_method="qr")
    _refuse_separation(fitted.predict(which="linear"), rows, names)
    if not fitted.converged:
        raise GoedError(f"the logistic model has not settled in {MOST_STEPS} steps; take fewer predictors")
    shares = fitted.fittedvalues
    # statsmodels' own covariances are those of the last step but one, and differ in the seventh digit.
    bread = np.linalg.inv((basis.directions.T * (asked * shares * (1 - shares))) @ basis.directions)
    plain = basis.covariances(bread)
    fit = FittedModel(basis.estimates(fitted.params), plain, plain, np.inf, n, df)
    if clusters is None:
        return fit
    meat = clusters.of_answers(basis.directions, shares)
    correction = (n - 1) / df if clusters.has_items else 1.0
    return _clustered(fit, basis, bread, meat, correction)


class _Basis(NamedTuple):
    """Columns as orthogonal directions, and the triangular matrix that restores them: columns = directions @ triangle.

    Models are fitted to the directions, because sizes of 100,000 beside levels of 0 and 1 would cost precision.
    """

    directions: Numbers
    triangle: Numbers

    @classmethod
    def of(cls, columns: Numbers) -> _Basis:
        directions, triangle = np.linalg.qr(columns)
        scale = np.sqrt(len(columns))
        return cls(directions * scale, triangle / scale)

    def estimates(self, of_directions: Numbers) -> Numbers:
        """The coefficients of the columns from those of the directions."""
        return np.asarray(solve_triangular(self.triangle, of_directions))

    def covariances(self, of_directions: Numbers) -> Numbers:
        """The covariances of the columns' coefficients from those of the directions'."""
        half = solve_triangular(self.triangle, of_directions)
        return np.asarray(solve_triangular(self.triangle, half.T).T)


def _refuse_separation(log_odds: Numbers, rows: pd.DataFrame, names: Sequence[str]) -> None:
    """Refuse data in which all of some rows is right, or none: the coefficient for that would be infinite."""
    far = np.abs(log_odds) > MAX_LOG_ODDS
    if not far.any():
        return
    row = rows[far].iloc[0]
    place = ", ".join(f"{name} {row[name]}" for name in names)
    what = "right" if log_odds[far][0] > 0 else "wrong"
    raise GoedError(
        f"the logistic model has no solution: all is {what} where {place}; leave that out, or do without --logistic"
    )
