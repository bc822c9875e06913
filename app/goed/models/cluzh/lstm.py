"""LSTM layers side by side, in compiled loops, with inputs looked up in tables.

One call runs several layers of one size, such as the two directions of an encoder or all members of an ensemble. Inputs
that recur, such as the embedding of a letter or the features of a word, are multiplied once by the caller, who passes a
table of the products and the place of each step in it; only the recurrent part is computed step by step. Gates are in
the order input, forget, output, candidate, so that those with the same activation stand together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from goed.models.cluzh.cpu_arithmetic import Number, Numbers, Places, array, can_be_compiled, compiled, inlined, product


def lstm(tables: Sequence[Tensor], places: Sequence[Tensor], recurrent: Tensor) -> Tensor:
    """The hidden states (stack, step, word, hidden), starting from zero.

    Each step adds to the gates the row of each table (stack, row, 4 × hidden) that `places` (direction, step, word)
    names. The stack has equally many layers for each direction; those of the first come first. `recurrent` is (stack,
    hidden, 4 × hidden).
    """
    if not can_be_compiled(recurrent):
        return _step_by_step(tables, places, recurrent)
    hidden: Tensor = _Lstm.apply(recurrent, places, None, *tables)
    return hidden


def lstm_both_ways(table: Tensor, places: Tensor, recurrent: Tensor, backward_order: Tensor) -> Tensor:
    """The hidden states of both directions at each position (member, position, word, 2 × hidden).

    The table, the places of both directions and `recurrent` are as in `lstm`; `backward_order` (position, word) is the
    step at which each position is read backwards.
    """
    if not can_be_compiled(recurrent):
        forwards, backwards = _step_by_step([table], [places], recurrent).chunk(2)
        words = torch.arange(backward_order.shape[1], device=backward_order.device)
        return torch.cat([forwards, backwards[:, backward_order, words]], dim=-1)
    joined: Tensor = _Lstm.apply(recurrent, [places], backward_order, table)
    return joined


def _step_by_step(tables: Sequence[Tensor], places: Sequence[Tensor], recurrent: Tensor) -> Tensor:
    """`lstm` computed by torch, for other devices and number types."""
    looked_up = [
        torch.cat([layers[:, rows] for layers, rows in zip(table.chunk(len(of_table)), of_table, strict=True)])
        for table, of_table in zip(tables, places, strict=True)
    ]
    from_inputs = torch.stack(looked_up).sum(dim=0)
    hidden: list[Tensor] = []
    cell = torch.zeros((), device=recurrent.device, dtype=recurrent.dtype)
    for gates in from_inputs.unbind(1):
        if hidden:
            gates = torch.baddbmm(gates, hidden[-1], recurrent)
        new, cell = next_states(gates, cell)
        hidden.append(new)
    return torch.stack(hidden, dim=1)


def next_states(gates: Tensor, cell: Tensor) -> tuple[Tensor, Tensor]:
    """The next hidden and cell states, from the sums that enter the gates."""
    let_in, forget, let_out, candidate = gates.chunk(4, dim=-1)
    cell = torch.sigmoid(forget) * cell + torch.sigmoid(let_in) * torch.tanh(candidate)
    return torch.sigmoid(let_out) * torch.tanh(cell), cell


class _Lstm(torch.autograd.Function):
    """The LSTM in compiled loops: hidden states or, with a `backward_order`, both directions at each position."""

    @staticmethod
    def forward(
        ctx: Any, recurrent: Tensor, places: Sequence[Tensor], backward_order: Tensor | None, *tables: Tensor
    ) -> Tensor:
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
        if backward_order is None:
            ctx.backward_order = None
            return hidden
        ctx.backward_order = array(backward_order)
        joined = torch.empty(stack // 2, steps, words, 2 * size)
        join_directions(array(hidden), ctx.backward_order, array(joined), back=False)
        return joined

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        recurrent, gates, cell, hidden = ctx.saved_tensors
        (hidden_gradient,) = gradients
        if ctx.backward_order is not None:
            joined_gradient, hidden_gradient = hidden_gradient, torch.empty_like(hidden)
            join_directions(array(hidden_gradient), ctx.backward_order, array(joined_gradient), back=True)
        gates_gradient = torch.empty_like(gates)
        of_gates = array(gates_gradient)
        lstm_backward(array(hidden_gradient), array(recurrent), array(gates), array(cell), of_gates)
        table_gradients = []
        for places, height in zip(ctx.places, ctx.heights, strict=True):
            table_gradient = torch.zeros(len(gates), height, gates.shape[3])
            add_to_table(of_gates, places, array(table_gradient))
            table_gradients.append(table_gradient)
        before, after = hidden[:, :-1].flatten(1, 2), gates_gradient[:, 1:].flatten(1, 2)
        return product(before.transpose(1, 2), after), None, None, *table_gradients


@compiled
def look_up(table: Numbers, places: Places, is_first: bool, gates: Numbers) -> None:
    """Add the rows of a table (stack, row, gates) at these places (direction, step, word) to the gates.

    The first table overwrites the gates instead. The first layers of the stack use the places of the first direction.
    """
    stack, steps, words, width = gates.shape
    for s in range(stack):
        direction = s * len(places) // stack
        for t in range(steps):
            for w in range(words):
                row, gate = table[s, places[direction, t, w]], gates[s, t, w]
                for j in range(width):
                    gate[j] = row[j] if is_first else gate[j] + row[j]


@compiled
def add_to_table(gates_gradient: Numbers, places: Places, table_gradient: Numbers) -> None:
    """Add the gates' gradients to those of the table rows that were looked up."""
    stack, steps, words, width = gates_gradient.shape
    for s in range(stack):
        direction = s * len(places) // stack
        for t in range(steps - 1, -1, -1):
            for w in range(words):
                row, gate = table_gradient[s, places[direction, t, w]], gates_gradient[s, t, w]
                for j in range(width):
                    row[j] += gate[j]


