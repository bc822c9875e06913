"""Another copy of a study, to be read: a copy of the copy, so that the file itself stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from goed.drafts import draft_folder
from goed.errors import GoedError
from goed.study.study import Study, explaining


@contextmanager
def other_copy(study: Study, path: Path) -> Iterator[Study]:
    """Another study as it is now, in today's schema; it may be in use, or where nothing can be written."""
    Study.refuse_what_is_no_study(path)
    if path.samefile(study.path):
        raise GoedError(f"{path} is the study itself; name another copy of it")
    with draft_folder(study.path) as folder:
        copy = folder / "other.goed"
        Study.copy_file(path, copy)
        try:
            opened = Study.open(copy)
        except GoedError as error:  # nobody has heard of the copy
            raise GoedError(str(error).replace(str(copy), str(path))) from error
        with closing(opened):
            with explaining(path):
                (answer,) = opened.connection.execute("PRAGMA quick_check(1)").fetchone()
            if answer != "ok":
                raise GoedError(f"{path} is damaged: `goed check --study {path}` says how badly; nothing was merged")
            yield opened
