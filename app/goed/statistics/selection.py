"""Which part of the grid a statistic or an export takes in."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Protocol


class Observed(Protocol):
    """What is known of where a number comes from: a part of a run in a study, or a row of somebody's table."""

    @property
    def language(self) -> str: ...
    @property
    def sampling(self) -> str: ...
    @property
    def model(self) -> str: ...
    @property
    def size(self) -> int | float | str: ...
    @property
    def part(self) -> str: ...


@dataclass(frozen=True)
class Selection:
    """Which runs and parts are taken in; None stands for all."""

    languages: Collection[str] | None = None
    samplings: Collection[str] | None = None
    models: Collection[str] | None = None
    sizes: Collection[int | str] | None = None
    parts: Collection[str] | None = None
    domain: str | None = None

    def has(self, observed: Observed) -> bool:
        """Whether a part of a run is taken in."""
        return (
            (self.languages is None or observed.language in self.languages)
            and (self.samplings is None or observed.sampling in self.samplings)
            and (self.models is None or observed.model in self.models)
            and (self.sizes is None or observed.size in self.sizes)
            and (self.parts is None or observed.part in self.parts)
            and self.domain in (None, getattr(observed, "domain", None))
        )

    def on_test(self) -> Selection:
        """The same, of part test unless a part is chosen."""
        return self if self.parts is not None else replace(self, parts=("test",))
