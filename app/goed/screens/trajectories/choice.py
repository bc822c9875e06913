"""What the figure is about, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from goed.labels.names import NamesForPeople
from goed.study.selection import Selection
from goed.study.tallies import PartTally

T = TypeVar("T")
PARTS = ("test", "dev", "core")


class SeriesChoice(NamedTuple):
    """A strategy and a model; None stands for all of them."""

    sampling: str | None = None
    model: str | None = None


ALL_SERIES = SeriesChoice()


@dataclass(frozen=True)
class FigureChoice:
    """What is shown. Each view keeps its own strategy and model: curves can show all at once, errors one of them."""

    language: str
    part: str = "test"
    shows_errors: bool = False  # in place of learning curves
    of_curves: SeriesChoice = ALL_SERIES
    of_errors: SeriesChoice = ALL_SERIES

    @property
    def series(self) -> SeriesChoice:
        """The strategy and the model of the view that is shown."""
        return self.of_errors if self.shows_errors else self.of_curves

    def with_series(self, series: SeriesChoice) -> FigureChoice:
        """The same with another strategy and model in the view that is shown."""
        return replace(self, of_errors=series) if self.shows_errors else replace(self, of_curves=series)

    @property
    def key(self) -> tuple[str, ...]:
        """What the numbers depend on."""
        return (str(self.shows_errors), self.language, self.part, *map(repr, self.series))

    def in_words(self) -> str:
        """The choice as one line: English · uniform · all models · test · learning curves."""
        sampling, model = self.series[0] or "all strategies", self.series[1] or "all models"
        view = "kinds of error" if self.shows_errors else "learning curves"
        return " · ".join((NamesForPeople().language(self.language), sampling, model, self.part, view))

    def selection(self) -> Selection:
        """The same as the options of `goed stats`."""
        sampling, model = self.series
        return Selection(
            languages=(self.language,),
            samplings=None if sampling is None else (sampling,),
            models=None if model is None else (model,),
            parts=(self.part,),
        )


class Available:
    """What there is to choose from: what runs have been asked something about."""

    def __init__(self, tallies: Sequence[PartTally] = ()) -> None:
        there = [one for one in tallies if one.n_items]
        # One of each is enough to choose from, whatever its size and seed.
        self._tallies = list({(one.language, one.part, one.sampling, one.model): one for one in there}.values())

    def __bool__(self) -> bool:
        return bool(self._tallies)

    def values(self, what: str, **known: str | None) -> list[str]:
        """The languages, parts, samplings or models of all numbers, or of those of which this is known; test first."""
        of = [one for one in self._tallies if all(value in (None, getattr(one, name)) for name, value in known.items())]
        there = dict.fromkeys(getattr(one, what) for one in of)
        return [part for part in PARTS if part in there] if what == "part" else list(there)

    def fitting(self, choice: FigureChoice | None) -> FigureChoice:
        """The choice, changed where the study holds nothing of what it asks for; or the first one that there is."""
        choice = choice or FigureChoice("")
        language = _one_of(self.values("language"), choice.language)
        part = _one_of(self.values("part", language=language), choice.part)
        choice = replace(choice, language=language, part=part)
        curves = self._series(choice, choice.of_curves, can_be_all=True)
        return replace(choice, of_curves=curves, of_errors=self._series(choice, choice.of_errors, can_be_all=False))

    def _series(self, choice: FigureChoice, series: SeriesChoice, can_be_all: bool) -> SeriesChoice:
        """A strategy and a model that there are; what there is not becomes all of them, or the first."""
        known = {"language": choice.language, "part": choice.part}
        all_of_them = [None] if can_be_all else []
        sampling = _one_of([*all_of_them, *self.values("sampling", **known)], series.sampling)
        models = [*all_of_them, *self.values("model", sampling=sampling, **known)]
        return SeriesChoice(sampling, _one_of(models, series.model))

    def after(self, choice: FigureChoice, what: str, step: int = 1) -> FigureChoice:
        """The choice with the next language, part, sampling or model, or with the one before it.

        Curves show all samplings and models at once, too.
        """
        now = {"language": choice.language, "part": choice.part, **choice.series._asdict()}
        known = {name: now[name] for name in list(now)[: list(now).index(what)]}
        options: list[str | None] = [*self.values(what, **known)]
        if what not in SeriesChoice._fields:
            return self.fitting(replace(choice, **{what: _next(options, now[what], step)}))
        if not choice.shows_errors:
            options = [None, *options]
        return self.fitting(choice.with_series(choice.series._replace(**{what: _next(options, now[what], step)})))


def _next(options: Sequence[T], current: T, step: int) -> T:
    place = options.index(current) if current in options else -1
    return options[(place + step) % len(options)]


def _one_of(options: Sequence[T], wanted: T) -> T:
    return wanted if wanted in options else options[0]
