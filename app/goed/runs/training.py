"""A training: what one model learns from one training set, and the runs that it fills."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from goed.models.model import Model
from goed.runs.time_left import Kind
from goed.study.splits import Split


@dataclass(frozen=True)
class Training:
    """Runs that one training fills."""

    model: Model
    split: Split
    size: int
    seed: int
    run_ids: Mapping[str, int]  # model name → run

    def __str__(self) -> str:
        words = f"{self.model.name} {self.split} {self.size}"
        return words if self.seed == self.split.seed else f"{words}, training seed {self.seed}"

    @property
    def kind(self) -> Kind:
        """What its length depends on."""
        return Kind(self.model.family, self.size)
