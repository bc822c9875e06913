"""What is wrong with a study's file, asked where something has failed on what it holds."""

from __future__ import annotations

from pathlib import Path

from goed.errors import GoedError
from goed.study.check import check
from goed.study.study import WAY_BACK, Study


def refuse_if_damaged(path: Path) -> None:
    """Say what is wrong with a study's file; nothing where nothing is found."""
    try:
        with Study.open(path) as study:
            problems = check(study).problems
    except UnicodeDecodeError:  # not even what SQLite complains of can be read
        problems = ["its own tables cannot be read"]
    if problems:
        raise GoedError(f"{path}: the file is damaged: {problems[0]}; {WAY_BACK}")
