"""Regressions of accuracy, or of its variation over seeds, from data to table.

An observation is a run or, for variation over seeds, a cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

from goed.errors import GoedError, InputError, WrongUsageError
from goed.statistics.breakdowns import known_breakdowns
from goed.statistics.catalogue import FurtherTable, NotedTable, Statistic
from goed.statistics.linear_models.blocks import crossed_least_squares
from goed.statistics.linear_models.clusters import Clusters
from goed.statistics.linear_models.design import (
    ITEM_AND_SPLIT,
    NONE,
    Design,
    Numbers,
    RegressionQuestion,
    crossed_predictors,
    designed,
    identified,
)
from goed.statistics.linear_models.effects import Effects
from goed.statistics.linear_models.fits import FittedModel, least_squares, logistic
from goed.statistics.run_accuracies import GIVEN, AnsweredItems, Runs, TableOfRuns, observations
from goed.statistics.seeds import variation
from goed.study.selection import Selection

FACTS = ["n", "df_residual", "r_squared", "adjusted_r_squared"]  # of the whole model, the same in every row
FEWEST = 3
MOST_TERMS_TO_READ = 500  # in the report


class Regression(NamedTuple):
    """A row for each term (response, term, estimate, std_error, t, p, low, high, and FACTS), and notes about them."""

    table: pd.DataFrame
    notes: list[str]
    clustered_by: str | None = None


def regression(runs: Runs, selection: Selection, by: Sequence[str] = (), **asked: Any) -> Regression:
    """Explain accuracies, or their variation over seeds, in percentage points; a logistic model, log odds of right.

    `asked` are the fields of a RegressionQuestion. Answers to single items are read only where errors are clustered by
    item.
    """
    question = RegressionQuestion(breakdowns=known_breakdowns(by, ()), **asked)
    answers: list[AnsweredItems] | None = [] if question.clusters == ITEM_AND_SPLIT else None
    observed = observations(runs, selection, question.breakdowns, answers, may_repeat=question.response == "accuracy")
    try:
        return _explained(_data(observed, question, selection.samplings is not None, answers), question)
    except WrongUsageError:
        raise
    except GoedError as error:  # an error about a table names its file
        raise InputError(runs.path, str(error)) if isinstance(runs, TableOfRuns) else error from None


def _explained(found: RegressionData, question: RegressionQuestion) -> Regression:
    design, notes = designed(found.rows, question)
    terms = design.terms()
    kept, fit = _fitted(found, design, question)
    if dropped := [terms[place] for place in sorted(set(range(len(terms))) - set(kept))]:
        notes.append(f"terms that the data cannot tell from others, dropped as R's lm does: {', '.join(dropped)}")
    if question.wants_effects:
        table = _effects(Effects(design, found.rows, kept, fit, question.is_logistic), fit)
        main_terms = [term for predictor in design.predictors for term in predictor.terms()]
        if untold := [term for term in main_terms if term not in set(table["term"])]:
            notes.append(f"effects that the data cannot tell: {', '.join(untold)}")
    else:
        table = _table([terms[place] for place in kept], fit.estimates, fit.std_errors(np.eye(len(kept))), fit.df)
    table.insert(0, "response", question.scale)
    notes = [*found.notes, f"{question.scale} ~ {design.formula()}", *notes, *_without_errors(table, fit, question)]
    return Regression(table.assign(**{name: getattr(fit, name) for name in FACTS}), notes, fit.clustered_by)


def _fitted(found: RegressionData, design: Design, question: RegressionQuestion) -> tuple[list[int], FittedModel]:
    """The columns that the data can tell apart, by place, and the fit."""
    if not question.is_logistic and (crossed := crossed_least_squares(design, found.rows, found.clusters)):
        return crossed
    matrix = design.matrix(found.rows)
    kept = identified(matrix)
    if question.is_logistic:
        names = [predictor.name for predictor in design.predictors]
        return kept, logistic(matrix[:, kept], found.rows, names, found.clusters)
    return kept, least_squares(matrix[:, kept], found.rows["y"].to_numpy(dtype=np.float64), found.clusters)


def _effects(effects: Effects, fit: FittedModel) -> pd.DataFrame:
    found = pd.DataFrame(effects.all())
    if found.empty:
        raise GoedError("the data cannot tell any average effect: no two levels were seen alike in all else")
    table = _table(list(found["term"]), found["estimate"].to_numpy(), found["std_error"].to_numpy(), fit.df)
    table.insert(1, "reference", found["reference"])
    return table.assign(n_averaged=found["n_averaged"])


def _table(terms: list[str], estimates: Numbers, errors: Numbers, df: float) -> pd.DataFrame:
    """Terms with their t tests and intervals."""
    t = estimates / errors
    reach = stdtrit(df, 0.975) * errors
    table = pd.DataFrame({"term": terms, "estimate": estimates, "std_error": errors, "t": t})
    return table.assign(p=2 * stdtr(df, -np.abs(t)), low=estimates - reach, high=estimates + reach)


def _without_errors(table: pd.DataFrame, fit: FittedModel, question: RegressionQuestion) -> list[str]:
    if fit.df_residual == 0:
        return [f"there are as many terms as observations ({fit.n}); none are left to tell how sure they are"]
    terms = ", ".join(table.loc[table["std_error"].isna(), "term"])
    why = "as all depends on one split"
    if question.clusters == ITEM_AND_SPLIT:
        why = "as the variance by item and by split, less that by both, is not above 0 (see --cluster split)"
    return [f"no standard error, {why}: {terms}"] if terms else []


class RegressionData(NamedTuple):
    """The rows to fit: the four predictors, those of items, and the response `y`.

    Instead of `y`, a logistic model has `n_items` and `n_right`, summed over the observations (`n_observed`) with the
    same predictors.
    """

    rows: pd.DataFrame
    clusters: Clusters | None
    notes: list[str]


def _data(
    observed: pd.DataFrame, question: RegressionQuestion, keep_given: bool, answers: Sequence[AnsweredItems] | None
) -> RegressionData:
    """The rows that a question is about; if there are several parts, only those of test."""
    chosen, notes = _of_one_part(observed)
    if not keep_given:
        chosen, of_given = _without_given(chosen)
        notes += of_given
    if question.is_logistic:  # counts of items asked and right give the same fit as a row per prediction
        if chosen["n_items"].isna().any():
            raise GoedError("--logistic counts single predictions; a table of accuracies has none, take a study")
        rows = chosen.assign(n_right=(chosen["accuracy"] * chosen["n_items"]).round())
    elif question.response == "accuracy":
        rows = chosen.assign(y=100 * chosen["accuracy"])
    else:
        rows = _of_cells(chosen, question.response)
    if len(rows) < FEWEST:
        raise GoedError(f"a regression needs at least {FEWEST} observations; there are {len(rows)}")
    rows_of_model, places = _alike_together(rows, question)
    clusters = None if question.clusters == NONE else Clusters(rows, places, answers)
    return RegressionData(rows_of_model, clusters, notes)


def _of_one_part(observed: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """Only the observations of test if there are several parts, with a note on what is left out."""
    parts = sorted(observed["part"].unique())
    if len(parts) < 2:
        return observed, []
    is_test = observed["part"] == "test"
    others = ", ".join(part for part in parts if part != "test")
    n = f"{(~is_test).sum()} of {len(observed)} observations"
    return observed[is_test], [f"left out: part {others} ({n}); --part chooses a part"]


def _without_given(observed: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """Leave out the runs on given splits, as the paper's regressions do.

    If all splits were given, leave out those whose sampling is called `given`; if that is all of them, keep them.
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
    cells = variation(observed)
    cells = cells[cells["n_seeds"] > 1]
    if cells.empty:
        raise GoedError(f"no cell has two seeds; a {response} needs them")
    return cells.assign(y=100 * cells[response])


