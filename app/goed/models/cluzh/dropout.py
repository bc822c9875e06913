"""Dropout with masks from random bytes: many times as fast on a CPU as drawing a number for each value."""

from __future__ import annotations

import torch
from torch import Tensor, nn

LEVELS = 256  # of a byte


class Dropout(nn.Module):
    """Sets values to zero with a chance that is a multiple of 1/256, and scales the others up, in training only."""

    def __init__(self, chance: float) -> None:
        super().__init__()
        self._kept = round((1 - chance) * LEVELS)

    def forward(self, values: Tensor) -> Tensor:
        """The values with some of them dropped."""
        if not self.training or self._kept == LEVELS:
            return values
        n = values.numel()
        eights = torch.empty((n + 7) // 8, dtype=torch.int64, device=values.device).random_(-(2**63), None)
        is_kept = eights.view(torch.uint8)[:n].view(values.shape) < self._kept
        return values * (is_kept * (LEVELS / self._kept))
