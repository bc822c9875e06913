"""A table of bars: what was measured, and whether it is met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Verdict:
    """What became of one bar; `met` is None where it was not measured, and `bar` empty where there is none."""

    what: str
    bar: str
    measured: str
    met: bool | None

    @property
    def word(self) -> str:
        """Met, not met, or not measured."""
        if not self.bar:
            return ""
        return {True: "met", False: "NOT MET", None: "not measured"}[self.met]


def print_verdicts(verdicts: Sequence[Verdict]) -> None:
    """Print the table as Markdown, so that it can go into the docs as it stands."""
    rows = [("what", "bar", "measured", ""), *((v.what, v.bar, v.measured, v.word) for v in verdicts)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for number, row in enumerate(rows):
        print("|", " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)), "|")
        if number == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")
