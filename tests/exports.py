"""What tests do with files that leave a study of dependencies."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from conftest import Goed
from goed.tables.files import read_table
from test_dependencies import treebank

__all__ = ["treebank"]  # a fixture


@pytest.fixture
def parsed(goed: Goed, treebank: Path) -> Path:
    """The small treebank, parsed by three learners that know nothing."""
    goed("run", "--model", "left", "right", "random", "--jobs", "1")
    return treebank


def table(path: str) -> list[dict[str, str]]:
    """The rows of a table that was exported, whatever its format."""
    return [cells for _, cells in read_table(Path(path), ("gold", "predicted")).rows]


def exported(goed: Goed, name: str = "labels.csv", *options: object) -> list[dict[str, str]]:
    goed("export", "-o", name, "--replace", *options)
    return table(name)


def answers_to(goed: Goed, word: str, **wanted: str) -> list[dict[str, str]]:
    rows = exported(goed)
    return [row for row in rows if row["word"] == word and all(row[name] == value for name, value in wanted.items())]


def say(goed: Goed, rows: Sequence[Mapping[str, str]], annotator: str, **said: str) -> str:
    """Say something of outputs, by a table of them; returns what was printed."""
    changed = [{**row, "source": annotator, **said} for row in rows]
    with Path("said.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(changed[0]))
        writer.writeheader()
        writer.writerows(changed)
    return goed("import", "labels", "said.csv", "--annotator", annotator).err
