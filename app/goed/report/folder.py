"""Folders that goed writes: drafted beside their place, and moved there at the end.

A list in the folder names what goed wrote, with checksums as `sha256sum -c` reads them. Files that are not in the list,
or have changed since, are somebody's own work and stay as they are.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from goed.drafts import draft_folder, write_whole
from goed.errors import GoedError

LIST = "files.sha256"
PAGE = "index.html"  # moved last, when everything that it links to is in place

Checksums = dict[str, set[str]]  # path inside the folder → checksums that the file may have


@contextmanager
def drafted(folder: Path, replace: bool) -> Iterator[Path]:
    """A draft to write into; unless an error occurs, it replaces what goed wrote before."""
    refuse_unusable_folder(folder)
    target = folder.resolve()
    with draft_folder(target) as draft:
        yield draft
        _move(draft, target, replace)


def refuse_unusable_folder(folder: Path) -> None:
    """Refuse a path that cannot be a folder before any work is done."""
    if not folder.absolute().parent.is_dir():
        raise GoedError(f"{folder}: the folder {folder.absolute().parent} does not exist; make it first")
    if folder.exists() and not folder.is_dir():
        raise GoedError(f"{folder} is a file; name a folder with -o")


def _move(draft: Path, folder: Path, replace: bool) -> None:
    """Put new files in place one by one, the page last, and remove those that goed wrote before but not this time."""
    new = {path.relative_to(draft).as_posix(): {_checksum(path)} for path in draft.rglob("*") if path.is_file()}
    old = _listed(folder)
    if not replace:
        _refuse_to_lose_work(folder, new, old)
    folder.mkdir(exist_ok=True)
    _write_list(folder, {name: new.get(name, set()) | old.get(name, set()) for name in {**old, **new}})
    for name in sorted(new, key=lambda name: (name == PAGE, name)):
        for inner in reversed(PurePosixPath(name).parents[:-1]):  # nothing is made where the folder has been taken away
            (folder / inner).mkdir(exist_ok=True)
        os.replace(draft / name, folder / name)
    for name in sorted(old.keys() - new.keys()):
        if _is_as_listed(folder / name, old[name]):
            (folder / name).unlink()
    _write_list(folder, new)


def _refuse_to_lose_work(folder: Path, new: Checksums, old: Checksums) -> None:
    for name in sorted(new):
        path = folder / name
        if path.is_symlink() or (path.exists() and not _is_as_listed(path, old.get(name, set()) | new[name])):
            raise GoedError(
                f"{path} is there already and not as goed wrote it; name another folder with -o, or write over it "
                "with --replace"
            )


def _checksum(path: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _is_as_listed(path: Path, checksums: set[str]) -> bool:
    return path.is_file() and not path.is_symlink() and _checksum(path) in checksums


def _listed(folder: Path) -> Checksums:
    """What goed wrote into the folder before; names that lead out of the folder are ignored."""
    found: Checksums = {}
    with suppress(OSError):
        for line in (folder / LIST).read_text(encoding="utf-8", errors="replace").splitlines():
            digest, _, name = line.partition("  ")
            if name and ".." not in Path(name).parts and not Path(name).is_absolute():
                found.setdefault(name, set()).add(digest)
    return found


def _write_list(folder: Path, checksums: Checksums) -> None:
    lines = [f"{digest}  {name}\n" for name in sorted(checksums) for digest in sorted(checksums[name])]
    write_whole(folder / LIST, "".join(lines).encode())
