"""A study: one SQLite file, opened, read, written and closed here.

A study may come from anybody, and opening it must run nothing that somebody has planted in it, such as a trigger that
deletes labels, or a view in place of a table.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote

from goed.drafts import ENDING, remove_dead_drafts
from goed.errors import GoedError, quoted

APPLICATION_ID = 0x676F6564  # "goed"
SCHEMA_VERSION = 10  # one more with each migration
# Fingerprint of the present schema: comparing it is faster than making all tables to compare; a test keeps it right.
SCHEMA_FINGERPRINT = "086529ed2c2e5c09862ab5b63b72385e"
COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)
OF_GOED = "tbl_name NOT GLOB 'sqlite_*' AND tbl_name NOT GLOB '_sqlite_*'"  # neither SQLite's nor a library's
Tables = dict[str, str]  # the name of a table, view or index → its SQL without comments
SMALLEST_FILE = 100  # bytes: SQLite's own header
WAY_BACK = "`goed check` says how badly, a copy made before is the way back"
NETWORK_FILE_SYSTEMS = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "afs", "lustre", "beegfs"}
LOCK_PATIENCE = 60.0  # seconds to wait for another writer; none holds the lock longer than a fraction of one
ONLY_TO_READ = "mode=ro&immutable=1"  # without write access SQLite cannot set up WAL's shared memory


class Study:
    """An open study. Writing goes through `transaction()`; reading needs none."""

    def __init__(self, connection: sqlite3.Connection, path: Path, read_only: bool) -> None:
        self.connection = connection
        self.path = path
        self.read_only = read_only
        self.warnings: list[str] = []
        self.upgraded_from: int | None = None  # the schema that the file had before it was opened
        self.copy_from_before: Path | None = None  # the copy made before the last act on many outputs
        self.n_output_removals = 0
        self.private_tables: list[str] = []  # temporary copies of tables that this connection reads instead
        self.writes_privately = False  # to these copies only
        self.kept: dict[object, Any] = {}  # what was read and never changes in the file, such as the text of a corpus
        self._file = file_at(path)

    @classmethod
    def open(cls, path: Path) -> Study:
        """Open a study; one with an older schema is upgraded, and a copy of it is kept beside it."""
        refuse_other_files(path)
        read_only = not can_be_written(path)
        if not read_only:
            for folder in (path.parent, folder_of_copies(path)):
                if any(folder.glob(f"*{ENDING}")):
                    remove_dead_drafts(folder)
        with explaining(path):
            study = cls(connect(path), path, read_only)
            try:
                study._prepare()
            except BaseException:
                study.connection.close()
                raise
        return study

    @classmethod
    def refuse_what_is_no_study(cls, path: Path) -> None:
        """Raise GoedError if a file is not a study that this goed can open; the file is not changed."""
        refuse_other_files(path)
        with explaining(path), closing(connect(path)) as connection:
            cls(connection, path, read_only=True).schema_version()
            refuse_triggers(connection, path)

    def _prepare(self) -> None:
        version = self.schema_version()
        refuse_triggers(self.connection, self.path)
        missing = refuse_other_tables(self.connection, self.path) if version == SCHEMA_VERSION else []
        if not self.read_only:
            self._choose_journal()
        elif has_unmerged_log(self.path):
            from goed.study.study_files import cannot_be_read_whole

            self.warnings.append(cannot_be_read_whole(self.path))
        if version < SCHEMA_VERSION:
            from goed.study.study_files import bring_up_to_date

            bring_up_to_date(self)
            missing = refuse_other_tables(self.connection, self.path)
        self.connection.execute("PRAGMA foreign_keys = ON")  # after an upgrade, which may make tables anew
        if missing and not self.read_only:
            self._rebuild_indexes_and_views()

    def schema_version(self) -> int:
        """The version of the file's schema; raises GoedError if this goed does not know it."""
        (application,) = self.connection.execute("PRAGMA application_id").fetchone()
        (version,) = self.connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION_ID or version < 1:
            raise GoedError(f"{self.path} is an SQLite file, but not a goed study; name another with --study")
        if version > SCHEMA_VERSION:
            raise GoedError(
                f"{self.path} was written by a newer goed (schema {version}; this one knows {SCHEMA_VERSION}): "
                "upgrade goed to open it"
            )
        return int(version)

    def _rebuild_indexes_and_views(self) -> None:
        """Rebuild missing indexes and views, which hold no data of their own."""
        with self.transaction() as db:
            missing = refuse_other_tables(db, self.path)  # another goed may have been faster
            for statement in missing:
                db.execute(statement)
        if missing:
            self.warnings.append(f"{self.path}: indexes or views were missing, and are made anew ({len(missing)})")

    def _choose_journal(self) -> None:
        """Choose WAL, so that readers and a writer do not wait for each other, or DELETE where WAL cannot work."""
        wanted = "delete" if is_on_network_file_system(self.path) else "wal"
        (mode,) = self.connection.execute(f"PRAGMA journal_mode = {wanted}").fetchone()
        self.connection.execute("PRAGMA synchronous = FULL")
        if mode != "wal":
            self.warnings.append(
                f"{self.path} is on a file system where SQLite's WAL cannot work; with {mode} journalling "
                "goeds wait longer for each other"
            )

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Everything inside becomes visible together, or not at all."""
        if self.read_only and not self.writes_privately:
            raise GoedError(f"{self.path} cannot be written; copy it to a place where you may write")
        if not self.writes_privately:
            self.forget_private_tables()
        self.connection.execute("BEGIN" if self.writes_privately else "BEGIN IMMEDIATE")
        try:
            self._refuse_if_replaced()
            yield self.connection
            self.connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # a full disk may have rolled back already
                self.connection.execute("ROLLBACK")
            raise

    def forget_private_tables(self) -> None:
        """Read all tables from the file again."""
        for table in self.private_tables:
            self.connection.execute(f"DROP TABLE temp.{table}")
        self.private_tables.clear()

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Everything that is read inside is one snapshot, whatever others write meanwhile."""
        self.connection.execute("BEGIN")
        try:
            yield
        finally:
            self.connection.execute("COMMIT")

    def _refuse_if_replaced(self) -> None:
        """Refuse to write if the file was deleted, moved or replaced: nobody would find what is written."""
        if self._file != file_at(self.path):
            raise GoedError(
                f"{self.path} was deleted, moved or replaced since it was opened: open it again; "
                "everything up to then was written to the file that was there"
            )

    def output_version(self) -> tuple[int, int]:
        """Changes whenever outputs may have been removed, by another process or by this one."""
        (others,) = self.connection.execute("PRAGMA data_version").fetchone()
        return int(others), self.n_output_removals

    def close(self) -> None:
        """Fold the write-ahead log into the file, so that the one file is the study."""
        if not self.read_only:
            with suppress(sqlite3.Error):  # another goed is reading: the last one to close does it
                self.connection.execute("PRAGMA busy_timeout = 200")
                self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.connection.close()

    def __enter__(self) -> Study:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if isinstance(error, sqlite3.Error):
            raise GoedError(explain(error, self.path)) from error


