"""Calibration: how often the classifier is right at each level of its confidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from math import fsum
from operator import attrgetter
from typing import NamedTuple

from goed.statistics.intervals import wilson
from goed.statistics.judges import JudgedPair, column_getter

ALL = "all"
MOST_DISTINCT = 12  # so many different confidences get a row each; more are grouped by tenths
N_BINS = 10


class CalibrationRow(NamedTuple):
    """Outputs of a pair with one confidence, or with confidences in one tenth, or all of them (`bin` is `all`)."""

    language: str
    first: str
    second: str
    what: str
    bin: str
    n: int
    confidence: float  # mean
    right: float  # share on which the other judge agrees
    right_low: float
    right_high: float
    ece: float | None = None  # in the row `all`: expected calibration error
    auroc: float | None = None  # in the row `all`: how well confidence separates right from wrong


class ConfidenceAndVerdict(NamedTuple):
    """How sure the classifier is of a label, and whether the other judge agrees."""

    confidence: float
    is_right: bool


def calibration(pairs: Sequence[JudgedPair], what: str) -> list[CalibrationRow]:
    """For each pair with the classifier: how often it is right, at each confidence and overall."""
    of = column_getter(what)
    rows = []
    for pair in pairs:
        if pair.confidence is not None:
            labels = zip(pair.confidence, pair.labels, strict=True)
            judged = [ConfidenceAndVerdict(confidence, of(one) == of(other)) for confidence, (one, other) in labels]
            bins = _bins(judged)
            rows += [_row(pair, what, name, of_bin) for name, of_bin in bins.items()]
            rows.append(_row(pair, what, ALL, judged)._replace(ece=expected_error(bins), auroc=auroc(judged)))
    return rows


def expected_error(bins: Mapping[str, Sequence[ConfidenceAndVerdict]]) -> float:
    """Expected calibration error: how far mean confidence is from the share right in each bin, averaged over outputs.

    See Naeini, Cooper & Hauskrecht 2015, AAAI.
    """
    n = sum(map(len, bins.values()))
    return sum(abs(sum(is_right - confidence for confidence, is_right in of_bin)) for of_bin in bins.values()) / n


def auroc(judged: Sequence[ConfidenceAndVerdict]) -> float | None:
    """How often an output that is right has a higher confidence than one that is wrong; ties count half.

    This is the area under the ROC curve (Hanley & McNeil 1982, Radiology 143). None where all or none are right.
    """
    n_right = sum(each.is_right for each in judged)
    n_wrong = len(judged) - n_right
    if not n_right or not n_wrong:
        return None
    above = 0.0
    wrong_below = 0
    for _, alike in groupby(sorted(judged), key=attrgetter("confidence")):
        here = Counter(each.is_right for each in alike)
        above += here[True] * (wrong_below + here[False] / 2)
        wrong_below += here[False]
    return above / (n_right * n_wrong)


def _bins(judged: Sequence[ConfidenceAndVerdict]) -> dict[str, list[ConfidenceAndVerdict]]:
    """Outputs grouped by confidence, lowest first: by single values if these are few, else by tenths."""
    are_few = len({each.confidence for each in judged}) <= MOST_DISTINCT
    bins: dict[str, list[ConfidenceAndVerdict]] = {}
    for each in sorted(judged):
        tenth = min(int(each.confidence * N_BINS + 1e-9), N_BINS - 1)  # 1 is in the last one
        tenth_in_words = f"{tenth / N_BINS:.1f} to {(tenth + 1) / N_BINS:.1f}"
        bins.setdefault(f"{each.confidence:g}" if are_few else tenth_in_words, []).append(each)
    return bins


def _row(pair: JudgedPair, what: str, name: str, judged: Sequence[ConfidenceAndVerdict]) -> CalibrationRow:
    """The row of one bin: number, mean confidence, and share right with its interval."""
    n = len(judged)
    mean = fsum(each.confidence for each in judged) / n
    right = sum(each.is_right for each in judged) / n
    return CalibrationRow(pair.language, pair.first, pair.second, what, name, n, mean, right, *wilson(right, n))
