"""The declarations that come with goed."""

from __future__ import annotations

from pathlib import Path

from goed.errors import GoedError
from goed.own_data import data_folder
from goed.sources.embedded_items import SOURCE_PREFIX


def shipped_declarations() -> list[Path]:
    """Their files."""
    return sorted((data_folder() / "studies").glob("*.toml"))


def find_declaration(path: Path) -> Path:
    """The user's file; where there is none, one of goed's own of that name."""
    if path.exists():
        return path
    own = {file.name: file for file in shipped_declarations()}
    if str(path) in own:
        return own[str(path)]
    raise GoedError(f"{path}: there is no such file, and goed has only {', '.join(own)} of its own")


def name_in_study(path: Path) -> str:
    """How a study says where its declaration came from."""
    return str(path) if path.exists() else f"{SOURCE_PREFIX}{path}"
