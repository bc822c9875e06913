"""Acts, what people do: they label outputs, one or many at once, undo that, or redo it.

Acts are added and never changed; to undo or redo one is another act. They are ordered by a clock that always moves
forward within a file, whatever the machine's clock does, so that copies of a study that are worked on apart have the
same order once they are merged.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from goed.study.backups import MAX_WITHOUT_COPY, copy_before
from goed.study.items import add_source
from goed.study.judgements import COLUMNS, Judgement
from goed.study.study import Study, delete_in_portions, insert, now, one_number

BATCH = 10_000  # rows written in one transaction: the lock is held for some hundredths of a second
LABEL, ADJUDICATE, NOTE, MARK, IMPORT, UNDO = "label", "adjudicate", "note", "mark", "import", "undo"


class Circumstances(NamedTuple):
    """How an act is done: in which sitting, whether blind to what others say, and for which audit sample."""

    sitting_id: int | None = None
    is_blind: bool = False
    sample_id: int | None = None


class Act(NamedTuple):
    """An act that somebody did."""

    id: int
    kind: str
    made_at: str
    output_ids: tuple[int, ...]


def add_act(
    study: Study,
    annotator: str,
    kind: str,
    judgements: Sequence[tuple[int, Judgement]],
    circumstances: Circumstances | None = None,
) -> int:
    """Store a person's act; when this returns, it is safely on disk."""
    if len(judgements) > MAX_WITHOUT_COPY:
        copy_before(study, len(judgements))
    with study.transaction() as db:
        act_id = _insert_act(db, annotator, kind, circumstances or Circumstances())
        insert_annotations(db, act_id, judgements)
    return act_id


def add_large_act(
    study: Study,
    runner_id: int,
    annotator: str,
    kind: str,
    judgements: Sequence[tuple[int, Judgement]],
    source: tuple[str, str | None] | None,
    beat: Callable[[], None],
) -> int:
    """Store an act on many outputs, in short transactions; all of it becomes visible with the last one."""
    copy_before(study, len(judgements))
    with study.transaction() as db:
        act_id = next_act_id(db)
        insert(db, "staged_act", act_id=act_id, runner_id=runner_id)
    for start in range(0, len(judgements), BATCH):
        beat()
        with study.transaction() as db:
            insert_annotations(db, act_id, judgements[start : start + BATCH])
    with study.transaction() as db:
        source_id = add_source(db, *source) if source else None
        _insert_act(db, annotator, kind, Circumstances(), act_id, source_id=source_id)
        db.execute("DELETE FROM staged_act WHERE act_id = ?", (act_id,))
    return act_id


def remove_annotations(study: Study, act_id: int) -> None:
    """Delete what an unfinished import has written for an act that never became visible."""
    query = (
        "DELETE FROM annotation WHERE act_id = ? AND act_id NOT IN (SELECT id FROM act) AND output_id IN "
        f"(SELECT output_id FROM annotation WHERE act_id = ? LIMIT {BATCH})"
    )
    delete_in_portions(study, query, (act_id, act_id), BATCH)


def undo(study: Study, annotator: str, act_id: int, circumstances: Circumstances | None = None) -> bool:
    """Undo an act of the annotator's; False if it is undone already, or not theirs."""
    copy_before(study, _n_outputs(study, act_id))
    with study.transaction() as db:
        stands = db.execute(
            "SELECT 1 FROM standing_act AS act JOIN annotator ON annotator.id = annotator_id "
            "WHERE act.id = ? AND name = ?",
            (act_id, annotator),
        ).fetchone()
        if stands is None:
            return False
        _insert_act(db, annotator, UNDO, circumstances or Circumstances(), undoes_id=act_id)
        return True


def redo(study: Study, annotator: str, act_id: int, circumstances: Circumstances | None = None) -> int | None:
    """Repeat an undone act, unchanged, as a new act, and return its id; None if it is not undone."""
    copy_before(study, _n_outputs(study, act_id))
    with study.transaction() as db:
        row = db.execute(
            "SELECT kind, is_blind, sample_id, source_id FROM act JOIN annotator ON annotator.id = annotator_id "
            "WHERE act.id = ? AND name = ? AND act.id NOT IN (SELECT id FROM standing_act)",
            (act_id, annotator),
        ).fetchone()
        if row is None:
            return None
        kind, is_blind, sample_id, source_id = row  # the source: the file that an import came from
        sitting_id = circumstances.sitting_id if circumstances else None
        again = Circumstances(sitting_id, bool(is_blind), sample_id)
        new_id = _insert_act(db, annotator, kind, again, redoes_id=act_id, source_id=source_id)
        db.execute(
            f"INSERT INTO annotation (act_id, output_id, {COLUMNS}) "
            f"SELECT ?, output_id, {COLUMNS} FROM annotation WHERE act_id = ?",
            (new_id, act_id),
        )
        return new_id


def n_acts(study: Study) -> int:
    """How many acts there are, undoing ones included; the number grows with everything that anybody does."""
    return one_number(study.connection, "SELECT count(*) FROM act")


def last_standing(study: Study, annotator: str) -> Act | None:
    """The newest act of an annotator that can be undone."""
    row = study.connection.execute(
        "SELECT act.id, kind, made_at FROM standing_act AS act JOIN annotator ON annotator.id = annotator_id "
        "WHERE name = ? ORDER BY clock DESC, act.id DESC LIMIT 1",
        (annotator,),
    ).fetchone()
    return _with_outputs(study, row) if row else None


