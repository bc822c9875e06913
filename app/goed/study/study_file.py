"""The file of a study: how it says what it is, whether its tables are those that goed makes, and what can go wrong.

A study may come from anybody, and reading it must run nothing that somebody has planted in it: a trigger that deletes
what one says, a view in the place of a table.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from goed.errors import GoedError, quoted

APPLICATION_ID = 0x676F6564  # "goed"
SCHEMA_VERSION = 9  # one more with each migration
# Of the tables of a present study, so that opening one need not make them all anew to compare; a test holds it.
DIGEST = "872bbe09429c9468907079bee78d1c75"
COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)
OF_GOED = "tbl_name NOT GLOB 'sqlite_*' AND tbl_name NOT GLOB '_sqlite_*'"  # nor of a library's
Tables = dict[str, str]  # the name of a table, view or index → what made it, without comments
SMALLEST_FILE = 100  # bytes: SQLite's own header
WAY_BACK = "`goed check` says how badly, a copy made before is the way back"
NETWORK_FILE_SYSTEMS = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "afs", "lustre", "beegfs"}


@contextmanager
def explaining(path: Path) -> Iterator[None]:
    """What SQLite complains of in here becomes a sentence that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise GoedError(explain(error, path)) from error
    except UnicodeDecodeError as error:  # what SQLite complains of is as damaged as the file
        raise GoedError(f"{path}: the file is damaged; {WAY_BACK}") from error


def explain(error: sqlite3.Error, study: Path) -> str:
    """What SQLite complains of, in a sentence that says what to do."""
    text = str(error)
    known = {
        "Could not decode": f"the file is damaged: it holds text that is not UTF-8; {WAY_BACK}",
        "full": "the disk is full; make room and try again, nothing that was saved is lost",
        "disk I/O error": "the disk or its file system reports an error, or a limit on the size of files is reached",
        "readonly": "the file cannot be written; copy it to a place where you may write",
        "locked": "another program has kept it locked for a minute; close that program and try again",
        "unable to open": "it cannot be opened; look at the permissions of the file and its folder",
        "malformed": f"the file is damaged; {WAY_BACK}",
        "unsupported file format": f"the file is damaged; {WAY_BACK}",
        "not a database": "it is not a goed study; name another file with --study",
        "no such table": "the file is damaged: a table of goed's is missing; go back to a copy made before",
        "no such column": "the file is damaged: a column of goed's is missing; go back to a copy made before",
    }
    for sign, sentence in known.items():
        if sign in text:
            return f"{study}: {sentence}"
    return f"{study}: what it holds is not as goed writes it ({text}); {WAY_BACK}"


def folder_of_copies(path: Path) -> Path:
    """Where the copies of a study are that are made by themselves."""
    return Path(f"{path}.backups")


def can_be_written(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def is_unfolded(path: Path) -> bool:
    """Whether a part of a study still stands in the log beside it."""
    log = Path(f"{path}-wal")
    return log.exists() and log.stat().st_size > 0


def cannot_be_read_whole(path: Path) -> str:
    return (
        f"{path} cannot be written, and what was said last stands in {path.name}-wal, which cannot be read so: "
        "copy both files to where you may write"
    )


def refuse_other_files(path: Path) -> None:
    if not path.exists():
        raise GoedError(f"there is no study {path}; make one with `goed init --study {path}`")
    if not path.is_file():
        raise GoedError(f"{path} is not a file; name a study with --study")
    # Nobody but SQLite may open a study. When a process closes a file, it loses all locks on it, those of its other
    # connections too; another goed would then take the write-ahead log away, and with it what is said afterwards.
    if path.stat().st_size < SMALLEST_FILE:
        raise GoedError(f"{path} is not a goed study; name another file with --study")


def file_at(path: Path) -> tuple[int, int] | None:
    """Which file has a name now; None where none has."""
    try:
        there = path.stat()
    except OSError:
        return None
    return there.st_dev, there.st_ino


def move_without_overwriting(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        raise GoedError(f"{path} exists already; another goed made it just now") from None
    except OSError:  # a file system without hard links
        if path.exists():
            raise GoedError(f"{path} exists already; another goed made it just now") from None
        os.rename(draft, path)


def free_name(path: Path) -> Path:
    """The name, or the first one with a number behind it that nothing has."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}.{number}")
    return free


def is_on_network_file_system(path: Path) -> bool:
    """Whether WAL's shared memory cannot be relied on: the file's mount is a network file system (Linux)."""
    try:
        mounts = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    folder = str(path.absolute().resolve().parent)
    best, kind = "", ""
    for line in mounts:
        _, mount, file_system, *_ = line.split(" ")
        inside = folder == mount or folder.startswith(mount.rstrip("/") + "/")
        if inside and len(mount) >= len(best):
            best, kind = mount, file_system
    return kind in NETWORK_FILE_SYSTEMS


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
    rows = db.execute(f"SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND {OF_GOED}")
    there = {name: without_comments(sql) for name, sql in rows}
    if digest(there) == DIGEST:
        return []
    missing = []
    for name, (kind, sql) in made_by_goed().items():
        if name not in there and kind == "table":
            raise GoedError(f"{path}: the file is damaged: {quoted(name)} is missing; go back to a copy made before")
        if name not in there:
            missing.append(sql)
        elif there[name] != without_comments(sql):
            raise GoedError(
                f"{path} was changed by another program: {quoted(name)} is not as goed makes it; "
                "go back to a copy made before"
            )
    return missing


def digest(tables: Tables) -> str:
    """A fingerprint of tables."""
    return hashlib.sha256(repr(sorted(tables.items())).encode()).hexdigest()[:32]


def made_by_goed() -> dict[str, tuple[str, str]]:
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


def without_comments(sql: str) -> str:
    """SQL whose meaning is the same: older goeds documented some tables in other words."""
    return re.sub(r"\s*([(),;]|$)\s*", r"\1", re.sub(r"\s+", " ", COMMENT.sub(" ", sql)))
