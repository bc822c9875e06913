"""Adadelta (Zeiler 2012) in the fewest passes over memory: with small batches it costs as much as the network."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import torch
from torch import Tensor


class _Moving(NamedTuple):
    """A parameter with what is remembered of it. Running means are kept with the floor already added to them."""

    parameter: Tensor
    squares: Tensor  # running mean of squared gradients
    steps: Tensor  # running mean of squared steps
    change: Tensor  # room to work
    squared: Tensor


class Adadelta:
    """Steps as long as the recent ones, in proportion to recent gradients."""

    def __init__(
        self, parameters: Iterable[Tensor], learning_rate: float = 1.0, decay: float = 0.9, floor: float = 1e-6
    ) -> None:
        self._moving = [
            _Moving(
                each,
                *(torch.full_like(each, floor, requires_grad=False) for _ in range(2)),
                *(torch.empty_like(each, requires_grad=False) for _ in range(2)),
            )
            for each in parameters
        ]
        self._learning_rate, self._new = learning_rate, 1 - decay
        self._floor = torch.tensor(floor)

    @torch.no_grad()
    def step(self, gradients: Iterable[Tensor]) -> None:
        """Change every parameter by its gradient."""
        for (parameter, squares, steps, change, squared), gradient in zip(self._moving, gradients, strict=True):
            floor = self._floor.to(gradient)
            # mean(x²) + floor moves towards x² + floor, as mean(x²) does towards x².
            squares.lerp_(torch.addcmul(floor, gradient, gradient, out=squared), self._new)
            torch.div(steps, squares, out=change).sqrt_().mul_(gradient)
            steps.lerp_(torch.addcmul(floor, change, change, out=squared), self._new)
            parameter.sub_(change, alpha=self._learning_rate)