@compiled
def lstm_forward(recurrent: Numbers, gates: Numbers, cell: Numbers, hidden: Numbers) -> None:
    """Turn the inputs' part of the gates (stack, step, word, 4 × size) into open gates, cell and hidden states."""
    stack, steps, words, size = hidden.shape
    nothing = np.zeros(size, np.float32)
    for s in range(stack):
        for t in range(steps):
            if t:
                _add_product(gates[s, t], hidden[s, t - 1], recurrent[s])
            for w in range(words):
                before = cell[s, t - 1, w] if t else nothing
                _gates_forward(gates[s, t, w], before, cell[s, t, w], hidden[s, t, w])


@inlined
def _gates_forward(gates: Numbers, before: Numbers, cell: Numbers, hidden: Numbers) -> None:
    """Turn a word's gate sums (input, forget, output, candidate) into open gates, and compute its next state."""
    size = len(cell)
    for j in range(3 * size):
        gates[j] = _sigmoid(gates[j])
    for j in range(size):
        candidate = _tanh(gates[3 * size + j])
        gates[3 * size + j] = candidate
        cell[j] = gates[j] * candidate + gates[size + j] * before[j]
        hidden[j] = gates[2 * size + j] * _tanh(cell[j])


@compiled
def lstm_backward(
    hidden_gradient: Numbers, recurrent: Numbers, gates: Numbers, cell: Numbers, gates_gradient: Numbers
) -> None:
    """Fill in the gradients of the gate sums."""
    stack, steps, words, size = hidden_gradient.shape
    nothing = np.zeros(size, np.float32)
    back = np.empty((words, size), np.float32)  # gradients of the hidden states of a step
    carried = np.empty((words, size), np.float32)  # … and of the cell states
    for s in range(stack):
        for w in range(words):
            for j in range(size):
                carried[w, j] = 0
        for t in range(steps - 1, -1, -1):
            for w in range(words):
                for j in range(size):
                    back[w, j] = hidden_gradient[s, t, w, j]
            if t < steps - 1:
                _add_product_transposed(back, gates_gradient[s, t + 1], recurrent[s])
            for w in range(words):
                before = cell[s, t - 1, w] if t else nothing
                _gates_backward(back[w], carried[w], gates[s, t, w], before, cell[s, t, w], gates_gradient[s, t, w])


@inlined
def _gates_backward(
    back: Numbers, carried: Numbers, gates: Numbers, before: Numbers, cell: Numbers, gates_gradient: Numbers
) -> None:
    """Turn the gradients of a word's hidden and cell state into those of its gate sums."""
    one = np.float32(1)
    let_in, forget, let_out, candidate = _parts(gates)
    in_gradient, forget_gradient, out_gradient, candidate_gradient = _parts(gates_gradient)
    for j in range(len(cell)):
        squashed = _tanh(cell[j])
        slope = carried[j] + back[j] * let_out[j] * (one - squashed * squashed)
        out_gradient[j] = back[j] * squashed * let_out[j] * (one - let_out[j])
        in_gradient[j] = slope * candidate[j] * let_in[j] * (one - let_in[j])
        forget_gradient[j] = slope * before[j] * forget[j] * (one - forget[j])
        candidate_gradient[j] = slope * let_in[j] * (one - candidate[j] * candidate[j])
        carried[j] = slope * forget[j]


