"""The grid of runs as people look at it: a line for each language, sampling and model, a cell for each size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from goed.study.runs import RunState

STATES = ("done", "running", "planned", "failed")


class Line(NamedTuple):
    """What the runs of a line have in common."""

    language: str
    sampling: str
    model: str
    domain: str

    @property
    def group(self) -> tuple[str, str]:
        """Lines of one language and sampling stand together."""
        return self.language, self.sampling


@dataclass(frozen=True)
class Grid:
    """All runs of a study, in lines and sizes."""

    lines: tuple[Line, ...] = ()
    sizes: tuple[int, ...] = ()
    cells: Mapping[tuple[Line, int], tuple[RunState, ...]] = field(default_factory=dict)

    def cell(self, line: Line, size: int) -> tuple[RunState, ...]:
        """The runs of a line at a size, by seed."""
        return self.cells.get((line, size), ())

    def of_line(self, line: Line) -> list[RunState]:
        """All runs of a line."""
        return [run for size in self.sizes for run in self.cell(line, size)]

    def runs(self) -> list[RunState]:
        """All runs."""
        return [run for cell in self.cells.values() for run in cell]


def as_grid(runs: Iterable[RunState]) -> Grid:
    """Runs put where they belong."""
    cells: dict[tuple[Line, int], list[RunState]] = {}
    for run in runs:
        cells.setdefault((Line(run.language, run.sampling, run.model, run.domain), run.size), []).append(run)
    lines = sorted({line for line, _ in cells})
    sizes = sorted({size for _, size in cells})
    return Grid(tuple(lines), tuple(sizes), {place: tuple(cell) for place, cell in cells.items()})


def counts_in_words(runs: Sequence[RunState]) -> str:
    """How many runs are in which state: 40 done · 8 planned."""
    counts = Counter(run.state for run in runs)
    return " · ".join(f"{counts[state]:,} {state}" for state in STATES if counts[state])
