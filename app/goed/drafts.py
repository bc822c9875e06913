"""Drafts: what goed writes stands in a folder of its own beside its place, and is moved there when it is whole.

A draft's folder is locked while its process lives, so that what a killed one left behind is told from work in progress:
the next goed that writes in the same place, or opens a study there, takes it away.
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

ENDING = ".goed-draft"  # of a draft's folder
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@contextmanager
def draft_folder(beside: Path) -> Iterator[Path]:
    """A new folder beside a path, to write into; it is gone at the end, with whatever is in it then."""
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
    """A path to write a file to, which takes its place on disk at the end; where something goes wrong, it is gone."""
    with draft_folder(target) as folder:
        draft = folder / target.name
        yield draft
        put_on_disk(draft)
        os.replace(draft, target)
        put_on_disk(target.parent)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that nobody ever sees half of it, and a power cut leaves the old one or the new one."""
    with drafted_file(path) as draft:
        draft.write_bytes(content)


def put_on_disk(path: Path) -> None:
    """Wait until a file, or the list of what is in a folder, would outlast a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def remove_dead_drafts(folder: Path) -> None:
    """Take away the drafts of processes that were killed: nobody holds their lock."""
    with suppress(OSError):  # a folder that may not be listed
        for draft in list(folder.iterdir()):
            if draft.name.endswith(ENDING):
                _remove_if_dead(draft)


def remove_files(paths: Iterable[Path]) -> None:
    """Remove files, as far as that can be done."""
    for path in paths:
        with suppress(OSError):
            path.unlink()


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
        except OSError as error:  # it is about the file that somebody has named
            raise OSError(error.errno, error.strerror, str(beside)) from None
        try:
            handle = os.open(folder, os.O_RDONLY)
        except FileNotFoundError:  # taken away for a dead one's, before it could be locked
            continue
        with suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        if folder.exists():  # and was not taken away before it was locked
            return folder, handle
        os.close(handle)


def _remove_if_dead(draft: Path) -> None:
    with suppress(OSError):  # at work, somebody else's, or gone by now
        handle = os.open(draft, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(draft, ignore_errors=True)
        finally:
            os.close(handle)
