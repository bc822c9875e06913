"""The columns of a model as R makes them from `language * model * size * sampling`: their order, coding and names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
INTERCEPT = "(Intercept)"


class Predictor(NamedTuple):
    """A factor with its levels, or a number, which has none."""

    name: str
    levels: tuple[str, ...] = ()  # the reference first; the others are compared with it
    is_log: bool = False  # of a number

    def terms(self) -> list[str]:
        """The names of its columns: languagedeu, languageeng; size, or log(size)."""
        if self.levels:
            return [f"{self.name}{level}" for level in self.levels[1:]]
        return [self.label()]

    def label(self) -> str:
        """How it stands in a formula."""
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
    """Predictors that are crossed, with all their interactions, and others that stand for themselves."""

    crossed: tuple[Predictor, ...]
    others: tuple[Predictor, ...] = ()

    @property
    def predictors(self) -> tuple[Predictor, ...]:
        return *self.crossed, *self.others

    def n_terms(self) -> int:
        """How many columns there are."""
        n_crossed = int(np.prod([1.0 + len(predictor.terms()) for predictor in self.crossed]))
        return n_crossed + sum(len(predictor.terms()) for predictor in self.others)

    def main_terms(self) -> list[str]:
        """The names of the columns of the predictors by themselves."""
        return [term for predictor in self.predictors for term in predictor.terms()]

    def terms(self) -> list[str]:
        """The names of the columns: (Intercept), languagedeu, size, languagedeu:size. A first factor's levels go
        through before a second's move on: a1:b1, a2:b1, a1:b2.
        """
        names = [INTERCEPT]
        for predictors in self._products():
            products = predictors[0].terms()
            for predictor in predictors[1:]:
                products = [f"{before}:{own}" for own in predictor.terms() for before in products]
            names += products
        return names

    def formula(self) -> str:
        """As R has it: language * model * size * sampling."""
        crossed = " * ".join(predictor.label() for predictor in self.crossed)
        return " + ".join([*([crossed] if crossed else []), *(predictor.label() for predictor in self.others)])

    def matrix(self, rows: pd.DataFrame) -> Numbers:
        """The columns for some rows."""
        blocks = self._blocks(rows)
        return np.hstack([np.ones((len(rows), 1)), *(_product(blocks, names) for names in self._products())])

    def slopes(self, rows: pd.DataFrame, name: str) -> Numbers:
        """How the columns change with a number (or with its logarithm)."""
        blocks = {**self._blocks(rows), name: np.ones((len(rows), 1))}
        changes = [
            _product(blocks, predictors) * any(predictor.name == name for predictor in predictors)
            for predictors in self._products()
        ]
        return np.hstack([np.zeros((len(rows), 1)), *changes])

    def _blocks(self, rows: pd.DataFrame) -> dict[str, Numbers]:
        """The columns of each predictor by itself."""
        return {predictor.name: predictor.columns(rows[predictor.name]) for predictor in self.predictors}

    def _products(self) -> Iterator[Sequence[Predictor]]:
        """The main effects, then the interactions of two, of three and so on. Among those of as many, R has the ones
        without the last predictor first: a:b, a:c, b:c, a:d, b:d, c:d, as counting in binary does.
        """
        yield from ([predictor] for predictor in self.predictors)
        for mask in sorted(range(2 ** len(self.crossed)), key=int.bit_count):
            if mask.bit_count() > 1:
                yield [predictor for place, predictor in enumerate(self.crossed) if mask >> place & 1]


def _product(blocks: Mapping[str, Numbers], predictors: Sequence[Predictor]) -> Numbers:
    """The columns of an interaction: the products of all combinations, a first predictor's going round the fastest."""
    product = blocks[predictors[0].name]
    for predictor in predictors[1:]:
        own = blocks[predictor.name]
        product = (own[:, :, np.newaxis] * product[:, np.newaxis, :]).reshape(len(own), -1)
    return product
