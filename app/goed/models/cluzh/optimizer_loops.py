"""Steps of optimizers in one pass over memory, in compiled loops."""

from __future__ import annotations

import math

import numpy as np

from goed.models.cluzh.compiling import Number, Numbers, compiled


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
