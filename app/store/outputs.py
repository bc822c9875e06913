"""Distinct outputs: each (item, predicted form) is stored once, however many runs give it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from app.store.study import Study


class OutputBook:
    """Numbers for outputs, stored or not yet: a *handle* stands for an (item, form) from its first mention on.

    Handles let an import sort a million predictions out before it writes the first row; `store` gives those that are
    new their ids inside the writing transaction, so that two processes never store the same output twice.
    """

    def __init__(self, study: Study) -> None:
        self._study = study
        self._handles: dict[tuple[int, str], int] = {}
        self._gold: dict[int, str] = {}
        self._last_id = 0  # of the watched languages, every stored output up to here has been read
        self._watched: set[str] = set()
        self._version = study.output_version()
        self.item_ids: list[int] = []
        self.forms: list[str] = []
        self.ids: list[int] = []  # 0 until stored
        self.correct: list[bool] = []

    def watch(self, language: str) -> None:
        """Read the outputs of a language that are stored already."""
        if language in self._watched:
            return
        connection = self._study.connection
        if not self._watched:
            self._version = self._study.output_version()
            self._last_id = _last_output_id(connection)
        self._watched.add(language)
        for item_id, form in connection.execute("SELECT id, form FROM item WHERE language = ?", (language,)):
            self._gold[item_id] = form
        self._read_language(language)

    def refresh(self) -> None:
        """Make sure of the ids that were read before this process signed in as a runner.

        Until then another process may have removed outputs that nothing used; from then on nobody does.
        """
        if self._watched and self._version != self._study.output_version():
            self.ids = [0] * len(self.ids)
            self._last_id = _last_output_id(self._study.connection)
            for language in self._watched:
                self._read_language(language)

    def handle(self, item_id: int, form: str) -> int:
        """The handle of an output; a new one where it was not seen before."""
        key = (item_id, form)
        handle = self._handles.get(key)
        if handle is None:
            handle = self._handles[key] = len(self.ids)
            self.item_ids.append(item_id)
            self.forms.append(form)
            self.ids.append(0)
            self.correct.append(self._gold[item_id] == form)
        return handle

    def store(self, db: sqlite3.Connection, handles: Iterable[int]) -> None:
        """Store those outputs that are not stored yet; to be called inside a writing transaction."""
        new = [handle for handle in dict.fromkeys(handles) if not self.ids[handle]]
        if not new:
            return
        last_id = _last_output_id(db)
        if last_id > self._last_id:  # somebody else has stored some in the meantime
            self._read(db.execute("SELECT id, item_id, form FROM output WHERE id > ?", (self._last_id,)))
            new = [handle for handle in new if not self.ids[handle]]
        rows = []
        for output_id, handle in enumerate(new, start=last_id + 1):
            self.ids[handle] = output_id
            rows.append((output_id, self.item_ids[handle], self.forms[handle], self.correct[handle]))
        db.executemany("INSERT INTO output (id, item_id, form, is_correct) VALUES (?, ?, ?, ?)", rows)
        self._last_id = last_id + len(new)

    def _read_language(self, language: str) -> None:
        self._read(
            self._study.connection.execute(
                "SELECT output.id, item_id, output.form FROM item JOIN output ON item_id = item.id WHERE language = ?",
                (language,),
            )
        )

    def _read(self, rows: Iterable[tuple[int, int, str]]) -> None:
        for output_id, item_id, form in rows:
            if item_id in self._gold:
                self.ids[self.handle(item_id, form)] = output_id


def commonest_wrong(
    study: Study, language: str, model: str, size: int, part: str, number: int
) -> list[tuple[str, str, str, int]]:
    """The wrong outputs that most runs of a model at a size give: lemma, gold, predicted, how many runs."""
    return study.connection.execute(
        "SELECT lemma, item.form, output.form, count(*) AS n FROM run JOIN model ON model.id = model_id "
        "JOIN split ON split.id = split_id JOIN run_part ON run_id = run.id "
        "JOIN prediction ON run_part_id = run_part.id JOIN output ON output.id = output_id "
        "JOIN item ON item.id = output.item_id "
        "WHERE split.language = ? AND model.name = ? AND size = ? AND part = ? AND NOT is_correct "
        "GROUP BY output.id ORDER BY n DESC, frequency DESC, output.id LIMIT ?",
        (language, model, size, part, number),
    ).fetchall()


def _last_output_id(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(id), 0) FROM output").fetchone()[0])


def remove_unused_outputs(study: Study, own_runner: int | None = None) -> int:
    """Delete outputs that no prediction uses and nobody annotated; left for later while other runners are at work."""
    connection = study.connection
    (before,) = connection.execute("PRAGMA data_version").fetchone()
    unused = connection.execute(
        "SELECT id FROM output WHERE id NOT IN (SELECT output_id FROM prediction) "
        "AND id NOT IN (SELECT output_id FROM annotation)"
    ).fetchall()
    if not unused:
        return 0
    with study.transaction() as db:
        (after,) = db.execute("PRAGMA data_version").fetchone()
        # Another runner may hold the id of an output that it is about to use.
        (others,) = db.execute("SELECT count(*) FROM runner WHERE id IS NOT ?", (own_runner,)).fetchone()
        if before != after or others:
            return 0
        db.executemany("DELETE FROM label WHERE output_id = ?", unused)
        db.executemany("DELETE FROM output WHERE id = ?", unused)
    study.n_output_removals += 1
    return len(unused)
