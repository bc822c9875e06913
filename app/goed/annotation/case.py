"""A case: an output with everything that helps to judge it: where it occurs, how sure models were of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from goed.study.judgements import Adjudication, Judgement
from goed.study.output_words import Detail, OutputWords
from goed.study.tallies import Numbers, PartTally

Value = TypeVar("Value", str, int, tuple[str, int])


class Mark(NamedTuple):
    """How many of a model's runs at a size give the output, among those that predict something for the word."""

    size: int
    n: int
    n_runs: int


class Trend(NamedTuple):
    """Where an output occurs."""

    by_model: dict[str, list[Mark]]  # every model that was asked for the word; its sizes in order where it gives it
    seeds: int  # of the splits in which it occurs
    n_seeds: int  # of those in which the word was asked
    parts: tuple[str, ...]  # in which it occurs


class Trends:
    """Counts where outputs occur, among thousands of runs in a few milliseconds."""

    def __init__(self, places: Mapping[int, PartTally]) -> None:
        self._cells, self._cell_of = _coded(places, lambda place: (place.model, place.size))
        self._seeds, self._seed_of = _coded(places, lambda place: place.seed)
        self._parts, self._part_of = _coded(places, lambda place: place.part)

    def of(self, run_part_ids: Numbers, answers: Numbers, output_id: int) -> Trend:
        """Where an output occurs among the answers for its item: parts of runs, and the output that each gives."""
        known = run_part_ids < len(self._cell_of)
        asked = run_part_ids[known]
        asked = asked[self._cell_of[asked] >= 0]
        given = run_part_ids[known & (answers == output_id)]
        given = given[self._cell_of[given] >= 0]
        n_asked = np.bincount(self._cell_of[asked], minlength=len(self._cells)).tolist()
        n_given = np.bincount(self._cell_of[given], minlength=len(self._cells)).tolist()
        by_model: dict[str, list[Mark]] = {}
        giving = {self._cells[number][0] for number, n in enumerate(n_given) if n}
        for (model, size), n, n_runs in zip(self._cells, n_given, n_asked, strict=True):
            if n_runs:
                marks = by_model.setdefault(model, [])
                if model in giving:
                    marks.append(Mark(size, n, n_runs))
        seeds, asked_seeds = (len(np.unique(self._seed_of[parts])) for parts in (given, asked))
        parts = tuple(self._parts[number] for number in np.unique(self._part_of[given]).tolist())
        return Trend(by_model, seeds, asked_seeds, parts)


def _coded(places: Mapping[int, PartTally], of: Callable[[PartTally], Value]) -> tuple[list[Value], NDArray[np.int32]]:
    """The different values of some property in order; and for each part of a run which it has, -1 where it is gone."""
    values = sorted({of(place) for place in places.values()})
    number_of = {value: number for number, value in enumerate(values)}
    codes = np.full(max(places, default=0) + 1, -1, dtype=np.int32)
    for run_part_id, place in places.items():
        codes[run_part_id] = number_of[of(place)]
    return values, codes


class Certainty(NamedTuple):
    """The log-probabilities that models gave an output, and the edit actions of the surest of them."""

    highest: float | None
    lowest: float | None
    n: int  # predictions that tell anything
    actions: str | None
    model: str  # the surest, with its training size
    size: int


def certainty(details: Iterable[Detail], places: Mapping[int, PartTally]) -> Certainty | None:
    """What models tell of an output; None where none does."""
    told = [detail for detail in details if detail.run_part_id in places]
    if not told:
        return None
    surest = max(told, key=lambda detail: (detail.score is not None, detail.score or 0.0, detail.actions is not None))
    scores = [detail.score for detail in told if detail.score is not None]
    place = places[surest.run_part_id]
    return Certainty(
        max(scores, default=None), min(scores, default=None), len(told), surest.actions, place.model, place.size
    )


@dataclass(frozen=True)
class Row:
    """A line of a queue."""

    output_id: int
    language: str
    word: str
    predicted: str
    error: str | None  # None where it is hidden
    n_predictions: int
    is_checked: bool
    is_marked: bool
    has_note: bool
    domain: str


@dataclass(frozen=True)
class Example:
    """An output like this one, and what the annotator said of it."""

    output_id: int
    word: str
    predicted: str
    pred_class: str | None = None  # the annotator's; None where they have not judged it
    agrees: bool = False  # with the classifier


@dataclass(frozen=True)
class Case:
    """An output with what is known of it. Where it is blind, nothing of what others say is in here."""

    output: OutputWords
    accepted: tuple[str, ...]
    n_predictions: int
    mine: Judgement | None
    present: Judgement  # the label that Enter confirms: the annotator's own, else the classifier's
    is_blind: bool  # labels are hidden
    trend: Trend
    certainty: Certainty | None = None  # of the models that give it, where they tell
    others: Mapping[str, Judgement] = field(default_factory=dict)  # where the annotator asked for them
    verdict: Adjudication | None = None
    circumstances: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # name → value → in how many runs
    alike: tuple[Example, ...] | None = None  # None while the index is being made

    @property
    def is_checked(self) -> bool:
        """Whether the annotator has labelled it."""
        return self.mine is not None and self.mine.is_label
