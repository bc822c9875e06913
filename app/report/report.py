"""The report of a study: figures, tables, and one page that holds them all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.stats.selection import Selection
from app.store.study import Study

Step = Callable[[str], None]


@dataclass(frozen=True)
class Report:
    """What was written."""

    page: Path
    n_figures: int
    n_tables: int


def n_steps(study: Study, selection: Selection) -> int:
    """How often `write_report` tells that it has come a step further."""
    raise NotImplementedError


def write_report(
    study: Study,
    folder: Path,
    selection: Selection,
    model: str | None = None,
    replace: bool = False,
    on_step: Step = lambda what: None,
) -> Report:
    """Write the report into a folder; `model` is the one whose errors are shown by size, the best where none is named.

    Files in the folder that goed did not write stay as they are. `replace` lets it write over them where they are in
    the way.
    """
    raise NotImplementedError
