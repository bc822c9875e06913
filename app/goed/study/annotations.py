"""What people say of outputs: acts that are added and never changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from goed.study.backups import copy_before
from goed.study.clock import next_clock
from goed.study.items import add_source
from goed.study.judgement import COLUMNS, Judgement, Judgements, newer
from goed.study.study import Study, delete_in_portions, now, one_number
from goed.study.voices import is_other_voice, other_voices, settled_twice

BATCH = 10_000  # rows written in one transaction: the lock is held for some hundredths of a second


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
    copy_before(study, len(judgements))
    with study.transaction() as db:
        act_id = next_act_id(db)
        db.execute("INSERT INTO staged_act (act_id, runner_id) VALUES (?, ?)", (act_id, runner_id))
    for start in range(0, len(judgements), BATCH):
        beat()
        with study.transaction() as db:
            insert_annotations(db, act_id, judgements[start : start + BATCH])
    with study.transaction() as db:
        source_id = add_source(db, *source) if source else None
        db.execute(
            "INSERT INTO act (id, annotator_id, made_at, clock, kind, source_id) VALUES (?, ?, ?, ?, ?, ?)",
            (act_id, annotator_id(db, annotator), now("milliseconds"), next_clock(db), kind, source_id),
        )
        db.execute("DELETE FROM staged_act WHERE act_id = ?", (act_id,))
    return act_id


def judgements(study: Study) -> dict[str, Judgements]:
    """What each annotator says now: the newest label, note and mark of theirs that was not undone.

    Who said another thing of an output in another copy of the study has a second voice: `sp (other copy)`.
    """
    return {**_judgements(study, "1"), **other_voices(study)}


def judgements_by(study: Study, annotator: str) -> Judgements:
    """What one annotator says now; what others say is not even read."""
    if is_other_voice(annotator):
        return other_voices(study).get(annotator, {})
    return _judgements(study, "name = ?", [annotator]).get(annotator, {})


def blind_judgements(study: Study) -> dict[str, Judgements]:
    """What each annotator said last before they were shown what the classifier, or anybody else, says."""
    return _judgements(study, "is_blind")


def judgements_of(study: Study, output_ids: Sequence[int]) -> dict[str, Judgements]:
    """What each annotator says now of some outputs."""
    said: dict[str, Judgements] = {}
    for start in range(0, len(output_ids), BATCH):
        batch = output_ids[start : start + BATCH]
        for name, theirs in _judgements(study, f"output_id IN ({', '.join('?' * len(batch))})", batch).items():
            said.setdefault(name, {}).update(theirs)
    return {**said, **other_voices(study, output_ids)}


def _judgements(study: Study, condition: str, values: Sequence[Any] = ()) -> dict[str, Judgements]:
    said: dict[str, Judgements] = {}
    first_words: dict[tuple[Any, ...], Judgement] = {}  # few are different, and each is kept once
    for name, output_id, *columns in study.connection.execute(
        f"SELECT name, output_id, {COLUMNS} FROM annotation JOIN standing_act AS act ON act.id = act_id "
        f"JOIN annotator ON annotator.id = annotator_id WHERE {condition} AND kind != 'adjudicate' "
        "ORDER BY clock, act.id",
        values,
    ):
        of_annotator = said.setdefault(name, {})
        before = of_annotator.get(output_id)
        words = tuple(columns)
        if before is not None:
            of_annotator[output_id] = newer(before, words)
            continue
        if words not in first_words:
            first_words[words] = newer(None, words)
        of_annotator[output_id] = first_words[words]
    return said


def labelled_by(study: Study, annotator: str, output_ids: Collection[int]) -> bool:
    """Whether an annotator has ever labelled one of some outputs, though it may not stand any more."""
    query = (
        "SELECT 1 FROM annotation JOIN act ON act.id = act_id JOIN annotator ON annotator.id = annotator_id "
        "WHERE output_id = ? AND error IS NOT NULL AND name = ? LIMIT 1"
    )
    return any(study.connection.execute(query, (output_id, annotator)).fetchone() for output_id in output_ids)


def annotators(study: Study) -> list[str]:
    """Everybody who has said something of an output, in the order in which they came."""
    rows = study.connection.execute(
        "SELECT name FROM annotator WHERE id IN (SELECT annotator_id FROM standing_act) ORDER BY id"
    )
    return [name for (name,) in rows]


def everybody(study: Study) -> list[str]:
    """Everybody who has ever done something, though nothing of it may stand, in the order in which they came."""
    rows = study.connection.execute("SELECT name FROM annotator WHERE id IN (SELECT annotator_id FROM act) ORDER BY id")
    return [*(name for (name,) in rows), *other_voices(study)]


class Verdict(NamedTuple):
    """How a disagreement was settled, and by whom."""

    judgement: Judgement
    annotator: str


def adjudications(study: Study, output_id: int | None = None) -> dict[int, Verdict]:
    """Output → the newest adjudication of it that was not undone; of all outputs, or of one.

    Where two copies of the study settled it differently it is not settled.
    """
    verdicts: dict[int, Verdict] = {}
    unsettled = settled_twice(study, None if output_id is None else [output_id])
    condition = "" if output_id is None else f"AND output_id = {int(output_id)}"
    for name, of_output, *columns in study.connection.execute(
        f"SELECT name, output_id, {COLUMNS} FROM standing_act AS act JOIN annotation ON act_id = act.id "
        f"JOIN annotator ON annotator.id = annotator_id WHERE kind = 'adjudicate' {condition} "
        "ORDER BY clock, act.id"
    ):
        if of_output in unsettled:
            continue
        before = verdicts.get(of_output)
        verdicts[of_output] = Verdict(newer(before.judgement if before else None, columns), name)
    return verdicts


def remove_annotations(study: Study, act_id: int) -> None:
    """Delete what an unfinished import has written for an act that never became visible."""
    query = (
        "DELETE FROM annotation WHERE act_id = ? AND act_id NOT IN (SELECT id FROM act) AND output_id IN "
        f"(SELECT output_id FROM annotation WHERE act_id = ? LIMIT {BATCH})"
    )
    delete_in_portions(study, query, (act_id, act_id), BATCH)


def next_act_id(db: sqlite3.Connection) -> int:
    """The number of the next act, inside a writing transaction."""
    return one_number(
        db, "SELECT 1 + coalesce(max(id), 0) FROM (SELECT id FROM act UNION ALL SELECT act_id FROM staged_act)"
    )


def insert_annotations(db: sqlite3.Connection, act_id: int, judgements: Sequence[tuple[int, Judgement]]) -> None:
    """Write what an act says of outputs."""
    db.executemany(
        f"INSERT INTO annotation (act_id, output_id, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (act_id, output_id, *said[:3], _flags(said), said.note, said.is_marked, said.verdict)
            for output_id, said in judgements
        ],
    )


def _flags(said: Judgement) -> str | None:
    return ",".join(said.flags) if said.is_label else None


def annotator_id(db: sqlite3.Connection, name: str) -> int:
    """The number of an annotator, who is made known where nobody of that name is."""
    db.execute("INSERT INTO annotator (name) VALUES (?) ON CONFLICT DO NOTHING", (name,))
    return one_number(db, "SELECT id FROM annotator WHERE name = ?", (name,))
