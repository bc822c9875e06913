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

PAUSE = 60.0  # seconds: a longer gap between two signs of life is no work


class SittingNumbers(NamedTuple):
    """A sitting in numbers."""

    annotator: str
    started: str
    ended: str | None  # empty while it is open, and where the terminal went away
    minutes: float
    active_minutes: float  # without gaps of more than a minute
    acts: int  # labels, notes, flags and decisions, undone ones among them
    outputs: int  # labelled by acts that stand
    undone: int  # how often something was taken back
    per_minute: float | None  # acts in an active minute
    median_seconds: float | None  # from one act to the next, where that is no pause


def sessions(study: Study, annotators: Collection[str] = ()) -> list[SittingNumbers]:
    """Every sitting, or those of some annotators, the first one first."""
    return [_session(row) for row in sittings(study) if not annotators or row.annotator in annotators]


def _session(row: SittingRow) -> SittingNumbers:
    acts = [moment for _, moment in row.acts]
    signs = [row.started_at, *acts, *([row.seen_at] if row.has_ended else [])]
    active_minutes = sum(_gaps(signs)) / 60
    n_undone = sum(kind == UNDO for kind, _ in row.acts)
    n_acts = len(acts) - n_undone
    gaps = _gaps(acts)
    return SittingNumbers(
        row.annotator,
        row.started_at,
        row.seen_at if row.has_ended else None,
        round(_seconds(row.started_at, row.seen_at) / 60, 2),
        round(active_minutes, 2),
        n_acts,
        row.n_outputs,
        n_undone,
        round(n_acts / active_minutes, 2) if active_minutes else None,
        round(median(gaps), 2) if gaps else None,
    )


def _gaps(moments: Sequence[str]) -> list[float]:
    """Seconds from each moment to the next, pauses left out."""
    gaps = (_seconds(sooner, later) for sooner, later in pairwise(moments))
    return [gap for gap in gaps if 0 <= gap <= PAUSE]


def _seconds(sooner: str, later: str) -> float:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(sooner)).total_seconds()
