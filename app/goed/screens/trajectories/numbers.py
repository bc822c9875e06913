"""What Trajectories can show, and its numbers: the same that `goed stats` prints."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from goed.drafts import file_name, write_whole
from goed.errors import GoedError, visible
from goed.labels.names import NamesForPeople
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import PartTally, part_tallies
from goed.tables.files import as_python, csv_text
from goed_classifiers.values import CORRECT

T = TypeVar("T")
PARTS = ("test", "dev", "core")


class SeriesChoice(NamedTuple):
    """A sampling strategy and a model; None stands for all of them."""

    sampling: str | None = None
    model: str | None = None


ALL_SERIES = SeriesChoice()


class Subject(NamedTuple):
    """What is learned: a language in a domain, or in a corpus."""

    language: str
    domain: str | None = None  # None: the study has one only
    corpus: str = ""  # empty: items of no corpus


@dataclass(frozen=True)
class FigureChoice:
    """What to show. Each view keeps its own strategy and model: curves can show all at once, errors only one."""

    language: str
    domain: str | None = None
    corpus: str = ""
    part: str = "test"
    shows_errors: bool = False  # else learning curves
    of_curves: SeriesChoice = ALL_SERIES
    of_errors: SeriesChoice = ALL_SERIES

    @property
    def series(self) -> SeriesChoice:
        """The strategy and the model of the view that is shown."""
        return self.of_errors if self.shows_errors else self.of_curves

    @property
    def subject(self) -> Subject:
        """What is learned."""
        return Subject(self.language, self.domain, self.corpus)

    def in_words(self) -> str:
        """The choice as one line: `English · uniform · all models · test · learning curves`."""
        sampling, model = self.series[0] or "all strategies", self.series[1] or "all models"
        view = "kinds of error" if self.shows_errors else "learning curves"
        subject = [NamesForPeople().language(self.language), visible(self.corpus), self.domain or ""]
        return " · ".join(filter(None, (*subject, sampling, model, self.part, view)))

    def selection(self) -> Selection:
        """The choice as the selection that options of `goed stats` make."""
        samplings, models = (None if name is None else (name,) for name in self.series)
        return Selection(
            languages=(self.language,),
            corpora=(self.corpus,) if self.corpus else None,
            samplings=samplings,
            models=models,
            parts=(self.part,),
            domain=self.domain,
        )


class FigureChoices:
    """The languages, parts, samplings and models of the study that have results to show."""

    def __init__(self, tallies: Sequence[PartTally] = ()) -> None:
        there = [one for one in tallies if one.n_items]
        self._has_domains = len({one.domain for one in there}) > 1
        # Sizes and seeds are not chosen, so one tally per combination is enough.
        self._tallies = list({(self._subject(one), one.part, one.sampling, one.model): one for one in there}.values())

    def __bool__(self) -> bool:
        return bool(self._tallies)

    def _subject(self, one: PartTally) -> Subject:
        return Subject(one.language, one.domain if self._has_domains else None, one.corpus)

    @property
    def subjects(self) -> list[Subject]:
        """All that is learned in the study."""
        return list(dict.fromkeys(map(self._subject, self._tallies)))

    def values(self, what: str, subject: Subject, **known: str | None) -> list[str]:
        """The parts, samplings or models of a subject, or those with the `known` values; test comes first."""
        of_subject = [one for one in self._tallies if self._subject(one) == subject]
        of = [one for one in of_subject if all(value in (None, getattr(one, name)) for name, value in known.items())]
        there = dict.fromkeys(getattr(one, what) for one in of)
        return [part for part in PARTS if part in there] if what == "part" else list(there)

    def fitting(self, choice: FigureChoice | None) -> FigureChoice:
        """The choice, with values that the study lacks replaced by the first ones that it has."""
        choice = choice or FigureChoice("")
        of_language = [subject for subject in self.subjects if subject.language == choice.language]
        subject = _one_of(of_language or self.subjects, choice.subject)
        part = _one_of(self.values("part", subject), choice.part)
        choice = replace(choice, **subject._asdict(), part=part)
        curves = self._series(choice, choice.of_curves, can_be_all=True)
        return replace(choice, of_curves=curves, of_errors=self._series(choice, choice.of_errors, can_be_all=False))

    def _series(self, choice: FigureChoice, series: SeriesChoice, can_be_all: bool) -> SeriesChoice:
        """A strategy and a model of the study; one that it lacks becomes all if `can_be_all`, else the first."""
        all_of_them = [None] if can_be_all else []
        there = self.values("sampling", choice.subject, part=choice.part)
        sampling = _one_of([*all_of_them, *there], series.sampling)
        models = [*all_of_them, *self.values("model", choice.subject, sampling=sampling, part=choice.part)]
        return SeriesChoice(sampling, _one_of(models, series.model))

    def after(self, choice: FigureChoice, what: str, step: int = 1) -> FigureChoice:
        """The choice with the next language (or corpus), part, sampling or model; the previous one if `step` is -1.

        For curves, all samplings or all models are one more value to go through.
        """
        if what == "language":
            return self.fitting(replace(choice, **_next(self.subjects, choice.subject, step)._asdict()))
        now = {"part": choice.part, **choice.series._asdict()}
        known = {name: now[name] for name in list(now)[: list(now).index(what)]}
        options: list[str | None] = [*self.values(what, choice.subject, **known)]
        if what not in SeriesChoice._fields:
            return self.fitting(replace(choice, **{what: _next(options, now[what], step)}))
        if choice.shows_errors:
            series = choice.of_errors._replace(**{what: _next(options, now[what], step)})
            return self.fitting(replace(choice, of_errors=series))
        series = choice.of_curves._replace(**{what: _next([None, *options], now[what], step)})
        return self.fitting(replace(choice, of_curves=series))


def _next(options: Sequence[T], current: T, step: int) -> T:
    place = options.index(current) if current in options else -1
    return options[(place + step) % len(options)]


def _one_of(options: Sequence[T], wanted: T) -> T:
    return wanted if wanted in options else options[0]


# What is counted for a choice

if TYPE_CHECKING:
    import pandas as pd

LONGEST_NAME = 60  # characters of a strategy or model in a file name
Record = Mapping[str, Any]  # column → value
Cells = Mapping[tuple[Hashable, int], Record]  # row and size → their record


@dataclass(frozen=True)
class StatTable:
    """A table as `goed stats` prints it."""

    statistic: str
    choice: FigureChoice
    columns: Sequence[str]
    records: Sequence[Record]

    @property
    def call(self) -> str:
        """The command that prints the same: `goed stats accuracy --language eng --part test`."""
        sampling, model = self.choice.series
        subject = {"language": self.choice.language, "corpus": self.choice.corpus or None, "domain": self.choice.domain}
        chosen = {**subject, "sampling": sampling, "model": model, "part": self.choice.part}
        words = [word for name, value in chosen.items() if value is not None for word in (f"--{name}", visible(value))]
        return shlex.join(["goed", "stats", self.statistic, *words])

    @property
    def proposed_name(self) -> str:
        """A file name such as trajectory_eng_uniform_cluzh-b4.csv; parts other than test are named at the end."""
        sampling, model = (file_name(name or "all")[:LONGEST_NAME] for name in self.choice.series)
        part = "" if self.choice.part == "test" else f"_{self.choice.part}"
        corpus = f"_{file_name(self.choice.corpus)[:LONGEST_NAME]}" if self.choice.corpus else ""
        return f"{self.statistic}_{self.choice.language}{corpus}_{sampling}_{model}{part}.csv"

    def save(self, path: Path) -> str:
        """Write what `goed stats ... --format csv` prints to a file; returns a sentence that says so."""
        try:
            rows = [list(record.values()) for record in self.records]
            write_whole(path, csv_text(self.columns, rows).encode())
        except OSError as error:
            raise GoedError(f"{path} cannot be written: {error.strerror or error}") from None
        return f"{len(self.records)} rows saved as {path}"

    def cells(self, row_of: Callable[[Record], Hashable]) -> Cells:
        """The records by row and size; `row_of` gives the row of a record."""
        return {(row_of(record), int(record["size"])): record for record in self.records}


def _table(statistic: str, choice: FigureChoice, frame: pd.DataFrame) -> StatTable:
    """A statistic's table in plain Python values."""
    columns = [str(column) for column in frame.columns]
    rows = frame.astype(object).itertuples(index=False, name=None)
    return StatTable(statistic, choice, columns, [dict(zip(columns, map(as_python, row), strict=True)) for row in rows])


