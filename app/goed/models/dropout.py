"""Dropout whose masks are compared bytes: a tenth of the cost of drawing each element by itself on a CPU."""

from __future__ import annotations

import torch
from torch import Tensor


class Dropout:
    """Sets a share of elements to zero and scales the rest up, drawing from a generator of its own if it has one.

    The share is rounded to 256ths: 0.3 is 77/256.
    """

    def __init__(self, share: float, generator: torch.Generator | None = None) -> None:
        self.kept = round(256 * (1 - share))  # of 256 byte values
        self.generator = generator

    def __call__(self, x: Tensor) -> Tensor:
        """Drop elements of x."""
        return x * self.mask(x) if self.kept < 256 else x

    def add(self, x: Tensor, y: Tensor) -> Tensor:
        """x plus what is left of y: a residual branch."""
        return torch.addcmul(x, y, self.mask(y)) if self.kept < 256 else x + y

    def mask(self, like: Tensor) -> Tensor:
        """Zeros, and 1 / (1 - share) where an element is kept."""
        words = torch.empty((like.numel() + 7) // 8, dtype=torch.int64, device=like.device)
        words.random_(-(2**63), None, generator=self.generator)  # eight random bytes each
        random_bytes = words.view(torch.uint8)[: like.numel()].view(like.shape)
        # Written into the mask's own type: a mask of booleans would have to be converted, which is slow.
        return torch.lt(random_bytes, self.kept, out=torch.empty_like(like)).mul_(256 / self.kept)


NO_DROPOUT = Dropout(0)  # for decoding
