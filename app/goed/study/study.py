"""A study: one SQLite file, opened, created, upgraded and closed here."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote

from goed.drafts import ENDING, draft_folder, drafted_file, put_on_disk, remove_dead_drafts
from goed.errors import GoedError
from goed.study.study_file import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    can_be_written,
    cannot_be_read_whole,
    distrust,
    explain,
    explaining,
    file_at,
    folder_of_copies,
    free_name,
    is_on_network_file_system,
    is_unfolded,
    move_without_overwriting,
    refuse_other_files,
    refuse_other_tables,
    refuse_triggers,
)

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
        self.copy_from_before: Path | None = None  # what was kept before the last act on very many outputs
        self.n_output_removals = 0
        self.private_tables: list[str] = []  # copies of tables in memory that this connection reads in their place
        self.writes_privately = False  # to these alone
        self._file = file_at(path)

    @classmethod
    def create(cls, path: Path, fill: Callable[[Study], None] | None = None) -> Study:
        """Make a study, which is there whole or not at all, with what it is filled with; and open it."""
        from sqlite_utils import Database

        from goed.study.schema import upgrade

        if path.exists():
            raise GoedError(f"{path} exists already; name another file with --study, or go on with this one")
        if not path.parent.is_dir():
            raise GoedError(f"{path}: the folder {path.parent} does not exist; make it first")
        with draft_folder(path) as folder, explaining(path):
            draft = folder / path.name
            database = Database(draft)
            with database.atomic():
                upgrade(database)
            database.close()
            if fill is not None:
                cls._fill(draft, path, fill)
            move_without_overwriting(draft, path)
            put_on_disk(path.parent)
        return cls.open(path)

    @classmethod
    def _fill(cls, draft: Path, path: Path, fill: Callable[[Study], None]) -> None:
        try:
            with cls.open(draft) as study:
                fill(study)
        except GoedError as error:  # nobody has heard of the draft
            raise GoedError(str(error).replace(str(draft), str(path))) from error
        if is_unfolded(draft):  # the one file would lack what stands there
            raise GoedError(f"{path}: the disk is full; make room and try again")

    @classmethod
    def open(cls, path: Path) -> Study:
        """Open a study; one of an older schema is upgraded after a copy is kept beside it."""
        refuse_other_files(path)
        read_only = not can_be_written(path)
        if not read_only:
            for folder in (path.parent, folder_of_copies(path)):
                if any(folder.glob(f"*{ENDING}")):
                    remove_dead_drafts(folder)
        with explaining(path):
            study = cls(_connect(path, _mode(path)), path, read_only)
            try:
                study._prepare()
            except BaseException:
                study.connection.close()
                raise
        return study

    @classmethod
    def refuse_what_is_no_study(cls, path: Path) -> None:
        """Say so where a file is no study that this goed can open; it is not changed."""
        refuse_other_files(path)
        with explaining(path), closing(_connect(path, _mode(path))) as connection:
            cls(connection, path, read_only=True)._schema_version()
            refuse_triggers(connection, path)

    def _prepare(self) -> None:
        version = self._schema_version()
        refuse_triggers(self.connection, self.path)
        missing = refuse_other_tables(self.connection, self.path) if version == SCHEMA_VERSION else []
        if not self.read_only:
            self._choose_journal()
        elif is_unfolded(self.path):
            self.warnings.append(cannot_be_read_whole(self.path))
        if version < SCHEMA_VERSION:
            self._upgrade()
            missing = refuse_other_tables(self.connection, self.path)
        self.connection.execute("PRAGMA foreign_keys = ON")  # after an upgrade, which may make tables anew
        if missing and not self.read_only:
            self._make_anew()

    def _schema_version(self) -> int:
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

    def _make_anew(self) -> None:
        """Indexes and views say nothing of their own: those that are missing are made again."""
        with self.transaction() as db:
            missing = refuse_other_tables(db, self.path)  # another goed may have been faster
            for statement in missing:
                db.execute(statement)
        if missing:
            self.warnings.append(f"{self.path}: indexes or views were missing, and are made anew ({len(missing)})")

    def _choose_journal(self) -> None:
        """WAL, so that readers and a writer do not wait for each other; where it cannot work, DELETE."""
        wanted = "delete" if is_on_network_file_system(self.path) else "wal"
        (mode,) = self.connection.execute(f"PRAGMA journal_mode = {wanted}").fetchone()
        self.connection.execute("PRAGMA synchronous = FULL")
        if mode != "wal":
            self.warnings.append(
                f"{self.path} is on a file system where SQLite's WAL cannot work; with {mode} journalling "
                "goeds wait longer for each other"
            )

    def _upgrade(self) -> None:
        """Bring the schema up to date; of several goeds that open an old study at once, one does it."""
        from sqlite_utils import Database

        from goed.study.schema import upgrade

        if self.read_only:
            raise GoedError(f"{self.path} has an older schema and cannot be written: copy it to where it can")
        with self.transaction():  # all migrations or none
            version = self._schema_version()
            if version == SCHEMA_VERSION:
                return
            copy = free_name(self.path.with_name(f"{self.path.name}.schema-{version}"))
            self.copy_to(copy)
            try:
                upgrade(Database(self.connection))
            except BaseException:
                copy.unlink()  # the study stays as it was
                raise
        self.upgraded_from = version
        self.warnings.append(f"{self.path} was upgraded from schema {version}; the old file is kept as {copy}")

    def copy_to(self, target: Path) -> None:
        """A whole copy by SQLite's own backup, safe while others write, and in a transaction of this study."""
        # A connection cannot be copied from while it is writing, so the copy has one of its own.
        self.copy_file(self.path, target)

    @staticmethod
    def copy_file(path: Path, target: Path) -> None:
        """The same for a study that is not open. What cannot be copied whole is not copied."""
        if not can_be_written(path) and is_unfolded(path):
            raise GoedError(cannot_be_read_whole(path))
        with explaining(path), closing(_connect(path, _mode(path))) as source, drafted_file(target) as draft:
            _back_up(source, draft, target)

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
        """Everything that is read inside is of one moment, whatever others write meanwhile."""
        self.connection.execute("BEGIN")
        try:
            yield
        finally:
            self.connection.execute("COMMIT")

    def _refuse_if_replaced(self) -> None:
        """What is written to a file that has no name any more, nobody ever finds again."""
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


