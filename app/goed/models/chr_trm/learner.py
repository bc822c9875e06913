"""CHR-TRM from a task to its predictions.

A training goes from its start, or from its checkpoint, to its end; it tells how it goes, and keeps a checkpoint.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import torch

from goed.models.chr_trm.batches import EncodedItem, Vocabulary
from goed.models.chr_trm.greedy_search import decode_greedily
from goed.models.chr_trm.network import Weights
from goed.models.chr_trm.settings import ChrTrmSettings
from goed.models.chr_trm.trainer import ChrTrmTrainer
from goed.models.interface import Answers, Prediction, Progress, Question, Task, Workbench
from goed.models.torch_trainings import (
    device_to_learn_on,
    load_checkpoint,
    refuse_diverged,
    save_checkpoint,
    tiny_numbers_as_zero,
)

TOLD_EVERY = 2.0  # seconds, and at each check
SAVED_EVERY = 20.0  # seconds, and at each check; one takes 150 MB, and less than a second


def learn_and_predict(task: Task, workbench: Workbench) -> Answers:
    """Train, select on the fine-tune part (on dev where there is none), and answer the questions."""
    device = device_to_learn_on(task)
    settings = task.settings_as(ChrTrmSettings)
    vocabulary = Vocabulary(task.train)
    selected_on = vocabulary.items(task.finetune or task.dev)
    session = TrainingSession(
        lambda: ChrTrmTrainer(settings, vocabulary, task.train, task.seed, device), selected_on, workbench
    )
    with tiny_numbers_as_zero():
        weights = session.run()
    refuse_diverged(weights.values())
    return Answers({task.settings["name"]: predictions(weights, vocabulary, task.questions, device)})


def predictions(
    weights: Weights, vocabulary: Vocabulary, questions: Sequence[Question], device: torch.device
) -> list[Prediction]:
    """The form of each question; one that is asked twice is decoded once."""
    distinct = list(dict.fromkeys(questions))
    decoded = decode_greedily(weights, [vocabulary.source(question) for question in distinct], device)
    answers = {
        question: Prediction(vocabulary.text(each.tokens), each.score)
        for question, each in zip(distinct, decoded, strict=True)
    }
    return [answers[question] for question in questions]


class TrainingSession:
    """What this process does of a training."""

    def __init__(
        self, new_trainer: Callable[[], ChrTrmTrainer], selected_on: Sequence[EncodedItem], workbench: Workbench
    ) -> None:
        self._selected_on, self._workbench = selected_on, workbench
        self._accuracy: float | None = None  # of the last check
        self._trainer = self._resumed(new_trainer)
        self._done_before = self._trainer.done
        self._started = self._told = self._saved = time.monotonic()

    def run(self) -> Weights:
        """Train to the end; the weights to predict with."""
        trainer = self._trainer
        while trainer.done < trainer.schedule.updates:
            trainer.next_update()
            is_checked = trainer.schedule.is_checked(trainer.done)
            if is_checked:
                self._accuracy = trainer.check(self._selected_on)
            now = time.monotonic()
            if is_checked or now - self._told > TOLD_EVERY:
                self._tell(now)
            if is_checked or now - self._saved > SAVED_EVERY:
                save_checkpoint(self._workbench, {**trainer.state(), "accuracy": self._accuracy})
                self._saved = time.monotonic()
        assert trainer.best is not None  # the end is checked
        return trainer.best.weights

    def _resumed(self, new_trainer: Callable[[], ChrTrmTrainer]) -> ChrTrmTrainer:
        """A trainer in the state of the checkpoint; a new one where there is none that fits."""
        trainer = new_trainer()
        state = load_checkpoint(self._workbench)
        if state is None:
            return trainer
        try:
            trainer.restore(state)
        except (LookupError, AttributeError, TypeError, ValueError, RuntimeError):  # a file of something else
            return new_trainer()
        self._accuracy = state.get("accuracy")
        return trainer

    def _tell(self, now: float) -> None:
        trainer = self._trainer
        done, of = trainer.done, trainer.schedule.updates
        best = trainer.best.accuracy if trainer.best else None
        seconds_left = (now - self._started) / (done - self._done_before) * (of - done)
        self._workbench.tell(Progress("update", done, of, self._accuracy, best, seconds_left))
        self._told = now
