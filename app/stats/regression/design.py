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
        return [f"log({self.name})" if self.is_log else self.name]

    def columns(self, values: pd.Series[Any]) -> Numbers:
        """The column of a number, or a column of 0 and 1 for each level but the first (treatment coding)."""
        if self.levels:
            return np.column_stack([values == level for level in self.levels[1:]]).astype(np.float64)
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

    def matrix(self, rows: pd.DataFrame) -> Numbers:
        """The columns for some rows."""
        blocks = {predictor.name: predictor.columns(rows[predictor.name]) for predictor in self.predictors}
        return self._matrix(len(rows), blocks, lambda predictors: 1.0)

    def slopes(self, rows: pd.DataFrame, name: str) -> Numbers:
        """How the columns change with a number (or with its logarithm)."""
        blocks = {predictor.name: predictor.columns(rows[predictor.name]) for predictor in self.predictors}
        blocks[name] = np.ones((len(rows), 1))
        matrix = self._matrix(
            len(rows), blocks, lambda predictors: float(any(predictor.name == name for predictor in predictors))
        )
        matrix[:, 0] = 0
        return matrix

    def _matrix(self, n_rows: int, blocks: Mapping[str, Numbers], factor: Any) -> Numbers:
        columns = [np.ones((n_rows, 1))]
        for predictors in self._products():
            product = blocks[predictors[0].name]
            for predictor in predictors[1:]:
                own = blocks[predictor.name]
                product = (own[:, :, np.newaxis] * product[:, np.newaxis, :]).reshape(n_rows, -1)
            columns.append(factor(predictors) * product)
        return np.hstack(columns)

    def _products(self) -> Iterator[Sequence[Predictor]]:
        """The main effects, then the interactions of two, of three and so on. Among those of as many, R has the ones
        without the last predictor first: a:b, a:c, b:c, a:d, b:d, c:d, as counting in binary does.
        """
        yield from ([predictor] for predictor in self.predictors)
        for mask in sorted(range(2 ** len(self.crossed)), key=int.bit_count):
            if mask.bit_count() > 1:
                yield [predictor for place, predictor in enumerate(self.crossed) if mask >> place & 1]
