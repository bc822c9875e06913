"""How far annotators and the classifier agree: Cohen's kappa, Krippendorff's alpha.

Kappa is for two judges, alpha for more than two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from goed.statistics.catalogue import Statistic
from goed.statistics.intervals import beyond_chance, wilson
from goed.statistics.judges import Comparison, JudgedPair, Panel, column_getter, compare
from goed.study.selection import Selection
from goed.study.study import Study

if TYPE_CHECKING:
    import pandas as pd


class Agreed(NamedTuple):
    """How far judges agree. The coefficient is None, with its interval, where chance alone gives full agreement."""

    n: int  # outputs that at least two of them labelled
    agreement: float  # share of pairs of labels of the same output that are equal
    agreement_low: float
    agreement_high: float
    coefficient: float | None  # kappa for two judges, alpha for more
    coefficient_low: float | None
    coefficient_high: float | None


class AgreementRow(NamedTuple):
    """A row of the summary: a pair with kappa; or more judges with alpha, all named in `first`, `second` empty."""

    language: str
    first: str
    second: str | None
    what: str
    n: int
    agreement: float
    agreement_low: float
    agreement_high: float
    kappa: float | None = None
    kappa_low: float | None = None
    kappa_high: float | None = None
    alpha: float | None = None
    alpha_low: float | None = None
    alpha_high: float | None = None


def summary(comparison: Comparison, what: str | None = None) -> list[AgreementRow]:
    """How far each pair and each panel agree: on every column of the label and on all at once, or on `what` only."""
    comparison = comparison.on(what) if what else comparison
    rows = [row for pair in comparison.pairs for row in summary_of_pair(pair, what)]
    return rows + [row for panel in comparison.panels for row in summary_of_panel(panel, what)]


def summary_of_pair(pair: JudgedPair, what: str | None = None) -> list[AgreementRow]:
    """How far two judges agree, with a row for each column that is compared."""
    rows = []
    for column in [what] if what else pair.what:
        of = column_getter(column)
        agreed = cohen([(of(one), of(other)) for one, other in pair.labels])
        rows.append(AgreementRow(pair.language, pair.first, pair.second, column, *agreed))
    return rows


def summary_of_panel(panel: Panel, what: str | None = None) -> list[AgreementRow]:
    """How far more than two judges agree, with a row for each column that is compared."""
    rows, names = [], ", ".join(panel.names)
    for column in [what] if what else panel.what:
        of = column_getter(column)
        n, *shares, value, low, high = alpha([[of(words) for words in said] for said in panel.labels])
        row = AgreementRow(panel.language, names, None, column, n, *shares)
        rows.append(row._replace(alpha=value, alpha_low=low, alpha_high=high))
    return rows


def cohen(pairs: Sequence[tuple[Hashable, Hashable]]) -> Agreed:
    """The share of outputs that two judges label alike, and Cohen's kappa: (p_o - p_e) / (1 - p_e).

    p_e is the agreement expected of judges who use each name as often as these two, but at random (Cohen 1960,
    Educational and Psychological Measurement 20).
    """
    n = len(pairs)
    counts = Counter(pairs)
    observed = sum(number for (one, other), number in counts.items() if one == other) / n
    ones: Counter[Hashable] = Counter()
    others: Counter[Hashable] = Counter()
    for (one, other), number in counts.items():
        ones[one] += number
        others[other] += number
    by_chance = sum(ones[name] * others[name] for name in ones) / n**2
    interval = wilson(observed, n)
    return Agreed(n, observed, *interval, *(beyond_chance(observed, by_chance, interval) or (None, None, None)))


def alpha(outputs: Sequence[Sequence[Hashable]]) -> Agreed:
    """Krippendorff's alpha for nominal labels; `outputs` are the labels that each output was given.

        alpha = 1 - D_o / D_e

    D_o is the share of differing pairs among the labels of the same output, where each output is weighted by its number
    of labels; D_e is that share among all labels, whatever their output. Outputs with fewer than two labels are left
    out (Krippendorff 2011, “Computing Krippendorff's alpha-reliability”, part C: nominal data, any number of observers,
    missing data).

    The interval is Wilson's for the agreement 1 - D_o, transformed to alpha with D_e held fixed, as for kappa and as in
    Krippendorff's own bootstrap. It needs no random numbers, and does not shrink to a point where everybody agrees.
    """
    # Many outputs have the same labels: each such pattern is handled once, with the number of its outputs.
    patterns = [(Counter(said), n) for said, n in Counter(map(tuple, outputs)).items() if len(said) > 1]
    sizes = [(said, said.total(), n) for said, n in patterns]
    alike = [
        _Alike(size, sum(number * (number - 1) for number in said.values()) / (size * (size - 1)), n)
        for said, size, n in sizes
    ]
    n_labels = sum(each.n * each.size for each in alike)
    agreement = sum(each.n * each.size * each.share for each in alike) / n_labels
    interval = wilson(agreement, _n_trials(agreement, alike))
    totals: Counter[Hashable] = Counter()
    for said, n in patterns:
        for name, number in said.items():
            totals[name] += n * number
    by_chance = sum(number * (number - 1) for number in totals.values()) / (n_labels * (n_labels - 1))
    coefficient = beyond_chance(agreement, by_chance, interval) or (None, None, None)
    return Agreed(sum(each.n for each in alike), agreement, *interval, *coefficient)


class _Alike(NamedTuple):
    """Outputs that were given the same labels."""

    size: int  # labels of each output
    share: float  # of pairs of these labels that are equal
    n: int  # number of such outputs


def _n_trials(agreement: float, alike: Sequence[_Alike]) -> float:
    """The effective number of trials for the interval: a share of so many trials has the variance of this agreement.

    The labels of one output depend on each other, so the variance is that over outputs: of a mean in which each is
    weighted by its number of labels. For two judges this gives the number of outputs. It is at most the number of
    labels minus the number of outputs. With full agreement, or none, nothing varies; then it is the effective number of
    outputs, (sum of m)² / sum of m² for outputs with m labels (Kish 1965, “Survey sampling”).
    """
    n_labels = sum(each.n * each.size for each in alike)
    if agreement in (0, 1):
        return n_labels**2 / sum(each.n * each.size**2 for each in alike)
    variance = sum(each.n * (each.size * (each.share - agreement)) ** 2 for each in alike) / n_labels**2
    most = n_labels - sum(each.n for each in alike)
    return min(agreement * (1 - agreement) / variance, most) if variance else most


def agreement(study: Study, selection: Selection) -> pd.DataFrame:
    """How far all judges agree: the summary as a table. It is about outputs, whatever run gave them."""
    import pandas as pd

    comparison = compare(study, selection.languages, domain=selection.domain)
    return pd.DataFrame(summary(comparison), columns=list(AgreementRow._fields))


STATISTIC = Statistic(
    agreement,
    rates=("agreement", "agreement_low", "agreement_high"),
    ignores_runs=True,
    title="Agreement of annotators and classifier",
    about="Share of outputs labelled alike, with Cohen's kappa or Krippendorff's alpha.",
)
