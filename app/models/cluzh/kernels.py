"""Loops over numbers, compiled by numba for the processor at hand: the steps of LSTM layers, the loss, and optimizers.

A training makes thousands of updates, each of a few words, and so of small numbers of numbers. As calls of torch a step
costs more for the calls than for the sums, and Adadelta goes over all weights eight times; here it is once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]
Number = Any  # np.float32
Loop = TypeVar("Loop", bound=Callable[..., Any])

# Sums may be added up in any order, as it suits the processor; it is always the same on the same one. Numbers that are
# none stay so: a training that diverges has to be noticed.
FREEDOMS = {"reassoc", "contract", "nsz", "arcp"}


def compiled(loop: Loop) -> Loop:
    """Compile a loop at its first call, and keep that for other processes where there is a place for it."""
    try:
        return cast(Loop, numba.njit(fastmath=FREEDOMS, error_model="numpy", cache=True)(loop))
    except RuntimeError:  # neither goed's folder nor the user's cache can be written to
        return cast(Loop, numba.njit(fastmath=FREEDOMS, error_model="numpy")(loop))


@compiled
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
def _sigmoid(x: Number) -> Number:
    half = np.float32(0.5)
    return half * _tanh(half * x) + half


@compiled
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


@compiled
def _add_product_with_turned(to: Numbers, left: Numbers, right: Numbers) -> None:
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


@compiled
def lstm_forward(
    tables: tuple[Numbers, ...],
    places: tuple[Places, ...],
    recurrent: Numbers,
    gates: Numbers,
    cell: Numbers,
    hidden: Numbers,
) -> None:
    """Fill in gates (stack, step, word, 4 × size), cell and hidden states of layers side by side, from zero.

    What goes into the gates is a row of each table (stack, row, 4 × size), at its place (direction, step, word); the
    first layers of the stack have the places of the first direction.
    """
    stack, steps, words, size = hidden.shape
    nothing = np.zeros(size, np.float32)
    for s in range(stack):
        direction = s * len(places[0]) // stack
        for t in range(steps):
            gates[s, t] = 0
            for table, place in zip(tables, places):  # noqa: B905 (numba has no strict)
                for w in range(words):
                    gates[s, t, w] += table[s, place[direction, t, w]]
            if t:
                _add_product(gates[s, t], hidden[s, t - 1], recurrent[s])
            for w in range(words):
                before = cell[s, t - 1, w] if t else nothing
                _open_gates(gates[s, t, w], before, cell[s, t, w], hidden[s, t, w])


@compiled
def _open_gates(gates: Numbers, before: Numbers, cell: Numbers, hidden: Numbers) -> None:
    """From the sums that go into the gates of a word to its next state: input, forget, output, candidate."""
    size = len(cell)
    let_in, forget, let_out, candidate = _parts(gates)
    for j in range(3 * size):
        gates[j] = _sigmoid(gates[j])
    for j in range(size):
        candidate[j] = _tanh(candidate[j])
        cell[j] = let_in[j] * candidate[j] + forget[j] * before[j]
        hidden[j] = let_out[j] * _tanh(cell[j])


@compiled
def _parts(gates: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    size = len(gates) // 4
    return gates[:size], gates[size : 2 * size], gates[2 * size : 3 * size], gates[3 * size :]


@compiled
def lstm_backward(
    to_hidden: Numbers,
    places: tuple[Places, ...],
    recurrent: Numbers,
    gates: Numbers,
    cell: Numbers,
    to_gates: Numbers,
    to_tables: tuple[Numbers, ...],
) -> None:
    """Fill in the gradients of what went into the gates, and add them to those of the tables."""
    stack, steps, words, size = to_hidden.shape
    nothing = np.zeros(size, np.float32)
    back = np.empty((words, size), np.float32)  # gradients of the hidden states of a step
    carried = np.empty((words, size), np.float32)  # … and of the cell states
    for s in range(stack):
        direction = s * len(places[0]) // stack
        carried[:] = 0
        for t in range(steps - 1, -1, -1):
            back[:] = to_hidden[s, t]
            if t < steps - 1:
                _add_product_with_turned(back, to_gates[s, t + 1], recurrent[s])
            for w in range(words):
                before = cell[s, t - 1, w] if t else nothing
                _close_gates(back[w], carried[w], gates[s, t, w], before, cell[s, t, w], to_gates[s, t, w])
            for to_table, place in zip(to_tables, places):  # noqa: B905
                for w in range(words):
                    to_table[s, place[direction, t, w]] += to_gates[s, t, w]


@compiled
def _close_gates(
    back: Numbers, carried: Numbers, gates: Numbers, before: Numbers, cell: Numbers, to_gates: Numbers
) -> None:
    """From the gradient of a word's hidden state, and of its cell state, to those of its gates' sums."""
    one = np.float32(1)
    let_in, forget, let_out, candidate = _parts(gates)
    to_in, to_forget, to_out, to_candidate = _parts(to_gates)
    for j in range(len(cell)):
        squashed = _tanh(cell[j])
        slope = carried[j] + back[j] * let_out[j] * (one - squashed * squashed)
        to_out[j] = back[j] * squashed * let_out[j] * (one - let_out[j])
        to_in[j] = slope * candidate[j] * let_in[j] * (one - let_in[j])
        to_forget[j] = slope * before[j] * forget[j] * (one - forget[j])
        to_candidate[j] = slope * let_in[j] * (one - candidate[j] * candidate[j])
        carried[j] = slope * forget[j]


@compiled
def loss_and_gradient(
    scores: Numbers, optimal: Places, is_there: npt.NDArray[np.bool_], shares: Numbers, smoothing: float, to: Numbers
) -> float:
    """The sum over rows of what they lose, each times its share; the scores' gradients are filled in.

    Impossible actions have −∞ among the scores (member, row, action). A row loses −log p(any optimal action), of which
    there are one or several (row, action); with smoothing, a share of it is the mean of −log p over all possible ones.
    """
    members, rows, _ = scores.shape
    loss = 0.0
    for m in range(members):
        for r in range(rows):
            if shares[r] == 0:
                to[m, r] = 0
            else:
                of_row = _of_row(scores[m, r], optimal[r], is_there[r], shares[r], smoothing, to[m, r])
                loss += shares[r] * of_row
    return loss


@compiled
def _of_row(
    scores: Numbers,
    optimal: npt.NDArray[np.int64],
    is_there: npt.NDArray[np.bool_],
    share: float,
    smoothing: float,
    to: Numbers,
) -> float:
    highest = scores.max()
    total = wanted = all_scores = 0.0
    n_possible = 0
    for action in range(len(scores)):
        to[action] = math.exp(scores[action] - highest)
        if scores[action] > -np.inf:
            total += to[action]
            all_scores += scores[action] - highest
            n_possible += 1
    for i in range(len(optimal)):
        if is_there[i]:
            wanted += to[optimal[i]]
    lost = (1 - smoothing) * -math.log(wanted / total) + smoothing * (math.log(total) - all_scores / n_possible)
    for i in range(len(optimal)):
        if is_there[i]:
            to[optimal[i]] *= 1 - (1 - smoothing) * total / wanted
    for action in range(len(scores)):
        to[action] *= share / total
        if scores[action] > -np.inf:
            to[action] -= share * smoothing / n_possible
    return lost


@compiled
def adam_step(
    weights: Numbers,
    means: Numbers,
    squares: Numbers,
    gradients: Numbers,
    rates: tuple[Number, Number],
    decays: tuple[Number, Number],
    floor: Number,
) -> None:
    """Move weights by the running means of their gradients and of these squared.

    `rates` make up for means that began at zero: by what the step is multiplied, and its square divided.
    """
    one = np.float32(1)
    for i in range(weights.size):
        gradient = gradients[i]
        mean = decays[0] * means[i] + (one - decays[0]) * gradient
        square = decays[1] * squares[i] + (one - decays[1]) * gradient * gradient
        means[i] = mean
        squares[i] = square
        weights[i] -= rates[0] * mean / (math.sqrt(square * rates[1]) + floor)


@compiled
def adadelta_step(
    weights: Numbers, squares: Numbers, steps: Numbers, gradients: Numbers, rate: Number, decay: Number, floor: Number
) -> None:
    """Move weights by their gradients; `squares` and `steps` are the running means of both squared."""
    new = np.float32(1) - decay
    for i in range(weights.size):
        gradient = gradients[i]
        square = decay * squares[i] + new * gradient * gradient
        change = math.sqrt((steps[i] + floor) / (square + floor)) * gradient
        squares[i] = square
        steps[i] = decay * steps[i] + new * change * change
        weights[i] -= rate * change
