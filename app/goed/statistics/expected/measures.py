"""The measures that a list of expectations can ask for, by name.

    proportion  P           a proportion, in the words of goed.statistics.expected.proportions
    ratio       P; P        the first divided by the second
    difference  P; P        the first minus the second
    spell       P           how far the proportion at its highest size in between lies above those at both ends
    shape       CLASS       u-shaped, monotone, ... : what `stats shape` says of the words of a gold class

A new measure is a function from what is known of a model to a `Measured`, and a line in `MEASURES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from goed.statistics.expected.facts import Facts, NoSuchDataError
from goed.statistics.expected.proportions import FEWEST_SIZES, ProportionOf
from goed.statistics.expected.ratios import Number, difference, ratio
from goed.statistics.two_way import Proportion

PER_CENT, POINTS, TIMES, WORD = "%", "points", "times", ""


@dataclass(frozen=True)
class Measured:
    """What a measure found: a number with its interval, or a word."""

    number: Number | None
    n_items: int  # different ones; the smallest of the numbers where there are several
    word: str = ""


class Measure(NamedTuple):
    """How a measure is asked for, and what answers."""

    takes: tuple[str, ...]  # a proportion or a class, each
    unit: str  # of its number: per cent, points of per cent, times
    find: Callable[[Facts, str, Sequence[Any]], Measured]  # the part and the arguments are the row's


def _proportion(facts: Facts, part: str, arguments: Sequence[ProportionOf]) -> Measured:
    found = facts.proportion(part, arguments[0])
    return Measured(_number(found), found.n_items)


def _ratio(facts: Facts, part: str, arguments: Sequence[ProportionOf]) -> Measured:
    return _combined(ratio, [facts.proportion(part, asked) for asked in arguments])


def _difference(facts: Facts, part: str, arguments: Sequence[ProportionOf]) -> Measured:
    return _combined(difference, [facts.proportion(part, asked) for asked in arguments])


def _spell(facts: Facts, part: str, arguments: Sequence[ProportionOf]) -> Measured:
    """The highest proportion between the ends, less the higher one of the ends. Sizes that ask nothing are skipped."""
    resampled = facts.resampled(part, arguments[0])
    by_size = [resampled.over([place]) for place in range(len(facts.sizes(part)))]
    there = [found for found in by_size if found.value is not None]
    if len(there) < FEWEST_SIZES:
        raise NoSuchDataError(f"fewer than {FEWEST_SIZES} sizes")
    peak = max(there[1:-1], key=_value)
    return _combined(difference, [peak, max(there[0], there[-1], key=_value)])


def _shape(facts: Facts, part: str, arguments: Sequence[str]) -> Measured:
    row = facts.shape(part, arguments[0])
    return Measured(None, row.n_items, row.shape)


def _combined(combine: Callable[[Proportion, Proportion], Number | None], of: Sequence[Proportion]) -> Measured:
    return Measured(combine(of[0], of[1]), min(found.n_items for found in of))


def _number(found: Proportion) -> Number | None:
    if found.value is None or found.interval is None:
        return None
    return Number(found.value, *found.interval)


def _value(found: Proportion) -> float:
    return found.value or 0.0


MEASURES: Mapping[str, Measure] = {
    "proportion": Measure(("proportion",), PER_CENT, _proportion),
    "ratio": Measure(("proportion", "proportion"), TIMES, _ratio),
    "difference": Measure(("proportion", "proportion"), POINTS, _difference),
    "spell": Measure(("proportion",), POINTS, _spell),
    "shape": Measure(("class",), WORD, _shape),
}
