"""A training in a worker: a task goes in, a result comes out, whatever happens."""

from __future__ import annotations

import os
import pickle
import platform
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from goed import __version__
from goed.models.devices import machine, used_by
from goed.models.interface import Answers, ModelError, Progress, Task, TimeRanOutError, Workbench
from goed.models.model import Model

if TYPE_CHECKING:  # brings numpy
    from goed.runs.text_tasks import CorpusTask, PackedText

TELL_EVERY = 0.5  # seconds between two messages about how a training goes
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@dataclass(frozen=True)
class Job:
    """One training: the model, its task, and a number that its result carries, too."""

    number: int
    model: Model
    task: Task | CorpusTask
    checkpoint: Path | None = None  # where a model that uses a workbench may keep its state
    text: PackedText | None = None  # of the corpus that the task is about; a worker is sent it once


@dataclass(frozen=True)
class JobNews:
    """A job's progress, or a warning for the user, which need not be about a job (`number` is None)."""

    number: int | None
    progress: Progress | None = None
    warning: str | None = None


class Failure(Enum):
    """The kind of a failure, which decides whether the job is tried again."""

    MODEL = "the model failed"  # another worker may have what this one lacks
    DIED = "its process or its worker died"  # the same job may go well at another try
    FINAL = "no other try would help"


@dataclass(frozen=True)
class Result:
    """What became of a job: answers, or a message that says why there are none."""

    number: int
    answers: Answers | None = None
    message: str | None = None
    log: str | None = None
    seconds: float = 0.0
    machine: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    failure: Failure | None = None  # where there are no answers
    worker: str = ""  # the worker's address, where it is not this goed's own


@dataclass(frozen=True)
class PackedJob:
    """A pickled job, so that whoever passes it on need not unpack its thousands of words."""

    number: int
    checkpoint: Path | None
    device: str
    content: bytes

    @classmethod
    def of(cls, job: Job) -> PackedJob:
        """Pack a job."""
        return cls(job.number, job.checkpoint, job.task.device, pickle.dumps(replace(job, text=None)))

    def job(self) -> Job:
        """Unpack the job, with the checkpoint that it was given on the way."""
        job: Job = pickle.loads(self.content)
        return replace(job, checkpoint=self.checkpoint)


@dataclass(frozen=True)
class PackedResult:
    """A pickled result, on its way back."""

    is_done: bool  # there are answers
    content: bytes

    @classmethod
    def of(cls, result: Result) -> PackedResult:
        """Pack a result; if answers of another package's model cannot be packed, the model has failed."""
        try:
            return cls(result.answers is not None, pickle.dumps(result))
        except (TypeError, AttributeError, ValueError, pickle.PicklingError) as error:
            message = f"the model's answers cannot be sent back: {error}"
            return cls.of(replace(result, answers=None, message=message, failure=Failure.MODEL))

    def result(self) -> Result:
        """Unpack the result."""
        result: Result = pickle.loads(self.content)
        return result


class WorkerBench(Workbench):
    """The workbench of a training in a worker: it passes reports on to the waiting process, not too often."""

    def __init__(self, job: Job, tell: Callable[[JobNews], None]) -> None:
        self.checkpoint = job.checkpoint
        self._number = job.number
        self._tell = tell
        self._last = float("-inf")

    def tell(self, progress: Progress) -> None:
        moment = time.monotonic()
        if moment - self._last >= TELL_EVERY or progress.done >= progress.of:
            self._last = moment
            self._tell(JobNews(self._number, progress))

    def warn(self, sentence: str) -> None:
        self._tell(JobNews(self._number, warning=sentence))


def do(job: Job, tell: Callable[[JobNews], None]) -> Result:
    """Train and predict; whatever goes wrong becomes a message."""
    started = time.monotonic()
    answers, message, log, failure = None, None, None, None
    try:
        answers = _checked(job, _learn(job, tell))
        log = answers.log
    except ModelError as error:
        message, log = error.message, error.log
        failure = Failure.FINAL if isinstance(error, TimeRanOutError) else Failure.MODEL
    except ModuleNotFoundError as error:
        message, failure = f"{job.model.name} needs the package {error.name}, which is not installed", Failure.MODEL
    except Exception as error:
        message, log, failure = f"{type(error).__name__}: {error}", traceback.format_exc(), Failure.MODEL
    seconds = time.monotonic() - started
    on_device = f", on {used_by(job.task.device)}" if answers is not None and "torch" in job.model.packages else ""
    versions = {"goed": __version__, "python": platform.python_version(), **package_versions(job.model)}
    return Result(job.number, answers, message, log, seconds, machine() + on_device, versions, failure)


def died(number: int, message: str, worker: str = "") -> Result:
    """The result of a job that lost its process or worker."""
    return Result(number, message=message, machine=worker or platform.node(), failure=Failure.DIED, worker=worker)


def _learn(job: Job, tell: Callable[[JobNews], None]) -> Answers:
    task: Any = job.task if isinstance(job.task, Task) else job.task.task()
    if not job.model.uses_workbench:
        return cast(Answers, job.model.load()(task))
    with _one_thread():
        return cast(Answers, job.model.load()(task, WorkerBench(job, tell)))


@contextmanager
def _one_thread() -> Iterator[None]:
    """Make libraries that are loaded in the `with` block compute in one thread: workers side by side are faster.

    An external command that the same worker runs later is not affected.
    """
    before = {name: os.environ.pop(name) for name in ONE_THREAD if name in os.environ}
    os.environ.update(ONE_THREAD)
    try:
        yield
    finally:
        for name in ONE_THREAD:
            del os.environ[name]
        os.environ.update(before)


def _checked(job: Job, answers: Answers) -> Answers:
    """Check that all questions were answered: if another package's model answers fewer, its run fails, not goed."""
    for name in job.model.family:
        if not isinstance(job.task, Task):
            job.task.refuse_other_answers(name, cast(Any, answers))
            continue
        predictions = answers.by_model.get(name)
        if predictions is None or len(predictions) != len(job.task.questions):
            given = "none" if predictions is None else str(len(predictions))
            raise ModelError(f"{given} of {len(job.task.questions)} questions were answered for {name}")
    return answers


def package_versions(model: Model) -> dict[str, str]:
    """The versions of the packages that a model uses."""
    versions = {}
    for package in model.packages:
        with suppress(PackageNotFoundError):
            versions[package] = version(package)
    return versions
