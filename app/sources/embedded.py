"""The items that come with goed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.errors import GoedError
from app.sources.items import read_items
from app.store.items import Added, add_items
from app.store.study import Study


def embedded_languages() -> list[str]:
    """The languages that goed has items of."""
    return sorted(path.parent.name for path in _data_folder().glob("*/items.tsv"))


def chosen_languages(names: Sequence[str]) -> list[str]:
    """Those of the embedded languages that are asked for; all if none is."""
    there = embedded_languages()
    missing = [name for name in names if name not in there]
    if missing:
        raise GoedError(
            f"goed has no items of {missing[0]} of its own, only of {', '.join(there)}; "
            "bring yours in with `goed import items`"
        )
    return list(names) or there


def add_embedded_items(study: Study, language: str) -> Added:
    """Add a language's embedded items to a study."""
    file, items = read_items(_data_folder() / language / "items.tsv")
    with study.transaction() as db:
        return add_items(db, language, items, f"goed:{language}/items.tsv", file.sha256)


def _data_folder() -> Path:
    """`app/data` where goed is installed, `data` beside `app` in its repository."""
    package = Path(__file__).parent.parent
    installed = package / "data"
    return installed if installed.is_dir() else package.parent / "data"
