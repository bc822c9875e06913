"""Where a Dask worker keeps checkpoints: the folder beside the study may not be within its reach."""

from __future__ import annotations

import os
import stat
import tempfile
from dataclasses import replace
from pathlib import Path

from goed.models.devices import kind_of
from goed.runs.jobs import PackedJob

VARIABLE = "GOED_CHECKPOINTS"


def with_place_here(job: PackedJob) -> tuple[PackedJob, str | None]:
    """The job with its checkpoint on this machine; without one, and a sentence that says why, where that cannot be."""
    if job.checkpoint is None:
        return job, None
    try:
        folder = _folder()
    except OSError as error:
        sentence = (
            f"a worker keeps no checkpoints ({error.strerror or error}); a training that is stopped begins afresh"
        )
        return replace(job, checkpoint=None), sentence
    name = f"{job.checkpoint.stem}.{kind_of(job.device)}{job.checkpoint.suffix}"
    return replace(job, checkpoint=folder / name), None


def remove(job: PackedJob) -> None:
    """Remove the checkpoint of a job that is done."""
    if job.checkpoint is not None:
        job.checkpoint.unlink(missing_ok=True)


def _folder() -> Path:
    """The folder that GOED_CHECKPOINTS names, or else one in the temporary folder that only this user can write to."""
    if named := os.environ.get(VARIABLE):
        folder = Path(named)
        folder.mkdir(parents=True, exist_ok=True)
        return folder.absolute()
    folder = Path(tempfile.gettempdir()) / f"goed-checkpoints-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o022:
        raise PermissionError(1, f"{folder} belongs to somebody else, or others may write to it")
    return folder
