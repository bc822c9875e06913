"""Adadelta (Zeiler 2012) in the fewest passes over memory: with small batches it costs as much as the network."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import torch
from torch import Tensor


class _Moving(NamedTuple):
    parameter: Tensor
    squares: Tensor  # running mean of squared gradients
    steps: Tensor  # running mean of squared steps
    root: Tensor  # room to work
    change: Tensor


class Adadelta:
    """Steps as long as the recent ones, in proportion to recent gradients."""

    def __init__(
        self, parameters: Iterable[Tensor], learning_rate: float = 1.0, decay: float = 0.9, floor: float = 1e-6
    ) -> None:
        self._moving = [
            _Moving(each, *(torch.zeros_like(each) for _ in range(2)), *(torch.empty_like(each) for _ in range(2)))
            for each in parameters
        ]
        self._learning_rate, self._decay, self._floor = learning_rate, decay, floor

    @torch.no_grad()
    def step(self, gradients: Iterable[Tensor]) -> None:
        """Change every parameter by its gradient."""
        kept, new = self._decay, 1 - self._decay
        for (parameter, squares, steps, root, change), gradient in zip(self._moving, gradients, strict=True):
            squares.mul_(kept).addcmul_(gradient, gradient, value=new)
            torch.add(squares, self._floor, out=root)
            torch.add(steps, self._floor, out=change)
            change.div_(root).sqrt_().mul_(gradient)
            steps.mul_(kept).addcmul_(change, change, value=new)
            parameter.sub_(change, alpha=self._learning_rate)
