"""Adadelta (Zeiler 2012) in one pass over memory: with small batches it would cost half as much as the network."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from goed.models.cluzh.optimizer_loops import adadelta_step
from goed.models.cluzh.tensors import flat_array, own_arrays


class _Moving(NamedTuple):
    """A parameter, and what is remembered of it: running means."""

    parameter: Tensor
    squares: Tensor  # of gradients
    steps: Tensor  # squared


class Adadelta:
    """Steps as long as the recent ones, in proportion to recent gradients."""

    def __init__(
        self, parameters: Iterable[Tensor], learning_rate: float = 1.0, decay: float = 0.9, floor: float = 1e-6
    ) -> None:
        self._moving = [
            _Moving(each, torch.zeros_like(each), torch.zeros_like(each)) for each in map(torch.detach, parameters)
        ]
        self._arrays = [own_arrays(moving) for moving in self._moving]
        self._numbers = np.float32(learning_rate), np.float32(decay), np.float32(floor)

    @torch.no_grad()
    def step(self, gradients: Iterable[Tensor]) -> None:
        """Change every parameter by its gradient."""
        for moving, arrays, gradient in zip(self._moving, self._arrays, gradients, strict=True):
            if arrays:
                weights, squares, steps = arrays
                adadelta_step(weights, squares, steps, flat_array(gradient), *self._numbers)
            else:
                self._move(moving, gradient)

    def _move(self, moving: _Moving, gradient: Tensor) -> None:
        """The same by calls of torch."""
        learning_rate, decay, floor = map(float, self._numbers)
        parameter, squares, steps = moving
        squares.mul_(decay).addcmul_(gradient, gradient, value=1 - decay)
        change = ((steps + floor) / (squares + floor)).sqrt_().mul_(gradient)
        steps.mul_(decay).addcmul_(change, change, value=1 - decay)
        parameter.sub_(change, alpha=learning_rate)
