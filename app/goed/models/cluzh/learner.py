"""Training CLUZH on a task: align, train, select, and predict greedily and with a beam."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor

from goed.models import torch_trainings as trainings
from goed.models.cluzh.batches import LessonBatch, LetterExchanger, batch_of_lessons
from goed.models.cluzh.classroom import TrainingMaterial, composed
from goed.models.cluzh.loss import loss_of
from goed.models.cluzh.network import Networks
from goed.models.cluzh.optimizers import Adadelta, Adam
from goed.models.cluzh.settings import CluzhSettings
from goed.models.interface import Answers, Example, Progress, Question, Task, Workbench

GREEDY = 1  # hypotheses of greedy search


def learn_and_predict(task: Task, workbench: Workbench) -> Answers:
    """Train the networks, and answer the questions with both decodings."""
    device = trainings.device_to_learn_on(task)
    settings = task.settings_as(CluzhSettings)
    material = TrainingMaterial(task.train, settings)
    networks = trained(material, task.finetune or task.dev, settings, task.seed, device, workbench)
    trainings.refuse_diverged(networks.parameters())
    suffix = "".join(str(task.settings["name"]).partition(":")[1:])
    widths = {"cluzh-gr": GREEDY, "cluzh-b4": settings.beam}
    return Answers({name + suffix: material.answers(networks, task.questions, width) for name, width in widths.items()})


def trained(
    material: TrainingMaterial,
    selects_on: Sequence[Example],
    settings: CluzhSettings,
    seed: int,
    device: torch.device,
    workbench: Workbench,
) -> Networks:
    """Train networks, and return them as they were after the epochs that did best on `selects_on`."""
    with torch.random.fork_rng(devices=[]), trainings.tiny_numbers_as_zero(), trainings.loaded_objects_left_alone():
        torch.manual_seed(seed)
        networks = Networks(material.shape, settings)
        networks.to(device)
        lessons = batch_of_lessons(material.lessons, settings.all_optimal, device)
        trainer = CluzhTrainer(networks, lessons, settings, material.exchanger(device))
        questions = [Question(lemma, features) for lemma, _, features in selects_on]
        forms = [composed(example.form) for example in selects_on]
        best, best_epoch = -1.0, 0
        kept: list[Snapshot] = []
        epochs = min(settings.epochs, math.ceil(settings.updates / trainer.updates_an_epoch))
        started = time.monotonic()
        for epoch in range(1, epochs + 1):
            trainer.epoch()
            if epoch == 1:
                trainings.give_back_memory()
            predicted = [answer.form for answer in material.answers(trainer.checked, questions, GREEDY)]
            accuracy = sum(map(str.__eq__, predicted, forms)) / max(1, len(forms))
            if accuracy > best or not selects_on:
                best, best_epoch = accuracy, epoch
            kept = _best_of(kept, accuracy, trainer.checked, settings.checks, settings.latest or not selects_on)
            last_epoch = min(epochs, best_epoch + settings.patience)
            left = (time.monotonic() - started) / epoch * (last_epoch - epoch)
            checks = {"accuracy": accuracy, "best": best} if selects_on else {}
            workbench.tell(Progress("epoch", epoch, epochs, seconds_left=left, **checks))
            if epoch >= last_epoch:
                break
        together = Networks(material.shape, replace(settings, members=settings.members * len(kept))).to(device)
        together.load_state_dict(join_members([check.weights for check in kept]))
        return together.eval()


class Snapshot(NamedTuple):
    """Networks after an epoch, and how many of the words to select on they get right."""

    accuracy: float
    weights: Mapping[str, Tensor]


def _best_of(kept: list[Snapshot], accuracy: float, networks: Networks, n_checks: int, latest: bool) -> list[Snapshot]:
    """The best checks so far, the best first; among equals the latest or, unless `latest`, the earliest."""
    place = sum(check.accuracy > accuracy or (check.accuracy == accuracy and not latest) for check in kept)
    if place >= n_checks:
        return kept
    weights = {name: value.clone() for name, value in networks.state_dict().items()}
    return [*kept[:place], Snapshot(accuracy, weights), *kept[place:]][:n_checks]


def join_members(each: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """Join the weights of several networks into those of one with all their members."""
    return {name: _side_by_side([weights[name] for weights in each], name) for name in each[0]}


def _side_by_side(tensors: Sequence[Tensor], name: str) -> Tensor:
    """Concatenate one weight of several networks by member: the first dimension, or the second for LSTM biases.

    In an encoder's layers, the forward layers of all members come first, then the backward ones.
    """
    dimension = 1 if name.endswith(".biases") else 0
    if not name.startswith("encoder."):
        return torch.cat(list(tensors), dim=dimension)
    forwards, backwards = zip(*(tensor.chunk(2, dim=dimension) for tensor in tensors), strict=True)
    return torch.cat([*forwards, *backwards], dim=dimension)


class CluzhTrainer:
    """Networks in training. `checked` are those to evaluate: with running averages as weights, if these are kept."""

    def __init__(
        self,
        networks: Networks,
        lessons: LessonBatch,
        settings: CluzhSettings,
        exchanger: LetterExchanger | None = None,
    ) -> None:
        self._networks, self._lessons, self._settings = networks, lessons, settings
        self._exchanger = exchanger
        # For the order of lessons: a generator whose numbers are not those that the weights were drawn with.
        self._draws = torch.Generator().manual_seed(int(torch.randint(2**62, ())))
        self._parameters: list[Tensor] = list(networks.parameters())
        optimizer = {"adadelta": Adadelta, "adam": Adam}[settings.optimizer]
        self._optimizer = optimizer(self._parameters, settings.learning_rate)
        self.checked = deepcopy(networks).eval() if settings.averaging else networks
        self._averages: list[Tensor] = list(self.checked.parameters())
        self._n_updates = 0

    @property
    def updates_an_epoch(self) -> int:
        """How many batches the lessons make."""
        return math.ceil(len(self._lessons.lengths) / self._settings.batch_size)

    def epoch(self) -> None:
        """Go through all lessons once, in a new order."""
        self._networks.train()
        lessons = self._augmented()
        for rows in self._batches():
            loss = loss_of(self._networks, lessons.select_rows(rows), self._settings.smoothing)
            self._optimizer.step(torch.autograd.grad(loss, self._parameters))
            if self._settings.averaging:
                self._average()
        self._networks.eval()

    def _augmented(self) -> LessonBatch:
        """The lessons with letters exchanged and masked, differently each time, so that no word is learned by heart."""
        lessons, settings = self._lessons, self._settings
        if self._exchanger and settings.exchanged:
            lessons = self._exchanger.exchanged(lessons, settings.exchanged)
        lessons = lessons._replace(words=lessons.words.with_characters(lessons.words.characters, settings.masked))
        rows = torch.arange(len(lessons.lengths), device=lessons.lengths.device)
        situation = self._networks.situation(lessons.words, rows, lessons.pointers, lessons.before)
        return lessons._replace(situation=situation)

    def _batches(self) -> list[Tensor]:
        """Draw batches at random; with `sorted_together`, sort that many batches' lessons by length among them."""
        lengths, settings = self._lessons.lengths, self._settings
        order = torch.randperm(len(lengths), generator=self._draws).to(lengths.device)
        if settings.sorted_together == 1:
            return list(torch.split(order, settings.batch_size))
        batches: list[Tensor] = []
        for rows in torch.split(order, settings.batch_size * settings.sorted_together):
            batches += torch.split(rows[lengths[rows].argsort(stable=True)], settings.batch_size)
        return [batches[i] for i in torch.randperm(len(batches), generator=self._draws).tolist()]

    @torch.no_grad()
    def _average(self) -> None:
        """Update the running averages, with a shorter memory in the first updates."""
        self._n_updates += 1
        kept = min(self._settings.averaging, self._n_updates / (self._n_updates + 9))
        torch._foreach_lerp_(self._averages, self._parameters, 1 - kept)
