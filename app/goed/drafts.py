"""Drafts: files are written in a temporary folder and moved into place once complete.

A draft's folder is locked for as long as its process lives, so that the leftovers of a killed process can be told from
work in progress: the next goed that writes in the same place, or opens a study there, removes them.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from goed.errors import GoedError

ENDING = ".goed-draft"  # how the name of a draft's folder ends
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@contextmanager
def draft_folder(beside: Path) -> Iterator[Path]:
    """A new folder beside a path, to write into; removed at the end with whatever is still in it."""
    remove_dead_drafts(beside.parent)
    with _telling_of_a_full_disk(beside):
        folder, handle = _new_folder(beside)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(handle)


@contextmanager
def drafted_file(target: Path) -> Iterator[Path]:
    """A path to write to; the file replaces `target` at the end, or is discarded if something goes wrong."""
    with draft_folder(target) as folder:
        draft = folder / target.name
        yield draft
        put_on_disk(draft)
        os.replace(draft, target)
        put_on_disk(target.parent)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically: readers see the old content or the new, never half of it, even after a power cut."""
    with drafted_file(path) as draft:
        draft.write_bytes(content)


def put_on_disk(path: Path) -> None:
    """Flush a file, or a folder's list of entries, to disk, so that it survives a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def remove_dead_drafts(folder: Path) -> None:
    """Remove the drafts of processes that were killed: those that nobody holds a lock on."""
    with suppress(OSError):  # a folder that we may not list
        for draft in list(folder.iterdir()):
            if draft.name.endswith(ENDING):
                _remove_if_dead(draft)


def remove_files(paths: Iterable[Path]) -> None:
    """Remove files, ignoring those that cannot be removed."""
    for path in paths:
        with suppress(OSError):
            path.unlink()


def file_name(name: str) -> str:
    """A name as one part of a path on any system; different names stay different.

    >>> file_name("cluzh-b4:best"), file_name("..")
    ('cluzh-b4%3Abest', '%2E.')
    """
    escaped = "".join(f"%{ord(c):02X}" if c in '%/\\:*?"<>|' else c for c in name)
    return f"%2E{escaped[1:]}" if escaped.startswith(".") else escaped


@contextmanager
def _telling_of_a_full_disk(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in NO_ROOM:
            raise GoedError(f"{target}: the disk is full; make room and try again, what was there stays") from None
        raise


def _new_folder(beside: Path) -> tuple[Path, int]:
    """A new folder, and a handle that holds its lock until the process ends, however it ends."""
    while True:
        try:
            folder = Path(tempfile.mkdtemp(prefix=f".{os.getpid()}-", suffix=ENDING, dir=beside.parent))
        except OSError as error:  # name the user's file, not the draft's folder
            raise OSError(error.errno, error.strerror, str(beside)) from None
        try:
            handle = os.open(folder, os.O_RDONLY)
        except FileNotFoundError:  # another goed took it for a dead draft before we could lock it
            continue
        with suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        if folder.exists():  # nobody removed it before we locked it
            return folder, handle
        os.close(handle)


def _remove_if_dead(draft: Path) -> None:
    with suppress(OSError):  # still in use, somebody else's, or already gone
        handle = os.open(draft, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(draft, ignore_errors=True)
        finally:
            os.close(handle)
