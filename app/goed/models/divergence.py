"""Trainings that went wrong in a way that would otherwise look like very bad predictions."""

from __future__ import annotations

from collections.abc import Iterable

from torch import Tensor

from goed.models.interface import ModelError


def refuse_diverged(weights: Iterable[Tensor]) -> None:
    """Fail where weights are no longer numbers: nothing that such a network predicts means anything."""
    if not all(bool(tensor.isfinite().all()) for tensor in weights):
        raise ModelError("the training diverged: its weights grew beyond all numbers; try a lower rate of learning")
