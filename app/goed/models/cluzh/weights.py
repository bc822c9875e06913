"""Weights as torch draws its own, with a first dimension for the members of a stack."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class LstmWeights(nn.Module):
    """The weights of LSTM layers side by side: U(±1/√hidden).

    As in torch a gate has two biases, which are added up. They are not the same as one: both are moved by each update.
    """

    def __init__(self, stack: int, inputs: int, hidden: int) -> None:
        super().__init__()
        self.input = nn.Parameter(drawn(stack, inputs, 4 * hidden, fan=hidden))
        self.recurrent = nn.Parameter(drawn(stack, hidden, 4 * hidden, fan=hidden))
        self.biases = nn.Parameter(drawn(2, stack, 1, 4 * hidden, fan=hidden))

    @property
    def bias(self) -> Tensor:
        """What is added to the gates (stack, 1, gates)."""
        return self.biases.sum(dim=0)


def drawn(*shape: int, fan: int) -> Tensor:
    """Weights from U(±1/√fan)."""
    return torch.empty(shape).uniform_(-(fan**-0.5), fan**-0.5)


def embeddings(members: int, number: int, size: int, padding: int) -> Tensor:
    """Embeddings from N(0, 1), the padding's zero."""
    numbers = torch.randn(members, number, size)
    numbers[:, padding] = 0
    return numbers
