"""Sittings: who sat down to label, from when to when; and what the terminal UI remembers for them."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from app.store.annotations import annotator_id
from app.store.study import Study, now


class SittingRow(NamedTuple):
    """A sitting with the moments of its acts, those undone among them."""

    id: int
    annotator: str
    started_at: str
    seen_at: str
    has_ended: bool
    acts: list[tuple[str, str, int]]  # kind, moment, number of outputs


def begin_sitting(study: Study, annotator: str) -> int:
    """Somebody sits down."""
    with study.transaction() as db:
        moment = now()
        cursor = db.execute(
            "INSERT INTO sitting (annotator_id, started_at, seen_at) VALUES (?, ?, ?)",
            (annotator_id(db, annotator), moment, moment),
        )
    return int(cursor.lastrowid or 0)


def end_sitting(study: Study, sitting_id: int) -> None:
    """Somebody gets up."""
    with study.transaction() as db:
        db.execute("UPDATE sitting SET seen_at = ?, has_ended = 1 WHERE id = ?", (now(), sitting_id))


def sittings(study: Study) -> list[SittingRow]:
    """Every sitting, the first one first."""
    acts: dict[int, list[tuple[str, str, int]]] = {}
    for sitting_id, kind, made_at, n_outputs in study.connection.execute(
        "SELECT sitting_id, kind, made_at, (SELECT count(*) FROM annotation WHERE act_id = act.id) FROM act "
        "WHERE sitting_id IS NOT NULL ORDER BY id"
    ):
        acts.setdefault(sitting_id, []).append((kind, made_at, n_outputs))
    rows = study.connection.execute(
        "SELECT sitting.id, name, started_at, seen_at, has_ended FROM sitting "
        "JOIN annotator ON annotator.id = annotator_id ORDER BY sitting.id"
    )
    return [
        SittingRow(sitting_id, name, started_at, seen_at, bool(has_ended), acts.get(sitting_id, []))
        for sitting_id, name, started_at, seen_at, has_ended in rows
    ]


def preference(study: Study, annotator: str, name: str) -> Any:
    """What is remembered under a name, or None."""
    row = study.connection.execute(
        "SELECT value FROM preference JOIN annotator ON annotator.id = annotator_id "
        "WHERE annotator.name = ? AND preference.name = ?",
        (annotator, name),
    ).fetchone()
    return json.loads(row[0]) if row else None


def set_preference(study: Study, annotator: str, name: str, value: Any) -> None:
    """Remember something for an annotator."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    with study.transaction() as db:
        db.execute(
            "INSERT INTO preference (annotator_id, name, value) VALUES (?, ?, ?) "
            "ON CONFLICT DO UPDATE SET value = excluded.value",
            (annotator_id(db, annotator), name, text),
        )
