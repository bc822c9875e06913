"""Predictions: written by the million, visible a whole import or a whole run at a time.

Each prediction is a row of `prediction`. Each part of a run also has a row of `part_pack` with the ids of all its
outputs, four bytes each, from which millions of predictions are counted in a second. Like an index, it holds nothing
new: `goed check` compares the two, and `goed check --repair` rebuilds it.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import NamedTuple

from goed.study.items import Measure, add_source
from goed.study.measures import insert_measures, remove_measures
from goed.study.outputs import OutputBook, pack, unpack
from goed.study.study import Study, delete_in_portions, insert, one_number

NO_ANSWER = 2**32 - 1  # the handle of an item that was not answered, in a packed part
BATCH = 20_000  # rows written or removed in one transaction: the lock is held for some hundredths of a second


@dataclass
class PartPredictions:
    """What a run predicts for one part, as handles of an output book, one for each item."""

    part: str
    n_items: int
    handles: array[int] = field(default_factory=lambda: array("I"))
    original_bytes: dict[int, bytes] = field(default_factory=dict)  # item id → the model's own bytes, if NFC differs
    details: dict[int, tuple[float | None, str | None]] = field(default_factory=dict)  # item id → score, actions
    n_unmatched: int = 0
    measures: Mapping[str, Measure] = field(default_factory=dict)
    circumstances: Mapping[str, Mapping[int, str]] = field(default_factory=dict)  # name → item id → value
    source: tuple[str, str] | None = None  # path and SHA-256 of the file they came from
    is_packed: bool = False  # of a corpus: a handle for every item, in their order; there is a pack, and no rows

    @property
    def answered(self) -> array[int]:
        """The handles of what was answered."""
        if not self.is_packed or NO_ANSWER not in self.handles:
            return self.handles
        return array("I", (each for each in self.handles if each != NO_ANSWER))


@dataclass
class ImportedPart:
    """Predictions of an imported model for one part of one run."""

    model: str
    split_id: int
    size: int
    training_seed: int
    predictions: PartPredictions


def stored_part(study: Study, model: str, split_id: int, size: int, training_seed: int, part: str) -> int | None:
    """The id of a part, if the study holds it already."""
    row = study.connection.execute(
        "SELECT run_part.id FROM run_part JOIN run ON run.id = run_id JOIN model ON model.id = model_id "
        "WHERE name = ? AND split_id = ? AND size = ? AND training_seed = ? AND part = ? AND step = 0",
        (model, split_id, size, training_seed, part),
    ).fetchone()
    return int(row[0]) if row else None


def is_same(study: Study, book: OutputBook, run_part_id: int, predictions: PartPredictions) -> bool:
    """Whether a stored part holds exactly these predictions, to the byte."""
    book.resolve_new()
    if predictions.is_packed:
        row = study.connection.execute("SELECT outputs FROM part_pack WHERE run_part_id = ?", (run_part_id,)).fetchone()
        return row is not None and row[0] == pack(_output_ids_of(book, predictions))
    stored = study.connection.execute("SELECT item_id, output_id FROM prediction WHERE run_part_id = ?", (run_part_id,))
    raw = study.connection.execute("SELECT item_id, bytes FROM prediction_bytes WHERE run_part_id = ?", (run_part_id,))
    new = {book.item_ids[handle]: book.ids[handle] for handle in predictions.handles}
    return dict(stored.fetchall()) == new and dict(raw.fetchall()) == predictions.original_bytes


def store_run_parts(
    db: sqlite3.Connection, book: OutputBook, prepared: Sequence[int], run_id: int, parts: Iterable[PartPredictions]
) -> None:
    """Store a finished run's predictions, once prepared, inside the transaction that marks the run done."""
    book.store(db, prepared)
    next_id = _next_run_part_id(db)
    for run_part_id, part in enumerate(parts, start=next_id):
        if not part.is_packed:
            _insert_rows(db, book, run_part_id, part.handles)
        _insert_side_tables(db, book, run_part_id, part)
        _publish(db, run_part_id, run_id, part, _n_correct(book, part))


def import_parts(
    study: Study, book: OutputBook, runner_id: int, parts: Sequence[ImportedPart], beat: Callable[[], None]
) -> None:
    """Store imported predictions in short transactions; they become visible together, in the last one.

    A part that the study holds already is replaced. `beat` is called between the transactions.
    """
    with study.transaction() as db:
        first_id = _next_run_part_id(db)
        staged = [(first_id + number, runner_id) for number in range(len(parts))]
        db.executemany("INSERT INTO staged_part (run_part_id, runner_id) VALUES (?, ?)", staged)
    run_part_ids = [run_part_id for run_part_id, _ in staged]

    for batch in _batches(run_part_ids, parts):
        beat()
        prepared = book.prepare(handle for piece in batch for handle in piece.handles if handle != NO_ANSWER)
        with study.transaction() as db:
            book.store(db, prepared)
            for piece in batch:
                if not piece.is_packed:
                    _insert_rows(db, book, piece.run_part_id, piece.handles)
                if piece.finished_part is not None:
                    _insert_side_tables(db, book, piece.run_part_id, piece.finished_part)

    _publish_together(study, book, runner_id, run_part_ids, parts)


