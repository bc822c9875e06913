"""What the figure is about, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, TypeVar

from goed.labels.names import NamesForPeople
from goed.study.selection import Selection
from goed.study.study import Study
from goed.study.tallies import part_tallies

T = TypeVar("T")
PARTS = ("test", "dev", "core")


class View(StrEnum):
    """The two figures."""

    CURVES = "curves"
    ERRORS = "errors"


class Combination(NamedTuple):
    """Where there are numbers."""

    language: str
    sampling: str
    model: str
    part: str


class Pair(NamedTuple):
    """A strategy and a model; None stands for all of them."""

    sampling: str | None = None
    model: str | None = None


NO_PAIR = Pair()


@dataclass(frozen=True)
class Choice:
    """What is shown. Each view keeps its own strategy and model: curves can show all at once, errors one of them."""

    language: str
    part: str = "test"
    view: View = View.CURVES
    of_curves: Pair = NO_PAIR
    of_errors: Pair = NO_PAIR

    @property
    def pair(self) -> Pair:
        """The strategy and the model of the view that is shown."""
        return self.of_curves if self.view == View.CURVES else self.of_errors

    def with_pair(self, pair: Pair) -> Choice:
        """The same with another strategy and model in the view that is shown."""
        return replace(self, of_curves=pair) if self.view == View.CURVES else replace(self, of_errors=pair)

    @property
    def key(self) -> tuple[str, ...]:
        """What the numbers depend on."""
        return (self.view, self.language, self.part, *map(repr, self.pair))

    def in_words(self) -> str:
        """The choice as one line: English · uniform · all models · test · learning curves."""
        sampling, model = self.pair
        return " · ".join(
            (
                NamesForPeople().language(self.language),
                sampling or "all strategies",
                model or "all models",
                self.part,
                "learning curves" if self.view == View.CURVES else "kinds of error",
            )
        )

    def selection(self) -> Selection:
        """The same as the options of `goed stats`."""
        sampling, model = self.pair
        return Selection(
            languages=(self.language,),
            samplings=None if sampling is None else (sampling,),
            models=None if model is None else (model,),
            parts=(self.part,),
        )


class Available:
    """What there is to choose from: what runs have been asked something about."""

    def __init__(self, combinations: Iterable[Combination]) -> None:
        self._combinations = list(dict.fromkeys(combinations))

    @classmethod
    def of(cls, study: Study) -> Available:
        """What a study holds."""
        tallies = part_tallies(study)
        return cls(Combination(one.language, one.sampling, one.model, one.part) for one in tallies if one.n_items)

    def __bool__(self) -> bool:
        return bool(self._combinations)

    def languages(self) -> list[str]:
        """Every language that has numbers."""
        return _each(one.language for one in self._combinations)

    def parts(self, language: str) -> list[str]:
        """The parts that runs of a language were asked, test first."""
        there = {one.part for one in self._combinations if one.language == language}
        return [part for part in PARTS if part in there]

    def samplings(self, language: str, part: str) -> list[str]:
        """The strategies of a language."""
        return _each(one.sampling for one in self._combinations if (one.language, one.part) == (language, part))

    def models(self, language: str, part: str, sampling: str | None) -> list[str]:
        """The models of a language, of all strategies or of one."""
        return _each(
            one.model
            for one in self._combinations
            if (one.language, one.part) == (language, part) and sampling in (None, one.sampling)
        )

    def fitting(self, choice: Choice) -> Choice:
        """The choice, changed where the study holds nothing of what it asks for."""
        language = _one_of(self.languages(), choice.language)
        part = _one_of(self.parts(language), choice.part)
        choice = replace(choice, language=language, part=part)
        return replace(
            choice, of_curves=self._pair(choice, choice.of_curves), of_errors=self._one_pair(choice, choice.of_errors)
        )

    def _pair(self, choice: Choice, pair: Pair) -> Pair:
        samplings = self.samplings(choice.language, choice.part)
        sampling = pair.sampling if pair.sampling in samplings else None
        models = self.models(choice.language, choice.part, sampling)
        return Pair(sampling, pair.model if pair.model in models else None)

    def _one_pair(self, choice: Choice, pair: Pair) -> Pair:
        sampling = _one_of(self.samplings(choice.language, choice.part), pair.sampling)
        return Pair(sampling, _one_of(self.models(choice.language, choice.part, sampling), pair.model))

    def after(self, choice: Choice, what: str, step: int = 1) -> Choice:
        """The choice with the next language, part, sampling or model, or with the one before it.

        Curves show all samplings and models at once, too.
        """
        language, part, pair = choice.language, choice.part, choice.pair
        everything = [None] if choice.view == View.CURVES else []
        if what == "language":
            choice = replace(choice, language=_next(self.languages(), language, step))
        elif what == "part":
            choice = replace(choice, part=_next(self.parts(language), part, step))
        elif what == "sampling":
            samplings = [*everything, *self.samplings(language, part)]
            choice = choice.with_pair(pair._replace(sampling=_next(samplings, pair.sampling, step)))
        else:
            models = [*everything, *self.models(language, part, pair.sampling)]
            choice = choice.with_pair(pair._replace(model=_next(models, pair.model, step)))
        return self.fitting(choice)


def other_view(choice: Choice) -> Choice:
    """The other figure."""
    return replace(choice, view=View.ERRORS if choice.view == View.CURVES else View.CURVES)


def _next(options: Sequence[T], current: T, step: int) -> T:
    place = options.index(current) if current in options else -1
    return options[(place + step) % len(options)]


def _one_of(options: Sequence[str], wanted: str | None) -> str:
    return wanted if wanted is not None and wanted in options else options[0]


def _each(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
