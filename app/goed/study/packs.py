"""The outputs of each part of a run, packed: from these, millions of predictions are counted in a second.

A prediction is a row of `prediction`. Beside these rows a part has one of `part_pack`, with the numbers of all its
outputs, four bytes each. It says nothing new, as an index does: `goed check` compares the two, and
`goed check --repair` makes it anew.
"""

from __future__ import annotations

import sqlite3
import sys
from array import array
from collections.abc import Iterable

from goed.study.study import Study


def insert_pack(db: sqlite3.Connection, run_part_id: int, output_ids: Iterable[int]) -> None:
    """Write the pack of a part, inside a writing transaction; one that is there is replaced."""
    db.execute("INSERT OR REPLACE INTO part_pack (run_part_id, outputs) VALUES (?, ?)", (run_part_id, pack(output_ids)))


def pack(output_ids: Iterable[int]) -> bytes:
    """Numbers of outputs, or of items, as they stand in the file: 32 bits each, the lowest byte first."""
    return _turned(array("I", output_ids)).tobytes()


def unpack(packed: bytes) -> array[int]:
    """The numbers that `pack` was given."""
    return _turned(array("I", packed))


def _turned(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def make_packs(db: sqlite3.Connection, run_part_ids: Iterable[int]) -> None:
    """Make packs from the rows of `prediction`, inside a writing transaction."""
    for run_part_id in run_part_ids:
        insert_pack(db, run_part_id, _output_ids(db, run_part_id))


def broken_packs(study: Study) -> list[int]:
    """The visible parts whose pack is missing or holds other outputs than their predictions, if these are rows."""
    packed = study.connection.execute(
        "SELECT run_part.id, outputs FROM run_part LEFT JOIN part_pack ON run_part_id = run_part.id "
        "WHERE run_part.id NOT IN (SELECT run_part_id FROM token_answers)"
    )
    return [run_part_id for run_part_id, outputs in packed if not _holds(study.connection, run_part_id, outputs)]


def _holds(db: sqlite3.Connection, run_part_id: int, packed: bytes | None) -> bool:
    if packed is None or len(packed) % 4:
        return False
    return sorted(unpack(packed)) == sorted(_output_ids(db, run_part_id))


def _output_ids(db: sqlite3.Connection, run_part_id: int) -> list[int]:
    rows = db.execute("SELECT output_id FROM prediction WHERE run_part_id = ?", (run_part_id,))
    return [output_id for (output_id,) in rows]
