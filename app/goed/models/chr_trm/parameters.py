"""The weights of a training in full precision, and beside them what its updates compute with."""

from __future__ import annotations

import torch
from torch import Tensor

from goed.models.chr_trm.settings import ChrTrmSettings
from goed.models.chr_trm.weights import Weights

HALF_INSTRUCTIONS = ("avx512_bf16", "amx_bf16", "bf16")  # of x86, x86, ARM


class Parameters:
    """Exact weights, and where updates run in half precision, their rounded copies.

    All of them and all gradients stay where they are for the whole training: made anew at each update they would
    leave gaps in memory, which grew to gigabytes.
    """

    def __init__(self, start: Weights, device: torch.device, precision: torch.dtype) -> None:
        self.exact = _with_gradients(start, device, torch.float32)
        self.is_half = precision != torch.float32
        self.used = _with_gradients(start, device, precision) if self.is_half else self.exact

    def clear_gradients(self) -> None:
        """Before a backward pass."""
        torch._foreach_zero_(_gradients(self.used))

    def gather_gradients(self) -> None:
        """After it: the exact weights get the gradients."""
        if self.is_half:
            torch._foreach_copy_(_gradients(self.exact), _gradients(self.used))

    def round(self) -> None:
        """After a change of the exact weights: updates compute with them from now on."""
        if self.is_half:
            with torch.no_grad():
                torch._foreach_copy_(list(self.used.values()), list(self.exact.values()))

    def replace(self, weights: Weights) -> None:
        """Take other weights."""
        with torch.no_grad():
            for name, tensor in self.exact.items():
                tensor.copy_(weights[name])
        self.round()


def _with_gradients(start: Weights, device: torch.device, dtype: torch.dtype) -> dict[str, Tensor]:
    tensors = {name: tensor.to(device, dtype, copy=True).requires_grad_() for name, tensor in start.items()}
    for tensor in tensors.values():
        tensor.grad = torch.zeros_like(tensor)
    return tensors


def _gradients(weights: Weights) -> list[Tensor]:
    return [tensor.grad for tensor in weights.values() if tensor.grad is not None]


def precision_of(settings: ChrTrmSettings, device: torch.device) -> torch.dtype:
    """What updates compute in. "auto" takes half precision only where there are instructions for it."""
    if settings.precision != "auto":
        return torch.bfloat16 if settings.precision == "bf16" else torch.float32
    if device.type == "cuda":
        return torch.bfloat16 if torch.cuda.is_bf16_supported(including_emulation=False) else torch.float32
    # oneDNN says that it supports bfloat16 wherever it can emulate it, which takes more than twice the time of single.
    able = torch.cpu.get_capabilities()
    return torch.bfloat16 if any(able.get(name) for name in HALF_INSTRUCTIONS) else torch.float32