def _back_up(source: sqlite3.Connection, draft: Path, target: Path) -> None:
    try:
        with closing(sqlite3.connect(draft)) as copy:
            source.backup(copy)
    except sqlite3.OperationalError as error:  # it is the copy that there is no room for
        raise GoedError(explain(error, target)) from error


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    address = f"file:{quote(os.fsencode(path.absolute()))}?{mode}"
    connection = sqlite3.connect(address, uri=True, timeout=LOCK_PATIENCE, isolation_level=None)
    distrust(connection)
    return connection


def one_number(db: sqlite3.Connection, query: str, values: Sequence[Any] = ()) -> int:
    """The one number that a query selects, or an insertion returns."""
    (number,) = db.execute(query, values).fetchone()
    return int(number)


def insert(db: sqlite3.Connection, table: str, **columns: Any) -> int:
    """Write a row of a table, inside a writing transaction; its number."""
    query = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    return int(db.execute(query, list(columns.values())).lastrowid or 0)


def delete_in_portions(study: Study, query: str, values: Sequence[Any], size: int) -> None:
    """Delete what a query deletes at most so many rows of, in short transactions, until nothing is left of it."""
    n_deleted = size
    while n_deleted == size:
        with study.transaction() as db:
            n_deleted = db.execute(query, values).rowcount


def now(timespec: str = "seconds") -> str:
    """The present moment in UTC, as the study writes it."""
    return datetime.now(UTC).isoformat(timespec=timespec)


def _mode(path: Path) -> str:
    """How a study is opened. One that only reads leaves its write-ahead log behind, so it is a writer where it may."""
    return "mode=rw" if can_be_written(path) else ONLY_TO_READ
