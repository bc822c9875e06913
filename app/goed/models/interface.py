"""What goes into a model and what comes out: plain values, so that a task can travel to any process or machine."""

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

    train: tuple[Any, ...]  # of Example, or what the domain of the learner has in its place; so are the other two
    finetune: tuple[Any, ...]
    dev: tuple[Any, ...]
    questions: tuple[Any, ...]  # of Question, or what the domain has
    seed: int
    settings: Mapping[str, Any] = field(default_factory=dict)
    device: str = "auto"

    def settings_as(self, kind: type[Settings]) -> Settings:
        """The settings as what a model keeps them in; an old study's lack those that came later."""
        names = {field.name for field in fields(kind)}  # type: ignore[arg-type]
        return kind(**{name: value for name, value in self.settings.items() if name in names})

    def __reduce__(self) -> tuple[Any, ...]:
        """For its way to a worker: in columns, which are packed several times as fast as thousands of named tuples."""
        of_task = (self.train, self.finetune, self.dev, self.questions)
        kinds = [type(rows[0]) if rows and hasattr(rows[0], "_fields") else None for rows in of_task]
        columns = [
            (kind, tuple(zip(*rows, strict=True)) if kind else rows) for kind, rows in zip(kinds, of_task, strict=True)
        ]
        return _unpacked_task, (columns, self.seed, self.settings, self.device)


@dataclass(frozen=True)
class Answers:
    """What a training gives.

    One training may fill several models (greedy and beam decoding of one network): model name → one prediction a
    question, in their order; None where the model gave none.
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
    """A training that took longer than it may; it would not be quicker at another try."""


@dataclass(frozen=True)
class Progress:
    """How far a training is: *epoch 12 of 60, 81.7 % of the fine-tune part, 83.3 % at best, 40 s left*."""

    unit: str  # what is counted: "epoch", "update"
    done: int
    of: int  # at most; a training may end before
    accuracy: float | None = None  # of the last check, a share of the items that it selects on
    best: float | None = None  # of the checkpoint that would be taken now
    seconds_left: float | None = None  # until the predictions are there


class Workbench:
    """What a training has around it besides its task: somebody to tell how it goes, and a place for its checkpoint.

    This one is for trainings outside a study, where nobody listens; `goed.runs` has others.
    """

    checkpoint: Path | None = None  # a file of this training alone, which may be there from before; None: none is kept

    def tell(self, progress: Progress) -> None:
        """Show how far the training is; cheap, and may be called often."""

    def warn(self, sentence: str) -> None:
        """Tell the user of something that the training goes on without: a checkpoint that could not be written."""
