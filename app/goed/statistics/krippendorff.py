"""Krippendorff's alpha: how far more than two judges agree, beyond chance, each on as many outputs as they labelled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from goed.statistics.intervals import beyond_chance, wilson


class Alpha(NamedTuple):
    """Agreement of several judges; alpha and its interval are empty where all of them say one and the same thing."""

    n: int  # outputs that at least two of them labelled
    agreement: float  # share of the pairs of labels of an output that are alike
    agreement_low: float
    agreement_high: float
    alpha: float | None
    alpha_low: float | None
    alpha_high: float | None


def alpha(outputs: Sequence[Sequence[Hashable]]) -> Alpha:
    """Alpha for names without an order, from what was said of each output (Krippendorff 2011, “Computing
    Krippendorff's alpha-reliability”, part C: nominal data, any number of observers, missing data).

        alpha = 1 - D_o / D_e

    D_o is the share of pairs of labels within outputs that differ, each output counted with as many labels as it has;
    D_e the share among all labels, from whatever output. An output with fewer than two labels says nothing.

    The interval is Wilson's for the agreement 1 - D_o, carried through with D_e fixed, as kappa's is and as
    Krippendorff's own bootstrap holds D_e. It needs no random numbers, and keeps its width where everybody agrees.
    """
    # The same is said of many outputs: each pattern is looked at once, with the number of its outputs.
    patterns = [(Counter(said), n) for said, n in Counter(map(tuple, outputs)).items() if len(said) > 1]
    alike = [_Alike(said.total(), _share_alike(said), n) for said, n in patterns]
    n_labels = sum(each.n * each.size for each in alike)
    agreement = sum(each.n * each.size * each.share for each in alike) / n_labels
    interval = wilson(agreement, _n_trials(agreement, alike))
    totals: Counter[Hashable] = Counter()
    for said, n in patterns:
        for name, number in said.items():
            totals[name] += n * number
    by_chance = sum(number * (number - 1) for number in totals.values()) / (n_labels * (n_labels - 1))
    n_outputs = sum(each.n for each in alike)
    return Alpha(
        n_outputs, agreement, *interval, *(beyond_chance(agreement, by_chance, interval) or (None, None, None))
    )


class _Alike(NamedTuple):
    """Outputs of which the same was said: how many labels each has, what share of their pairs are alike, how many."""

    size: int
    share: float
    n: int


def _share_alike(said: Counter[Hashable]) -> float:
    return sum(number * (number - 1) for number in said.values()) / (said.total() * (said.total() - 1))


def _n_trials(agreement: float, alike: Sequence[_Alike]) -> float:
    """How many trials the agreement is worth, for its interval: as many as give a share the variance that it has.

    The labels of one output hang together, so that outputs are what varies: the variance is that of a mean of them,
    each weighed with its number of labels. For two judges this is the number of outputs. It is never more than all
    outputs' labels but the first. Where all agree fully, or not at all, and so nothing varies, it is the number of
    outputs, less where they differ in size: (sum of m)² / sum of m² (Kish 1965, “Survey sampling”).
    """
    n_labels = sum(each.n * each.size for each in alike)
    if agreement in (0, 1):
        return n_labels**2 / sum(each.n * each.size**2 for each in alike)
    variance = sum(each.n * (each.size * (each.share - agreement)) ** 2 for each in alike) / n_labels**2
    most = n_labels - sum(each.n for each in alike)
    return min(agreement * (1 - agreement) / variance, most) if variance else most