def _publish_together(
    study: Study, book: OutputBook, runner_id: int, run_part_ids: Sequence[int], parts: Sequence[ImportedPart]
) -> None:
    """Make imported parts visible, all at once; whatever is possible is computed before the file is locked."""
    n_correct = [_n_correct(book, part.predictions) for part in parts]
    with study.transaction() as db:
        of_parts = {(part.model, part.split_id) for part in parts}
        models = {model: _imported_model(db, *model) for model in sorted(of_parts)}
        has_some = db.execute("SELECT 1 FROM run_part LIMIT 1").fetchone() is not None
        for run_part_id, part, n in zip(run_part_ids, parts, n_correct, strict=True):
            run_id = _imported_run(db, part, models[part.model, part.split_id])
            if has_some:
                _hide_replaced_part(db, run_id, part.predictions.part, runner_id)
            _publish(db, run_part_id, run_id, part.predictions, n)
        if run_part_ids:  # their ids are consecutive
            db.execute("DELETE FROM staged_part WHERE run_part_id BETWEEN ? AND ?", (run_part_ids[0], run_part_ids[-1]))


def remove_predictions(study: Study, run_part_id: int) -> None:
    """Delete a part's predictions in short transactions; its row in run_part must be gone, or not yet there."""
    for table in ("prediction_detail", "prediction_bytes", "prediction"):
        query = (
            f"DELETE FROM {table} WHERE run_part_id = ? AND item_id IN "
            f"(SELECT item_id FROM {table} WHERE run_part_id = ? LIMIT {BATCH})"
        )
        delete_in_portions(study, query, (run_part_id, run_part_id), BATCH)
    with study.transaction() as db:
        db.execute("DELETE FROM part_pack WHERE run_part_id = ?", (run_part_id,))
        remove_measures(db, run_part_id)


def answers_of_part(study: Study, run_part_id: int) -> dict[int, bytes]:
    """Item id → the answer, byte for byte as the model gave it."""
    if packed := packed_outputs(study, run_part_id):
        return _answers_of_pack(study, packed)
    rows = study.connection.execute(
        "SELECT prediction.item_id, output.answer, bytes FROM prediction JOIN output ON output.id = output_id "
        "LEFT JOIN prediction_bytes USING (run_part_id, item_id) WHERE run_part_id = ?",
        (run_part_id,),
    )
    return {item_id: answer.encode() if raw is None else raw for item_id, answer, raw in rows}


def packed_outputs(study: Study, run_part_id: int) -> dict[int, int]:
    """Item id → output of a part that has no rows, since its items stand in a corpus; empty if it has rows."""
    row = study.connection.execute(
        "SELECT split_id, part, size, outputs FROM run_part JOIN run ON run.id = run_id "
        "JOIN split ON split.id = split_id JOIN part_pack ON run_part_id = run_part.id "
        "WHERE run_part.id = ? AND corpus_id != 0",
        (run_part_id,),
    ).fetchone()
    if row is None:
        return {}
    from goed.study.text_splits import item_ids_of_part  # numpy: only where there are corpora

    split_id, part, size, outputs = row
    pairs = zip(item_ids_of_part(study, split_id, part, size).tolist(), unpack(outputs), strict=True)
    return {item_id: output_id for item_id, output_id in pairs if output_id}


def _answers_of_pack(study: Study, packed: Mapping[int, int]) -> dict[int, bytes]:
    rows = study.connection.execute(
        "SELECT id, answer FROM output WHERE id IN (SELECT value FROM json_each(?))", (json.dumps([*packed.values()]),)
    )
    answers = {output_id: answer.encode() for output_id, answer in rows}
    return {item_id: answers[output_id] for item_id, output_id in packed.items()}


class _Portion(NamedTuple):
    """Some of a part's handles; `finished_part` is the part, if they are its last."""

    run_part_id: int
    handles: array[int]
    is_packed: bool
    finished_part: PartPredictions | None


def _batches(run_part_ids: Sequence[int], parts: Sequence[ImportedPart]) -> Iterator[list[_Portion]]:
    """The parts' handles in portions of at most BATCH."""
    batch: list[_Portion] = []
    room = BATCH
    for run_part_id, part in zip(run_part_ids, parts, strict=True):
        handles = part.predictions.handles
        start, is_over = 0, False
        while not is_over:
            piece = handles[start : start + room]
            start += len(piece)
            room -= len(piece)
            is_over = start >= len(handles)
            finished = part.predictions if is_over else None
            batch.append(_Portion(run_part_id, piece, part.predictions.is_packed, finished))
            if not room:
                yield batch
                batch, room = [], BATCH
    if batch:
        yield batch


def _insert_rows(db: sqlite3.Connection, book: OutputBook, run_part_id: int, handles: array[int]) -> None:
    rows = zip(
        repeat(run_part_id), map(book.item_ids.__getitem__, handles), map(book.ids.__getitem__, handles), strict=False
    )
    db.executemany("INSERT INTO prediction (run_part_id, item_id, output_id) VALUES (?, ?, ?)", rows)


