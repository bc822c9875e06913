"""Arithmetic that beats torch's on a CPU: compiled loops, matrix products, row sums.

A training makes thousands of updates on a few words each: the tensors are so small that calling torch costs more than
the arithmetic. numba compiles loops for the processor at hand; they work on tensors as arrays in the same memory.
Inside loops arrays are filled value by value: numba accepts `array[:] = 0` too, but takes half a second longer to
compile its error messages.

torch multiplies matrices with MKL, which on processors other than Intel's leaves half of the vector units idle. oneDNN,
which torch uses for convolutions and half precision, uses all of them: larger products are twice as fast.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from goed.models.compilation import compiled_with, part_with

Numbers = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]
Number = Any  # np.float32

# Sums may be computed in any order that suits the processor; on one processor it is always the same. NaN stays NaN, so
# that a training that diverges is noticed.
OPTIONS: dict[str, Any] = {"fastmath": {"reassoc", "contract", "nsz", "arcp"}, "error_model": "numpy"}
HAS_ONEDNN = bool(torch.backends.mkldnn.is_available())
WORTH_IT = 1 << 20  # multiplications, below which a call of oneDNN costs more than it saves


compiled = compiled_with(**OPTIONS)
# For loops that others of the same file call. If they were not inlined, the process that compiles them would use a
# version that sums in another order than the cached one: the first training of an installation would end with other
# weights.
inlined = part_with(**OPTIONS, forceinline=True)


def can_be_compiled(tensor: Tensor) -> bool:
    """Whether the loops can handle a tensor: one in this computer's own memory, in single precision."""
    return tensor.device.type == "cpu" and tensor.dtype == torch.float32


def array(tensor: Tensor) -> np.ndarray[Any, Any]:
    """The tensor as an array over the same memory; a copy if its numbers are not contiguous."""
    if tensor.requires_grad:
        tensor = tensor.detach()
    return tensor.contiguous().numpy()


def product(left: Tensor, right: Tensor) -> Tensor:
    """left @ right for each of a stack: (stack, row, inner) and (stack, inner, column)."""
    size = left.shape[1] * left.shape[2] * right.shape[2]
    if size < WORTH_IT or not can_be_compiled(left) or not HAS_ONEDNN:
        return left @ right
    found: Tensor = _Product.apply(left, right)
    return found


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


def sums_of_rows(table: Tensor, places: Tensor, padding: int) -> Tensor:
    """For each word the sum (stack, word, size) of a table's rows (stack, row, size) at its places (word, any number).

    Places equal to `padding` add nothing.
    """
    if not can_be_compiled(table):
        return (table[:, places] * (places != padding).unsqueeze(-1)).sum(dim=2)
    sums: Tensor = _Sums.apply(table, places, padding)
    return sums


class _Sums(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, table: Tensor, places: Tensor, padding: int) -> Tensor:
        ctx.height, ctx.places, ctx.padding = table.shape[1], array(places), padding
        sums = table.new_zeros(len(table), len(places), table.shape[2])
        _add_rows(array(table), ctx.places, padding, array(sums), back=False)
        return sums

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        (sums_gradient,) = gradients
        table_gradient = sums_gradient.new_zeros(len(sums_gradient), ctx.height, sums_gradient.shape[2])
        _add_rows(array(table_gradient), ctx.places, ctx.padding, array(sums_gradient), back=True)
        return table_gradient, None, None


@compiled
def _add_rows(table: Numbers, places: Places, padding: int, sums: Numbers, back: bool) -> None:
    """Add rows to the sums or, if `back`, the sums' gradients to the gradients of the rows."""
    stack, words, size = sums.shape
    for s in range(stack):
        for w in range(words):
            for place in places[w]:
                if place != padding:
                    row, total = table[s, place], sums[s, w]
                    for j in range(size):
                        if back:
                            row[j] += total[j]
                        else:
                            total[j] += row[j]
