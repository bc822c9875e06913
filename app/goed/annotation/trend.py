"""At which sizes, and by which models and seeds, an output occurs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from goed.study.columns import Numbers
from goed.study.queues import Place


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

    def __init__(self, places: Mapping[int, Place]) -> None:
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


Value = TypeVar("Value", str, int, tuple[str, int])


def _coded(places: Mapping[int, Place], of: Callable[[Place], Value]) -> tuple[list[Value], NDArray[np.int32]]:
    """The different values of some property in order; and for each part of a run which it has, -1 where it is gone."""
    values = sorted({of(place) for place in places.values()})
    number_of = {value: number for number, value in enumerate(values)}
    codes = np.full(max(places, default=0) + 1, -1, dtype=np.int32)
    for run_part_id, place in places.items():
        codes[run_part_id] = number_of[of(place)]
    return values, codes
