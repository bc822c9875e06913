"""What goes into a model and what comes out, as plain values.

Being plain, a task can travel to any process or machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

Settings = TypeVar("Settings")  # a dataclass of plain values


class Example(NamedTuple):
    """An item to learn from."""

    lemma: str
    form: str
    features: str


class Question(NamedTuple):
    """An item whose form is asked for."""

    lemma: str
    features: str


class Prediction(NamedTuple):
    """A predicted form, with the model's log-probability and edit actions where it gives them."""

    form: str
    score: float | None = None
    actions: str | None = None


@dataclass(frozen=True)
class Task:
    """All that one training needs: the training set in its two parts, dev, the questions, seed and settings.

    `finetune` is empty where a given split has none; a model that selects on it takes `dev` then.
    """

    train: tuple[Any, ...]  # of Example, or the domain's own kind; so are the next two
    finetune: tuple[Any, ...]
    dev: tuple[Any, ...]
    questions: tuple[Any, ...]  # of Question, or the domain's own kind
    seed: int
    settings: Mapping[str, Any] = field(default_factory=dict)
    device: str = "auto"

    def settings_as(self, kind: type[Settings]) -> Settings:
        """The settings as the model's dataclass; those that an old study lacks get their defaults."""
        names = {field.name for field in fields(kind)}  # type: ignore[arg-type]
        return kind(**{name: value for name, value in self.settings.items() if name in names})

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle in columns, which is several times as fast as pickling thousands of named tuples."""
        of_task = (self.train, self.finetune, self.dev, self.questions)
        kinds = [type(rows[0]) if rows and hasattr(rows[0], "_fields") else None for rows in of_task]
        columns = [
            (kind, tuple(zip(*rows, strict=True)) if kind else rows) for kind, rows in zip(kinds, of_task, strict=True)
        ]
        return _unpacked_task, (columns, self.seed, self.settings, self.device)


@dataclass(frozen=True)
class Answers:
    """The predictions of a training.

    One training may fill several models (greedy and beam decoding of one network). Each name has one prediction for
    every question, in order; None where the model gave none.
    """

    by_model: Mapping[str, Sequence[Prediction | None]]
    log: str | None = None  # the end of what an external command wrote to stderr


def _unpacked_task(columns: Sequence[Any], *others: Any) -> Task:
    train, finetune, dev, questions = (tuple(map(kind, *column)) if kind else column for kind, column in columns)
    return Task(train, finetune, dev, questions, *others)


class ModelError(Exception):
    """Why a training failed, with the end of its log; the run keeps both."""

    def __init__(self, message: str, log: str | None = None) -> None:
        super().__init__(message, log)
        self.message, self.log = message, log


class TimeRanOutError(ModelError):
    """A training that exceeded its time limit; another try would not be faster."""


@dataclass(frozen=True)
class Progress:
    """How far a training is: *epoch 12 of 60, 81.7 % of the fine-tune part, 83.3 % at best, 40 s left*."""

    unit: str  # what is counted: "epoch", "update"
    done: int
    of: int  # at most; a training may end before
    accuracy: float | None = None  # of the last check, a share of the items that it selects on
    best: float | None = None  # accuracy of the weights that would be used now
    seconds_left: float | None = None  # until the predictions are there


class Workbench:
    """What a training has at hand besides its task: somebody to report to, and a place for its checkpoint.

    This one is for trainings outside a study and reports to nobody; `goed.runs` has its own.
    """

    checkpoint: Path | None = None  # a file for this training alone, maybe left from an earlier try; None: none is kept

    def tell(self, progress: Progress) -> None:
        """Report how far the training is; cheap enough to be called often."""

    def warn(self, sentence: str) -> None:
        """Warn of a problem that does not stop the training, such as a checkpoint that could not be written."""
