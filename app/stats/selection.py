"""Which part of the grid a statistic or an export takes in."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from app.store.tallies import PartTally


@dataclass(frozen=True)
class Selection:
    """Which runs and parts are taken in; None stands for all."""

    languages: Collection[str] | None = None
    samplings: Collection[str] | None = None
    models: Collection[str] | None = None
    sizes: Collection[int] | None = None
    parts: Collection[str] | None = None

    def has(self, tally: PartTally) -> bool:
        """Whether a part of a run is taken in."""
        return (
            (self.languages is None or tally.language in self.languages)
            and (self.samplings is None or tally.sampling in self.samplings)
            and (self.models is None or tally.model in self.models)
            and (self.sizes is None or tally.size in self.sizes)
            and (self.parts is None or tally.part in self.parts)
        )

    def on_test(self) -> Selection:
        """The same, of part test unless a part is chosen."""
        return self if self.parts is not None else replace(self, parts=("test",))


def at_size(selection: Selection, size: int) -> Selection:
    """The same at one size of training set."""
    return replace(selection, sizes=(size,))
