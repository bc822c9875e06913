"""Training a transducer on the expert's actions, checked after every epoch on the words that it selects on."""

from __future__ import annotations

import math
from copy import deepcopy

import torch
from torch import Tensor

from goed.models.cluzh.exchanging import Exchanger
from goed.models.cluzh.lessons import Batch
from goed.models.cluzh.loss import loss_of
from goed.models.cluzh.network import Networks
from goed.models.cluzh.optimizers import Adadelta, Adam
from goed.models.cluzh.settings import CluzhSettings


class Trainer:
    """Networks in training. `checked` are those to look at: with their running averages where these are kept."""

    def __init__(
        self, networks: Networks, lessons: Batch, settings: CluzhSettings, exchanger: Exchanger | None = None
    ) -> None:
        self._networks, self._lessons, self._settings = networks, lessons, settings
        self._exchanger = exchanger
        # Of the order of lessons: numbers of its own, but not those that the weights were drawn with.
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
        lessons = self._varied()
        for rows in self._batches():
            loss = loss_of(self._networks, lessons.chosen(rows), self._settings.smoothing)
            self._optimizer.step(torch.autograd.grad(loss, self._parameters))
            if self._settings.averaging:
                self._average()
        self._networks.eval()

    def _varied(self) -> Batch:
        """The lessons with letters exchanged and masked, others each time: no word is learned by heart."""
        lessons, settings = self._lessons, self._settings
        if self._exchanger and settings.exchanged:
            lessons = self._exchanger.exchanged(lessons, settings.exchanged)
        lessons = lessons._replace(words=lessons.words.spelled(lessons.words.characters, settings.masked))
        rows = torch.arange(len(lessons.lengths), device=lessons.lengths.device)
        situation = self._networks.situation(lessons.words, rows, lessons.pointers, lessons.before)
        return lessons._replace(situation=situation)

    def _batches(self) -> list[Tensor]:
        """Which lessons come together: at random, or of a few batches' lessons those of similar lengths."""
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
        """Let the running averages follow; the first updates count less, for they are further away."""
        self._n_updates += 1
        kept = min(self._settings.averaging, self._n_updates / (self._n_updates + 9))
        torch._foreach_lerp_(self._averages, self._parameters, 1 - kept)
