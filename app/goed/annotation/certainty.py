"""How sure models were of an output, and how they built it, where they tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from goed.study.queues import Detail, Place


class Certainty(NamedTuple):
    """The log-probabilities that models gave an output, and the edit actions of the surest of them."""

    highest: float | None
    lowest: float | None
    n: int  # predictions that tell anything
    actions: str | None
    model: str  # the surest, with its training size
    size: int


def certainty(details: Iterable[Detail], places: Mapping[int, Place]) -> Certainty | None:
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
