"""Adam (Kingma & Ba 2015) in one pass over memory.

torch.optim.Adam would load torch's compiler: about as long as 150 updates, and 80 MB.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from goed.models.cluzh.optimizer_loops import adam_step
from goed.models.cluzh.tensors import flat_array, own_arrays


class _Moving(NamedTuple):
    """A parameter, and what is remembered of its gradients."""

    parameter: Tensor
    means: Tensor
    squares: Tensor  # running means, too


class Adam:
    """Steps along the running mean of gradients, shorter where gradients are large or vary."""

    def __init__(
        self,
        parameters: Iterable[Tensor],
        learning_rate: float,
        decays: tuple[float, float] = (0.9, 0.999),
        floor: float = 1e-8,
    ) -> None:
        self._moving = [
            _Moving(each, torch.zeros_like(each), torch.zeros_like(each)) for each in map(torch.detach, parameters)
        ]
        self._arrays = [own_arrays(moving) for moving in self._moving]
        self._learning_rate, self._decays, self._floor = learning_rate, decays, floor
        self._n_steps = 0

    @torch.no_grad()
    def step(self, gradients: Iterable[Tensor]) -> None:
        """Change every parameter by its gradient."""
        self._n_steps += 1
        first, second = (1 - decay**self._n_steps for decay in self._decays)
        rates = np.float32(self._learning_rate / first), np.float32(1 / second)
        decays, floor = (np.float32(self._decays[0]), np.float32(self._decays[1])), np.float32(self._floor)
        for moving, arrays, gradient in zip(self._moving, self._arrays, gradients, strict=True):
            if arrays:
                weights, means, squares = arrays
                adam_step(weights, means, squares, flat_array(gradient), rates, decays, floor)
            else:
                self._move(moving, gradient, self._learning_rate / first, math.sqrt(second))

    def _move(self, moving: _Moving, gradient: Tensor, rate: float, correction: float) -> None:
        """The same by calls of torch."""
        parameter, means, squares = moving
        means.lerp_(gradient, 1 - self._decays[0])
        squares.mul_(self._decays[1]).addcmul_(gradient, gradient, value=1 - self._decays[1])
        parameter.addcdiv_(means, (squares.sqrt() / correction).add_(self._floor), value=-rate)
