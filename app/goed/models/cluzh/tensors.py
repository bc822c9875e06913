"""Tensors as the arrays that compiled loops work on, in the same memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import torch
from torch import Tensor


def can_be_compiled(tensor: Tensor) -> bool:
    """Whether the loops are for such numbers: those of this computer's own memory, in single precision."""
    return tensor.device.type == "cpu" and tensor.dtype == torch.float32


def array(tensor: Tensor) -> np.ndarray[Any, Any]:
    """The tensor's own memory; a copy where its numbers do not stand side by side."""
    if tensor.requires_grad:
        tensor = tensor.detach()
    return tensor.contiguous().numpy()


def own_arrays(tensors: Iterable[Tensor]) -> list[np.ndarray[Any, Any]] | None:
    """The tensors' own memory in one dimension, for loops that change it; None where it is not for them."""
    tensors = list(tensors)
    if all(can_be_compiled(tensor) and tensor.is_contiguous() for tensor in tensors):
        return [flat_array(tensor) for tensor in tensors]
    return None


def flat_array(tensor: Tensor) -> np.ndarray[Any, Any]:
    """The tensor's memory in one dimension; a copy where its numbers do not stand side by side."""
    return array(tensor).ravel()
