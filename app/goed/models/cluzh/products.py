"""Products of stacks of matrices, by the quicker of the two libraries that torch brings.

torch multiplies by MKL, which on processors that are not Intel's leaves half of their vector units idle; oneDNN, which
it takes for convolutions and for half precision, uses them on all. For a product of some size that is twice as fast.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from goed.models.cluzh.compiling import can_be_compiled

HAS_ONEDNN = bool(torch.backends.mkldnn.is_available())
WORTH_IT = 1 << 20  # multiplications, below which a call of oneDNN costs more than it saves


def product(left: Tensor, right: Tensor) -> Tensor:
    """left @ right for each of a stack: (stack, row, inner) and (stack, inner, column)."""
    if not _is_for_onednn(left, right):
        return left @ right
    found: Tensor = _Product.apply(left, right)
    return found


def _is_for_onednn(left: Tensor, right: Tensor) -> bool:
    size = left.shape[1] * left.shape[2] * right.shape[2]
    return size >= WORTH_IT and can_be_compiled(left) and HAS_ONEDNN


class _Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, left: Tensor, right: Tensor) -> Tensor:
        ctx.save_for_backward(left, right)
        return _multiplied(left, right)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, Tensor | None]:
        left, right = ctx.saved_tensors
        to_product = gradients[0]
        to_left = _multiplied(to_product, right.transpose(1, 2)) if ctx.needs_input_grad[0] else None
        to_right = _multiplied(left.transpose(1, 2), to_product) if ctx.needs_input_grad[1] else None
        return to_left, to_right


def _multiplied(left: Tensor, right: Tensor) -> Tensor:
    linear = torch.ops.mkldnn._linear_pointwise
    found = [linear(*pair, None, "none", [], "") for pair in zip(left, right.transpose(1, 2), strict=True)]
    return found[0].unsqueeze(0) if len(found) == 1 else torch.stack(found)