@inlined
def _parts(gates: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    size = len(gates) // 4
    return gates[:size], gates[size : 2 * size], gates[2 * size : 3 * size], gates[3 * size :]


@inlined
def _add_product(to: Numbers, left: Numbers, right: Numbers) -> None:
    """to += left @ right, for a left side of few rows: eight rows of the right side at a time."""
    rows, inner = left.shape
    width = right.shape[1]
    done = inner - inner % 8
    for k in range(0, done, 8):
        r0, r1, r2, r3 = right[k], right[k + 1], right[k + 2], right[k + 3]
        r4, r5, r6, r7 = right[k + 4], right[k + 5], right[k + 6], right[k + 7]
        for i in range(rows):
            a0, a1, a2, a3 = left[i, k], left[i, k + 1], left[i, k + 2], left[i, k + 3]
            a4, a5, a6, a7 = left[i, k + 4], left[i, k + 5], left[i, k + 6], left[i, k + 7]
            row = to[i]
            for j in range(width):
                first = a0 * r0[j] + a1 * r1[j] + a2 * r2[j] + a3 * r3[j]
                row[j] += first + (a4 * r4[j] + a5 * r5[j] + a6 * r6[j] + a7 * r7[j])
    for k in range(done, inner):
        for i in range(rows):
            row, factor, other = to[i], left[i, k], right[k]
            for j in range(width):
                row[j] += factor * other[j]


@inlined
def _add_product_transposed(to: Numbers, left: Numbers, right: Numbers) -> None:
    """to += left @ right.T, for a left side of few rows: four of them at a time."""
    rows, inner = left.shape
    done = rows - rows % 4
    for j in range(right.shape[0]):
        other = right[j]
        for i in range(0, done, 4):
            l0, l1, l2, l3 = left[i], left[i + 1], left[i + 2], left[i + 3]
            s0 = s1 = s2 = s3 = np.float32(0)
            for k in range(inner):
                s0 += l0[k] * other[k]
                s1 += l1[k] * other[k]
                s2 += l2[k] * other[k]
                s3 += l3[k] * other[k]
            to[i, j] += s0
            to[i + 1, j] += s1
            to[i + 2, j] += s2
            to[i + 3, j] += s3
        for i in range(done, rows):
            row, total = left[i], np.float32(0)
            for k in range(inner):
                total += row[k] * other[k]
            to[i, j] += total


@inlined
def _sigmoid(x: Number) -> Number:
    half = np.float32(0.5)
    return half * _tanh(half * x) + half


@inlined
def _tanh(x: Number) -> Number:
    """tanh to 3e-7, as a quotient of polynomials, which a processor works out for many numbers at once."""
    x = min(max(x, np.float32(-7.9)), np.float32(7.9))
    square = x * x
    above = np.float32(-2.76076847742355e-16)
    above = above * square + np.float32(2.00018790482477e-13)
    above = above * square + np.float32(-8.60467152213735e-11)
    above = above * square + np.float32(5.12229709037114e-08)
    above = above * square + np.float32(1.48572235717979e-05)
    above = above * square + np.float32(6.37261928875436e-04)
    above = above * square + np.float32(4.89352455891786e-03)
    below = np.float32(1.19825839466702e-06)
    below = below * square + np.float32(1.18534705686654e-04)
    below = below * square + np.float32(2.26843463243900e-03)
    below = below * square + np.float32(4.89352518554385e-03)
    return x * above / below


@compiled
def join_directions(hidden: Numbers, backward_order: Places, joined: Numbers, back: bool) -> None:
    """Join the states of both directions at each position (member, position, word, both).

    `backward_order` (position, word) is the step at which each position was read backwards. If `back`, fill in `hidden`
    from `joined`.
    """
    members, positions, words, width = joined.shape
    size = width // 2
    for m in range(members):
        for t in range(positions):
            for w in range(words):
                both = joined[m, t, w]
                _copy(hidden[m, t, w], both[:size], back)
                _copy(hidden[members + m, backward_order[t, w], w], both[size:], back)


@inlined
def _copy(here: Numbers, there: Numbers, back: bool) -> None:
    for j in range(len(here)):
        if back:
            here[j] = there[j]
        else:
            there[j] = here[j]
