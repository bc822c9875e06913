"""The numbers of the figure: what `goed stats` prints for the same choice, and the same by series and kind."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goed.drafts import write_whole
from goed.errors import GoedError, visible
from goed.labels.names import NamesForPeople
from goed.report.folder import file_name
from goed.screens.trajectories.choice import Available, FigureChoice, SeriesChoice
from goed.study.study import Study
from goed.study.tallies import part_tallies
from goed.tables.files import csv_text, plain
from goed_classifiers.values import CORRECT

if TYPE_CHECKING:
    import pandas as pd

LONGEST_NAME = 60  # of a strategy or model in the name of a file
Record = Mapping[str, Any]  # column → value
Cells = Mapping[tuple[Hashable, int], Record]  # row and size → what is known of them


@dataclass(frozen=True)
class StatTable:
    """A table as `goed stats` prints it, and the call that prints it."""

    statistic: str
    choice: FigureChoice
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @classmethod
    def of(cls, statistic: str, choice: FigureChoice, table: pd.DataFrame) -> StatTable:
        """The table of a statistic, in plain values."""
        rows = table.astype(object).itertuples(index=False, name=None)
        values = tuple(tuple(plain(value) for value in row) for row in rows)
        return cls(statistic, choice, tuple(map(str, table.columns)), values)

    @property
    def call(self) -> str:
        """The call that prints the same."""
        sampling, model = self.choice.series
        chosen = {"language": self.choice.language, "sampling": sampling, "model": model, "part": self.choice.part}
        words = [word for name, value in chosen.items() if value is not None for word in (f"--{name}", visible(value))]
        return shlex.join(["goed", "stats", self.statistic, *words])

    @property
    def proposed_name(self) -> str:
        """trajectory_eng_uniform_cluzh-b4.csv; a part other than test is named, too."""
        sampling, model = (file_name(name or "all")[:LONGEST_NAME] for name in self.choice.series)
        part = "" if self.choice.part == "test" else f"_{self.choice.part}"
        return f"{self.statistic}_{self.choice.language}_{sampling}_{model}{part}.csv"

    def save(self, path: Path) -> str:
        """Write the same as `goed stats ... --format csv`; the sentence that says so."""
        try:
            write_whole(path, csv_text(self.columns, self.rows).encode())
        except OSError as error:
            raise GoedError(f"{path} cannot be written: {error.strerror or error}") from None
        return f"{len(self.rows)} rows saved as {path}"

    def records(self) -> list[Record]:
        """Each row by its columns."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def cells(self, row_of: Callable[[Record], Hashable]) -> Cells:
        """Each row by what it is of, and its size."""
        return {(row_of(record), int(record["size"])): record for record in self.records()}


@dataclass(frozen=True)
class FigureNumbers:
    """The accuracy of each series, or each kind of error, the commonest first, by size."""

    table: StatTable  # of accuracies, or of rates of errors
    rows: Sequence[Hashable]  # series, or kinds of error by their codes
    names: Mapping[Hashable, str]  # what people are shown
    cells: Cells
    seeds: Mapping[tuple[Hashable, int], Sequence[float]] = field(default_factory=dict)  # of a series: their accuracies
    shares: StatTable | None = None  # of a kind among all errors
    share_cells: Cells = field(default_factory=dict)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of training sets, smallest first."""
        return tuple(sorted({size for _, size in self.cells}))

    def table_of(self, shows_shares: bool) -> StatTable:
        """The table that is shown."""
        return self.shares if self.shares is not None and shows_shares else self.table


def _count_curves(study: Study, choice: FigureChoice) -> FigureNumbers:
    from goed.statistics.accuracy import accuracy
    from goed.statistics.run_accuracies import observations

    table = StatTable.of("accuracy", choice, accuracy(study, choice.selection()))
    cells = table.cells(_series)
    seeds: dict[tuple[Hashable, int], list[float]] = {}
    for record in StatTable.of("accuracy", choice, observations(study, choice.selection())).records():
        seeds.setdefault((_series(record), int(record["size"])), []).append(record["accuracy"])
    series = list(dict.fromkeys(_series(record) for record in cells.values()))
    return FigureNumbers(table, series, _series_names(series), cells, seeds)


def _series(record: Record) -> SeriesChoice:
    return SeriesChoice(record["sampling"], record["model"])


def _series_names(series: Sequence[SeriesChoice]) -> dict[Hashable, str]:
    """Model and strategy, or the one of them in which the series differ."""
    n_samplings, n_models = len({one.sampling for one in series}), len({one.model for one in series})
    if n_samplings <= 1:
        return {one: one.model or "" for one in series}
    return {one: f"{one.model} {one.sampling}" if n_models > 1 else one.sampling or "" for one in series}


def _count_errors(study: Study, choice: FigureChoice) -> FigureNumbers:
    from goed.statistics.errors import error_rates
    from goed.statistics.trajectory import trajectory

    rates = StatTable.of("trajectory", choice, trajectory(study, choice.selection()))
    shares = StatTable.of("errors", choice, error_rates(study, choice.selection()))
    codes = dict.fromkeys(record["error"] for record in rates.records())
    names = NamesForPeople()
    return FigureNumbers(
        rates,
        [code for code in codes if code != CORRECT],
        {code: names.of(choice.language, code) for code in codes},
        rates.cells(lambda record: record["error"]),
        shares=shares,
        share_cells=shares.cells(lambda record: record["error"]),
    )


@dataclass(frozen=True)
class Counted:
    """What the study holds, the choice as far as the study has it, and the numbers of that; none in an empty study."""

    available: Available
    choice: FigureChoice | None = None
    numbers: FigureNumbers | None = None


class NumbersCounter:
    """Counts what is chosen, which may take long; what was counted is kept until the study has changed."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._version = (-1, -1)
        self._known: dict[tuple[str, ...], FigureNumbers] = {}
        self._available = Available()

    @property
    def is_stale(self) -> bool:
        """Whether the study has changed since something was counted last."""
        return self._study.output_version() != self._version

    def count(self, choice: FigureChoice | None) -> Counted:
        """The numbers of a choice, or of the first one that there is."""
        version = self._study.output_version()
        if version != self._version:
            self._known.clear()
            self._available = Available(part_tallies(self._study))
            self._version = version
        if not self._available:
            return Counted(self._available)
        choice = self._available.fitting(choice)
        if choice.key not in self._known:
            count = _count_errors if choice.shows_errors else _count_curves
            self._known[choice.key] = count(self._study, choice)
        return Counted(self._available, choice, self._known[choice.key])