@dataclass(frozen=True)
class FigureNumbers:
    """The accuracy of each series by size; or the rate of each kind of error, the most frequent first."""

    table: StatTable  # accuracies, or rates of errors
    rows: Sequence[Hashable]  # `SeriesChoice`s, or codes of errors
    names: Mapping[Hashable, str]  # of rows, for people
    cells: Cells
    seeds: Mapping[tuple[Hashable, int], Sequence[float]] = field(default_factory=dict)  # accuracy by seed
    shares: StatTable | None = None  # of errors: the share of each kind among all errors
    share_cells: Cells = field(default_factory=dict)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of training sets, smallest first."""
        return tuple(sorted({size for _, size in self.cells}))

    def table_of(self, shows_shares: bool) -> StatTable:
        """The table that is shown: of shares if wanted and available, else of accuracies or rates."""
        return self.shares if self.shares is not None and shows_shares else self.table


def _count_curves(study: Study, choice: FigureChoice) -> FigureNumbers:
    from goed.statistics.accuracy import accuracy
    from goed.statistics.run_accuracies import observations

    table = _table("accuracy", choice, accuracy(study, choice.selection()))
    cells = table.cells(_series)
    seeds: dict[tuple[Hashable, int], list[float]] = {}
    for record in _table("accuracy", choice, observations(study, choice.selection())).records:
        seeds.setdefault((_series(record), int(record["size"])), []).append(record["accuracy"])
    series = list(dict.fromkeys(_series(record) for record in cells.values()))
    return FigureNumbers(table, series, _series_names(series), cells, seeds)


def _series(record: Record) -> SeriesChoice:
    return SeriesChoice(record["sampling"], record["model"])


def _series_names(series: Sequence[SeriesChoice]) -> dict[Hashable, str]:
    """Names of series: model and strategy, or just the one in which they differ."""
    n_samplings, n_models = len({one.sampling for one in series}), len({one.model for one in series})
    if n_samplings <= 1:
        return {one: one.model or "" for one in series}
    return {one: f"{one.model} {one.sampling}" if n_models > 1 else one.sampling or "" for one in series}


def _count_errors(study: Study, choice: FigureChoice) -> FigureNumbers:
    from goed.statistics.errors import error_rates
    from goed.statistics.trajectory import trajectory

    rates = _table("trajectory", choice, trajectory(study, choice.selection()))
    shares = _table("errors", choice, error_rates(study, choice.selection()))
    codes = dict.fromkeys(record["error"] for record in rates.records)
    names = NamesForPeople()
    return FigureNumbers(
        rates,
        [code for code in codes if code != CORRECT],
        {code: names.shown(choice.language, code) for code in codes},
        rates.cells(lambda record: record["error"]),
        shares=shares,
        share_cells=shares.cells(lambda record: record["error"]),
    )


@dataclass(frozen=True)
class Counted:
    """What the study has to choose from, the choice fitted to it, and its numbers; both None in an empty study."""

    choices: FigureChoices
    choice: FigureChoice | None = None
    numbers: FigureNumbers | None = None


class NumbersCounter:
    """Counts what is chosen, which may take long; results are cached until the study changes."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._version = (-1, -1)
        self._known: dict[Hashable, FigureNumbers] = {}  # by the parts of the choice that they depend on
        self._choices = FigureChoices()

    @property
    def is_stale(self) -> bool:
        """Whether the study has changed since the last count."""
        return self._study.output_version() != self._version

    def count(self, choice: FigureChoice | None) -> Counted:
        """The numbers of a choice, fitted to what the study has; without one, of the first possible choice."""
        version = self._study.output_version()
        if version != self._version:
            self._known.clear()
            self._choices = FigureChoices(part_tallies(self._study))
            self._version = version
        if not self._choices:
            return Counted(self._choices)
        choice = self._choices.fitting(choice)
        key = (choice.shows_errors, choice.subject, choice.part, choice.series)
        if key not in self._known:
            count = _count_errors if choice.shows_errors else _count_curves
            self._known[key] = count(self._study, choice)
        return Counted(self._choices, choice, self._known[key])
