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

from goed.models.cluzh.compiling import array, can_be_compiled
from goed.models.cluzh.lstm_loops import add_to_table, join_directions, look_up, lstm_backward, lstm_forward
from goed.models.cluzh.products import product


def lstm(tables: Sequence[Tensor], places: Sequence[Tensor], recurrent: Tensor) -> Tensor:
    """The hidden states (stack, step, word, hidden), starting from zero.

    A row of each table (stack, row, 4 × hidden) is added to the gates, which are in the order input, forget, output,
    candidate; its number is found in `places` (direction, step, word). The stack has as many layers of one direction as
    of the other, those of the first in front. `recurrent` is (stack, hidden, 4 × hidden).
    """
    if not can_be_compiled(recurrent):
        return _step_by_step(tables, places, recurrent)
    hidden: Tensor = _Lstm.apply(recurrent, places, None, *tables)
    return hidden


def lstm_both_ways(table: Tensor, places: Tensor, recurrent: Tensor, turn: Tensor) -> Tensor:
    """What reading forwards and reading backwards tell of each position (member, position, word, 2 × hidden).

    The table, the places of both directions and `recurrent` are those of `lstm`; `turn` (position, word) tells in which
    step each position is read backwards.
    """
    if not can_be_compiled(recurrent):
        forwards, backwards = _step_by_step([table], [places], recurrent).chunk(2)
        words = torch.arange(turn.shape[1], device=turn.device)
        return torch.cat([forwards, backwards[:, turn, words]], dim=-1)
    joined: Tensor = _Lstm.apply(recurrent, [places], turn, table)
    return joined


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
    """In compiled loops: the hidden states, or where there is a `turn`, both directions of each position joined."""

    @staticmethod
    def forward(ctx: Any, recurrent: Tensor, places: Sequence[Tensor], turn: Tensor | None, *tables: Tensor) -> Tensor:
        stack, size, width = recurrent.shape
        _, steps, words = places[0].shape
        gates = torch.empty(stack, steps, words, width)
        cell, hidden = torch.empty(2, stack, steps, words, size).unbind()
        ctx.save_for_backward(recurrent, gates, cell, hidden)
        ctx.places, ctx.heights = [array(each) for each in places], [table.shape[1] for table in tables]
        open_gates = array(gates)
        for i, (table, of_table) in enumerate(zip(tables, ctx.places, strict=True)):
            look_up(array(table), of_table, i == 0, open_gates)
        lstm_forward(array(recurrent), open_gates, array(cell), array(hidden))
        if turn is None:
            ctx.turn = None
            return hidden
        ctx.turn = array(turn)
        joined = torch.empty(stack // 2, steps, words, 2 * size)
        join_directions(array(hidden), ctx.turn, array(joined), back=False)
        return joined

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        recurrent, gates, cell, hidden = ctx.saved_tensors
        (to_hidden,) = gradients
        if ctx.turn is not None:
            to_joined, to_hidden = to_hidden, torch.empty_like(hidden)
            join_directions(array(to_hidden), ctx.turn, array(to_joined), back=True)
        to_gates = torch.empty_like(gates)
        of_gates = array(to_gates)
        lstm_backward(array(to_hidden), array(recurrent), array(gates), array(cell), of_gates)
        to_tables = []
        for places, height in zip(ctx.places, ctx.heights, strict=True):
            to_table = torch.zeros(len(gates), height, gates.shape[3])
            add_to_table(of_gates, places, array(to_table))
            to_tables.append(to_table)
        before, after = hidden[:, :-1].flatten(1, 2), to_gates[:, 1:].flatten(1, 2)
        return product(before.transpose(1, 2), after), None, None, *to_tables
