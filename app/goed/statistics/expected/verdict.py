"""Whether a model does what children do: met, not met, or can't say, and why."""

from __future__ import annotations

from math import isinf
from typing import NamedTuple

from goed.statistics.expected.combining import Number
from goed.statistics.expected.measures import PER_CENT, POINTS, Found
from goed.statistics.expected.rows import Comparison

MET, NOT_MET, CANNOT_SAY = "met", "not met", "can't say"
FEWEST_ITEMS = 30  # different ones, as for `stats shape`


class Verdict(NamedTuple):
    """The verdict, with the numbers that it comes from in words."""

    word: str
    why: str


def judged(found: Found, comparison: Comparison, measure: str, unit: str) -> Verdict:
    """The verdict on what a measure found."""
    if found.n_items < FEWEST_ITEMS:
        return Verdict(CANNOT_SAY, f"different words: {found.n_items}; {FEWEST_ITEMS} are needed")
    if found.word:
        return _of_word(found, comparison)
    if found.number is None:
        return Verdict(CANNOT_SAY, "nothing of the kind happens")
    said = f"{measure} {_said(found.number, unit)}, expected {_bound(comparison, unit)}"
    low, high = found.number.low, found.number.high
    is_above, is_below = low > comparison.bound, high < comparison.bound
    if not (is_above or is_below):
        return Verdict(CANNOT_SAY, said)
    return Verdict(MET if is_above == (comparison.sign == ">") else NOT_MET, said)


def _of_word(found: Found, comparison: Comparison) -> Verdict:
    said = f"{found.word}, {found.n_items:,} words; expected {comparison.word}"
    if found.word == CANNOT_SAY:
        return Verdict(CANNOT_SAY, "the trajectory does not tell; see `goed stats shape`")
    return Verdict(MET if found.word == comparison.word else NOT_MET, said)


def _said(number: Number, unit: str) -> str:
    """A number with its interval as people read it: 4.3 % (1.5–11.5)."""
    value, low, high = (_amount(one, unit) for one in number)
    word = f" {unit}" if unit in (PER_CENT, POINTS) else ""
    return f"{value}{word} ({low}{' to ' if low.startswith('-') else '–'}{high})"


def _amount(number: float, unit: str) -> str:
    """One digit behind the point, and no minus before 0.0."""
    if isinf(number):
        return "∞" if number > 0 else "-∞"
    shown = round(100 * number if unit in (PER_CENT, POINTS) else number, 1) + 0.0
    return f"{shown:,.0f}" if abs(shown) >= 100 else f"{shown:.1f}"


def _bound(comparison: Comparison, unit: str) -> str:
    """What is expected: above 10, below 1 %."""
    scale = 100 if unit in (PER_CENT, POINTS) else 1
    word = {">": "above", "<": "below"}[comparison.sign]
    return f"{word} {scale * comparison.bound:g}{' %' if unit == PER_CENT else ''}"
