"""Distinct outputs: each (item, answer) is stored once, however many runs give it."""

from __future__ import annotations

import sqlite3
import sys
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

from goed.study.items import Known, accepted_forms, any_without_label, gold_forms, variants_version
from goed.study.study import Study, one_number
from goed_classifiers.values import Label

ASKED_AT_ONCE = 500  # outputs that are looked up in one query
FEWEST_TO_READ_ALL = 8  # if more than one in so many stored outputs is to be looked up, all are read
REMOVED_AT_ONCE = 5_000  # outputs: the lock is held for some hundredths of a second
AHEAD = 4_000  # new outputs that are handed to the labeller together, while others still come in


class Labeller(Protocol):
    """Something that labels outputs as they come in."""

    def add_items(self, items: Mapping[int, Known]) -> None:
        """Announce the items that outputs will be about."""

    def begin(self, item_ids: Sequence[int], forms: Sequence[str], others_follow: bool) -> None:
        """Start labelling predicted forms of items; if others follow, it may be done in the background."""

    def next(self) -> list[Label]:
        """The labels of the oldest batch that was begun and not fetched yet."""

    def classifier(self, item: Known) -> str:
        """Name and version of the classifier for an item."""


class LabelKinds:
    """The ids of label kinds; adds missing ones, inside a writing transaction."""

    def __init__(self) -> None:
        self._ids: dict[tuple[object, ...], int] = {}

    def id(self, db: sqlite3.Connection, label: Label, classifier: str) -> int:
        """The id of a label's kind: the label without what was said for it and against it."""
        gold_class, pred_class, error, flags, rule, _, confidence, _ = label
        key = (gold_class, pred_class, error, flags, rule, confidence, classifier)
        if key not in self._ids:
            self._ids[key] = one_number(
                db,
                "INSERT INTO label_kind (gold_class, pred_class, error, flags, rule, confidence, classifier) "
                "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET error = excluded.error RETURNING id",
                (*key[:3], ",".join(flags), *key[4:]),
            )
        return self._ids[key]


def note_label_change(db: sqlite3.Connection) -> None:
    """Raise the counter by which caches of labels see that they are outdated; inside a writing transaction."""
    db.execute("UPDATE label_change SET n = n + 1")


@contextmanager
def private_labels(study: Study) -> Iterator[None]:
    """Keep labels that are given inside out of the file; this connection sees them until it writes to the file."""
    db = study.connection
    db.execute("PRAGMA foreign_keys = OFF")  # keys of temporary tables cannot refer to the file
    study.writes_privately = True
    try:
        for table in ("label_kind", "label", "label_change", "item"):
            (made_by,) = db.execute("SELECT sql FROM main.sqlite_schema WHERE name = ?", (table,)).fetchone()
            db.execute(made_by.replace("CREATE TABLE", "CREATE TEMP TABLE", 1))
            study.private_tables.append(table)
            db.execute(f"INSERT INTO temp.{table} SELECT * FROM main.{table}")
        yield
    finally:
        study.writes_privately = False
        db.execute("PRAGMA foreign_keys = ON")


