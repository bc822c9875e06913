"""Study files as wholes: making, upgrading and copying them."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from goed.drafts import draft_folder, drafted_file, put_on_disk
from goed.errors import GoedError
from goed.study.study import SCHEMA_VERSION, Study, can_be_written, connect, explain, explaining, has_unmerged_log


def create_study(path: Path, fill: Callable[[Study], None] | None = None) -> Study:
    """Make a study, let `fill` fill it, and open it; the file appears complete or not at all."""
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
            _fill(draft, path, fill)
        _move_without_overwriting(draft, path)
        put_on_disk(path.parent)
    return Study.open(path)


def _fill(draft: Path, path: Path, fill: Callable[[Study], None]) -> None:
    try:
        with Study.open(draft) as study:
            fill(study)
    except GoedError as error:  # name the study, not the draft
        raise GoedError(str(error).replace(str(draft), str(path))) from error
    if has_unmerged_log(draft):  # the file alone would lack what is in its log
        raise GoedError(f"{path}: the disk is full; make room and try again")


def _move_without_overwriting(draft: Path, path: Path) -> None:
    there_already = GoedError(f"{path} exists already; another goed made it just now")
    try:
        os.link(draft, path)
    except FileExistsError:
        raise there_already from None
    except OSError:  # a file system without hard links
        if path.exists():
            raise there_already from None
        os.rename(draft, path)


def bring_up_to_date(study: Study) -> None:
    """Upgrade the schema of a study; if several goeds open an old study at once, only one does it."""
    from sqlite_utils import Database

    from goed.study.schema import upgrade

    if study.read_only:
        raise GoedError(f"{study.path} has an older schema and cannot be written: copy it to where it can")
    with study.transaction():  # all migrations or none
        version = study.schema_version()
        if version == SCHEMA_VERSION:
            return
        copy = _free_name(study.path.with_name(f"{study.path.name}.schema-{version}"))
        copy_study(study.path, copy)
        try:
            upgrade(Database(study.connection))
        except BaseException:
            copy.unlink()  # the study stays as it was
            raise
    study.upgraded_from = version
    study.warnings.append(f"{study.path} was upgraded from schema {version}; the old file is kept as {copy}")


def _free_name(path: Path) -> Path:
    """The path, if nothing is there, or the first free one with a number added: NAME.2, NAME.3."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}.{number}")
    return free


def copy_study(path: Path, target: Path) -> None:
    """Copy a study by SQLite's own backup, safe while others write; raises GoedError if it cannot be copied whole.

    It uses a connection of its own, since one that is writing cannot be copied from.
    """
    if not can_be_written(path) and has_unmerged_log(path):
        raise GoedError(cannot_be_read_whole(path))
    with explaining(path), closing(connect(path)) as source, drafted_file(target) as draft:
        try:
            with closing(sqlite3.connect(draft)) as copy:
                source.backup(copy)
        except sqlite3.OperationalError as error:  # it is the copy that cannot be written
            raise GoedError(explain(error, target)) from error


def cannot_be_read_whole(path: Path) -> str:
    """A sentence that says why a study without write access cannot be read whole."""
    return (
        f"{path} cannot be written, and what was said last stands in {path.name}-wal, which cannot be read so: "
        "copy both files to where you may write"
    )
