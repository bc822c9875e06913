"""What goed knows of a model that can be trained, before anything of it is imported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

Key = tuple[str, str]  # domain and name, by which a model is known


@dataclass(frozen=True)
class Model:
    """A model that can be trained, and how it wants to be treated."""

    name: str
    summary: str
    learn: str  # "module:function", imported only where a run of it happens
    kind: str = "built in"
    fills: tuple[str, ...] = ()  # models that one training answers for, where they are several (greedy and beam)
    settings: Mapping[str, Any] = field(default_factory=dict)  # what makes it this model: stored, and compared
    explicit: Mapping[str, Any] | None = None  # of the settings, what the user chose; None: a study must have them all
    circumstances: Mapping[str, Any] = field(default_factory=dict)  # what it needs besides, such as a time limit
    selects: bool = False  # chooses among its checkpoints on the fine-tune part, or on dev where there is none
    uses_seed: bool = True  # False: the same training set always gives the same predictions
    uses_workbench: bool = False  # `learn` takes a Workbench after the task: it tells how it goes
    keeps_checkpoints: bool = True  # where it has a Workbench: it may go on where it was stopped
    packages: tuple[str, ...] = ()  # whose versions are kept with each run
    problem: str = ""  # why it cannot be run here
    domain: str = "inflection"  # that it learns in

    @property
    def key(self) -> Key:
        """Two domains may have a model of one name."""
        return self.domain, self.name

    @property
    def family(self) -> tuple[str, ...]:
        """The models that one training of this one fills."""
        return self.fills or (self.name,)

    def load(self) -> Callable[..., Any]:
        """The function that learns and predicts."""
        module, _, function = self.learn.partition(":")
        loaded: Callable[..., Any] = getattr(import_module(module), function)
        return loaded
