"""Training a transducer on the expert's actions, checked after every epoch on the words that it selects on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import deepcopy
from typing import NamedTuple, Protocol

import torch
from torch import Tensor

from app.models.cluzh.actions import BOS, END, PAD
from app.models.cluzh.adadelta import Adadelta
from app.models.cluzh.expert import Step
from app.models.cluzh.network import Networks
from app.models.cluzh.settings import CluzhSettings
from app.models.cluzh.words import Word, Words, batch_of, filled


class Lesson(NamedTuple):
    """A word with the expert's way through it."""

    word: Word
    steps: Sequence[Step]


class Batch(NamedTuple):
    """Lessons side by side."""

    words: Words
    pointers: Tensor  # (step, word)
    before: Tensor  # (step, word): the action taken before
    optimal: Tensor  # (step, word, one or several): actions to learn
    is_there: Tensor  # (step, word, one or several): False where a step has fewer optimal actions than another
    lengths: Tensor  # (word): steps

    def chosen(self, rows: Tensor) -> Batch:
        """Some of the lessons, no wider than they need."""
        lengths = self.lengths[rows]
        longest = int(lengths.max())
        return Batch(
            self.words.chosen(rows),
            self.pointers[:longest, rows],
            self.before[:longest, rows],
            self.optimal[:longest, rows],
            self.is_there[:longest, rows],
            lengths,
        )


def batch_of_lessons(lessons: Sequence[Lesson], all_optimal: bool, device: torch.device) -> Batch:
    """Lessons as tensors."""
    paths = [lesson.steps for lesson in lessons]
    most = max(len(step.optimal) for path in paths for step in path) if all_optimal else 1
    optimal = torch.stack(
        [
            filled([[(*step.optimal, *[-1] * most)[place] for step in path] for path in paths], END, device).t()
            for place in range(most)
        ],
        dim=2,
    )
    return Batch(
        words=batch_of([lesson.word for lesson in lessons], device),
        pointers=filled([[step.pointer for step in path] for path in paths], 0, device).t(),
        before=filled([[BOS, *(step.action for step in path[:-1])] for path in paths], PAD, device).t(),
        optimal=optimal.clamp(min=0),
        is_there=optimal >= 0,
        lengths=torch.tensor([len(path) for path in paths], device=device),
    )


def loss_of(networks: Networks, batch: Batch, smoothing: float = 0.0) -> Tensor:
    """For each member the mean over words of the mean over their steps of −log p(any optimal action), added up.

    With smoothing, a share of it is the mean of −log p over all possible actions.
    """
    all_chances = networks.log_chances(batch.words, batch.pointers, batch.before)  # (step, member, word, action)
    members = all_chances.shape[1]
    log_chances = all_chances.gather(3, batch.optimal.unsqueeze(1).expand(-1, members, -1, -1))
    if log_chances.shape[3] > 1:
        missing = ~batch.is_there.unsqueeze(1)
        log_chances = log_chances.masked_fill(missing, -torch.inf).logsumexp(dim=3, keepdim=True)
    of_steps = log_chances.squeeze(3)
    if smoothing:
        is_possible = all_chances > -torch.inf
        of_all = all_chances.masked_fill(~is_possible, 0).sum(dim=3) / is_possible.sum(dim=3)
        of_steps = (1 - smoothing) * of_steps + smoothing * of_all
    steps = torch.arange(len(of_steps), device=of_steps.device).view(-1, 1, 1)
    return -(of_steps * (steps < batch.lengths) / batch.lengths).sum() / len(batch.lengths)


class Trainer:
    """Networks in training. `checked` are those to look at: with their running averages where these are kept."""

    def __init__(self, networks: Networks, lessons: Batch, settings: CluzhSettings, seed: int) -> None:
        self._networks, self._lessons, self._settings = networks, lessons, settings
        self._draws = torch.Generator().manual_seed(seed)  # of the order of lessons
        self._parameters: list[Tensor] = list(networks.parameters())
        self._optimizer = optimizer(settings, self._parameters)
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
        order = torch.randperm(len(self._lessons.lengths), generator=self._draws)
        for rows in torch.split(order.to(self._lessons.lengths.device), self._settings.batch_size):
            loss = loss_of(self._networks, self._lessons.chosen(rows), self._settings.smoothing)
            self._optimizer.step(torch.autograd.grad(loss, self._parameters))
            if self._settings.averaging:
                self._average()
        self._networks.eval()

    @torch.no_grad()
    def _average(self) -> None:
        """Let the running averages follow; the first updates count less, for they are further away."""
        self._n_updates += 1
        kept = min(self._settings.averaging, self._n_updates / (self._n_updates + 9))
        torch._foreach_lerp_(self._averages, self._parameters, 1 - kept)


def optimizer(settings: CluzhSettings, parameters: Sequence[Tensor]) -> Optimizer:
    """The optimizer that the settings name."""
    if settings.optimizer == "adam":
        return _Adam(parameters, settings.learning_rate)
    return Adadelta(parameters, settings.learning_rate)


class Optimizer(Protocol):
    """Changes parameters by their gradients."""

    def step(self, gradients: Sequence[Tensor]) -> None:
        """Change every parameter by its gradient."""


class _Adam:
    """torch's own Adam, fed with gradients."""

    def __init__(self, parameters: Sequence[Tensor], learning_rate: float) -> None:
        self._parameters = parameters
        self._adam = torch.optim.Adam(parameters, lr=learning_rate, fused=True)

    def step(self, gradients: Sequence[Tensor]) -> None:
        for parameter, gradient in zip(self._parameters, gradients, strict=True):
            parameter.grad = gradient.contiguous()  # the fused step reads memory as it lies
        self._adam.step()
