"""How loops over numbers are compiled by numba, for the processor at hand.

A training makes thousands of updates, each of a few words, and so of small numbers of numbers: as calls of torch, the
calls cost more than the sums. In the loops themselves arrays are filled value by value: numba takes `array[:] = 0` too,
but compiles half a second longer for its error messages.

The loops work on tensors as arrays in the same memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

Numbers = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]
Number = Any  # np.float32
Loop = TypeVar("Loop", bound=Callable[..., Any])

# Sums may be added up in any order, as it suits the processor; it is always the same on the same one. Numbers that are
# none stay so: a training that diverges has to be noticed.
OPTIONS: dict[str, Any] = {"fastmath": {"reassoc", "contract", "nsz", "arcp"}, "error_model": "numpy"}


def compiled(loop: Loop) -> Loop:
    """Compile a loop at its first call, and keep that for other processes where there is a place for it."""
    try:
        return cast(Loop, numba.njit(**OPTIONS, cache=True)(loop))
    except RuntimeError:  # neither goed's folder nor the user's cache can be written to
        return cast(Loop, numba.njit(**OPTIONS)(loop))


def inlined(loop: Loop) -> Loop:
    """Compile a loop as a part of the loops of the same file that call it.

    Were it called instead, the process that compiles would call a version of it that adds up in another order than the
    one that is kept for other processes: the first training of an installation would end with other weights.
    """
    return cast(Loop, numba.njit(**OPTIONS, forceinline=True)(loop))


def can_be_compiled(tensor: Tensor) -> bool:
    """Whether the loops are for such numbers: those of this computer's own memory, in single precision."""
    return tensor.device.type == "cpu" and tensor.dtype == torch.float32


def array(tensor: Tensor) -> np.ndarray[Any, Any]:
    """The tensor's own memory; a copy where its numbers do not stand side by side."""
    if tensor.requires_grad:
        tensor = tensor.detach()
    return tensor.contiguous().numpy()