def _alike_together(
    observations: pd.DataFrame, question: RegressionQuestion
) -> tuple[pd.DataFrame, NDArray[np.integer[Any]]]:
    """The rows of a model, and the row that each observation belongs to.

    A logistic model has one row for all observations with the same predictors, other models one for each.
    """
    if not question.is_logistic:
        return observations.reset_index(drop=True), np.arange(len(observations))
    alike = observations.groupby([*crossed_predictors(observations), *question.breakdowns], sort=False)
    rows = alike.agg(n_items=("n_items", "sum"), n_right=("n_right", "sum"), n_observed=("n_items", "size"))
    return rows.reset_index(), alike.ngroup().to_numpy()


def regression_table(runs: Runs, selection: Selection, **asked: Any) -> NotedTable:
    """What accuracy depends on: a linear model, as R's lm fits it."""
    found = regression(runs, selection, **asked)
    return NotedTable(found.table, found.notes)


def _tables() -> Iterator[FurtherTable]:
    responses = {"accuracy": "accuracy", "range": "the score range", "variability": "the variability over seeds"}
    for response, words in responses.items():
        typed, options = ("--response", response), {"response": response, "most_terms": MOST_TERMS_TO_READ}
        yield FurtherTable(
            f"regression-{response}",
            f"Regression of {words}",
            "A linear model in percentage points, as R's lm fits it. A coefficient compares a level with the reference "
            "level while all other factors are at theirs.",
            typed,
            options,
        )
        yield FurtherTable(
            f"effects-{response}",
            f"Average effects on {words}",
            "The same model, its effects averaged over all observations: percentage points.",
            (*typed, "--effects"),
            {**options, "wants_effects": True},
        )


STATISTIC = Statistic(regression_table, rates=(), further_tables=tuple(_tables()))
