"""Precision, recall and confusions of one judge, measured against another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from goed.statistics.intervals import wilson
from goed.statistics.judges import NONE, JudgedPair, LabelWords

FLAGS = "flags"

Share = tuple[float | None, float | None, float | None]  # a share with its interval; None if it is one of nothing


class ClassRow(NamedTuple):
    """How well the first judge of a pair finds a class; the second counts as right."""

    language: str
    first: str
    second: str
    what: str
    class_: str
    n: int  # outputs to which the second gives the class
    n_first: int  # to which the first gives it
    n_both: int  # to which both give it
    precision: float | None  # n_both / n_first
    precision_low: float | None
    precision_high: float | None
    recall: float | None  # n_both / n
    recall_low: float | None
    recall_high: float | None
    f1: float | None  # their harmonic mean
    f1_low: float | None
    f1_high: float | None


class ConfusionRow(NamedTuple):
    """How often the first judge says `first_says` where the second says `second_says`."""

    language: str
    first: str
    second: str
    what: str
    first_says: str
    second_says: str
    n: int


def classes(pairs: Sequence[JudgedPair], what: str) -> list[ClassRow]:
    """Precision, recall and F1 of each class, those that the second judge names most often first.

    A flag is a class of its own, which an output has or does not have.
    """
    rows = []
    for pair in pairs:
        named = list(_class_sets(pair, what))
        firsts = Counter(name for ones, _ in named for name in ones)
        seconds = Counter(name for _, others in named for name in others)
        both = Counter(name for ones, others in named for name in ones & others)
        for name in sorted(firsts | seconds, key=lambda name: (-seconds[name], -firsts[name], name)):
            n, n_first, n_both = counts = seconds[name], firsts[name], both[name]
            shares = (*_share(n_both, n_first), *_share(n_both, n), *_f1(n_both, n_first + n - n_both))
            rows.append(ClassRow(pair.language, pair.first, pair.second, what, name, *counts, *shares))
    return rows


def confusions(pairs: Sequence[JudgedPair], what: str) -> list[ConfusionRow]:
    """The non-empty cells of the confusion table, the fullest first."""
    rows = []
    for pair in pairs:
        cells = Counter(cell for ones, others in _class_sets(pair, what) for cell in _cells(ones, others, what))
        for (first, second), n in sorted(cells.items(), key=lambda cell: (-cell[1], cell[0])):
            rows.append(ConfusionRow(pair.language, pair.first, pair.second, what, first, second, n))
    return rows


def _class_sets(pair: JudgedPair, what: str) -> Iterator[tuple[set[str], set[str]]]:
    """The class (or the flags) that the first and the second judge name, output by output."""
    place = LabelWords._fields.index(what)
    for labels in pair.labels:
        said = [words[place] for words in labels]
        ones, others = (set(name.split(",")) - {""} if what == FLAGS else {name} for name in said)
        yield ones, others


def _cells(ones: set[str], others: set[str], what: str) -> list[tuple[str, str]]:
    """The cells of the confusion table that an output counts in: one, or one for each flag that either judge sets."""
    if what != FLAGS:
        return [(one, other) for one in ones for other in others]
    return [(flag if flag in ones else NONE, flag if flag in others else NONE) for flag in ones | others]


def _share(part: int, whole: int) -> Share:
    return (part / whole, *wilson(part / whole, whole)) if whole else (None, None, None)


def _f1(n_both: int, n_either: int) -> Share:
    """F1 with its interval.

    With J = TP / (TP + FP + FN), which is a share of outputs, F1 is 2J / (1 + J). As this rises with J, the ends of
    Wilson's interval for J give those of F1.
    """
    share = n_both / n_either
    f1, low, high = (2 * j / (1 + j) for j in (share, *wilson(share, n_either)))
    return f1, low, high
