"""What goed knows about a model before importing any of its code."""

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
    learn: str  # "module:function", imported only when a run needs it
    kind: str = "built in"
    fills: tuple[str, ...] = ()  # all models that its training fills, if several (greedy and beam)
    settings: Mapping[str, Any] = field(default_factory=dict)  # what makes it this model: stored, and compared
    user_settings: Mapping[str, Any] | None = None  # what the user chose; None: stored ones never replace its own
    circumstances: Mapping[str, Any] = field(default_factory=dict)  # what it needs besides, such as a time limit
    selects: bool = False  # chooses among its checkpoints on the fine-tune part, or on dev where there is none
    uses_seed: bool = True  # False: the same training set always gives the same predictions
    uses_workbench: bool = False  # `learn` takes a Workbench after the task, and reports its progress to it
    keeps_checkpoints: bool = True  # with a Workbench: a stopped training can be resumed
    packages: tuple[str, ...] = ()  # packages with versions to keep with each run
    problem: str = ""  # why it cannot be run here
    is_supervised: bool = False  # learning from text: it is shown the gold answers of the training set
    reads: str = ""  # learning from text: the layer of tags without which it cannot learn
    domain: str = "inflection"  # that it learns in

    @property
    def key(self) -> Key:
        """Domain and name, since two domains may have a model of the same name."""
        return self.domain, self.name

    @property
    def family(self) -> tuple[str, ...]:
        """The models that a training of this one fills."""
        return self.fills or (self.name,)

    def load(self) -> Callable[..., Any]:
        """The function that learns and predicts."""
        module, _, function = self.learn.partition(":")
        loaded: Callable[..., Any] = getattr(import_module(module), function)
        return loaded
