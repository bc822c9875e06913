"""Tensors as the arrays that compiled loops work on, in the same memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor


def can_be_compiled(tensor: Tensor) -> bool:
    """Whether the loops are for such numbers: those of this computer's own memory, in single precision."""
    return tensor.device.type == "cpu" and tensor.dtype == torch.float32


def array(tensor: Tensor) -> np.ndarray[Any, Any]:
    """The tensor's own memory; a copy where its numbers do not stand side by side."""
    return tensor.detach().contiguous().numpy()


def flat_array(tensor: Tensor) -> np.ndarray[Any, Any]:
    """The same in one dimension."""
    return array(tensor).ravel()
