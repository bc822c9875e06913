"""A training of CLUZH from beginning to end: align, train, select, and answer greedily and with a beam."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor

from goed.models.cluzh.decoding import decode
from goed.models.cluzh.lessons import batch_of_lessons
from goed.models.cluzh.letters import composed
from goed.models.cluzh.network import Networks
from goed.models.cluzh.settings import CluzhSettings
from goed.models.cluzh.teaching import Classroom, prepared
from goed.models.cluzh.training import Trainer
from goed.models.divergence import refuse_diverged
from goed.models.interface import Answers, Example, ModelError, Prediction, Progress, Question, Task, Workbench
from goed.models.one_thread import (
    device_of,
    give_back_memory,
    loaded_objects_left_alone,
    tiny_numbers_as_zero,
    use_one_thread,
)

GREEDY = 1  # hypotheses of greedy search


def learn_and_predict(task: Task, workbench: Workbench) -> Answers:
    """Train the networks, and answer the questions with both decodings."""
    if not task.train:
        raise ModelError("there is nothing to learn from: the train part of the training set is empty")
    use_one_thread()
    settings = task.settings_as(CluzhSettings)
    room = prepared(task.train, settings)
    networks = trained(room, task.finetune or task.dev, settings, task.seed, device_of(task.device), workbench)
    refuse_diverged(networks.parameters())
    words = [room.word(question) for question in task.questions]
    suffix = "".join(str(task.settings["name"]).partition(":")[1:])
    answers: dict[str, Sequence[Prediction]] = {}
    for name, width in (("cluzh-gr", GREEDY), ("cluzh-b4", settings.beam)):
        decoded = decode(networks, words, width, settings.longest)
        answers[name + suffix] = [
            room.prediction(question, each) for question, each in zip(task.questions, decoded, strict=True)
        ]
    return Answers(answers)


def trained(
    room: Classroom,
    selects_on: Sequence[Example],
    settings: CluzhSettings,
    seed: int,
    device: torch.device,
    workbench: Workbench,
) -> Networks:
    """Networks as they were after the epochs that do best on the words to select on."""
    with torch.random.fork_rng(devices=[]), tiny_numbers_as_zero(), loaded_objects_left_alone():
        torch.manual_seed(seed)
        networks = Networks(room.shape, settings)
        networks.to(device)
        lessons = batch_of_lessons(room.lessons, settings.all_optimal, device)
        trainer = Trainer(networks, lessons, settings, room.exchanger(device))
        exam = _Exam(room, selects_on, settings.longest)
        best, best_epoch = -1.0, 0
        kept: list[_Check] = []
        epochs = min(settings.epochs, math.ceil(settings.updates / trainer.updates_an_epoch))
        started = time.monotonic()
        for epoch in range(1, epochs + 1):
            trainer.epoch()
            if epoch == 1:
                give_back_memory()
            accuracy = exam.accuracy(trainer.checked)
            if accuracy > best or not selects_on:
                best, best_epoch = accuracy, epoch
            kept = _best_of(kept, accuracy, trainer.checked, settings.checks, settings.latest or not selects_on)
            last_epoch = min(epochs, best_epoch + settings.patience)
            left = (time.monotonic() - started) / epoch * (last_epoch - epoch)
            checks = {"accuracy": accuracy, "best": best} if selects_on else {}
            workbench.tell(Progress("epoch", epoch, epochs, seconds_left=left, **checks))
            if epoch >= last_epoch:
                break
        together = Networks(room.shape, replace(settings, members=settings.members * len(kept))).to(device)
        together.load_state_dict(joined([check.weights for check in kept]))
        return together.eval()


class _Check(NamedTuple):
    """Networks after an epoch, and how many of the words to select on they get right."""

    accuracy: float
    weights: Mapping[str, Tensor]


def _best_of(kept: list[_Check], accuracy: float, networks: Networks, n_checks: int, latest: bool) -> list[_Check]:
    """The best checks so far, the best first; of equal ones the latest, or else the earliest."""
    place = sum(check.accuracy > accuracy or (check.accuracy == accuracy and not latest) for check in kept)
    if place >= n_checks:
        return kept
    weights = {name: value.clone() for name, value in networks.state_dict().items()}
    return [*kept[:place], _Check(accuracy, weights), *kept[place:]][:n_checks]


def joined(each: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """The weights of networks with the members of all of these."""
    return {name: _side_by_side([weights[name] for weights in each], name) for name in each[0]}


def _side_by_side(tensors: Sequence[Tensor], name: str) -> Tensor:
    """Members stand in the first dimension, but for the two biases of LSTM layers, where they stand in the second.

    Of an encoder's layers those that read forwards come first, of all members, then those that read backwards.
    """
    dimension = 1 if name.endswith(".biases") else 0
    if not name.startswith("encoder."):
        return torch.cat(list(tensors), dim=dimension)
    forwards, backwards = zip(*(tensor.chunk(2, dim=dimension) for tensor in tensors), strict=True)
    return torch.cat([*forwards, *backwards], dim=dimension)


class _Exam:
    """The words that a training selects on, and how many of their forms are right."""

    def __init__(self, room: Classroom, examples: Sequence[Example], longest: int) -> None:
        self._room, self._longest = room, longest
        self._questions = [Question(example.lemma, example.features) for example in examples]
        self._words = [room.word(question) for question in self._questions]
        self._forms = [composed(example.form) for example in examples]

    def accuracy(self, networks: Networks) -> float:
        """The share of forms that greedy decoding gets right; 0 where there are none."""
        decoded = decode(networks, self._words, GREEDY, self._longest)
        predicted = [self._room.prediction(*pair).form for pair in zip(self._questions, decoded, strict=True)]
        n_right = sum(form == gold for form, gold in zip(predicted, self._forms, strict=True))
        return n_right / max(1, len(self._forms))
