"""How torch is set up in a process that trains: one thread, memory that is kept, no numbers too small to count."""

from __future__ import annotations

import ctypes
import gc
import math
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import torch

_M_TRIM_THRESHOLD, _M_TOP_PAD, _M_MMAP_THRESHOLD = -1, -2, -3  # of glibc's mallopt
_KEPT = 1 << 29  # bytes


def use_one_thread() -> None:
    """One thread a training: two trainings side by side finish as soon, and the number of cores changes no sum.

    An update of a small network allocates and frees the same few megabytes again and again. glibc gives them back to
    the system each time, and gets them back page by page: a sixth of CLUZH's time. It is told to keep them.
    """
    torch.set_num_threads(1)
    _tell_libc("mallopt", _M_MMAP_THRESHOLD, _KEPT)
    _tell_libc("mallopt", _M_TRIM_THRESHOLD, _KEPT)
    _tell_libc("mallopt", _M_TOP_PAD, 1 << 23)


def _tell_libc(what: str, *numbers: int) -> None:
    with suppress(OSError, AttributeError):  # another system has another way
        getattr(ctypes.CDLL("libc.so.6"), what)(*numbers)


def device_of(asked: str) -> torch.device:
    """The device that `auto`, `cpu` or `cuda` stands for here."""
    if asked == "auto":
        asked = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.device(asked)


@contextmanager
def tiny_numbers_as_zero() -> Iterator[None]:
    """While this lasts, numbers below 1e-38 are zero in this thread.

    Gradients of a network that is sure of most answers get as small as that, and many processors take a hundred times
    as long for such a number: some products of matrices take eight times their time. Whoever shares the process has
    small numbers again afterwards.
    """
    smallest = math.ulp(0.0)
    are_zero_already = smallest * 1.0 == 0.0
    torch.set_flush_denormal(True)
    try:
        yield
    finally:
        torch.set_flush_denormal(are_zero_already)


@contextmanager
def loaded_objects_left_alone() -> Iterator[None]:
    """While this lasts, the garbage collector does not look at what was there before.

    torch and numba load a few hundred thousand objects that stay, and each update makes enough new ones to set the
    collector going: it would take a twentieth of a training's time.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def give_back_memory() -> None:
    """Give memory that is not needed any more back to the system: loops that were compiled leave some."""
    gc.collect()
    _tell_libc("malloc_trim", 0)
