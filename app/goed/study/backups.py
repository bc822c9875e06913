"""Copies of a study: on request, and automatic ones before an act on many outputs."""

from __future__ import annotations

from pathlib import Path

from goed.drafts import put_on_disk, remove_files
from goed.errors import GoedError
from goed.study.study import Study, folder_of_copies, now
from goed.study.study_files import copy_study

MAX_WITHOUT_COPY = 1_000  # labels that an act may change without a copy of the study being made first
KEPT = 5  # automatic copies; the oldest ones are removed


def backup(study: Study, target: Path, replace: bool) -> None:
    """Copy a study, which may be in use; a file that the copy replaces must be a study, too."""
    if target.is_dir():
        raise GoedError(f"{target} is a folder; name a file in it")
    if not target.absolute().parent.is_dir():
        raise GoedError(f"{target}: the folder {target.absolute().parent} does not exist; make it first")
    if target.exists():
        if target.samefile(study.path):
            raise GoedError(f"{target} is the study itself; name another file for the copy")
        if not replace:
            raise GoedError(f"{target} exists already; name another file, or say --replace")
        Study.refuse_what_is_no_study(target)
    copy_study(study.path, target)


def copy_before(study: Study, n_labels: int) -> None:
    """Keep a copy of a study before an act on so many outputs, if they are more than MAX_WITHOUT_COPY."""
    if n_labels <= MAX_WITHOUT_COPY:
        return
    folder = folder_of_copies(study.path)
    try:
        folder.mkdir(exist_ok=True)
        put_on_disk(folder.parent)
        copy = folder / f"{now('microseconds')[:26].replace(':', '-')}.goed"
        copy_study(study.path, copy)
    except (GoedError, OSError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise GoedError(
            f"nothing was done: before an act on {n_labels:,} outputs a copy of the study is kept, and it could not be "
            f"written to {folder} ({why})"
        ) from None
    study.copy_from_before = copy
    remove_files(copies(study)[:-KEPT])


def copies(study: Study) -> list[Path]:
    """The automatic copies, the oldest first: their names are the moments at which they were made."""
    return sorted(folder_of_copies(study.path).glob("*.goed"))
