"""Where to find the data that come with goed."""

from __future__ import annotations

from pathlib import Path


def data_folder() -> Path:
    """`goed/data` if goed is installed; the repository's `data` if it is run from there."""
    package = Path(__file__).parent
    installed = package / "data"
    return installed if installed.is_dir() else package.parents[1] / "data"
