"""The study's schema: every migration in order. Their SQL, with what a row of each table is, stands in `migrations/`.

It is kept in the study as written, comments included: `sqlite3 study.goed .schema` prints this documentation.
Rows that belong to a prediction carry no foreign keys: they are written by the million, before the row of `run_part`
that makes them visible; `goed check` verifies what the keys would.
"""

from __future__ import annotations

from pathlib import Path

from sqlite_utils import Database, Migrations

from goed.study.clock import set_clocks
from goed.study.packs import make_packs
from goed.study.version import APPLICATION_ID, SCHEMA_VERSION

migrations = Migrations("goed")

SCRIPTS = Path(__file__).parent / "migrations"


@migrations()
def first_schema(db: Database) -> None:
    """Every noun of goed's design gets its home."""
    _apply(db, "1_first_schema")


@migrations()
def labels_and_acts(db: Database) -> None:
    """Labels of the same kind share a row; an act may be about many outputs. Until now nothing wrote either."""
    _apply(db, "2_labels_and_acts")


@migrations()
def other_readings(db: Database) -> None:
    """A label says what else was considered."""
    _apply(db, "3_other_readings")


@migrations()
def the_annotator(db: Database) -> None:
    """Acts can be undone, belong to sittings, and may be blind; samples and preferences have a home."""
    _apply(db, "4_the_annotator")


@migrations()
def declarations(db: Database) -> None:
    """A study knows the declaration that it was made from."""
    _apply(db, "5_declarations")


@migrations()
def progress(db: Database) -> None:
    """A run at work tells how far it is."""
    _apply(db, "6_progress")


@migrations()
def packs(db: Database) -> None:
    """The outputs of each part of a run stand together, too."""
    _apply(db, "7_packs")
    run_part_ids = [run_part_id for (run_part_id,) in db.execute("SELECT id FROM run_part").fetchall()]
    make_packs(db.conn, run_part_ids)


@migrations()
def copies(db: Database) -> None:
    """Acts of several copies of a study have one order, and those that did not know of each other are told."""
    _apply(db, "8_copies")
    set_clocks(db.conn)


@migrations()
def domains(db: Database) -> None:
    """Items, splits and models belong to domains; corpora, steps, measures, circumstances and verdicts have a home."""
    _apply(db, "9_domains")


def _apply(db: Database, name: str) -> None:
    for statement in statements((SCRIPTS / f"{name}.sql").read_text(encoding="utf-8")):
        db.execute(statement)


def statements(script: str) -> list[str]:
    """The statements of a script, each with the comments that stand in front of it."""
    return [part.strip() for part in script.split(";\n") if part.strip()]


def upgrade(db: Database) -> None:
    """Apply what is missing, and mark the file as a goed study of this version."""
    migrations.apply(db)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