def _insert_side_tables(db: sqlite3.Connection, book: OutputBook, run_part_id: int, part: PartPredictions) -> None:
    insert_pack(db, run_part_id, _output_ids_of(book, part))
    if part.measures or part.circumstances:
        insert_measures(db, run_part_id, part.measures, part.circumstances)
    db.executemany(
        "INSERT INTO prediction_bytes (run_part_id, item_id, bytes) VALUES (?, ?, ?)",
        ((run_part_id, item_id, raw) for item_id, raw in part.original_bytes.items()),
    )
    db.executemany(
        "INSERT INTO prediction_detail (run_part_id, item_id, score, actions) VALUES (?, ?, ?, ?)",
        ((run_part_id, item_id, score, actions) for item_id, (score, actions) in part.details.items()),
    )


def _n_correct(book: OutputBook, part: PartPredictions) -> int:
    return sum(map(book.correct.__getitem__, part.answered))


def _output_ids_of(book: OutputBook, part: PartPredictions) -> Iterable[int]:
    """The outputs of a part's answers, in their order; 0 stands for no answer."""
    if part.answered is part.handles:
        return map(book.ids.__getitem__, part.handles)
    return (0 if handle == NO_ANSWER else book.ids[handle] for handle in part.handles)


def _publish(db: sqlite3.Connection, run_part_id: int, run_id: int, part: PartPredictions, n_correct: int) -> None:
    source_id = add_source(db, *part.source) if part.source else None
    counts = {"n_items": part.n_items, "n_predicted": len(part.answered), "n_unmatched": part.n_unmatched}
    of_run = {"id": run_part_id, "run_id": run_id, "part": part.part}
    insert(db, "run_part", **of_run, **counts, n_correct=n_correct, source_id=source_id)


def _hide_replaced_part(db: sqlite3.Connection, run_id: int, part: str, runner_id: int) -> None:
    """Take a stored part out of sight; its rows are removed when the runner signs out."""
    row = db.execute("SELECT id FROM run_part WHERE run_id = ? AND part = ?", (run_id, part)).fetchone()
    if row:
        db.execute("DELETE FROM run_part WHERE id = ?", row)
        insert(db, "staged_part", run_part_id=row[0], runner_id=runner_id)


def _imported_model(db: sqlite3.Connection, name: str, split_id: int) -> int:
    """The id of the model with this name in the split's domain, added if missing."""
    db.execute(
        "INSERT INTO model (name, kind, domain) SELECT ?, 'imported', domain FROM split WHERE id = ? "
        "ON CONFLICT DO NOTHING",
        (name, split_id),
    )
    query = "SELECT model.id FROM model JOIN split USING (domain) WHERE name = ? AND split.id = ?"
    return one_number(db, query, (name, split_id))


def _imported_run(db: sqlite3.Connection, part: ImportedPart, model_id: int) -> int:
    """The id of the run that an imported part belongs to, added if missing."""
    return one_number(
        db,
        "INSERT INTO run (model_id, split_id, size, training_seed, state) VALUES (?, ?, ?, ?, 'done') "
        "ON CONFLICT DO UPDATE SET state = 'done', runner_id = NULL, message = NULL RETURNING id",
        (model_id, part.split_id, part.size, part.training_seed),
    )


def _next_run_part_id(db: sqlite3.Connection) -> int:
    there = "SELECT id FROM run_part UNION ALL SELECT run_part_id FROM staged_part"
    return 1 + one_number(db, f"SELECT coalesce(max(id), 0) FROM ({there})")


def insert_pack(db: sqlite3.Connection, run_part_id: int, output_ids: Iterable[int]) -> None:
    """Write the pack of a part, inside a writing transaction; an existing one is replaced."""
    db.execute("INSERT OR REPLACE INTO part_pack (run_part_id, outputs) VALUES (?, ?)", (run_part_id, pack(output_ids)))


def make_packs(db: sqlite3.Connection, run_part_ids: Iterable[int]) -> None:
    """Make packs from the rows of `prediction`, inside a writing transaction."""
    for run_part_id in run_part_ids:
        insert_pack(db, run_part_id, _output_ids(db, run_part_id))


def broken_packs(study: Study) -> list[int]:
    """The visible parts whose pack is missing or differs from their predictions; packed answers are not looked at."""
    broken = []
    for run_part_id, packed in study.connection.execute(
        "SELECT run_part.id, outputs FROM run_part LEFT JOIN part_pack ON run_part_id = run_part.id "
        "JOIN run ON run.id = run_id JOIN split ON split.id = split_id "
        "WHERE corpus_id = 0 AND run_part.id NOT IN (SELECT run_part_id FROM token_answers)"
    ):
        stored = sorted(_output_ids(study.connection, run_part_id))
        if packed is None or len(packed) % 4 or sorted(unpack(packed)) != stored:
            broken.append(run_part_id)
    return broken


def _output_ids(db: sqlite3.Connection, run_part_id: int) -> list[int]:
    rows = db.execute("SELECT output_id FROM prediction WHERE run_part_id = ?", (run_part_id,))
    return [output_id for (output_id,) in rows]
