"""How a file says that it is a study, and whether its tables are those that goed makes.

A study may come from anybody, and reading it must run nothing that somebody has planted in it: a trigger that deletes
what one says, a view in the place of a table.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from pathlib import Path

from goed.errors import GoedError, quoted

APPLICATION_ID = 0x676F6564  # "goed"
SCHEMA_VERSION = 9  # one more with each migration


# Of the tables of a present study, so that opening one need not make them all anew to compare; a test holds it.
DIGEST = "872bbe09429c9468907079bee78d1c75"

COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)
OF_GOED = "tbl_name NOT GLOB 'sqlite_*' AND tbl_name NOT GLOB '_sqlite_*'"  # nor of a library's

Tables = dict[str, str]  # the name of a table, view or index → what made it, without comments


def distrust(db: sqlite3.Connection) -> None:
    """Let SQLite look twice at what stands in a file, and run no function for it that could do harm."""
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")


def refuse_triggers(db: sqlite3.Connection, path: Path) -> None:
    """A trigger does more than what goed asks for, and nobody sees it. Goed's studies have none."""
    row = db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name").fetchone()
    if row is not None:
        raise GoedError(
            f"{path} holds a trigger, {quoted(row[0])}: commands of another program, which run unseen when something "
            "is saved; goed's studies have none. Go back to a copy made before, or drop it there"
        )


def refuse_other_tables(db: sqlite3.Connection, path: Path) -> list[str]:
    """Every table, view and index of goed's must be as goed makes it; what somebody keeps beside them is theirs.

    Indexes and views that are missing can be made anew: the SQL that does so.
    """
    there = _tables(db)
    if digest(there) == DIGEST:
        return []
    missing = []
    for name, (kind, sql) in _made_by_goed().items():
        if name not in there and kind == "table":
            raise GoedError(f"{path}: the file is damaged: {quoted(name)} is missing; go back to a copy made before")
        if name not in there:
            missing.append(sql)
        elif there[name] != _without_comments(sql):
            raise GoedError(
                f"{path} was changed by another program: {quoted(name)} is not as goed makes it; "
                "go back to a copy made before"
            )
    return missing


def digest(tables: Tables) -> str:
    """A fingerprint of tables."""
    return hashlib.sha256(repr(sorted(tables.items())).encode()).hexdigest()[:32]


def _tables(db: sqlite3.Connection) -> Tables:
    rows = db.execute(f"SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND {OF_GOED}")
    return {name: _without_comments(sql) for name, sql in rows}


def made_by_goed() -> Tables:
    """The tables of a new study."""
    return {name: _without_comments(sql) for name, (_, sql) in _made_by_goed().items()}


def _made_by_goed() -> dict[str, tuple[str, str]]:
    """Each table, view and index of a new study: its kind, and what makes it."""
    from sqlite_utils import Database

    from goed.study.schema import upgrade

    database = Database(memory=True)
    try:
        upgrade(database)
        rows = database.execute(f"SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL AND {OF_GOED}")
        return {name: (kind, sql) for name, kind, sql in rows.fetchall()}
    finally:
        database.close()


def _without_comments(sql: str) -> str:
    """SQL whose meaning is the same: older goeds documented some tables in other words."""
    return re.sub(r"\s*([(),;]|$)\s*", r"\1", re.sub(r"\s+", " ", COMMENT.sub(" ", sql)))
