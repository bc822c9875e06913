"""What is measured of a model, to compare it with what is known about children.

    proportion  P           a proportion, in the words of goed.statistics.children.findings
    ratio       P; P        the first divided by the second
    difference  P; P        the first minus the second
    spell       P           how far the proportion's peak, at a size in between, lies above those at both ends
    shape       CLASS       u-shaped, monotone, ... : what `stats shape` says about the words of a gold class

A new measure is a function from `Facts` to a `Measured`, and a line in `MEASURES`. The intervals of ratios and
differences do not collapse where one of the two proportions is 0. They combine the intervals of the two with their
correlation over the draws (method of variance estimates recovery: Zou & Donner 2008, Statistics in Medicine 27, for
differences; Donner & Zou 2012, Statistical Methods in Medical Research 21, for ratios).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np

from goed.domains.registry import AllSchemes
from goed.statistics.outcome_counts import Among, ModelCounts
from goed.statistics.shape import ALL_SEEDS, HELD_OUT, shape
from goed.statistics.two_way import Proportion, Resampled
from goed.study.selection import Selection
from goed.study.study import Study

Combine = Callable[[Proportion, Proportion], "Number | None"]
FEWEST_SIZES = 3  # needed for an early and a late third


class Number(NamedTuple):
    """A number with its interval."""

    value: float
    low: float
    high: float


class Measured(NamedTuple):
    """What a measure found: a number with its interval, or a word."""

    number: Number | None
    n_items: int  # different items; the smaller number where two proportions are combined
    word: str = ""


class ProportionOf(NamedTuple):
    """The proportion seen / (seen + others), and the sizes that it is taken over."""

    when: str  # early, late, or empty for all sizes
    seen: tuple[str, ...]
    others: tuple[str, ...]
    among: Among | None = None  # the items that it is about; None: all

    def size_indices(self, n_sizes: int) -> Sequence[int]:
        """The indices of its sizes among all sizes, which ascend."""
        third = -(-n_sizes // 3)
        return {"early": range(third), "late": range(n_sizes - third, n_sizes)}.get(self.when, range(n_sizes))


class NoSuchDataError(Exception):
    """A study lacks the data for a measure; the message says which."""


def shapes_by_class(study: Study, selection: Selection) -> Mapping[tuple[str, ...], Measured]:
    """What `stats shape` says about each class of items, all seeds together.

    The keys are language, corpus, sampling, model, part and class; the corpus is empty for items of none.
    """
    by_default = None if HELD_OUT in (selection.parts or ()) else selection.parts  # None: core, and test and dev as one
    table = shape(study, replace(selection, parts=by_default))
    columns = ["language", "corpus", "sampling", "model", "part", "gold_class", "shape", "n_items"]
    table = table if "corpus" in table else table.assign(corpus="")
    rows = table.loc[table["seed"] == ALL_SEEDS, columns].itertuples(index=False, name=None)
    return {tuple(key): Measured(None, n_items, word) for *key, word, n_items in rows}


@dataclass(frozen=True)
class Facts:
    """What was measured of one model in one language under one sampling."""

    model_key: tuple[str, ...]  # language, corpus, sampling, model
    domain: str
    cells: Mapping[str, ModelCounts]  # by part
    shapes: Callable[[], Mapping[tuple[str, ...], Measured]]  # by class; computed at the first call
    schemes: AllSchemes
    _known: dict[tuple[str, ProportionOf], Resampled] = field(default_factory=dict)

    def proportion(self, part: str, asked: ProportionOf) -> Proportion:
        """A proportion over the sizes that it asks for."""
        n_sizes = len(self.cell(part).sizes)
        if asked.when and n_sizes < FEWEST_SIZES:
            raise NoSuchDataError(f"fewer than {FEWEST_SIZES} sizes")
        return self.resampled(part, asked).pooled_over(asked.size_indices(n_sizes))

    def resampled(self, part: str, asked: ProportionOf) -> Resampled:
        """A proportion at every size, with its bootstrap draws."""
        key = (part, asked._replace(when=""))
        if key not in self._known:
            cell, schemes = self.cell(part), self.schemes
            among = cell.labelled_by(schemes.of(cell.domain, cell.language), schemes)  # the language's main scheme
            if asked.among is not None:
                among = among & cell.having(asked.among)
            self._known[key] = cell.resampled(asked.seen, asked.others, among)
        return self._known[key]

    def cell(self, part: str) -> ModelCounts:
        """The counts of a part; raises NoSuchDataError if there are none."""
        if part not in self.cells:
            raise NoSuchDataError(f"no predictions of part {part}")
        return self.cells[part]


def number_of(found: Proportion) -> Number | None:
    """A proportion with its interval; None where it has no value."""
    return Number(found.value, *found.interval) if found.value is not None and found.interval is not None else None


def difference(one: Proportion, other: Proportion) -> Number | None:
    """One proportion minus another; None where one of them has no value."""
    first, second = number_of(one), number_of(other)
    if first is None or second is None:
        return None
    value, correlation = first.value - second.value, _correlation(one, other)
    down = _half_width(first.value - first.low, second.high - second.value, correlation)
    up = _half_width(first.high - first.value, second.value - second.low, correlation)
    return Number(value, value - down, value + up)


def ratio(one: Proportion, other: Proportion) -> Number | None:
    """One proportion divided by another: infinite if only the divisor is 0, None if both are 0 or one has no value."""
    first, second = number_of(one), number_of(other)
    if first is None or second is None or first.value == second.value == 0:
        return None
    value, correlation = first.value / second.value if second.value else inf, _correlation(one, other)
    # The ends are the ratios r at which the interval of one - r · other begins, and ends, at 0.
    rest, _, divisor = _equation(first, first.low, second, second.high, correlation)
    low = max(0.0, rest / divisor) if divisor > 0 else 0.0
    _, square, dividend = _equation(first, first.high, second, second.low, correlation)
    high = dividend / square if square > 0 else inf
    return Number(value, min(value, low), max(value, high))


def _equation(one: Number, end: float, other: Number, other_end: float, correlation: float) -> tuple[float, ...]:
    """Parts of the quadratic equation for one end of a ratio.

    They are the constant term, the coefficient of the square, and the numerator of its solution.
    """
    middle = one.value * other.value - correlation * (one.value - end) * (other_end - other.value)
    square = other_end * (2 * other.value - other_end)
    rest = end * (2 * one.value - end)
    return rest, square, middle + sqrt(max(0.0, middle**2 - square * rest))


def _half_width(one: float, other: float, correlation: float) -> float:
    """How far the interval of a difference reaches to one side, given how far those of its two terms do."""
    return sqrt(max(0.0, one**2 + other**2 - 2 * correlation * one * other))


def _correlation(one: Proportion, other: Proportion) -> float:
    """The correlation of two proportions over the draws; 0 if one of them never changes."""
    both = np.isfinite(one.draws) & np.isfinite(other.draws)
    first, second = one.draws[both], other.draws[both]
    if len(first) < 2 or first.std() < 1e-9 or second.std() < 1e-9:
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])


PER_CENT, POINTS, TIMES, WORD = "%", "points", "times", ""


class FindingMeasure(NamedTuple):
    """A measure: the arguments that it takes, the unit of its result, and the function that computes it."""

    takes: tuple[str, ...]  # each is `proportion` or `class`
    unit: str  # of its number: per cent, points of per cent, times
    find: Callable[[Facts, str, Sequence[Any]], Measured]  # called with the part and the arguments of a row


def _proportion(facts: Facts, part: str, arguments: Sequence[ProportionOf]) -> Measured:
    found = facts.proportion(part, arguments[0])
    return Measured(number_of(found), found.n_items)


def _spell(facts: Facts, part: str, arguments: Sequence[ProportionOf]) -> Measured:
    """The highest proportion between the ends minus the higher end; sizes at which nothing was asked are skipped."""
    resampled = facts.resampled(part, arguments[0])
    by_size = (resampled.pooled_over([index]) for index in range(len(facts.cell(part).sizes)))
    there = [found for found in by_size if found.value is not None]
    if len(there) < FEWEST_SIZES:
        raise NoSuchDataError(f"fewer than {FEWEST_SIZES} sizes")
    peak, end = (max(of, key=lambda found: found.value or 0.0) for of in (there[1:-1], [there[0], there[-1]]))
    return Measured(difference(peak, end), min(peak.n_items, end.n_items))


def _shape(facts: Facts, part: str, arguments: Sequence[str]) -> Measured:
    found = facts.shapes().get((*facts.model_key, part, arguments[0]))
    if found is None:
        raise NoSuchDataError(f"no predictions of such words in part {part}")
    return found


def _of_two(combine: Combine, facts: Facts, part: str, arguments: Sequence[ProportionOf]) -> Measured:
    one, other = (facts.proportion(part, asked) for asked in arguments)
    return Measured(combine(one, other), min(one.n_items, other.n_items))


MEASURES: Mapping[str, FindingMeasure] = {
    "proportion": FindingMeasure(("proportion",), PER_CENT, _proportion),
    "ratio": FindingMeasure(("proportion", "proportion"), TIMES, partial(_of_two, ratio)),
    "difference": FindingMeasure(("proportion", "proportion"), POINTS, partial(_of_two, difference)),
    "spell": FindingMeasure(("proportion",), POINTS, _spell),
    "shape": FindingMeasure(("class",), WORD, _shape),
}