class OutputBook:
    """Gives every output, stored or new, a *handle*: a number for an (item, answer) from its first mention on.

    Handles let an import sort out a million predictions before it writes the first row. `prepare` looks up which
    outputs are stored, and has the others labelled before anything is locked (`label_ahead` starts on that while more
    are read). `store` gives them ids inside the writing transaction, so that two processes never store the same output
    twice.
    """

    def __init__(self, study: Study, labeller: Labeller) -> None:
        self._study = study
        self._labeller = labeller
        self._kinds = LabelKinds()
        self._handles: dict[tuple[int, str], int] = {}
        self._items: dict[int, Known] = {}
        self._gold_classes: dict[int, str | None] = {}  # item → the class of its gold form
        self._labels: dict[int, Label] = {}  # of handles that are not stored yet
        self._begun: deque[list[int]] = deque()  # batches of handles that the labeller is at work on
        self._n_seen = 0  # handles below it are looked up, and are stored, labelled or begun
        self._last_id = 0  # the highest id of a stored output that this book knows of
        self._read_languages: set[str] = set()  # languages of which all outputs up to there are read
        self._loaded_languages: set[str] = set()
        self._version = study.output_version()
        self._variants_version = 0  # later sources may have brought other accepted forms
        self.has_unlabelled = any_without_label(study)  # outputs of this import, or of an interrupted one
        self.item_ids: list[int] = []
        self.answers: list[str] = []
        self.ids: list[int] = []  # 0 until stored
        self.correct: list[bool] = []

    def load_items(self, language: str) -> None:
        """Read the items of a language, so that outputs can be about them."""
        if language in self._loaded_languages:
            return
        connection = self._study.connection
        if not self._loaded_languages:
            self._version = self._study.output_version()
            self._last_id = _last_output_id(connection)
            self._variants_version = variants_version(connection)
        self._loaded_languages.add(language)
        accepted = accepted_forms(connection, language)
        items: dict[int, Known] = {}
        for item_id, item, gold_class in gold_forms(self._study, language):
            self._gold_classes[item_id] = gold_class
            items[item_id] = item._replace(accepted=accepted[item_id]) if item_id in accepted else item
        self._items.update(items)
        self._labeller.add_items(items)

    def refresh(self) -> None:
        """Read again, if need be, the ids that were read before this process signed in as a runner.

        Until then another process may have removed unused outputs; from then on nobody does.
        """
        if self._loaded_languages and self._version != self._study.output_version():
            self.ids = [0] * len(self.ids)
            self._last_id = _last_output_id(self._study.connection)
            self._read_languages.clear()
            self._look_up(range(self._n_seen))
            begun = {handle for handles in self._begun for handle in handles}
            self._begin([handle for handle in range(self._n_seen) if handle not in begun])

    def handle(self, item_id: int, answer: str) -> int:
        """The handle of an output; a new one if it was not seen before."""
        key = (item_id, answer)
        handle = self._handles.get(key)
        if handle is None:
            handle = self._handles[key] = len(self.ids)
            self.item_ids.append(item_id)
            self.answers.append(answer)
            self.ids.append(0)
            self.correct.append(self._items[item_id].gold == answer)
        return handle

    def label_ahead(self) -> None:
        """Hand new outputs to the labeller, once there are many."""
        if len(self.ids) - self._n_seen >= AHEAD:
            self.resolve_new()

    def prepare(self, handles: Iterable[int]) -> list[int]:
        """Those of the handles whose outputs are not stored yet, each once, after their labels have been fetched."""
        self.resolve_new(others_follow=False)
        new = [handle for handle in dict.fromkeys(handles) if not self.ids[handle]]
        for handle in new:
            while handle not in self._labels:
                labels = self._labeller.next()
                self._labels.update(zip(self._begun.popleft(), labels, strict=True))
        return new

    def resolve_new(self, others_follow: bool = True) -> None:
        """Look up which outputs mentioned since the last time are stored, and start labelling the others."""
        first, self._n_seen = self._n_seen, len(self.ids)
        self._look_up(range(first, self._n_seen))
        self._begin(range(first, self._n_seen), others_follow)

    def _look_up(self, handles: range) -> None:
        """Find the ids of outputs that are stored: one by one or, if there are many, by reading all stored ones."""
        if not self._last_id or self._loaded_languages <= self._read_languages:
            return
        if len(handles) * FEWEST_TO_READ_ALL > self._last_id:
            for language in self._loaded_languages - self._read_languages:
                query = (
                    "SELECT output.id, item_id, answer FROM item JOIN output ON item_id = item.id WHERE language = ?"
                )
                self._read(self._study.connection.execute(query, (language,)))
            self._read_languages |= self._loaded_languages
            return
        for start in range(handles.start, handles.stop, ASKED_AT_ONCE):
            asked = range(start, min(start + ASKED_AT_ONCE, handles.stop))
            values = [value for handle in asked for value in (self.item_ids[handle], self.answers[handle])]
            self._read(
                self._study.connection.execute(
                    f"WITH asked(item_id, answer) AS (VALUES {', '.join(['(?, ?)'] * len(asked))}) "
                    "SELECT id, output.item_id, output.answer FROM asked CROSS JOIN output USING (item_id, answer)",
                    values,
                )
            )

    def _begin(self, handles: Iterable[int], others_follow: bool = False) -> None:
        new = [handle for handle in handles if not self.ids[handle] and handle not in self._labels]
        if new:
            self._begun.append(new)
            item_ids, forms = [self.item_ids[handle] for handle in new], [self.answers[handle] for handle in new]
            self._labeller.begin(item_ids, forms, others_follow)

    def store(self, db: sqlite3.Connection, prepared: Sequence[int]) -> None:
        """Store what `prepare` returned, inside a writing transaction, unless another process has stored it by now."""
        if not prepared:
            return
        last_id = _last_output_id(db)
        if last_id > self._last_id:  # somebody else has stored some in the meantime
            self._read(db.execute("SELECT id, item_id, answer FROM output WHERE id > ?", (self._last_id,)))
        new = [handle for handle in prepared if not self.ids[handle]]
        changed = self._items_with_other_accepted_forms(db)
        rows, labels, gold_classes = [], [], []
        for output_id, handle in enumerate(new, start=last_id + 1):
            self.ids[handle] = output_id
            item_id = self.item_ids[handle]
            rows.append((output_id, item_id, self.answers[handle], self.correct[handle]))
            label = self._labels.pop(handle)
            if item_id in changed:
                continue  # without a label, until `label_missing` gives it one
            kind_id = self._kinds.id(db, label, self._labeller.classifier(self._items[item_id]))
            labels.append((output_id, kind_id, label.evidence, label.considered))
            if label.gold_class != self._gold_classes[item_id]:  # the classifier has changed since the import
                self._gold_classes[item_id] = label.gold_class
                gold_classes.append((label.gold_class, item_id))
        db.executemany("INSERT INTO output (id, item_id, answer, is_correct) VALUES (?, ?, ?, ?)", rows)
        db.executemany("INSERT INTO label (output_id, kind_id, evidence, considered) VALUES (?, ?, ?, ?)", labels)
        db.executemany("UPDATE item SET gold_class = ? WHERE id = ?", gold_classes)
        self._last_id = last_id + len(new)

    def _items_with_other_accepted_forms(self, db: sqlite3.Connection) -> set[int]:
        """Items for which somebody else has imported other accepted answers since their outputs were labelled."""
        version = variants_version(db)
        if version == self._variants_version:
            return set()
        changed = set()
        for language in self._loaded_languages:
            for item_id, forms in accepted_forms(db, language).items():
                if item_id in self._items and forms != self._items[item_id].accepted:
                    changed.add(item_id)
        self.has_unlabelled |= bool(changed)
        return changed

    def _read(self, rows: Iterable[tuple[int, int, str]]) -> None:
        for output_id, item_id, answer in rows:
            if item_id in self._items:
                self.ids[self.handle(item_id, answer)] = output_id


