"""Adadelta (Zeiler 2012) in the fewest passes over memory: with small batches it costs half as much as the network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import torch
from torch import Tensor

PIECE = 1 << 15  # numbers that a CPU works on at once: what is remembered of them stays in its cache


class _Moving(NamedTuple):
    """A piece of a parameter, and what is remembered of it: running means with the floor already added to them."""

    parameter: Tensor
    squares: Tensor  # of gradients
    steps: Tensor  # squared
    change: Tensor  # room to work
    squared: Tensor


class Adadelta:
    """Steps as long as the recent ones, in proportion to recent gradients."""

    def __init__(
        self, parameters: Iterable[Tensor], learning_rate: float = 1.0, decay: float = 0.9, floor: float = 1e-6
    ) -> None:
        self._moving = [list(_pieces(each.detach(), floor)) for each in parameters]
        self._learning_rate, self._new = learning_rate, 1 - decay
        self._floor = torch.tensor(floor)

    @torch.no_grad()
    def step(self, gradients: Iterable[Tensor]) -> None:
        """Change every parameter by its gradient."""
        for pieces, gradient in zip(self._moving, gradients, strict=True):
            floor = self._floor.to(gradient)
            gradients_of_pieces = torch.split(gradient.reshape(-1), len(pieces[0].parameter))
            for piece, its_gradient in zip(pieces, gradients_of_pieces, strict=True):
                self._move(piece, its_gradient, floor)

    def _move(self, piece: _Moving, gradient: Tensor, floor: Tensor) -> None:
        parameter, squares, steps, change, squared = piece
        # mean(x²) + floor moves towards x² + floor, as mean(x²) does towards x².
        squares.lerp_(torch.addcmul(floor, gradient, gradient, out=squared), self._new)
        torch.div(steps, squares, out=change).sqrt_().mul_(gradient)
        steps.lerp_(torch.addcmul(floor, change, change, out=squared), self._new)
        parameter.sub_(change, alpha=self._learning_rate)


def _pieces(parameter: Tensor, floor: float) -> Iterator[_Moving]:
    """Pieces that share their room to work; the parameter itself is moved with them."""
    numbers = parameter.view(-1)
    size = min(PIECE, len(numbers)) if parameter.device.type == "cpu" else len(numbers)
    squares, steps = torch.full_like(numbers, floor), torch.full_like(numbers, floor)
    change, squared = torch.empty_like(numbers[:size]), torch.empty_like(numbers[:size])
    cut = (torch.split(each, size) for each in (numbers, squares, steps))
    for piece, its_squares, its_steps in zip(*cut, strict=True):
        yield _Moving(piece, its_squares, its_steps, change[: len(piece)], squared[: len(piece)])
