"""What goes into a model and what comes out: plain values, so that a task can travel to any process or machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


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

    train: tuple[Example, ...]
    finetune: tuple[Example, ...]
    dev: tuple[Example, ...]
    questions: tuple[Question, ...]
    seed: int
    settings: Mapping[str, Any] = field(default_factory=dict)
    device: str = "auto"


@dataclass(frozen=True)
class Answers:
    """What a training gives.

    One training may fill several models (greedy and beam decoding of one network): model name → one prediction a
    question, in their order; None where the model gave none.
    """

    by_model: Mapping[str, Sequence[Prediction | None]]
    log: str | None = None  # the end of what an external command wrote to stderr


class ModelError(Exception):
    """Why a training failed, with the end of its log; the run keeps both."""

    def __init__(self, message: str, log: str | None = None) -> None:
        super().__init__(message, log)
        self.message, self.log = message, log


LearnAndPredict = Callable[[Task], Answers]