def _last_output_id(connection: sqlite3.Connection) -> int:
    return one_number(connection, "SELECT coalesce(max(id), 0) FROM output")


def remove_unused_outputs(study: Study, own_runner: int | None = None) -> int:
    """Delete outputs that no prediction, act or sample uses, unless other runners are at work; returns how many."""
    connection = study.connection
    (before,) = connection.execute("PRAGMA data_version").fetchone()
    unused = connection.execute(
        "SELECT id FROM output WHERE id NOT IN (SELECT output_id FROM prediction) "
        "AND id NOT IN (SELECT output_id FROM annotation) AND id NOT IN (SELECT output_id FROM sample_output)"
    ).fetchall()
    in_packs = _outputs_in_packs(connection)
    unused = [row for row in unused if row[0] not in in_packs]
    if not unused:
        return 0
    n_removed = 0
    for start in range(0, len(unused), REMOVED_AT_ONCE):
        batch = unused[start : start + REMOVED_AT_ONCE]
        with study.transaction() as db:
            (after,) = db.execute("PRAGMA data_version").fetchone()
            # Another runner may hold the id of an output that it is about to use.
            others = one_number(db, "SELECT count(*) FROM runner WHERE id IS NOT ?", (own_runner,))
            if before != after or others:
                break
            db.executemany("DELETE FROM label WHERE output_id = ?", batch)
            db.executemany("DELETE FROM output WHERE id = ?", batch)
            note_label_change(db)
        n_removed += len(batch)
    study.n_output_removals += 1
    return n_removed


def _outputs_in_packs(connection: sqlite3.Connection) -> set[int]:
    """The outputs that were answered to items of corpora, which have packs and no rows; also those not visible yet."""
    packs = connection.execute(
        "SELECT outputs FROM part_pack WHERE run_part_id NOT IN (SELECT run_part.id FROM run_part "
        "JOIN run ON run.id = run_id JOIN split ON split.id = split_id WHERE corpus_id = 0)"
    )
    found: set[int] = set()
    for (outputs,) in packs:
        found.update(unpack(outputs))
    return found


def replace_labels(study: Study, kinds: LabelKinds, labels: Sequence[tuple[int, Label, str]]) -> None:
    """Replace the labels that classifiers gave by others (output, label, classifier); no act is touched."""
    with study.transaction() as db:
        db.executemany(
            # the output may have been removed in the meantime
            "INSERT OR REPLACE INTO label (output_id, kind_id, evidence, considered) "
            "SELECT id, ?, ?, ? FROM output WHERE id = ?",
            [
                (kinds.id(db, label, classifier), label.evidence, label.considered, output_id)
                for output_id, label, classifier in labels
            ],
        )
        note_label_change(db)


def pack(output_ids: Iterable[int]) -> bytes:
    """Ids of outputs, or of items, as bytes in the file: 32 bits each, little-endian."""
    return _turned(array("I", output_ids)).tobytes()


def unpack(packed: bytes) -> array[int]:
    """The numbers that `pack` was given."""
    return _turned(array("I", packed))


def _turned(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
