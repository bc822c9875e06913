"""Networks of several checks made one, whose members decide together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

Weights = Mapping[str, Tensor]


def joined(each: Sequence[Weights]) -> dict[str, Tensor]:
    """The weights of networks with the members of all of these."""
    return {name: _side_by_side([weights[name] for weights in each], name) for name in each[0]}


def _side_by_side(tensors: Sequence[Tensor], name: str) -> Tensor:
    """Members stand in the first dimension, but for the two biases of LSTM layers, where they stand in the second.

    Of an encoder's layers those that read forwards come first, of all members, then those that read backwards.
    """
    dimension = 1 if name.endswith(".biases") else 0
    if not name.startswith("encoder."):
        return torch.cat(list(tensors), dim=dimension)
    forwards, backwards = zip(*(tensor.chunk(2, dim=dimension) for tensor in tensors), strict=True)
    return torch.cat([*forwards, *backwards], dim=dimension)
