"""The numbers of the figure: what `goed stats` prints for the same choice, and the same by series and kind."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from goed.errors import visible
from goed.labels.names import NamesForPeople
from goed.screens.trajectories.choice import Choice, View
from goed.study.study import Study
from goed.tables.files import csv_text
from goed.tables.plain import plain
from goed_classifiers.values import CORRECT

if TYPE_CHECKING:
    import pandas as pd

Record = Mapping[str, Any]  # column → value


class Measure(StrEnum):
    """What the height of an error's segment says."""

    RATE = "rate"  # among the items asked
    SHARE = "share"  # among all errors


@dataclass(frozen=True)
class StatTable:
    """A table as `goed stats` prints it, and the call that prints it."""

    statistic: str
    call: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def csv(self) -> str:
        """The same as `goed stats ... --format csv`."""
        return csv_text(self.columns, self.rows)

    def records(self) -> list[Record]:
        """Each row by its columns."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


class SeriesName(NamedTuple):
    """What one curve is of."""

    sampling: str
    model: str


@dataclass(frozen=True)
class CurveNumbers:
    """Accuracies: the rows of `goed stats accuracy` by series and size, and the accuracy of each seed."""

    table: StatTable
    sizes: tuple[int, ...]
    series: tuple[SeriesName, ...]
    cells: Mapping[tuple[SeriesName, int], Record]
    seeds: Mapping[tuple[SeriesName, int], tuple[float, ...]]


@dataclass(frozen=True)
class ErrorNumbers:
    """Errors: the rows of `goed stats trajectory` and of `goed stats errors` by kind and size, the commonest first."""

    rates: StatTable
    shares: StatTable
    sizes: tuple[int, ...]
    kinds: tuple[str, ...]  # codes, as stored
    names: Mapping[str, str]  # code → what people are shown
    rate_cells: Mapping[tuple[str, int], Record]
    share_cells: Mapping[tuple[str, int], Record]

    def table(self, measure: Measure) -> StatTable:
        """The table of what is shown."""
        return self.rates if measure == Measure.RATE else self.shares


Numbers = CurveNumbers | ErrorNumbers


def count(study: Study, choice: Choice) -> Numbers:
    """Count what is chosen; slow enough to be done beside the screen."""
    return _count_curves(study, choice) if choice.view == View.CURVES else _count_errors(study, choice)


def _count_curves(study: Study, choice: Choice) -> CurveNumbers:
    from goed.statistics.accuracy import accuracy
    from goed.statistics.run_accuracies import observations

    selection = choice.selection()
    table = _stat_table("accuracy", choice, accuracy(study, selection))
    cells = {(_series(record), int(record["size"])): record for record in table.records()}
    seeds: dict[tuple[SeriesName, int], list[float]] = {}
    for record in _stat_table("accuracy", choice, observations(study, selection)).records():
        seeds.setdefault((_series(record), int(record["size"])), []).append(record["accuracy"])
    return CurveNumbers(
        table,
        sizes=_sizes(table),
        series=tuple(dict.fromkeys(series for series, _ in cells)),
        cells=cells,
        seeds={key: tuple(values) for key, values in seeds.items()},
    )


def _count_errors(study: Study, choice: Choice) -> ErrorNumbers:
    from goed.statistics.errors import error_rates
    from goed.statistics.trajectory import trajectory

    selection = choice.selection()
    rates = _stat_table("trajectory", choice, trajectory(study, selection))
    shares = _stat_table("errors", choice, error_rates(study, selection))
    codes = list(dict.fromkeys(record["error"] for record in rates.records()))
    names = NamesForPeople()
    return ErrorNumbers(
        rates,
        shares,
        sizes=_sizes(rates),
        kinds=tuple(code for code in codes if code != CORRECT),
        names={code: names.of(choice.language, code) for code in codes},
        rate_cells=_by_kind(rates),
        share_cells=_by_kind(shares),
    )


def _stat_table(statistic: str, choice: Choice, table: pd.DataFrame) -> StatTable:
    rows = table.astype(object).itertuples(index=False, name=None)
    return StatTable(
        statistic,
        _call(statistic, choice),
        tuple(str(column) for column in table.columns),
        tuple(tuple(plain(value) for value in row) for row in rows),
    )


def _call(statistic: str, choice: Choice) -> str:
    """The call that prints the same."""
    sampling, model = choice.pair
    options = {"--language": choice.language, "--sampling": sampling, "--model": model, "--part": choice.part}
    words = [word for option, value in options.items() if value is not None for word in (option, visible(value))]
    return shlex.join(["goed", "stats", statistic, *words])


def _by_kind(table: StatTable) -> dict[tuple[str, int], Record]:
    return {(record["error"], int(record["size"])): record for record in table.records()}


def _series(record: Record) -> SeriesName:
    return SeriesName(record["sampling"], record["model"])


def _sizes(table: StatTable) -> tuple[int, ...]:
    return tuple(sorted({int(record["size"]) for record in table.records()}))
