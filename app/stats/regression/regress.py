"""A regression from observations to its table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

from app.errors import GoedError, WrongUsageError, quoted
from app.stats.regression.data import Data, constant_columns, data, predictors_of
from app.stats.regression.design import Design, Numbers, Predictor
from app.stats.regression.effects import Effects
from app.stats.regression.fits import Fit, least_squares, logistic
from app.stats.regression.identified import identified
from app.stats.regression.question import CROSSED, Question

MOST_TERMS = 4000
FACTS = ["n", "df_residual", "r_squared", "adjusted_r_squared"]  # of the whole model, the same in every row


class Regression(NamedTuple):
    """A row for each term: response, term, estimate, std_error, t, p, low, high, and the facts; what to tell of it."""

    table: pd.DataFrame
    notes: list[str]


def regression(observed: pd.DataFrame, question: Question, keep_given: bool = False) -> Regression:
    """Explain accuracies, or how they vary over seeds, in percentage points; in a logistic model log odds of right."""
    found = data(observed, question, keep_given)
    design, notes = _designed(found.rows, question)
    notes = [*found.notes, *notes]
    if design.n_terms() > MOST_TERMS:
        raise GoedError(f"the model would have {design.n_terms():,} terms; take fewer levels or predictors")
    matrix, terms = design.matrix(found.rows), design.terms()
    kept = identified(matrix)
    if dropped := [terms[place] for place in sorted(set(range(len(terms))) - set(kept))]:
        notes.append(f"terms that the data cannot tell from others, dropped as R's lm does: {', '.join(dropped)}")
    fit = _fitted(matrix[:, kept], found, question)
    if question.is_clustered and found.splits is not None:
        notes.append(f"errors are clustered by split ({found.splits.nunique()} splits)")
    if question.wants_effects:
        table = _effects(Effects(design, found.rows, kept, fit, question.is_logistic), fit)
    else:
        errors = np.sqrt(np.diag(fit.covariances))
        table = _table([terms[place] for place in kept], fit.estimates, errors, fit.df)
    table.insert(0, "response", _response(question))
    return Regression(_with_facts(table, fit), [*notes, *_without_errors(table)])


def _designed(rows: pd.DataFrame, question: Question) -> tuple[Design, list[str]]:
    """The predictors that have more than one value, and what to tell of them."""
    names = predictors_of(question)
    constant = constant_columns(rows, names)
    if set(CROSSED) <= set(constant):
        raise GoedError("language, model, size and sampling have one value each; there is nothing to compare")
    predictors = [_predictor(name, rows[name], question) for name in names if name not in constant]
    _check_references(question, predictors)
    notes = []
    if constant:
        values = ", ".join(f"{name} ({quoted(str(rows[name].iloc[0]))})" for name in constant)
        notes.append(f"one value only, and so no part of the formula: {values}")
    if levels := ", ".join(f"{predictor.name} {predictor.levels[0]}" for predictor in predictors if predictor.levels):
        notes.append(f"reference levels: {levels}")
    crossed = tuple(predictor for predictor in predictors if predictor.name in CROSSED)
    others = tuple(predictor for predictor in predictors if predictor.name not in CROSSED)
    formula = " + ".join(
        [
            " * ".join(predictor.terms()[0] if not predictor.levels else predictor.name for predictor in crossed),
            *(predictor.name for predictor in others),
        ]
    )
    return Design(crossed, others), [f"{_response(question)} ~ {formula}", *notes]


def _predictor(name: str, values: pd.Series[object], question: Question) -> Predictor:
    """A number where all sizes are, else a factor with its levels in sorted order, the reference moved to the front."""
    if name == "size" and pd.api.types.is_numeric_dtype(values):
        if question.has_log_size and float(values.min()) <= 0:  # type: ignore[arg-type]
            raise GoedError("--log-size: there is a size of 0, which has no logarithm")
        return Predictor(name, is_log=question.has_log_size)
    levels = sorted({str(value) for value in values})
    reference = question.references.get(name, levels[0])
    if reference not in levels:
        raise WrongUsageError(f"--reference: {name} has no level {quoted(reference)}; it has {', '.join(levels)}")
    return Predictor(name, (reference, *(level for level in levels if level != reference)))


def _check_references(question: Question, predictors: Sequence[Predictor]) -> None:
    factors = [predictor.name for predictor in predictors if predictor.levels]
    if others := [name for name in question.references if name not in factors]:
        raise WrongUsageError(f"--reference: {quoted(others[0])} is no factor here; factors are {', '.join(factors)}")
    if question.has_log_size and "size" in factors:
        raise WrongUsageError("--log-size: the sizes are words here")


def _fitted(columns: Numbers, found: Data, question: Question) -> Fit:
    splits = found.splits.tolist() if question.is_clustered and found.splits is not None else None
    if question.is_logistic:
        return logistic(columns, found.rows, splits)
    return least_squares(columns, found.rows["y"].to_numpy(dtype=np.float64), splits)


def _effects(effects: Effects, fit: Fit) -> pd.DataFrame:
    found = list(effects.all())
    estimates, errors = (np.array([getattr(effect, name) for effect in found]) for name in ("estimate", "std_error"))
    table = _table([effect.term for effect in found], estimates, errors, fit.df)
    table.insert(1, "reference", [effect.reference for effect in found])
    return table.assign(n_averaged=[effect.n_averaged for effect in found])


def _table(terms: list[str], estimates: Numbers, errors: Numbers, df: float) -> pd.DataFrame:
    """Terms with their t tests and intervals; a standard error of nothing but rounding is none."""
    known = errors > 1e-9 * np.abs(estimates).max()
    errors = np.where(known, errors, np.nan)
    t = estimates / errors
    reach = stats.t.ppf(0.975, df) * errors
    return pd.DataFrame(
        {
            "term": terms,
            "estimate": estimates,
            "std_error": errors,
            "t": t,
            "p": 2 * stats.t.sf(np.abs(t), df),
            "low": estimates - reach,
            "high": estimates + reach,
        }
    )


def _with_facts(table: pd.DataFrame, fit: Fit) -> pd.DataFrame:
    return table.assign(**{name: getattr(fit, name) for name in FACTS})


def _without_errors(table: pd.DataFrame) -> list[str]:
    terms = table.loc[table["std_error"].isna(), "term"]
    return [f"no standard error, as all depends on one split: {', '.join(terms)}"] if len(terms) else []


def _response(question: Question) -> str:
    return "log odds of right" if question.is_logistic and not question.wants_effects else question.response
