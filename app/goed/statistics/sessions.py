"""Sittings: who labelled when, how long, and how fast."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from goed.study.acts import UNDO
from goed.study.sittings import SittingRow, sittings
from goed.study.study import Study

PAUSE = 60.0  # seconds; a longer gap between two signs of activity does not count as work


class SittingNumbers(NamedTuple):
    """A sitting in numbers."""

    annotator: str
    started: str
    ended: str | None  # None while it is open, and if the terminal was lost
    minutes: float
    active_minutes: float  # without gaps of more than a minute
    acts: int  # labels, notes, flags and decisions, including undone ones
    outputs: int  # labelled by acts that were not undone
    undone: int  # how often something was taken back
    per_minute: float | None  # acts in an active minute
    median_seconds: float | None  # from one act to the next, pauses left out


def sessions(study: Study, annotators: Collection[str] = ()) -> list[SittingNumbers]:
    """Every sitting, or those of some annotators, oldest first."""
    return [_session(row) for row in sittings(study) if not annotators or row.annotator in annotators]


def _session(row: SittingRow) -> SittingNumbers:
    started, seen = datetime.fromisoformat(row.started_at), datetime.fromisoformat(row.seen_at)
    acts = [datetime.fromisoformat(moment) for _, moment in row.acts]
    active_minutes = sum(_gaps([started, *acts, *([seen] if row.has_ended else [])])) / 60
    n_undone = sum(kind == UNDO for kind, _ in row.acts)
    n_acts = len(acts) - n_undone
    gaps = _gaps(acts)
    return SittingNumbers(
        row.annotator,
        row.started_at,
        row.seen_at if row.has_ended else None,
        round((seen - started).total_seconds() / 60, 2),
        round(active_minutes, 2),
        n_acts,
        row.n_outputs,
        n_undone,
        round(n_acts / active_minutes, 2) if active_minutes else None,
        round(median(gaps), 2) if gaps else None,
    )


def _gaps(moments: Sequence[datetime]) -> list[float]:
    """Seconds from each moment to the next, pauses left out."""
    gaps = ((later - sooner).total_seconds() for sooner, later in pairwise(moments))
    return [gap for gap in gaps if 0 <= gap <= PAUSE]
