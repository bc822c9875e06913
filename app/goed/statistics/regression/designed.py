"""Which predictors a question has in some data, with their levels: what a user would write as a formula in R."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from goed.errors import GoedError, WrongUsageError, quoted
from goed.statistics.regression.alphabet import alphabetical
from goed.statistics.regression.design import Design, Predictor
from goed.statistics.regression.question import CROSSED, Question


def designed(rows: pd.DataFrame, question: Question) -> tuple[Design, list[str]]:
    """The predictors that have more than one value, and what to tell of the levels and of the others."""
    names = (*CROSSED, *question.breakdowns)
    constant = [name for name in names if rows[name].nunique() < 2]
    if len(constant) == len(names):
        raise GoedError(f"{', '.join(names)} have one value each; there is nothing to compare")
    predictors = [_predictor(name, rows[name], question) for name in names if name not in constant]
    _check_references(question, predictors)
    notes = []
    if constant:
        values = ", ".join(f"{name} ({quoted(str(rows[name].iloc[0]))})" for name in constant)
        notes.append(f"one value only, and so no part of the formula: {values}")
    if levels := ", ".join(f"{predictor.name} {predictor.levels[0]}" for predictor in predictors if predictor.levels):
        notes.append(f"reference levels: {levels}")
    crossed = tuple(predictor for predictor in predictors if predictor.name in CROSSED)
    design = Design(crossed, tuple(predictor for predictor in predictors if predictor.name not in CROSSED))
    if design.n_terms() > question.most_terms:
        raise GoedError(f"the model would have {design.n_terms():,} terms; take fewer levels or predictors")
    return design, notes


def _predictor(name: str, values: pd.Series[Any], question: Question) -> Predictor:
    """A number where all sizes are, else a factor with its levels in R's order, the reference moved to the front."""
    if name == "size" and pd.api.types.is_numeric_dtype(values):
        if question.has_log_size and float(values.min()) <= 0:
            raise GoedError("--log-size: there is a size of 0, which has no logarithm")
        return Predictor(name, is_log=question.has_log_size)
    levels = sorted({str(value) for value in values}, key=alphabetical)
    reference = question.references.get(name, levels[0])
    if reference not in levels:
        raise WrongUsageError(f"--reference: {name} has no level {quoted(reference)}; it has {', '.join(levels)}")
    return Predictor(name, (reference, *(level for level in levels if level != reference)))


def _check_references(question: Question, predictors: Sequence[Predictor]) -> None:
    factors = [predictor.name for predictor in predictors if predictor.levels]
    if others := [name for name in question.references if name not in factors]:
        there = ", ".join(factors) or "none"
        raise WrongUsageError(f"--reference: {quoted(others[0])} is no factor here; factors are {there}")
    if question.has_log_size and "size" in factors:
        raise WrongUsageError("--log-size: the sizes are words here")
