"""The columns of a regression model, with R's order, coding and names.

R makes them from a formula such as `language * model * size * sampling`. Which predictors and levels some data have,
and which columns they can tell apart, is found here, too.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.errors import GoedError, WrongUsageError, quoted

Numbers = NDArray[np.float64]
INTERCEPT = "(Intercept)"
# As the Unicode Collation Algorithm orders them (CLDR's root), by which R sorts in all locales but C: signs first.
BEFORE_LETTERS = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789"
PLACES = {sign: place for place, sign in enumerate(BEFORE_LETTERS)}
TOLERANCE = 1e-7  # lm's own
AT_ONCE = 64  # columns
CROSSED = ("language", "model", "size", "sampling")  # the paper's four, with all their interactions
OF_CORPORA = ("corpus", *CROSSED[1:])  # a corpus has one language
RESPONSES = ("accuracy", "range", "variability")
ITEM_AND_SPLIT, SPLIT, NONE = "item-and-split", "split", "none"
CLUSTERS = (ITEM_AND_SPLIT, SPLIT, NONE)  # what errors are clustered by


@dataclass(frozen=True)
class RegressionQuestion:
    """What a regression is to explain, and how."""

    response: str = "accuracy"
    references: Mapping[str, str] = field(default_factory=dict)  # factor → level to compare the others with
    is_logistic: bool = False
    breakdowns: Sequence[str] = ()  # properties of items, as main effects
    requested_clusters: str | None = None  # one of CLUSTERS; None: see `clusters`
    has_log_size: bool = False
    wants_effects: bool = False
    most_terms: int = 4_000

    def __post_init__(self) -> None:
        if self.is_logistic and self.response != "accuracy":
            raise WrongUsageError(f"--logistic is about single predictions; they have no {self.response}")
        if self.breakdowns and not self.is_logistic:
            raise WrongUsageError("--by needs --logistic: only single predictions have properties of items")
        if self.requested_clusters == ITEM_AND_SPLIT and not self.is_logistic:
            raise WrongUsageError(
                f"--cluster {self.requested_clusters} needs --logistic: only single predictions are of one item"
            )
        if self.requested_clusters == SPLIT and self.response != "accuracy":
            raise WrongUsageError(
                f"--cluster split is for accuracies: a {self.response} is made of all splits of a cell"
            )

    @property
    def clusters(self) -> str:
        """What errors are clustered by: in a logistic model by split and, if it has properties of items, by item."""
        if self.requested_clusters or not self.is_logistic:
            return self.requested_clusters or NONE
        return ITEM_AND_SPLIT if self.breakdowns else SPLIT

    @property
    def scale(self) -> str:
        """What the estimates measure."""
        return "log odds of right" if self.is_logistic and not self.wants_effects else self.response


class Predictor(NamedTuple):
    """A factor with its levels, or a numeric predictor, which has none."""

    name: str
    levels: tuple[str, ...] = ()  # the reference first; the others are compared with it
    is_log: bool = False  # of a numeric predictor

    def terms(self) -> list[str]:
        """The names of its columns: languagedeu, languageeng; size, or log(size)."""
        if self.levels:
            return [f"{self.name}{level}" for level in self.levels[1:]]
        return [self.label()]

    def label(self) -> str:
        """How it is written in a formula."""
        return f"log({self.name})" if self.is_log else self.name

    def columns(self, values: pd.Series[Any]) -> Numbers:
        """The column of a number, or a column of 0 and 1 for each level but the first (treatment coding)."""
        if self.levels:
            codes = pd.Categorical(values.astype(str), categories=self.levels).codes
            return np.asarray(codes[:, np.newaxis] == np.arange(1, len(self.levels)), dtype=np.float64)
        numbers = values.to_numpy(dtype=np.float64)[:, np.newaxis]
        return np.log(numbers) if self.is_log else numbers


@dataclass(frozen=True)
class Design:
    """Predictors that are crossed, with all their interactions, and others that have main effects only."""

    crossed: tuple[Predictor, ...]
    others: tuple[Predictor, ...] = ()

    @property
    def predictors(self) -> tuple[Predictor, ...]:
        return *self.crossed, *self.others

    def n_terms(self) -> int:
        """How many columns there are."""
        n_crossed = int(np.prod([1.0 + len(predictor.terms()) for predictor in self.crossed]))
        return n_crossed + sum(len(predictor.terms()) for predictor in self.others)

    def terms(self) -> list[str]:
        """The names of the columns, as in R: (Intercept), languagedeu, size, languagedeu:size.

        The levels of the first factor vary fastest: a1:b1, a2:b1, a1:b2.
        """
        names = [INTERCEPT]
        for predictors in self._products():
            products = predictors[0].terms()
            for predictor in predictors[1:]:
                products = [f"{before}:{own}" for own in predictor.terms() for before in products]
            names += products
        return names

    def formula(self) -> str:
        """The formula as R writes it: language * model * size * sampling."""
        crossed = " * ".join(predictor.label() for predictor in self.crossed)
        return " + ".join([*([crossed] if crossed else []), *(predictor.label() for predictor in self.others)])

    def matrix(self, rows: pd.DataFrame) -> Numbers:
        """The columns for some rows."""
        blocks = {predictor.name: predictor.columns(rows[predictor.name]) for predictor in self.predictors}
        return np.hstack([np.ones((len(rows), 1)), *(_product(blocks, names) for names in self._products())])

    def slopes(self, rows: pd.DataFrame, number: Predictor) -> tuple[Numbers, Numbers]:
        """The columns where a numeric predictor (or its logarithm) is 0, and how much they change per unit of it."""
        zero, one = (1.0, np.e) if number.is_log else (0.0, 1.0)
        at_zero, at_one = (self.matrix(rows.assign(**{number.name: value})) for value in (zero, one))
        return at_zero, at_one - at_zero

    def _products(self) -> Iterator[Sequence[Predictor]]:
        """The predictors of each main effect, then those of each interaction of two, of three and so on.

        Among interactions of as many predictors, R puts those without the last one first: a:b, a:c, b:c, a:d, b:d, c:d.
        Counting in binary gives this order.
        """
        yield from ([predictor] for predictor in self.predictors)
        for mask in sorted(range(2 ** len(self.crossed)), key=int.bit_count):
            if mask.bit_count() > 1:
                yield [predictor for place, predictor in enumerate(self.crossed) if mask >> place & 1]


def _product(blocks: Mapping[str, Numbers], predictors: Sequence[Predictor]) -> Numbers:
    """The columns of an interaction: products of all combinations, those of the first predictor varying fastest."""
    product = blocks[predictors[0].name]
    for predictor in predictors[1:]:
        own = blocks[predictor.name]
        product = (own[:, :, np.newaxis] * product[:, np.newaxis, :]).reshape(len(own), -1)
    return product


def designed(rows: pd.DataFrame, question: RegressionQuestion) -> tuple[Design, list[str]]:
    """The design of the predictors with more than one value, and notes on reference levels and on the others."""
    names_of_crossed = crossed_predictors(rows)
    names = (*names_of_crossed, *question.breakdowns)
    constant = [name for name in names if rows[name].nunique() < 2]
    if len(constant) == len(names):
        raise GoedError(f"{', '.join(names)} have one value each; there is nothing to compare")
    predictors = [_predictor(name, rows[name], question) for name in names if name not in constant]
    factors = [predictor.name for predictor in predictors if predictor.levels]
    if others := [name for name in question.references if name not in factors]:
        there = ", ".join(factors) or "none"
        raise WrongUsageError(f"--reference: {quoted(others[0])} is no factor here; factors are {there}")
    if question.has_log_size and "size" in factors:
        raise WrongUsageError("--log-size: the sizes are words here")
    notes = []
    if constant:
        values = ", ".join(f"{name} ({quoted(str(rows[name].iloc[0]))})" for name in constant)
        notes.append(f"one value only, and so no part of the formula: {values}")
    if levels := ", ".join(f"{predictor.name} {predictor.levels[0]}" for predictor in predictors if predictor.levels):
        notes.append(f"reference levels: {levels}")
    crossed = tuple(predictor for predictor in predictors if predictor.name in names_of_crossed)
    design = Design(crossed, tuple(predictor for predictor in predictors if predictor.name not in names_of_crossed))
    if design.n_terms() > question.most_terms:
        raise GoedError(f"the model would have {design.n_terms():,} terms; take fewer levels or predictors")
    return design, notes


def crossed_predictors(rows: pd.DataFrame) -> tuple[str, ...]:
    """The predictors with all their interactions; of several corpora of one language, the corpus tells more.

    Rows that were put together by these predictors have the one that tells more, not the other.
    """
    if "corpus" not in rows or "language" not in rows:
        return OF_CORPORA if "corpus" in rows else CROSSED
    return OF_CORPORA if rows["corpus"].nunique() > rows["language"].nunique() else CROSSED


def _predictor(name: str, values: pd.Series[Any], question: RegressionQuestion) -> Predictor:
    """A number if sizes are numeric, else a factor with its levels in R's order, the reference moved to the front."""
    if name == "size" and pd.api.types.is_numeric_dtype(values):
        if question.has_log_size and float(values.min()) <= 0:
            raise GoedError("--log-size: there is a size of 0, which has no logarithm")
        return Predictor(name, is_log=question.has_log_size)
    levels = sorted({str(value) for value in values}, key=alphabetical)
    reference = question.references.get(name, levels[0])
    if reference not in levels:
        raise WrongUsageError(f"--reference: {name} has no level {quoted(reference)}; it has {', '.join(levels)}")
    return Predictor(name, (reference, *(level for level in levels if level != reference)))


