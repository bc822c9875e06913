"""Where goed's own data are."""

from __future__ import annotations

from pathlib import Path


def data_folder() -> Path:
    """`app/data` where goed is installed, `data` beside `app` in its repository."""
    package = Path(__file__).parent
    installed = package / "data"
    return installed if installed.is_dir() else package.parent / "data"
