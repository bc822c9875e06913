"""Adadelta (Zeiler 2012) and Adam (Kingma & Ba 2015) in compiled loops.

They take one pass over memory. With small batches torch's Adadelta would cost half as much as the network, and its Adam
would load torch's compiler, which takes as long as 150 updates, and 80 MB. Other devices and number types use torch's
own.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import numpy as np
import torch
from torch import Tensor

from goed.models.cluzh.cpu_arithmetic import Number, Numbers, array, can_be_compiled, compiled

MEANS, SQUARES, FLOOR = 0.9, 0.999, 1e-8  # of Adam
DECAY, SMALLEST = 0.9, 1e-6  # of Adadelta


class Optimizer(ABC):
    """Changes parameters by their gradients, and keeps two running means for each parameter."""

    def __init__(
        self, parameters: Iterable[Tensor], torchs_own: Callable[[Sequence[Tensor]], torch.optim.Optimizer]
    ) -> None:
        self._parameters = [each.detach() for each in parameters]
        self._torchs_own = None
        if all(can_be_compiled(each) and each.is_contiguous() for each in self._parameters):
            weights = [array(each).ravel() for each in self._parameters]
            self._moving = [(each, np.zeros_like(each), np.zeros_like(each)) for each in weights]
        else:
            self._torchs_own = torchs_own(self._parameters)

    @torch.no_grad()
    def step(self, gradients: Iterable[Tensor]) -> None:
        """Change every parameter by its gradient."""
        if self._torchs_own is None:
            self._move([array(each).ravel() for each in gradients])
            return
        for parameter, gradient in zip(self._parameters, gradients, strict=True):
            parameter.grad = gradient
        self._torchs_own.step()

    @abstractmethod
    def _move(self, gradients: Sequence[Numbers]) -> None:
        """Change every parameter by its gradient, in compiled loops."""


class Adadelta(Optimizer):
    """Steps as long as the recent ones, in proportion to recent gradients."""

    def __init__(self, parameters: Iterable[Tensor], learning_rate: float = 1.0) -> None:
        super().__init__(parameters, partial(torch.optim.Adadelta, lr=learning_rate, rho=DECAY, eps=SMALLEST))
        self._numbers = np.float32(learning_rate), np.float32(DECAY), np.float32(SMALLEST)

    def _move(self, gradients: Sequence[Numbers]) -> None:
        for moving, gradient in zip(self._moving, gradients, strict=True):
            _adadelta_step(*moving, gradient, *self._numbers)


class Adam(Optimizer):
    """Steps along the running mean of gradients, shorter where gradients are large or vary."""

    def __init__(self, parameters: Iterable[Tensor], learning_rate: float) -> None:
        super().__init__(parameters, partial(torch.optim.Adam, lr=learning_rate, betas=(MEANS, SQUARES), eps=FLOOR))
        self._learning_rate = learning_rate
        self._n_steps = 0

    def _move(self, gradients: Sequence[Numbers]) -> None:
        self._n_steps += 1
        first, second = 1 - MEANS**self._n_steps, 1 - SQUARES**self._n_steps
        rates = np.float32(self._learning_rate / first), np.float32(1 / second)
        decays = np.float32(MEANS), np.float32(SQUARES)
        for moving, gradient in zip(self._moving, gradients, strict=True):
            _adam_step(*moving, gradient, rates, decays, np.float32(FLOOR))


@compiled
def _adadelta_step(
    weights: Numbers, squares: Numbers, steps: Numbers, gradients: Numbers, rate: Number, decay: Number, floor: Number
) -> None:
    """Move weights by their gradients; `squares` and `steps` are running means of gradients² and moves²."""
    new = np.float32(1) - decay
    for i in range(weights.size):
        gradient = gradients[i]
        square = decay * squares[i] + new * gradient * gradient
        change = math.sqrt((steps[i] + floor) / (square + floor)) * gradient
        squares[i] = square
        steps[i] = decay * steps[i] + new * change * change
        weights[i] -= rate * change


@compiled
def _adam_step(
    weights: Numbers,
    means: Numbers,
    squares: Numbers,
    gradients: Numbers,
    rates: tuple[Number, Number],
    decays: tuple[Number, Number],
    floor: Number,
) -> None:
    """Move weights by the running means of their gradients (`means`) and squared gradients (`squares`).

    `rates` correct for means that began at zero: factors of the step, and of the mean square that divides it.
    """
    one = np.float32(1)
    for i in range(weights.size):
        gradient = gradients[i]
        mean = decays[0] * means[i] + (one - decays[0]) * gradient
        square = decays[1] * squares[i] + (one - decays[1]) * gradient * gradient
        means[i] = mean
        squares[i] = square
        weights[i] -= rates[0] * mean / (math.sqrt(square * rates[1]) + floor)
