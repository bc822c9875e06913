"""CHR-TRM from a task to its predictions."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from goed.models.chr_trm.decoding import decode_greedily
from goed.models.chr_trm.session import Session
from goed.models.chr_trm.settings import ChrTrmSettings
from goed.models.chr_trm.training import Trainer
from goed.models.chr_trm.vocabulary import Vocabulary
from goed.models.chr_trm.weights import Weights
from goed.models.divergence import refuse_diverged
from goed.models.interface import Answers, ModelError, Prediction, Question, Task, Workbench
from goed.models.one_thread import device_of, tiny_numbers_as_zero, use_one_thread


def learn_and_predict(task: Task, workbench: Workbench) -> Answers:
    """Train, select on the fine-tune part (on dev where there is none), and answer the questions."""
    if not task.train:
        raise ModelError("there is nothing to learn from: the train part of the training set is empty")
    use_one_thread()  # whatever the process did before: otherwise sums, and so predictions, could differ
    device = device_of(task.device)
    settings = task.settings_as(ChrTrmSettings)
    vocabulary = Vocabulary.of(task.train)
    selected_on = vocabulary.items(task.finetune or task.dev)
    session = Session(lambda: Trainer(settings, vocabulary, task.train, task.seed, device), selected_on, workbench)
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