def connect(path: Path) -> sqlite3.Connection:
    """A connection to a study, writable if possible: one that only reads leaves its write-ahead log behind."""
    mode = "mode=rw" if can_be_written(path) else ONLY_TO_READ
    address = f"file:{quote(os.fsencode(path.absolute()))}?{mode}"
    connection = sqlite3.connect(address, uri=True, timeout=LOCK_PATIENCE, isolation_level=None)
    harden(connection)
    return connection


def one_number(db: sqlite3.Connection, query: str, values: Sequence[Any] = ()) -> int:
    """The one number that a query selects, or an insertion returns."""
    (number,) = db.execute(query, values).fetchone()
    return int(number)


def insert(db: sqlite3.Connection, table: str, **columns: Any) -> int:
    """Insert a row, inside a writing transaction, and return its id."""
    query = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    return int(db.execute(query, list(columns.values())).lastrowid or 0)


def delete_in_portions(study: Study, query: str, values: Sequence[Any], size: int) -> None:
    """Run a query that deletes at most `size` rows, in short transactions, until it finds nothing more."""
    n_deleted = size
    while n_deleted == size:
        with study.transaction() as db:
            n_deleted = db.execute(query, values).rowcount


def now(timespec: str = "seconds") -> str:
    """The present moment in UTC, as the study writes it."""
    return datetime.now(UTC).isoformat(timespec=timespec)


@contextmanager
def explaining(path: Path) -> Iterator[None]:
    """Turn SQLite's errors inside into a GoedError that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise GoedError(explain(error, path)) from error
    except UnicodeDecodeError as error:  # even SQLite's error message is damaged
        raise GoedError(f"{path}: the file is damaged; {WAY_BACK}") from error


def explain(error: sqlite3.Error, study: Path) -> str:
    """An error of SQLite's as a sentence that says what to do."""
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
    """The folder for automatic copies of a study."""
    return Path(f"{path}.backups")


def can_be_written(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def has_unmerged_log(path: Path) -> bool:
    """Whether part of a study is still in the write-ahead log beside it."""
    log = Path(f"{path}-wal")
    return log.exists() and log.stat().st_size > 0


def refuse_other_files(path: Path) -> None:
    if not path.exists():
        raise GoedError(f"there is no study {path}; make one with `goed init --study {path}`")
    if not path.is_file():
        raise GoedError(f"{path} is not a file; name a study with --study")
    # Only SQLite may open a study. When a process closes a file, it loses all its locks on it, even those of its other
    # connections; another goed could then remove the write-ahead log, and with it what is written afterwards.
    if path.stat().st_size < SMALLEST_FILE:
        raise GoedError(f"{path} is not a goed study; name another file with --study")


def file_at(path: Path) -> tuple[int, int] | None:
    """Device and inode of the file that is now at a path; None if there is none."""
    try:
        there = path.stat()
    except OSError:
        return None
    return there.st_dev, there.st_ino


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


def harden(db: sqlite3.Connection) -> None:
    """Make SQLite check what it reads from a file, and run no harmful function that its schema calls."""
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")


def refuse_triggers(db: sqlite3.Connection, path: Path) -> None:
    """Raise GoedError if a study has a trigger, which would run unseen; goed's studies have none."""
    row = db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name").fetchone()
    if row is not None:
        raise GoedError(
            f"{path} holds a trigger, {quoted(row[0])}: commands of another program, which run unseen when something "
            "is saved; goed's studies have none. Go back to a copy made before, or drop it there"
        )


def refuse_other_tables(db: sqlite3.Connection, path: Path) -> list[str]:
    """Raise GoedError if a table, view or index of goed's is not as goed makes it; other ones are allowed.

    Returns the SQL that rebuilds missing indexes and views.
    """
    rows = db.execute(f"SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND {OF_GOED}")
    there = {name: without_comments(sql) for name, sql in rows}
    if digest(there) == SCHEMA_FINGERPRINT:
        return []
    from goed.study.schema import made_by_goed

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


def without_comments(sql: str) -> str:
    """SQL without comments, which differ between versions of goed, and without needless blanks."""
    return re.sub(r"\s*([(),;]|$)\s*", r"\1", re.sub(r"\s+", " ", COMMENT.sub(" ", sql)))
