"""The study's schema: every migration, in order.

Their SQL is in `migrations/`, with comments that say what a row of each table is. A study keeps it as written:
`sqlite3 study.goed .schema` prints this documentation.

Rows that belong to a prediction carry no foreign keys: they are written by the million, before the row of `run_part`
that makes them visible; `goed check` verifies what the keys would.
"""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from sqlite_utils import Database, Migrations

from goed.study.predictions import make_packs
from goed.study.study import APPLICATION_ID, OF_GOED, SCHEMA_VERSION

SCRIPTS = Path(__file__).parent / "migrations"
NAMES = (  # of the migrations; a study records under them which ones it has been through
    "first_schema",  # tables for every noun of goed's design
    "labels_and_acts",  # labels of the same kind share a row; an act may be about many outputs
    "other_readings",  # a label says what else was considered
    "the_annotator",  # acts can be undone, belong to sittings, and may be blind; samples and preferences have a home
    "declarations",  # a study knows the declaration that it was made from
    "progress",  # a running run reports how far it is
    "packs",  # the outputs of each part of a run are also stored together
    "copies",  # acts of several copies have one order; those that did not know of each other are recorded
    "domains",  # items, splits and models belong to them; corpora, steps, measures, circumstances, verdicts have a home
    "places",  # what stands in a corpus is found by its place
)

migrations = Migrations("goed")


def _register(number: int, name: str) -> None:
    @migrations(name=name)
    def migrate(db: Database) -> None:
        for statement in statements((SCRIPTS / f"{number}_{name}.sql").read_text(encoding="utf-8")):
            db.execute(statement)
        if name == "packs":
            make_packs(db.conn, [run_part_id for (run_part_id,) in db.execute("SELECT id FROM run_part").fetchall()])
        if name == "copies":
            set_clocks(db.conn)


for number, name in enumerate(NAMES, start=1):
    _register(number, name)


def statements(script: str) -> list[str]:
    """The statements of a script, each with the comments before it."""
    return [part.strip() for part in script.split(";\n") if part.strip()]


def upgrade(db: Database) -> None:
    """Apply missing migrations, and mark the file as a goed study of this version."""
    migrations.apply(db)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def made_by_goed() -> dict[str, tuple[str, str]]:
    """Each table, view and index of a new study → its kind, and the SQL that makes it."""
    database = Database(memory=True)
    try:
        upgrade(database)
        rows = database.execute(f"SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL AND {OF_GOED}")
        return {name: (kind, sql) for name, kind, sql in rows.fetchall()}
    finally:
        database.close()


def set_clocks(db: sqlite3.Connection) -> None:
    """Give every act a clock: the moment at which it was done, made to rise in the order of ids."""
    last = 0
    clocks = []
    for act_id, made_at in db.execute("SELECT id, made_at FROM act ORDER BY id"):
        last = max(_microseconds(made_at), last + 1)
        clocks.append((last, act_id))
    db.executemany("UPDATE act SET clock = ? WHERE id = ?", clocks)


def _microseconds(moment: str) -> int:
    try:
        when = datetime.fromisoformat(moment)
    except ValueError:
        return 0
    return round((when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() * 1_000_000)
