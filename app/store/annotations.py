"""What people say of outputs: acts that are added and never changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import NamedTuple

from app.store.items import add_source
from app.store.study import Study, now

BATCH = 10_000  # rows written in one transaction: the lock is held for some hundredths of a second


class Judgement(NamedTuple):
    """A person's label of an output; `None` in all four columns where they only left a note."""

    gold_class: str | None
    pred_class: str | None
    error: str | None
    flags: tuple[str, ...]
    note: str | None = None

    @property
    def is_label(self) -> bool:
        """Whether it says what the output is."""
        return self.error is not None


Judgements = dict[int, Judgement]  # output → what an annotator says of it now


def record(
    study: Study,
    runner_id: int,
    annotator: str,
    kind: str,
    judgements: Sequence[tuple[int, Judgement]],
    source: tuple[str, str | None] | None,
    beat: Callable[[], None],
) -> int:
    """Store an act on many outputs, in short transactions; it becomes visible whole, in the last one."""
    with study.transaction() as db:
        (act_id,) = db.execute(
            "SELECT 1 + coalesce(max(id), 0) FROM (SELECT id FROM act UNION ALL SELECT act_id FROM staged_act)"
        ).fetchone()
        db.execute("INSERT INTO staged_act (act_id, runner_id) VALUES (?, ?)", (act_id, runner_id))
    for start in range(0, len(judgements), BATCH):
        beat()
        with study.transaction() as db:
            _insert(db, act_id, judgements[start : start + BATCH])
    with study.transaction() as db:
        source_id = add_source(db, *source) if source else None
        db.execute(
            "INSERT INTO act (id, annotator_id, made_at, kind, source_id) VALUES (?, ?, ?, ?, ?)",
            (act_id, _annotator_id(db, annotator), now(), kind, source_id),
        )
        db.execute("DELETE FROM staged_act WHERE act_id = ?", (act_id,))
    return int(act_id)


def judgements(study: Study) -> dict[str, Judgements]:
    """What each annotator says now: the newest label and the newest note of theirs."""
    said: dict[str, Judgements] = {}
    for name, output_id, *columns in study.connection.execute(
        "SELECT name, output_id, gold_class, pred_class, error, flags, note FROM annotation "
        "JOIN act ON act.id = act_id JOIN annotator ON annotator.id = annotator_id ORDER BY act_id"
    ):
        of_annotator = said.setdefault(name, {})
        of_annotator[output_id] = _newer(of_annotator.get(output_id), columns)
    return said


def _newer(before: Judgement | None, columns: Sequence[str | None]) -> Judgement:
    """A later act over what was said before: it replaces the label where it is one, and the note where it has one."""
    gold_class, pred_class, error, flags, note = columns
    if note is None and before is not None:
        note = before.note
    if error is None and before is not None:
        return before._replace(note=note)
    return Judgement(gold_class, pred_class, error, tuple(flags.split(",")) if flags else (), note)


def remove_annotations(study: Study, act_id: int) -> None:
    """Delete what an unfinished import has written for an act that never became visible."""
    deleted = BATCH
    while deleted == BATCH:
        with study.transaction() as db:
            deleted = db.execute(
                "DELETE FROM annotation WHERE act_id = ? AND act_id NOT IN (SELECT id FROM act) AND output_id IN "
                f"(SELECT output_id FROM annotation WHERE act_id = ? LIMIT {BATCH})",
                (act_id, act_id),
            ).rowcount


def _insert(db: sqlite3.Connection, act_id: int, judgements: Sequence[tuple[int, Judgement]]) -> None:
    db.executemany(
        "INSERT INTO annotation (act_id, output_id, gold_class, pred_class, error, flags, note) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (act_id, output_id, said.gold_class, said.pred_class, said.error, _flags(said), said.note)
            for output_id, said in judgements
        ],
    )


def _flags(said: Judgement) -> str | None:
    return ",".join(said.flags) if said.is_label else None


def _annotator_id(db: sqlite3.Connection, name: str) -> int:
    db.execute("INSERT INTO annotator (name) VALUES (?) ON CONFLICT DO NOTHING", (name,))
    (annotator_id,) = db.execute("SELECT id FROM annotator WHERE name = ?", (name,)).fetchone()
    return int(annotator_id)
