"""What can happen to a program while it works: killed, cut off, out of disk, out of its folder."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

DISK = 24  # megabytes of a small disk of its own
GONE = "taken-away"


@dataclass(frozen=True)
class Fault:
    """Something that strikes a process that works in a folder, and how it is put right afterwards."""

    name: str
    strike: Callable[[int, Path], None]  # the process, the folder
    put_right: Callable[[int, Path], None]
    ends_it: bool  # the process is over with that
    needs_own_disk: bool = False
    is_possible: Callable[[], bool] = lambda: True


def _signal(number: signal.Signals) -> Callable[[int, Path], None]:
    def send(pid: int, folder: Path) -> None:
        with suppress(ProcessLookupError):
            os.kill(pid, number)

    return send


def _nothing(pid: int, folder: Path) -> None:
    """What was done needs no putting right."""


def _fill_disk(pid: int, folder: Path) -> None:
    with (folder / "filler").open("wb", buffering=0) as filler:
        for size in (1 << 20, 1 << 12, 1):
            with suppress(OSError):
                while True:
                    filler.write(b"x" * size)


def _empty_disk(pid: int, folder: Path) -> None:
    (folder / "filler").unlink(missing_ok=True)


def _limit_files(pid: int, folder: Path) -> None:
    """No file may grow any more, as on a disk that is full."""
    _set_limit(pid, 1)


def _unlimit_files(pid: int, folder: Path) -> None:
    _set_limit(pid, resource.RLIM_INFINITY)


def _set_limit(pid: int, most: int) -> None:
    with suppress(ProcessLookupError):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def _protect(pid: int, folder: Path) -> None:
    _chattr("+i", folder)


def _unprotect(pid: int, folder: Path) -> None:
    _chattr("-i", folder)


def _chattr(change: str, folder: Path) -> None:
    """Files that nobody may write to: the study, and the log beside it.

    The shared memory of SQLite is no part of it: whoever writes to a mapped file that was closed to them is ended by
    the system, whatever the program.
    """
    there = [str(path) for path in (folder / "study.goed", folder / "study.goed-wal") if path.exists()]
    subprocess.run(["chattr", change, *there], check=False, stderr=subprocess.DEVNULL)


def _take_away(pid: int, folder: Path) -> None:
    folder.rename(folder.with_name(GONE))


def _bring_back(pid: int, folder: Path) -> None:
    if folder.exists():  # somebody has made another one where it was
        assert not any(folder.iterdir()), f"left where the folder was taken away: {sorted(folder.iterdir())}"
        folder.rmdir()
    folder.with_name(GONE).rename(folder)


@cache
def can_mount() -> bool:
    """Whether a small disk of its own can be had."""
    with tempfile.TemporaryDirectory() as folder:
        done = _mount(Path(folder))
        if done:
            _unmount(Path(folder))
    return done


@cache
def can_protect() -> bool:
    """Whether files can be made such that not even an administrator can write to them."""
    if shutil.which("chattr") is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "study.goed"
        path.write_bytes(b"x")
        with path.open("ab", buffering=0) as file:
            _protect(0, Path(folder))
            try:
                file.write(b"y")
            except OSError:
                return True
            finally:
                _unprotect(0, Path(folder))
    return False


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A folder on a disk of its own, which is small."""
    folder.mkdir()
    assert _mount(folder)
    inside = folder / "here"
    inside.mkdir()
    try:
        yield inside
    finally:
        _unmount(folder)


def _mount(folder: Path) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "tmpfs", str(folder)]
    return subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode == 0


def _unmount(folder: Path) -> None:
    subprocess.run(["umount", "-l", str(folder)], check=True)


FAULTS = (
    Fault("killed", _signal(signal.SIGKILL), _nothing, ends_it=True),
    Fault("terminal cut", _signal(signal.SIGHUP), _nothing, ends_it=True),
    Fault("disk full", _fill_disk, _empty_disk, ends_it=False, needs_own_disk=True, is_possible=can_mount),
    Fault("files limited", _limit_files, _unlimit_files, ends_it=False),
    Fault("read-only", _protect, _unprotect, ends_it=False, is_possible=can_protect),
    Fault("folder taken away", _take_away, _bring_back, ends_it=False),
)
