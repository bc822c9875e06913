"""LSTM layers side by side, told where to look up what their inputs add to the gates.

Several layers of one size, such as the two directions of an encoder or the networks that decide together, go through
one call. Inputs that are the same in many places, such as the embedding of a letter or the features of a word, are
multiplied once by the caller, who gives a table of the products and the place of each step in it; only the recurrent
part is left to do step by step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from app.models.cluzh.kernels import lstm_backward, lstm_forward
from app.models.cluzh.products import product
from app.models.cluzh.tensors import array, can_be_compiled


def lstm(tables: Sequence[Tensor], places: Sequence[Tensor], recurrent: Tensor) -> Tensor:
    """The hidden states (stack, step, word, hidden), starting from zero.

    A row of each table (stack, row, 4 × hidden) is added to the gates, which are in the order input, forget, output,
    candidate; its number is found in `places` (direction, step, word). The stack has as many layers of one direction as
    of the other, those of the first in front. `recurrent` is (stack, hidden, 4 × hidden).
    """
    if not can_be_compiled(recurrent):
        return _step_by_step(tables, places, recurrent)
    hidden: Tensor = _Lstm.apply(recurrent, *places, *tables)  # type: ignore[no-untyped-call]
    return hidden


def _step_by_step(tables: Sequence[Tensor], places: Sequence[Tensor], recurrent: Tensor) -> Tensor:
    """The same by calls of torch, for other devices and other numbers."""
    from_inputs = torch.stack([_looked_up(*pair) for pair in zip(tables, places, strict=True)]).sum(dim=0)
    hidden: list[Tensor] = []
    cell = torch.zeros((), device=recurrent.device, dtype=recurrent.dtype)
    for gates in from_inputs.unbind(1):
        if hidden:
            gates = torch.baddbmm(gates, hidden[-1], recurrent)
        let_in, forget, let_out, candidate = gates.chunk(4, dim=-1)
        cell = torch.sigmoid(forget) * cell + torch.sigmoid(let_in) * torch.tanh(candidate)
        hidden.append(torch.sigmoid(let_out) * torch.tanh(cell))
    return torch.stack(hidden, dim=1)


def _looked_up(table: Tensor, places: Tensor) -> Tensor:
    """The rows (stack, step, word, gates) at these places."""
    of_directions = zip(table.chunk(len(places)), places, strict=True)
    return torch.cat([layers[:, rows] for layers, rows in of_directions])


class _Lstm(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, recurrent: Tensor, *places_and_tables: Tensor) -> Tensor:
        n = len(places_and_tables) // 2
        places, tables = (tuple(map(array, each)) for each in (places_and_tables[:n], places_and_tables[n:]))
        _, steps, words = places[0].shape
        stack, size, width = recurrent.shape
        gates = torch.empty(stack, steps, words, width)
        cell, hidden = torch.empty(2, stack, steps, words, size).unbind()
        lstm_forward(tables, places, array(recurrent), array(gates), array(cell), array(hidden))
        ctx.save_for_backward(recurrent, gates, cell, hidden)
        ctx.places, ctx.heights = places, [table.shape[1] for table in tables]
        return hidden

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        recurrent, gates, cell, hidden = ctx.saved_tensors
        stack, _, _, width = gates.shape
        to_gates = torch.empty_like(gates)
        to_tables = [torch.zeros(stack, height, width) for height in ctx.heights]
        lstm_backward(
            array(gradients[0]),
            ctx.places,
            array(recurrent),
            array(gates),
            array(cell),
            array(to_gates),
            tuple(map(array, to_tables)),
        )
        before, after = hidden[:, :-1].flatten(1, 2), to_gates[:, 1:].flatten(1, 2)
        return product(before.transpose(1, 2), after), *[None] * len(to_tables), *to_tables
