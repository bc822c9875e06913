"""How far annotators agree, with each other and with the classifier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from goed.statistics.intervals import beyond_chance, wilson
from goed.statistics.judges import WHAT, Comparison, Pair, Panel, aspect, compare
from goed.statistics.krippendorff import alpha
from goed.statistics.selection import Selection
from goed.study.study import Study

if TYPE_CHECKING:
    import pandas as pd


class Agreed(NamedTuple):
    """How far two judges agree; kappa and its interval are empty where chance alone gives all agreement."""

    n: int
    agreement: float  # share of outputs that both label alike
    agreement_low: float
    agreement_high: float
    kappa: float | None
    kappa_low: float | None
    kappa_high: float | None


class Summary(NamedTuple):
    """A row of the summary: of a pair, with kappa, or of more than two judges (`second` is empty), with alpha."""

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


def summary(comparison: Comparison, what: str | None = None) -> list[Summary]:
    """How far the judges of each pair and panel agree, on each column of the label and on all of them, or on one."""
    rows = [row for pair in comparison.pairs for row in summary_of_pair(pair, what)]
    return rows + [row for panel in comparison.panels for row in summary_of_panel(panel, what)]


def agreement_table(study: Study, selection: Selection) -> pd.DataFrame:
    """The summary of all judges as a table."""
    import pandas as pd

    return pd.DataFrame(summary(compare(study, selection.languages)), columns=list(Summary._fields))


def summary_of_pair(pair: Pair, what: str | None = None) -> list[Summary]:
    """How far two judges agree."""
    rows = []
    for column in [what] if what else WHAT:
        of = aspect(column)
        agreed = cohen([(of(one), of(other)) for one, other in pair.labels])
        rows.append(Summary(pair.language, pair.first, pair.second, column, *agreed))
    return rows


def summary_of_panel(panel: Panel, what: str | None = None) -> list[Summary]:
    """How far more than two judges agree."""
    rows = []
    for column in [what] if what else WHAT:
        of = aspect(column)
        n, agreement, low, high, *alphas = alpha([[of(words) for words in said] for said in panel.labels])
        names = ", ".join(panel.names)
        rows.append(Summary(panel.language, names, None, column, n, agreement, low, high, None, None, None, *alphas))
    return rows


def cohen(pairs: Sequence[tuple[Hashable, Hashable]]) -> Agreed:
    """The share of outputs that two judges label alike, and Cohen's kappa (Cohen 1960, Educational and Psychological
    Measurement 20): (p_o - p_e) / (1 - p_e), where p_e is the agreement of judges who use each name as often as these
    do, but blindly.
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
