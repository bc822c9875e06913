"""A person's acts, one at a time: written at once, taken back by another act, said again by a third."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from goed.study.annotations import annotator_id, insert_annotations, next_act_id
from goed.study.backups import copy_before
from goed.study.clock import next_clock
from goed.study.judgement import COLUMNS, Judgement
from goed.study.study import Study, now, one_number

LABEL, ADJUDICATE, NOTE, MARK, IMPORT, UNDO = "label", "adjudicate", "note", "mark", "import", "undo"


class Circumstances(NamedTuple):
    """Under which an act is done: in which sitting, and whether the person saw what others say."""

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
    """Store an act of a person; when this returns it is on the disk."""
    copy_before(study, len(judgements))
    with study.transaction() as db:
        return _insert_act(db, annotator, kind, circumstances or Circumstances(), judgements)


def undo(study: Study, annotator: str, act_id: int, circumstances: Circumstances | None = None) -> bool:
    """Take an act of the annotator's back; False where it does not stand any more, or is not theirs."""
    copy_before(study, _n_outputs(study, act_id))
    with study.transaction() as db:
        stands = db.execute(
            "SELECT 1 FROM standing_act AS act JOIN annotator ON annotator.id = annotator_id "
            "WHERE act.id = ? AND name = ?",
            (act_id, annotator),
        ).fetchone()
        if stands is None:
            return False
        _insert_act(db, annotator, UNDO, circumstances or Circumstances(), (), undoes_id=act_id)
        return True


def redo(study: Study, annotator: str, act_id: int, circumstances: Circumstances | None = None) -> int | None:
    """Say an act again that was taken back, with the same words; None where it stands."""
    copy_before(study, _n_outputs(study, act_id))
    with study.transaction() as db:
        row = db.execute(
            "SELECT kind, is_blind, sample_id FROM act JOIN annotator ON annotator.id = annotator_id "
            "WHERE act.id = ? AND name = ? AND act.id NOT IN (SELECT id FROM standing_act)",
            (act_id, annotator),
        ).fetchone()
        if row is None:
            return None
        kind, is_blind, sample_id = row
        sitting_id = circumstances.sitting_id if circumstances else None
        again = Circumstances(sitting_id, bool(is_blind), sample_id)
        new_id = _insert_act(db, annotator, kind, again, (), redoes_id=act_id)
        db.execute(
            f"INSERT INTO annotation (act_id, output_id, {COLUMNS}) "
            f"SELECT ?, output_id, {COLUMNS} FROM annotation WHERE act_id = ?",
            (new_id, act_id),
        )
        # The file that an import came from
        db.execute("UPDATE act SET source_id = (SELECT source_id FROM act WHERE id = ?) WHERE id = ?", (act_id, new_id))
        return new_id


def n_acts(study: Study) -> int:
    """How many acts there are, undoing ones among them: it grows with everything that anybody does."""
    return one_number(study.connection, "SELECT count(*) FROM act")


def last_standing(study: Study, annotator: str) -> Act | None:
    """The newest act of an annotator that can be taken back."""
    row = study.connection.execute(
        "SELECT act.id, kind, made_at FROM standing_act AS act JOIN annotator ON annotator.id = annotator_id "
        "WHERE name = ? ORDER BY clock DESC, act.id DESC LIMIT 1",
        (annotator,),
    ).fetchone()
    return _with_outputs(study, row) if row else None


def last_undone(study: Study, annotator: str) -> Act | None:
    """The act of an annotator that would be said again next: the one undone last, if nothing was said since."""
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
    judgements: Sequence[tuple[int, Judgement]],
    undoes_id: int | None = None,
    redoes_id: int | None = None,
) -> int:
    act_id, moment = next_act_id(db), now("milliseconds")  # a sitting's pace is counted in seconds for an act
    db.execute(
        "INSERT INTO act (id, annotator_id, made_at, clock, kind, undoes_id, redoes_id, sitting_id, is_blind, "
        "sample_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (act_id, annotator_id(db, annotator), moment, next_clock(db), kind, undoes_id, redoes_id, *circumstances),
    )
    insert_annotations(db, act_id, judgements)
    if circumstances.sitting_id is not None:
        db.execute("UPDATE sitting SET seen_at = ? WHERE id = ?", (moment, circumstances.sitting_id))
    return act_id


class ActLog:
    """Reads the acts that have come in since it was last asked, whoever did them.

    An import takes its number when it begins and shows when it ends, so numbers do not come in order.
    """

    def __init__(self, study: Study) -> None:
        self._study = study
        self._last = 0
        self._awaited: set[int] = set()  # numbers of imports under way
        self._data_version = -1
        with study.one_moment():
            self._go_on()

    def new_outputs(self) -> set[int]:
        """The outputs that new acts are about, those of undone acts among them."""
        (version,) = self._study.connection.execute("PRAGMA data_version").fetchone()
        with self._study.one_moment():  # an import that ends meanwhile is either still awaited, or there
            last = self._last_act()
            if version == self._data_version and last == self._last:
                return set()
            new = self._outputs_of(f"id > {self._last}")
            if self._awaited:
                new |= self._outputs_of(f"id IN ({', '.join(map(str, self._awaited))})")
            self._go_on()
        self._data_version = version
        return new

    def _go_on(self) -> None:
        """All that has been done so far is known, and what is awaited, too."""
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
