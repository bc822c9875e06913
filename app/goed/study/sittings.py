"""Sittings: who labelled, and when; and what the terminal UI remembers for each person."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, NamedTuple

from goed.study.acts import annotator_id
from goed.study.study import Study, insert, now


class SittingRow(NamedTuple):
    """A sitting with its acts, undone ones included, and the number of outputs labelled in it."""

    id: int
    annotator: str
    started_at: str
    seen_at: str
    has_ended: bool
    acts: list[tuple[str, str]]  # kind, moment
    n_outputs: int  # of labels that stand


def begin_sitting(study: Study, annotator: str) -> int:
    """Record that somebody starts labelling; returns the sitting's id."""
    with study.transaction() as db:
        moment = now("milliseconds")
        return insert(db, "sitting", annotator_id=annotator_id(db, annotator), started_at=moment, seen_at=moment)


def end_sitting(study: Study, sitting_id: int) -> None:
    """Record that a sitting has ended."""
    with study.transaction() as db:
        db.execute("UPDATE sitting SET seen_at = ?, has_ended = 1 WHERE id = ?", (now("milliseconds"), sitting_id))


def sittings(study: Study) -> list[SittingRow]:
    """Every sitting, the oldest first."""
    acts: dict[int, list[tuple[str, str]]] = {}
    for sitting_id, kind, made_at in study.connection.execute(
        "SELECT sitting_id, kind, made_at FROM act WHERE sitting_id IS NOT NULL ORDER BY clock, id"
    ):
        acts.setdefault(sitting_id, []).append((kind, made_at))
    n_outputs = dict(
        study.connection.execute(
            "SELECT sitting_id, count(DISTINCT output_id) FROM standing_act AS act "
            "JOIN annotation ON act_id = act.id WHERE sitting_id IS NOT NULL AND error IS NOT NULL GROUP BY sitting_id"
        ).fetchall()
    )
    rows = study.connection.execute(
        "SELECT sitting.id, name, started_at, seen_at, has_ended FROM sitting "
        "JOIN annotator ON annotator.id = annotator_id ORDER BY sitting.id"
    )
    return [
        SittingRow(number, name, started_at, seen_at, bool(has_ended), acts.get(number, []), n_outputs.get(number, 0))
        for number, name, started_at, seen_at, has_ended in rows
    ]


def preference(study: Study, annotator: str, name: str) -> Any:
    """What is remembered for an annotator under a name, or None."""
    row = study.connection.execute(
        "SELECT value FROM preference JOIN annotator ON annotator.id = annotator_id "
        "WHERE annotator.name = ? AND preference.name = ?",
        (annotator, name),
    ).fetchone()
    with suppress(TypeError, ValueError, RecursionError):  # what cannot be read counts as nothing
        return json.loads(row[0]) if row else None
    return None


def set_preference(study: Study, annotator: str, name: str, value: Any) -> None:
    """Remember something for an annotator."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    with study.transaction() as db:
        db.execute(
            "INSERT INTO preference (annotator_id, name, value) VALUES (?, ?, ?) "
            "ON CONFLICT DO UPDATE SET value = excluded.value",
            (annotator_id(db, annotator), name, text),
        )
