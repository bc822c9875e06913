"""A score that is one count out of another."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """So many of so many; 0 of 0 counts as 0.0, and is said to be undefined."""

    n: int
    of: int

    @property
    def value(self) -> float:
        """The ratio as a fraction."""
        return self.n / self.of if self.of else 0.0

    @property
    def is_undefined(self) -> bool:
        """Whether there was nothing to count."""
        return self.of == 0


def f_score(precision: Ratio, recall: Ratio) -> float:
    """The harmonic mean of precision and recall; 0.0 where both are 0."""
    total = precision.value + recall.value
    return 2 * precision.value * recall.value / total if total else 0.0
