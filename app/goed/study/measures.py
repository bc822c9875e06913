"""What is stored with a part's answers: its measures, and circumstances of its items."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import NamedTuple

from goed.study.items import Measure
from goed.study.outputs import pack, unpack
from goed.study.study import Study

TABLES = ("run_measure", "circumstance", "token_answers", "answer_class")  # of parts of runs


class MeasureRow(NamedTuple):
    """A measure of a part of a run, as stored."""

    run_part_id: int
    measure: str
    value: float | None
    n: float
    flag: str


def insert_measures(
    db: sqlite3.Connection,
    run_part_id: int,
    measures: Mapping[str, Measure],
    circumstances: Mapping[str, Mapping[int, str]],
) -> None:
    """Store what a domain says about a part of a run; a circumstance is a value for each item that has one."""
    db.executemany(
        "INSERT INTO run_measure (run_part_id, measure, value, n, flag) VALUES (?, ?, ?, ?, ?)",
        [(run_part_id, name, *measure) for name, measure in measures.items()],
    )
    for name, values in circumstances.items():
        items_of: dict[str, list[int]] = {}
        for item_id, value in sorted(values.items()):
            items_of.setdefault(value, []).append(item_id)
        db.executemany(
            "INSERT INTO circumstance (run_part_id, name, value, items) VALUES (?, ?, ?, ?)",
            [(run_part_id, name, value, pack(ids)) for value, ids in items_of.items()],
        )


def remove_measures(db: sqlite3.Connection, run_part_id: int) -> None:
    """Remove a part's rows from these tables."""
    for table in TABLES:
        db.execute(f"DELETE FROM {table} WHERE run_part_id = ?", (run_part_id,))


def measures(study: Study) -> list[MeasureRow]:
    """All measures of all visible parts of runs."""
    rows = study.connection.execute(
        "SELECT run_part_id, measure, value, n, flag FROM run_measure JOIN run_part ON run_part.id = run_part_id "
        "ORDER BY run_part_id, measure"
    )
    return [MeasureRow(*row) for row in rows]


def has_measures(study: Study) -> bool:
    """Whether any visible part of a run has measures."""
    row = study.connection.execute("SELECT 1 FROM run_measure JOIN run_part ON run_part.id = run_part_id LIMIT 1")
    return row.fetchone() is not None


def circumstances_of(study: Study, run_part_id: int, name: str) -> dict[int, str]:
    """Item id → its value of a circumstance in a part of a run, for the items that have one."""
    rows = study.connection.execute(
        "SELECT value, items FROM circumstance WHERE run_part_id = ? AND name = ?", (run_part_id, name)
    )
    return {item_id: value for value, items in rows for item_id in unpack(items)}


def circumstances_of_item(study: Study, item_id: int, run_part_ids: list[int]) -> dict[str, dict[str, int]]:
    """An item's circumstances: name → value → in how many of these parts of runs the item has it."""
    found: dict[str, dict[str, int]] = {}
    for run_part_id in run_part_ids:
        rows = study.connection.execute(
            "SELECT name, value, items FROM circumstance WHERE run_part_id = ?", (run_part_id,)
        )
        for name, value, items in rows:
            if item_id in unpack(items):
                of_name = found.setdefault(name, {})
                of_name[value] = of_name.get(value, 0) + 1
    return found
