"""A job on a Dask worker, done in a process of its own as on the user's machine.

A Dask worker does its tasks in threads. Trainings that share a process would share its environment, its memory and
torch's threads, and could not be ended one by one.
"""

from __future__ import annotations

import os
import pickle
import stat
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from distributed import Status, Worker, get_worker

from goed.models.devices import kind_of
from goed.runs.cluster import worker_description
from goed.runs.jobs import JobNews, PackedJob, PackedResult
from goed.runs.text_tasks import PackedText
from goed.runs.workers import prepare_processes, process_for_a_job

DIGEST = worker_description.digest_of_files()  # of the goed that this process has loaded
LOOK_EVERY = 0.5  # seconds between two looks at whether the job is still wanted
TELL_EVERY = 2.0  # seconds between two progress messages: many trainings send them
MOST_READY = 4  # processes started ahead; a worker that does more jobs at once starts the others when they come
AT_WORK = ("executing", "long-running")  # a task's state on its worker
UP = (Status.running, Status.paused, Status.closing_gracefully)


def do_job(packed: bytes, key: str, topic: str, digest: str, text: bytes | None) -> bytes:
    """Do a job, and return its packed result; progress goes to the subscribers of the topic."""
    worker = get_worker()
    job, warning = _with_place_here(pickle.loads(packed))
    told_at = float("-inf")

    def tell(message: JobNews) -> None:
        nonlocal told_at
        if message.warning or time.monotonic() - told_at >= TELL_EVERY:
            told_at = time.monotonic()
            worker.log_event(topic, {"key": key, "told": pickle.dumps(message)})

    if warning:
        tell(JobNews(job.number, warning=warning))
    with process_for_a_job() as process:
        process.begin(job, None if text is None else PackedText(digest, text))
        while process.pipe.poll(LOOK_EVERY) or _is_wanted(worker, key):
            if not process.pipe.poll():
                continue
            message = process.receive()
            if isinstance(message, PackedResult):
                if message.is_done and job.checkpoint is not None:
                    job.checkpoint.unlink(missing_ok=True)
                return message.content
            tell(message)
    return b""  # nobody wants it any more


def prepare(dask_worker: Worker) -> None:
    """Start processes ahead of the first jobs. (Dask fills in the worker.)"""
    prepare_processes(min(dask_worker.state.nthreads, MOST_READY))


def _is_wanted(worker: Worker, key: str) -> bool:
    """Whether the task is still wanted: the client that wanted it may have gone, or the scheduler."""
    task = worker.state.tasks.get(key)
    return worker.status in UP and task is not None and task.state in AT_WORK


def _with_place_here(job: PackedJob) -> tuple[PackedJob, str | None]:
    """Move the job's checkpoint to this machine, which may not be able to reach the folder beside the study.

    If it cannot be kept here either, return the job without one, and a sentence that says why.
    """
    if job.checkpoint is None:
        return job, None
    try:
        folder = _checkpoint_folder()
    except OSError as error:
        sentence = (
            f"a worker keeps no checkpoints ({error.strerror or error}); a training that is stopped begins afresh"
        )
        return replace(job, checkpoint=None), sentence
    name = f"{job.checkpoint.stem}.{kind_of(job.device)}{job.checkpoint.suffix}"
    return replace(job, checkpoint=folder / name), None


def _checkpoint_folder() -> Path:
    """The folder that GOED_CHECKPOINTS names, or else one in the temporary folder that only this user can write to."""
    if named := os.environ.get("GOED_CHECKPOINTS"):
        folder = Path(named)
        folder.mkdir(parents=True, exist_ok=True)
        return folder.absolute()
    folder = Path(tempfile.gettempdir()) / f"goed-checkpoints-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o022:
        raise PermissionError(1, f"{folder} belongs to somebody else, or others may write to it")
    return folder
