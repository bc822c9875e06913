"""Whether a model does what children do: met, not met, or can't say, and why."""

from __future__ import annotations

from math import inf, isinf
from typing import NamedTuple

from app.stats.expected.measures import PER_CENT, POINTS, Found
from app.stats.expected.rows import Comparison

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
    value, low, high = found.number
    ends = f"{_amount(low, unit)}{'–' if low >= 0 else ' to '}{_amount(high, unit)}"
    expected = {">": "above", "<": "below"}[comparison.sign]
    said = f"{measure} {_amount(value, unit)} ({ends}){_unit(unit)}, expected {expected} {_bound(comparison, unit)}"
    is_above, is_below = low > comparison.bound, high < comparison.bound
    if not (is_above or is_below):
        return Verdict(CANNOT_SAY, said)
    return Verdict(MET if is_above == (comparison.sign == ">") else NOT_MET, said)


def _of_word(found: Found, comparison: Comparison) -> Verdict:
    said = f"{found.word}, {found.n_items:,} words; expected {comparison.word}"
    if found.word == CANNOT_SAY:
        return Verdict(CANNOT_SAY, "the trajectory does not tell; see `goed stats shape`")
    return Verdict(MET if found.word == comparison.word else NOT_MET, said)


def _amount(number: float, unit: str) -> str:
    """A number as people read it: per cent with one digit behind the point."""
    if isinf(number):
        return "∞" if number == inf else "-∞"
    if unit in (PER_CENT, POINTS):
        return f"{100 * number:.1f}"
    return f"{number:.1f}" if abs(number) < 100 else f"{number:,.0f}"


def _unit(unit: str) -> str:
    return f" {unit}" if unit in (PER_CENT, POINTS) else ""


def _bound(comparison: Comparison, unit: str) -> str:
    scale = 100 if unit in (PER_CENT, POINTS) else 1
    return f"{scale * comparison.bound:g}"
