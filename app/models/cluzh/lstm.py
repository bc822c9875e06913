"""LSTM layers side by side, told what their inputs add to the gates, with their gradient written out.

Several layers of one size, such as the two directions of an encoder or the networks that decide together, go through
the same few calls as one. Inputs that are the same in many places, such as the embedding of a letter or the features of
a word, are multiplied once by the caller; only the recurrent part is left to do step by step, in memory that is there.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor


def lstm(from_inputs: Tensor, recurrent: Tensor) -> Tensor:
    """The hidden states (step, stack, word, hidden), starting from zero.

    `from_inputs` is (step, stack, word, 4 × hidden) with the gates in the order input, forget, output, candidate;
    `recurrent` is (stack, hidden, 4 × hidden).
    """
    if torch.is_grad_enabled():
        hidden: Tensor = _Lstm.apply(from_inputs, recurrent)  # type: ignore[no-untyped-call]
        return hidden
    return _forward(from_inputs, recurrent)[0][1:]


class _Lstm(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, from_inputs: Tensor, recurrent: Tensor) -> Tensor:
        hidden, cell, gates, squashed = _forward(from_inputs, recurrent)
        ctx.save_for_backward(recurrent, hidden, cell, gates, squashed)
        return hidden[1:]

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, Tensor]:
        return _backward(gradients[0], *ctx.saved_tensors)


def _forward(from_inputs: Tensor, recurrent: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Hidden and cell states (the zero state in front), gates, and squashed cell states of all steps."""
    steps, stack, batch, width = from_inputs.shape
    size = width // 4
    gates = torch.empty_like(from_inputs, memory_format=torch.contiguous_format)
    hidden = from_inputs.new_empty(steps + 1, stack, batch, size)
    cell, squashed = torch.empty_like(hidden), torch.empty_like(hidden[1:])
    hidden[0].zero_()
    cell[0].zero_()
    # Lists of views, a view for each step: taking them apart once is cheaper than indexing in every step.
    sigmoids, candidates = gates[..., : 3 * size].unbind(), gates[..., 3 * size :].unbind()
    let_in, forget, let_out = (gates[..., i * size : (i + 1) * size].unbind() for i in range(3))
    gates_at, inputs_at, cell_at, hidden_at, squashed_at = (
        each.unbind() for each in (gates, from_inputs, cell, hidden, squashed)
    )
    for t in range(steps):
        torch.baddbmm(inputs_at[t], hidden_at[t], recurrent, out=gates_at[t])
        sigmoids[t].sigmoid_()
        candidates[t].tanh_()
        torch.mul(forget[t], cell_at[t], out=cell_at[t + 1]).addcmul_(let_in[t], candidates[t])
        torch.tanh(cell_at[t + 1], out=squashed_at[t])
        torch.mul(let_out[t], squashed_at[t], out=hidden_at[t + 1])
    return hidden, cell, gates, squashed


def _backward(
    to_hidden: Tensor, recurrent: Tensor, hidden: Tensor, cell: Tensor, gates: Tensor, squashed: Tensor
) -> tuple[Tensor, Tensor]:
    """The gradients of what the inputs add to the gates, and of the recurrent weights."""
    steps, stack, batch, size = squashed.shape
    let_in, forget, let_out, candidate = torch.split(gates, size, dim=-1)
    # The slopes of the gates do not depend on later steps: all steps at once.
    slopes = gates * (1 - gates)
    slopes[..., 3 * size :] = 1 - candidate * candidate
    slopes = slopes.view(steps, stack, batch, 4, size)
    slopes *= torch.stack([candidate, cell[:-1], squashed, let_in], dim=3)
    slope_at = [slopes[..., :2, :].unbind(), slopes[..., 2, :].unbind(), slopes[..., 3, :].unbind()]
    cell_slope_at = (let_out * (1 - squashed * squashed)).unbind()
    to_gates = torch.empty_like(gates)
    each_gate = to_gates.view(steps, stack, batch, 4, size)
    to_gate_at = [each_gate[..., :2, :].unbind(), each_gate[..., 2, :].unbind(), each_gate[..., 3, :].unbind()]
    to_gates_at, to_hidden_at, forget_at = to_gates.unbind(), to_hidden.unbind(), forget.unbind()
    backwards = recurrent.transpose(1, 2)
    to_cell = torch.zeros_like(squashed[0])
    to_now = to_hidden_at[-1]
    for t in range(steps - 1, -1, -1):
        if t < steps - 1:
            to_now = torch.baddbmm(to_hidden_at[t], to_gates_at[t + 1], backwards)
        to_cell.addcmul_(to_now, cell_slope_at[t])
        torch.mul(to_cell.unsqueeze(2), slope_at[0][t], out=to_gate_at[0][t])
        torch.mul(to_now, slope_at[1][t], out=to_gate_at[1][t])
        torch.mul(to_cell, slope_at[2][t], out=to_gate_at[2][t])
        to_cell.mul_(forget_at[t])
    before = hidden[:-1].transpose(0, 1).reshape(stack, steps * batch, size)
    to_recurrent = before.transpose(1, 2) @ to_gates.transpose(0, 1).reshape(stack, steps * batch, 4 * size)
    return to_gates, to_recurrent
