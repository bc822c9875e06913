"""A log of trainings with one setting changed each, shared by the commands that try choices of the neural models."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from material import SIGMORPHON

from goed.models.interface import Example


def examples(name: str) -> list[Example]:
    """The items of one of SIGMORPHON's files."""
    lines = (SIGMORPHON / "part2" / name).read_text(encoding="utf-8").splitlines()
    return [Example(*line.split("\t")) for line in lines]


def read_log(path: Path) -> list[dict[str, str]]:
    """What was measured before."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def add(path: Path, columns: Sequence[str], row: Mapping[str, object]) -> None:
    """Add a line to the log."""
    is_new = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, delimiter="\t", lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerow(row)


def show(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> None:
    """Print the log."""
    writer = csv.DictWriter(sys.stdout, columns, delimiter="\t", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
