"""At which sizes, and by which models and seeds, an output occurs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from app.store.queues import Place


class Mark(NamedTuple):
    """How many of a model's runs at a size give the output, among those that predict something for the word."""

    size: int
    n: int
    n_runs: int


class Trend(NamedTuple):
    """Where an output occurs."""

    by_model: dict[str, list[Mark]]  # every model that was asked for the word, its sizes in order
    seeds: int  # of the splits in which it occurs
    n_seeds: int  # of those in which the word was asked
    parts: tuple[str, ...]  # in which it occurs


def trend(answers: Iterable[tuple[int, int]], output_id: int, places: Mapping[int, Place]) -> Trend:
    """Count an output's occurrences among the answers (part of a run, output) for its item."""
    given: Counter[tuple[str, int]] = Counter()
    asked: Counter[tuple[str, int]] = Counter()
    seeds, asked_seeds = set(), set()
    parts: Counter[str] = Counter()
    for run_part_id, answer in answers:
        place = places.get(run_part_id)
        if place is None:
            continue
        cell = place.model, place.size
        asked[cell] += 1
        asked_seeds.add(place.seed)
        if answer == output_id:
            given[cell] += 1
            seeds.add(place.seed)
            parts[place.part] += 1
    by_model: dict[str, list[Mark]] = {}
    for (model, size), n_runs in sorted(asked.items()):
        by_model.setdefault(model, []).append(Mark(size, given[model, size], n_runs))
    return Trend(by_model, len(seeds), len(asked_seeds), tuple(parts))