def alphabetical(word: str) -> tuple[list[int], list[int], str, str]:
    """A sort key as in R: first by letters, then by accents, then small before capital.

    >>> sorted(["NONNEUR", "cluzh", "CHR", "chr"], key=alphabetical)
    ['chr', 'CHR', 'cluzh', 'NONNEUR']
    """
    signs = unicodedata.normalize("NFD", word)
    letters = [sign for sign in signs.casefold() if not unicodedata.combining(sign)]
    accents = [ord(sign) for sign in signs if unicodedata.combining(sign)]
    return [PLACES.get(sign, ord(sign) + len(PLACES)) for sign in letters], accents, signs.swapcase(), word


def identified(matrix: Numbers) -> list[int]:
    """The places of the columns to keep: those that are no linear combination of earlier ones.

    lm decomposes a matrix by dqrdc2, LINPACK's routine with a change of R's own: it takes columns in order, and drops
    one if less than 1e-7 of its length remains after the kept ones before it are projected out. So it is the later
    column that goes: with no run of cluzh in German, languagedeu and modelcluzh stay, and languagedeu:modelcluzh, a
    column of zeros, is dropped.

    Here each column is made orthogonal to the kept ones by the Gram-Schmidt method, in blocks of 64. Columns of earlier
    blocks are projected out twice, since the first time leaves rounding errors.
    """
    n_rows, n_columns = matrix.shape
    lengths = np.linalg.norm(matrix, axis=0)
    basis = np.empty((n_rows, min(n_rows, n_columns)), order="F")
    kept: list[int] = []
    for start in range(0, n_columns, AT_ONCE):
        rest = matrix[:, start : start + AT_ONCE].copy(order="F")
        before = basis[:, : len(kept)]
        for _ in range(2):
            rest -= before @ (before.T @ rest)
        for place in range(rest.shape[1]):
            left = float(np.linalg.norm(rest[:, place]))
            if left < TOLERANCE * lengths[start + place] or left == 0 or len(kept) == n_rows:
                continue
            direction = rest[:, place] / left
            rest[:, place + 1 :] -= np.outer(direction, direction @ rest[:, place + 1 :])
            basis[:, len(kept)] = direction
            kept.append(start + place)
    return kept
