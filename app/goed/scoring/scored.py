"""One score as a row: what it is, its value and unit, and the counts behind it."""

from __future__ import annotations

from typing import NamedTuple

from goed.scores.ratio import Ratio

UNDEFINED = "0/0"  # the flag of a ratio of nothing, whose value is given as 0.0
SHARE, PLAIN, NATS, BITS = "share", "", "nats", "bits"  # units; a share lies between 0 and 1


class Scored(NamedTuple):
    """A row of results."""

    measure: str
    value: float
    unit: str = SHARE
    n: int | None = None
    of: int | None = None
    flag: str = ""
    how: str = ""


def of_ratio(measure: str, ratio: Ratio, unit: str = SHARE, how: str = "") -> Scored:
    """A score that is one count out of another."""
    return Scored(measure, ratio.value, unit, ratio.n, ratio.of, UNDEFINED if ratio.is_undefined else "", how)
