"""Training CHR-TRM on a task, and predicting with the weights of the best check.

A training starts afresh or from its checkpoint. It reports its progress and saves checkpoints on the way.
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
from goed.models.chr_trm.batches import PAD, EncodedItem, PackedBatch, Vocabulary, padded_to_round
from goed.models.chr_trm.greedy_search import decode_greedily
from goed.models.chr_trm.network import Weights, initial_weights, scores
from goed.models.chr_trm.settings import ChrTrmSettings
from goed.models.interface import Answers, Example, Prediction, Progress, Question, Task, Workbench
from goed.models.regularization import KEPT_AT_END, Dropout, Exchange, stable_letters

TOLD_EVERY = 2.0  # seconds between progress messages (also at each check)
SAVED_EVERY = 20.0  # seconds between checkpoints (also at each check); one takes 150 MB and under a second
HALF_INSTRUCTIONS = ("avx512_bf16", "amx_bf16", "bf16")  # names in x86, x86, ARM
BETAS = (0.9, 0.98)  # of Adam
LARGEST_GRADIENT = 1.0  # its norm is clipped to this
AVERAGED_EVERY = 4  # updates; more often costs time and changes nothing


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
    """Predict the form of each question; a question that is asked twice is decoded once."""
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
    """Train to the end, from the checkpoint if there is one, and return the weights to predict with."""
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
    assert trainer.best is not None  # the last update is always followed by a check
    return trainer.best.weights


def _resumed(new_trainer: Callable[[], ChrTrmTrainer], workbench: Workbench) -> tuple[ChrTrmTrainer, float | None]:
    """A trainer restored from the checkpoint, with its last accuracy; a new one if no checkpoint fits."""
    trainer = new_trainer()
    state = trainings.load_checkpoint(workbench)
    if state is None:
        return trainer, None
    try:
        trainer.restore(state)
    except (LookupError, AttributeError, TypeError, ValueError, RuntimeError):  # not a checkpoint of this training
        return new_trainer(), None
    return trainer, state.get("accuracy")


@dataclass(frozen=True)
class Schedule:
    """The number of updates and their learning rates for a training set of this size; only whole epochs are trained."""

    settings: ChrTrmSettings
    items: int

    @property
    def epoch(self) -> int:
        """Updates per epoch."""
        return math.ceil(self.items / self.settings.batch)

    @property
    def epochs(self) -> int:
        """The number of epochs."""
        return math.ceil(self.settings.updates / self.epoch)

    @property
    def updates(self) -> int:
        """Updates in the whole training."""
        return self.epochs * self.epoch

    def rate(self, update: int) -> float:
        """The learning rate of an update, counted from 0: it rises linearly from 0 to its peak, then falls."""
        settings = self.settings
        if update < settings.warmup:
            return settings.rate * update / settings.warmup
        if settings.decay == "root":
            return settings.rate * math.sqrt(max(settings.warmup, 1) / max(update, 1))
        left = (self.updates - update) / max(self.updates - settings.warmup, 1)
        return settings.rate * (left if settings.decay == "linear" else (1 - math.cos(math.pi * left)) / 2)

    def is_checked(self, done: int) -> bool:
        """Whether there is a check after so many updates: every few epochs, and at the end."""
        every = max(1, self.epochs // self.settings.checks)
        return done == self.updates or done % (every * self.epoch) == 0


class Parameters:
    """The exact weights and, if updates run in half precision, rounded copies of them.

    Weights and gradients keep their place in memory for the whole training: allocated anew at each update they would
    leave gaps that grow to gigabytes.
    """

    def __init__(self, start: Weights, device: torch.device, precision: torch.dtype) -> None:
        self.exact = _with_gradients(start, device, torch.float32)
        self.is_half = precision != torch.float32
        self.used = _with_gradients(start, device, precision) if self.is_half else self.exact

    def round(self) -> None:
        """Round the exact weights to those that updates compute with; call it after each change."""
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
    """The number type of updates. "auto" means half precision only if the CPU or GPU has instructions for it."""
    if settings.precision != "auto":
        return torch.bfloat16 if settings.precision == "bf16" else torch.float32
    if device.type == "cuda":
        return torch.bfloat16 if torch.cuda.is_bf16_supported(including_emulation=False) else torch.float32
    # oneDNN claims to support bfloat16 even where it emulates it, which takes over twice the time of single precision.
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
        self.order: list[int] = []  # indices of the items, shuffled for this epoch
        self.best: Best | None = None

    def next_update(self) -> None:
        """Learn from the next batch of the epoch, with some letters exchanged and some masked."""
        settings = self.settings
        start = self.done % self.schedule.epoch * settings.batch
        if start == 0:
            self.order = torch.randperm(len(self.items), generator=self.draws).tolist()
        chosen = self.order[start : start + settings.batch]
        batch = PackedBatch.of(padded_to_round([self.items[number] for number in chosen]), self.device)
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
            # Early on the average covers fewer updates, so that the initial weights soon drop out of it.
            decay = min(self.settings.averaging, (1 + self.done) / (10 + self.done)) ** AVERAGED_EVERY
            torch._foreach_lerp_(list(self.average.values()), list(self._exact().values()), 1 - decay)

    def current(self) -> dict[str, Tensor]:
        """The weights to decode with: the running average if one is kept."""
        return self.average or self._exact()

    def _exact(self) -> dict[str, Tensor]:
        return {name: tensor.detach() for name, tensor in self.parameters.exact.items()}

    def check(self, items: Sequence[EncodedItem]) -> float | None:
        """Measure accuracy on these items, if any, and keep the weights if none were better; of equal ones the last."""
        accuracy = accuracy_on(self.current(), items, self.device) if items else None
        if self.best is None or accuracy is None or accuracy >= (self.best.accuracy or 0):
            self.best = Best(accuracy, self.done, {name: tensor.clone() for name, tensor in self.current().items()})
        return accuracy

    def state(self) -> dict[str, Any]:
        """Everything needed to resume the training as if it had never stopped."""
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
        """Resume from a state; its tensors may be on another device."""
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
            # The best weights may come from a session on another device; predictions need them on this one.
            best.weights = {name: best.weights[name].to(self.device) for name in self.parameters.exact}
            self.best = best


def loss(weights: Weights, batch: PackedBatch, dropout: Dropout, smoothing: float) -> Tensor:
    """The mean over tokens of (1 − ε) · −log p(right token) + ε · the mean of −log p over the whole vocabulary."""
    logits = scores(weights, batch, dropout).float()
    return F.cross_entropy(logits, batch.following, ignore_index=PAD, label_smoothing=smoothing)


def accuracy_on(weights: Weights, items: Sequence[EncodedItem], device: torch.device) -> float:
    """The share of items with every token predicted correctly; an UNK equals an UNK."""
    decoded = decode_greedily(weights, [item.source for item in items], device)
    hits = sum(each.tokens == item.target[1:-1] for each, item in zip(decoded, items, strict=True))
    return hits / len(items)
