"""What trainings with torch share: process setup, diverged weights, and checkpoints.

A checkpoint is one file, written whole or not at all, and read without running anything in it.
"""

from __future__ import annotations

import ctypes
import gc
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from goed.drafts import put_on_disk, remove_files
from goed.models.interface import ModelError, Task, Workbench

_M_TRIM_THRESHOLD, _M_TOP_PAD, _M_MMAP_THRESHOLD = -1, -2, -3  # of glibc's mallopt
_KEPT = 1 << 29  # bytes


def use_one_thread() -> None:
    """Compute in one thread, and keep freed memory.

    Two trainings side by side finish as soon as with more threads, and results do not depend on the number of cores. An
    update of a small network allocates and frees the same few megabytes again and again; unless told to keep them,
    glibc returns them to the system and fetches them back page by page: a sixth of CLUZH's time.
    """
    torch.set_num_threads(1)
    _tell_libc("mallopt", _M_MMAP_THRESHOLD, _KEPT)
    _tell_libc("mallopt", _M_TRIM_THRESHOLD, _KEPT)
    _tell_libc("mallopt", _M_TOP_PAD, 1 << 23)


def _tell_libc(what: str, *numbers: int) -> None:
    with suppress(OSError, AttributeError):  # not glibc
        getattr(ctypes.CDLL("libc.so.6"), what)(*numbers)


def device_to_learn_on(task: Task) -> torch.device:
    """Set the process up for a training, and return the device that `auto`, `cpu` or `cuda` stands for here."""
    if not task.train:
        raise ModelError("there is nothing to learn from: the train part of the training set is empty")
    use_one_thread()  # whatever the process did before: otherwise sums, and so predictions, could differ
    if task.device == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.device(task.device)


@contextmanager
def tiny_numbers_as_zero() -> Iterator[None]:
    """Treat numbers below 1e-38 as zero in this thread, within the `with` block.

    Gradients of a network that is sure of most answers get that small, and many processors take a hundred times as long
    for such numbers: some matrix products take eight times as long.
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
    """Hide existing objects from the garbage collector, within the `with` block.

    torch and numba load a few hundred thousand permanent objects, and each update makes enough new ones to start the
    collector: it would take a twentieth of a training's time.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def give_back_memory() -> None:
    """Return unused memory to the system; compiling loops leaves some."""
    gc.collect()
    _tell_libc("malloc_trim", 0)


def refuse_diverged(weights: Iterable[Tensor]) -> None:
    """Fail if weights are no longer numbers, since the predictions of such a network mean nothing."""
    if not all(bool(tensor.isfinite().all()) for tensor in weights):
        raise ModelError("the training diverged: its weights grew beyond all numbers; try a lower rate of learning")


def save_checkpoint(workbench: Workbench, state: Mapping[str, Any]) -> bool:
    """Save a training's state (tensors and plain values); False if that is not wanted or does not work.

    A full disk costs the checkpoint, never the training.
    """
    path = workbench.checkpoint
    if path is None:
        return False
    draft = Path(f"{path}.new")
    try:
        path.parent.mkdir(exist_ok=True)
        torch.save(dict(state), draft)
        put_on_disk(draft)  # so that a power cut cannot leave part of a file under its name
        os.replace(draft, path)
    except (OSError, RuntimeError) as error:  # torch reports a full disk as a RuntimeError
        why = error.strerror if isinstance(error, OSError) else "the disk may be full"
        remove_files([draft])
        workbench.warn(f"no checkpoint could be written to {path.parent} ({why}); the training goes on without")
        return False
    return True


def load_checkpoint(workbench: Workbench) -> dict[str, Any] | None:
    """The saved state; None if there is none, or it cannot be read. Nothing in the file is run."""
    path = workbench.checkpoint
    if path is None or not path.exists():
        return None
    try:
        state = torch.load(path, weights_only=True, map_location="cpu")
    except Exception:  # torch may raise anything on a damaged file
        return None
    return state if isinstance(state, dict) else None