def last_undone(study: Study, annotator: str) -> Act | None:
    """The act that an annotator would redo next: the one undone last, unless they did something new since."""
    undone: list[int] = []
    rows = study.connection.execute(
        "SELECT undoes_id, redoes_id FROM act JOIN annotator ON annotator.id = annotator_id WHERE name = ? "
        "ORDER BY clock, act.id",
        (annotator,),
    )
    for undoes_id, redoes_id in rows:
        if undoes_id is not None:
            undone.append(undoes_id)
        elif redoes_id is not None and undone and undone[-1] == redoes_id:
            undone.pop()
        else:
            undone.clear()
    if not undone:
        return None
    return _with_outputs(
        study, study.connection.execute("SELECT id, kind, made_at FROM act WHERE id = ?", (undone[-1],)).fetchone()
    )


def _n_outputs(study: Study, act_id: int) -> int:
    return one_number(study.connection, "SELECT count(*) FROM annotation WHERE act_id = ?", (act_id,))


def _with_outputs(study: Study, row: tuple[int, str, str]) -> Act:
    outputs = study.connection.execute("SELECT output_id FROM annotation WHERE act_id = ?", (row[0],))
    return Act(*row, tuple(output_id for (output_id,) in outputs))


def _insert_act(
    db: sqlite3.Connection,
    annotator: str,
    kind: str,
    circumstances: Circumstances,
    act_id: int | None = None,
    undoes_id: int | None = None,
    redoes_id: int | None = None,
    source_id: int | None = None,
) -> int:
    """Write an act without its annotations; it gets a new id, unless one was reserved for it."""
    act_id = act_id or next_act_id(db)
    moment = now("milliseconds")  # whole seconds are too coarse for a sitting's pace
    last_clock = one_number(db, "SELECT coalesce(max(clock), 0) FROM act")
    clock = max(time.time_ns() // 1000, last_clock + 1)
    done = {"id": act_id, "annotator_id": annotator_id(db, annotator), "made_at": moment, "clock": clock, "kind": kind}
    about = {"undoes_id": undoes_id, "redoes_id": redoes_id, "source_id": source_id}
    insert(db, "act", **done, **about, **circumstances._asdict())
    if circumstances.sitting_id is not None:
        db.execute("UPDATE sitting SET seen_at = ? WHERE id = ?", (moment, circumstances.sitting_id))
    return act_id


def next_act_id(db: sqlite3.Connection) -> int:
    """The id of the next act, inside a writing transaction; ids reserved by imports are skipped."""
    return one_number(
        db, "SELECT 1 + coalesce(max(id), 0) FROM (SELECT id FROM act UNION ALL SELECT act_id FROM staged_act)"
    )


def insert_annotations(db: sqlite3.Connection, act_id: int, judgements: Sequence[tuple[int, Judgement]]) -> None:
    """Write an act's annotations: what it says about outputs."""
    db.executemany(
        f"INSERT INTO annotation (act_id, output_id, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(act_id, output_id, *said[:3], ",".join(said.flags) if said.is_label else None),
                *(said.note, said.is_marked, said.verdict),
            )
            for output_id, said in judgements
        ],
    )


def annotator_id(db: sqlite3.Connection, name: str) -> int:
    """The id of an annotator, who is added if nobody has that name."""
    db.execute("INSERT INTO annotator (name) VALUES (?) ON CONFLICT DO NOTHING", (name,))
    return one_number(db, "SELECT id FROM annotator WHERE name = ?", (name,))


class ActLog:
    """Finds the acts that have come in since it was last asked, whoever did them.

    An import reserves its act's id when it begins, and the act is visible when it ends: ids do not appear in order.
    """

    def __init__(self, study: Study) -> None:
        self._study = study
        self._last = 0
        self._awaited: set[int] = set()  # numbers of imports under way
        self._data_version = -1
        with study.one_moment():
            self._remember_state()

    def new_outputs(self) -> set[int]:
        """The outputs that new acts are about; if they undo an act, those of that act."""
        (version,) = self._study.connection.execute("PRAGMA data_version").fetchone()
        with self._study.one_moment():  # an import that ends now is either still awaited, or visible
            last = self._last_act()
            if version == self._data_version and last == self._last:
                return set()
            new = self._outputs_of(f"id > {self._last}")
            if self._awaited:
                new |= self._outputs_of(f"id IN ({', '.join(map(str, self._awaited))})")
            self._remember_state()
        self._data_version = version
        return new

    def _remember_state(self) -> None:
        """Remember the newest act so far, and the imports under way."""
        self._last = max(self._last_act(), self._last)
        self._awaited = {act_id for (act_id,) in self._study.connection.execute("SELECT act_id FROM staged_act")}

    def _last_act(self) -> int:
        return one_number(self._study.connection, "SELECT coalesce(max(id), 0) FROM act")

    def _outputs_of(self, condition: str) -> set[int]:
        rows: Iterable[tuple[int]] = self._study.connection.execute(
            "SELECT output_id FROM annotation WHERE act_id IN "
            f"(SELECT id FROM act WHERE {condition} UNION SELECT undoes_id FROM act WHERE {condition})"
        )
        return {output_id for (output_id,) in rows}
