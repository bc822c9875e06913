"""Models fitted to their columns: least squares, and a logistic model of counts."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import statsmodels.api as sm

from app.errors import GoedError
from app.stats.regression.design import Numbers

PERFECT = 1e-28  # residuals that small beside the values are rounding, not variation
FURTHEST = 15.0  # log odds: one right in three million; no data of this kind say so, except by none at all
MOST_STEPS = 50


@dataclass(frozen=True)
class Fit:
    """Coefficients with their covariances, in the order of the columns that were fitted."""

    estimates: Numbers
    covariances: Numbers
    df: float  # of Student's t: infinite for the normal distribution
    n: int
    df_residual: int
    r_squared: float | None = None
    adjusted_r_squared: float | None = None


def least_squares(columns: Numbers, y: Numbers, splits: Sequence[int] | None = None) -> Fit:
    """Ordinary least squares; with splits, errors are clustered by them.

    Clustered covariances are the sandwich with the correction G/(G-1) · (n-1)/(n-k), as Stata has them (CR1), and t
    has G-1 degrees of freedom for G clusters.
    """
    n, n_terms = columns.shape
    if np.ptp(y) == 0:
        raise GoedError(f"all {n} observations have the same value, {y[0]:g}; there is nothing to explain")
    if n <= n_terms:
        raise GoedError(f"there are {n} observations for {n_terms} terms; none are left to tell how sure they are")
    scales = np.linalg.norm(columns, axis=0)  # a size of 1,000 beside a 1 would cost digits
    model = sm.OLS(y, columns / scales)
    fitted = model.fit()
    if fitted.ssr <= PERFECT * (y @ y):
        raise GoedError("the terms give every observation exactly; nothing is left to tell how sure they are")
    fit = Fit(
        fitted.params / scales,
        fitted.cov_params() / np.outer(scales, scales),
        fitted.df_resid,
        n,
        int(fitted.df_resid),
        float(fitted.rsquared),
        float(fitted.rsquared_adj),
    )
    if splits is None:
        return fit
    n_splits = _enough(splits)
    clustered = fitted.get_robustcov_results("cluster", groups=np.asarray(splits), use_t=True)
    covariances = clustered.cov_params() / np.outer(scales, scales)
    return replace(fit, covariances=covariances, df=n_splits - 1)


def logistic(columns: Numbers, rows: pd.DataFrame, splits: Sequence[int] | None = None) -> Fit:
    """A logistic model of how many of `n_items` are right; the same as one of single predictions.

    Clustered covariances are the sandwich with the correction G/(G-1), and t has G-1 degrees of freedom; without
    clusters the normal distribution is taken.
    """
    right, asked = rows["n_right"].to_numpy(), rows["n_items"].to_numpy()
    scales = np.linalg.norm(columns, axis=0) / np.sqrt(len(columns))
    model = sm.GLM(np.column_stack([right, asked - right]), columns / scales, family=sm.families.Binomial())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what is said in words below
        fitted = model.fit(maxiter=MOST_STEPS)
    _refuse_separation(fitted.predict(which="linear"), rows)
    if not fitted.converged:
        raise GoedError(f"the logistic model has not settled in {MOST_STEPS} steps; take fewer predictors")
    fit = Fit(
        fitted.params / scales,
        fitted.cov_params() / np.outer(scales, scales),
        np.inf,
        int(asked.sum()),
        int(asked.sum()) - columns.shape[1],
    )
    if splits is None:
        return fit
    n_splits = _enough(splits)
    keywords = {"groups": np.asarray(splits), "use_correction": False}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        clustered = model.fit(maxiter=MOST_STEPS, cov_type="cluster", cov_kwds=keywords)
    covariances = clustered.cov_params() * n_splits / (n_splits - 1) / np.outer(scales, scales)
    return replace(fit, covariances=covariances, df=n_splits - 1)


def _enough(splits: Sequence[int]) -> int:
    n_splits = len(set(splits))
    if n_splits < 3:
        raise GoedError(f"errors clustered by split need three splits or more; there are {n_splits}")
    return n_splits


def _refuse_separation(log_odds: Numbers, rows: pd.DataFrame) -> None:
    """Where everything is right, or nothing, the coefficient that says so has no end."""
    far = np.abs(log_odds) > FURTHEST
    if not far.any():
        return
    row = rows[far].iloc[0]
    place = ", ".join(f"{name} {row[name]}" for name in ("language", "model", "sampling"))
    what = "right" if log_odds[far][0] > 0 else "wrong"
    raise GoedError(
        f"the logistic model has no solution: all is {what} where {place}; leave that out, or do without --logistic"
    )
