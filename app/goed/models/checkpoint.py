"""A training's checkpoint: one file, written whole or not at all, and read without trusting it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from goed.drafts import put_on_disk, remove_files
from goed.models.interface import Workbench


def save_checkpoint(workbench: Workbench, state: Mapping[str, Any]) -> bool:
    """Keep the state of a training, tensors and plain values; False where that is not wanted or does not work.

    A full disk costs the checkpoint, never the training.
    """
    import torch

    path = workbench.checkpoint
    if path is None:
        return False
    draft = Path(f"{path}.new")
    try:
        path.parent.mkdir(exist_ok=True)
        torch.save(dict(state), draft)
        put_on_disk(draft)  # after a power cut its name must not stand for a part of it
        os.replace(draft, path)
    except (OSError, RuntimeError) as error:  # torch tells of a full disk with a RuntimeError
        why = error.strerror if isinstance(error, OSError) else "the disk may be full"
        remove_files([draft])
        workbench.warn(f"no checkpoint could be written to {path.parent} ({why}); the training goes on without")
        return False
    return True


def load_checkpoint(workbench: Workbench) -> dict[str, Any] | None:
    """The state that was kept; None where there is none, or it cannot be read. Nothing in the file is run."""
    import torch

    path = workbench.checkpoint
    if path is None or not path.exists():
        return None
    try:
        state = torch.load(path, weights_only=True, map_location="cpu")
    except Exception:  # torch lets through whatever goes wrong inside it while it reads a damaged file
        return None
    return state if isinstance(state, dict) else None
