"""Files that are written whole or not at all, and never over somebody's own without being told so."""

from __future__ import annotations

import filecmp
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from goed.drafts import draft_folder, put_on_disk
from goed.errors import GoedError

Contents = Mapping[Path, Callable[[], bytes]]  # of each file; asked for when it is written


def write_all(folder: Path, contents: Contents, replace: bool) -> list[Path]:
    """Write files below a folder; none is moved into place before all are written.

    An existing file with other content is overwritten only if `replace` is set.
    """
    if not replace:
        for path, content in contents.items():
            if path.exists() and (not path.is_file() or path.read_bytes() != content()):
                raise GoedError(f"{path} exists and holds something else; name another folder, or say --replace")
    folder.resolve().parent.mkdir(parents=True, exist_ok=True)
    with draft_folder(folder.resolve()) as drafts:
        for number, content in enumerate(contents.values()):
            (drafts / str(number)).write_bytes(content())
            put_on_disk(drafts / str(number))
        for number, path in enumerate(contents):
            path.parent.mkdir(parents=True, exist_ok=True)
            os.replace(drafts / str(number), path)
    return list(contents)


@contextmanager
def one_file(path: Path, replace: bool) -> Iterator[Path]:
    """A draft to write to; it becomes the file at the end, unless that would replace other content unasked."""
    if not path.absolute().parent.is_dir():
        raise GoedError(f"{path}: the folder {path.absolute().parent} does not exist; make it first")
    if path.exists() and not path.is_file():
        raise GoedError(f"{path} is no file; name another one")
    with draft_folder(path.resolve()) as drafts:
        draft = drafts / path.name
        yield draft
        if path.exists() and not replace and not filecmp.cmp(path, draft, shallow=False):
            raise GoedError(f"{path} exists and holds something else; name another file, or say --replace")
        put_on_disk(draft)
        os.replace(draft, path)
        put_on_disk(path.resolve().parent)
