"""The numbers shown as a file."""

from __future__ import annotations

from pathlib import Path

from goed.drafts import write_whole
from goed.errors import GoedError
from goed.report.folder import file_name
from goed.screens.trajectories.choice import Choice
from goed.screens.trajectories.numbers import StatTable

LONGEST_NAME = 60  # of a strategy or model in the name of a file


def proposed_name(choice: Choice, table: StatTable) -> str:
    """trajectory_eng_uniform_cluzh-b4.csv; a part other than test is named, too."""
    sampling, model = (file_name(name or "all")[:LONGEST_NAME] for name in choice.pair)
    part = "" if choice.part == "test" else f"_{choice.part}"
    return f"{table.statistic}_{choice.language}_{sampling}_{model}{part}.csv"


def save(table: StatTable, path: Path) -> str:
    """Write a table; the sentence that says so."""
    try:
        write_whole(path, table.csv().encode())
    except OSError as error:
        raise GoedError(f"{path} cannot be written: {error.strerror or error}") from None
    return f"{len(table.rows)} rows saved as {path}"
