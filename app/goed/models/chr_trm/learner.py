"""CHR-TRM from a task to its predictions: updates on batches in random order, and the best checks of their weights.

A training goes from its start, or from its checkpoint, to its end; it tells how it goes, and keeps a checkpoint.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import Tensor

from goed.models import torch_trainings as trainings
from goed.models.chr_trm.batches import PAD, EncodedItem, PackedBatch, Vocabulary, filled_up
from goed.models.chr_trm.greedy_search import decode_greedily
from goed.models.chr_trm.network import Weights, initial_weights, scores
from goed.models.chr_trm.settings import ChrTrmSettings
from goed.models.interface import Answers, Example, Prediction, Progress, Question, Task, Workbench
from goed.models.regularization import KEPT_AT_END, Dropout, Exchange, stable_letters

TOLD_EVERY = 2.0  # seconds, and at each check
SAVED_EVERY = 20.0  # seconds, and at each check; one takes 150 MB, and less than a second
HALF_INSTRUCTIONS = ("avx512_bf16", "amx_bf16", "bf16")  # of x86, x86, ARM
BETAS = (0.9, 0.98)  # of Adam
LARGEST_GRADIENT = 1.0  # its norm is clipped to this
AVERAGED_EVERY = 4  # updates; oftener costs time and changes nothing


def learn_and_predict(task: Task, workbench: Workbench) -> Answers:
    """Train, select on the fine-tune part (on dev where there is none), and answer the questions."""
    device = trainings.device_to_learn_on(task)
    settings = task.settings_as(ChrTrmSettings)
    vocabulary = Vocabulary(task.train)
    selected_on = vocabulary.items(task.finetune or task.dev)
    with trainings.tiny_numbers_as_zero():
        weights = trained(
            lambda: ChrTrmTrainer(settings, vocabulary, task.train, task.seed, device), selected_on, workbench
        )
    trainings.refuse_diverged(weights.values())
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


def trained(
    new_trainer: Callable[[], ChrTrmTrainer], selected_on: Sequence[EncodedItem], workbench: Workbench
) -> Weights:
    """Train to the end, from the state of the checkpoint if there is one; the weights to predict with."""
    trainer, accuracy = _resumed(new_trainer, workbench)
    done_before, updates = trainer.done, trainer.schedule.updates
    started = told = saved = time.monotonic()
    while trainer.done < updates:
        trainer.next_update()
        is_checked = trainer.schedule.is_checked(trainer.done)
        if is_checked:
            accuracy = trainer.check(selected_on)
        now = time.monotonic()
        if is_checked or now - told > TOLD_EVERY:
            best = trainer.best.accuracy if trainer.best else None
            left = (now - started) / (trainer.done - done_before) * (updates - trainer.done)
            workbench.tell(Progress("update", trainer.done, updates, accuracy, best, left))
            told = now
        if is_checked or now - saved > SAVED_EVERY:
            trainings.save_checkpoint(workbench, {**trainer.state(), "accuracy": accuracy})
            saved = time.monotonic()
    assert trainer.best is not None  # the end is checked
    return trainer.best.weights


def _resumed(new_trainer: Callable[[], ChrTrmTrainer], workbench: Workbench) -> tuple[ChrTrmTrainer, float | None]:
    """A trainer in the state of the checkpoint, and its last accuracy; a new one where there is none that fits."""
    trainer = new_trainer()
    state = trainings.load_checkpoint(workbench)
    if state is None:
        return trainer, None
    try:
        trainer.restore(state)
    except (LookupError, AttributeError, TypeError, ValueError, RuntimeError):  # a file of something else
        return new_trainer(), None
    return trainer, state.get("accuracy")


@dataclass(frozen=True)
class Schedule:
    """The settings' schedule for a training set of so many items; only whole epochs are trained."""

    settings: ChrTrmSettings
    items: int

    @property
    def epoch(self) -> int:
        """Updates in which every item is seen once."""
        return math.ceil(self.items / self.settings.batch)

    @property
    def epochs(self) -> int:
        """How often every item is seen."""
        return math.ceil(self.settings.updates / self.epoch)

    @property
    def updates(self) -> int:
        """All updates."""
        return self.epochs * self.epoch

    def rate(self, update: int) -> float:
        """The learning rate of an update, counted from 0: it rises evenly from 0 to its peak, then it falls."""
        settings = self.settings
        if update < settings.warmup:
            return settings.rate * update / settings.warmup
        if settings.decay == "root":
            return settings.rate * math.sqrt(max(settings.warmup, 1) / max(update, 1))
        left = (self.updates - update) / max(self.updates - settings.warmup, 1)
        return settings.rate * (left if settings.decay == "linear" else (1 - math.cos(math.pi * left)) / 2)

    def is_checked(self, done: int) -> bool:
        """Whether the items that it selects on are decoded after so many updates: every few epochs, and at the end."""
        every = max(1, self.epochs // self.settings.checks)
        return done == self.updates or done % (every * self.epoch) == 0


class Parameters:
    """Exact weights, and where updates run in half precision, their rounded copies.

    All of them and all gradients stay where they are for the whole training: made anew at each update they would
    leave gaps in memory, which grew to gigabytes.
    """

    def __init__(self, start: Weights, device: torch.device, precision: torch.dtype) -> None:
        self.exact = _with_gradients(start, device, torch.float32)
        self.is_half = precision != torch.float32
        self.used = _with_gradients(start, device, precision) if self.is_half else self.exact

    def round(self) -> None:
        """After a change of the exact weights: updates compute with them from now on."""
        if self.is_half:
            with torch.no_grad():
                torch._foreach_copy_(list(self.used.values()), list(self.exact.values()))


def _with_gradients(start: Weights, device: torch.device, dtype: torch.dtype) -> dict[str, Tensor]:
    tensors = {name: tensor.to(device, dtype, copy=True).requires_grad_() for name, tensor in start.items()}
    for tensor in tensors.values():
        tensor.grad = torch.zeros_like(tensor)
    return tensors


def _gradients(weights: Weights) -> list[Tensor]:
    return [tensor.grad for tensor in weights.values() if tensor.grad is not None]


def precision_of(settings: ChrTrmSettings, device: torch.device) -> torch.dtype:
    """What updates compute in. "auto" takes half precision only where there are instructions for it."""
    if settings.precision != "auto":
        return torch.bfloat16 if settings.precision == "bf16" else torch.float32
    if device.type == "cuda":
        return torch.bfloat16 if torch.cuda.is_bf16_supported(including_emulation=False) else torch.float32
    # oneDNN says that it supports bfloat16 wherever it can emulate it, which takes more than twice the time of single.
    able = torch.cpu.get_capabilities()
    return torch.bfloat16 if any(able.get(name) for name in HALF_INSTRUCTIONS) else torch.float32


@dataclass
class Best:
    """The weights of the best check so far."""

    accuracy: float | None  # None where there is nothing to select on
    update: int
    weights: dict[str, Tensor]


class ChrTrmTrainer:
    """A training under way. The same seed gives the same weights, on the same machine with the same torch."""

    def __init__(
        self,
        settings: ChrTrmSettings,
        vocabulary: Vocabulary,
        examples: Sequence[Example],
        seed: int,
        device: torch.device,
    ) -> None:
        self.settings, self.items, self.device = settings, vocabulary.items(examples), device
        self.schedule = Schedule(settings, len(examples))
        self.draws = torch.Generator().manual_seed(seed)
        start = initial_weights(vocabulary, self.draws)
        self.parameters = Parameters(start, device, precision_of(settings, device))
        averaged = start if settings.averaging else {}
        self.average = {name: tensor.to(device, copy=True) for name, tensor in averaged.items()}
        self.optimizer = torch.optim.Adam(self.parameters.exact.values(), betas=BETAS, fused=True)
        mask_seed = int(torch.randint(2**62, (), generator=self.draws))
        self.masks = torch.Generator(device).manual_seed(mask_seed)
        self.dropout = Dropout(settings.dropout, self.masks)
        self.exchange = Exchange.of(vocabulary.numbered(stable_letters(examples)), vocabulary.source_size, device)
        self.done = 0  # updates
        self.order: list[int] = []  # in which this epoch sees the items
        self.best: Best | None = None

    def next_update(self) -> None:
        """Learn from the next items in the epoch's order: with other letters in place of some, and some unknown."""
        settings = self.settings
        start = self.done % self.schedule.epoch * settings.batch
        if start == 0:
            self.order = torch.randperm(len(self.items), generator=self.draws).tolist()
        chosen = self.order[start : start + settings.batch]
        batch = PackedBatch.of(filled_up([self.items[number] for number in chosen]), self.device)
        if settings.exchanged:
            kept = batch.source.last(KEPT_AT_END)
            batch = batch.exchanged(self.exchange.table(kept, settings.exchanged, self.draws))
        self.update(batch.masked(settings.masked_source, settings.masked_target, self.draws))

    def update(self, batch: PackedBatch) -> None:
        """One step of Adam on a batch."""
        parameters = self.parameters
        self.optimizer.param_groups[0]["lr"] = self.schedule.rate(self.done)
        torch._foreach_zero_(_gradients(parameters.used))
        torch.autograd.backward(loss(parameters.used, batch, self.dropout, self.settings.smoothing))
        if parameters.is_half:
            torch._foreach_copy_(_gradients(parameters.exact), _gradients(parameters.used))
        torch.nn.utils.clip_grad_norm_(parameters.exact.values(), LARGEST_GRADIENT, foreach=True)
        self.optimizer.step()
        parameters.round()
        self.done += 1
        if self.average and self.done % AVERAGED_EVERY == 0:
            # Early on the average is over fewer updates, lest it hold on to the start.
            decay = min(self.settings.averaging, (1 + self.done) / (10 + self.done)) ** AVERAGED_EVERY
            torch._foreach_lerp_(list(self.average.values()), list(self._exact().values()), 1 - decay)

    def current(self) -> dict[str, Tensor]:
        """The weights to decode with: their average, where there is one."""
        return self.average or self._exact()

    def _exact(self) -> dict[str, Tensor]:
        return {name: tensor.detach() for name, tensor in self.parameters.exact.items()}

    def check(self, items: Sequence[EncodedItem]) -> float | None:
        """The accuracy on what it selects on, if anything; the best weights are kept, of equal ones the last."""
        accuracy = accuracy_on(self.current(), items, self.device) if items else None
        if self.best is None or accuracy is None or accuracy >= (self.best.accuracy or 0):
            self.best = Best(accuracy, self.done, {name: tensor.clone() for name, tensor in self.current().items()})
        return accuracy

    def state(self) -> dict[str, Any]:
        """All that is needed to go on later as if nothing had been."""
        return {
            "weights": self._exact(),
            "average": self.average,
            "optimizer": self.optimizer.state_dict(),
            "draws": self.draws.get_state(),
            "masks": self.masks.get_state(),
            "done": self.done,
            "order": self.order,
            "best": None if self.best is None else vars(self.best),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state, whose tensors may be on another device."""
        with torch.no_grad():
            for name, tensor in self.parameters.exact.items():
                tensor.copy_(state["weights"][name])
        self.parameters.round()
        for name, tensor in self.average.items():
            tensor.copy_(state["average"][name])
        self.optimizer.load_state_dict(state["optimizer"])
        self.draws.set_state(state["draws"])
        self.masks.set_state(state["masks"])
        self.done, self.order = state["done"], state["order"]
        self.best = None
        if state["best"] is not None:
            best = Best(**state["best"])
            # What is predicted with must be where the questions are; it may be weights of an earlier session.
            best.weights = {name: best.weights[name].to(self.device) for name in self.parameters.exact}
            self.best = best


def loss(weights: Weights, batch: PackedBatch, dropout: Dropout, smoothing: float) -> Tensor:
    """The mean over tokens of (1 − ε) · −log p(right one) + ε · the mean of −log p over the whole vocabulary."""
    logits = scores(weights, batch, dropout).float()
    return F.cross_entropy(logits, batch.following, ignore_index=PAD, label_smoothing=smoothing)


def accuracy_on(weights: Weights, items: Sequence[EncodedItem], device: torch.device) -> float:
    """The share of items whose tokens are all predicted; an UNK equals an UNK."""
    decoded = decode_greedily(weights, [item.source for item in items], device)
    hits = sum(each.tokens == item.target[1:-1] for each, item in zip(decoded, items, strict=True))
    return hits / len(items)
