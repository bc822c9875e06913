"""What a split consists of, for comparing: one that is stored with one that is to be."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Marked = tuple[int, bool]  # an item, and whether it is for fine-tuning


@dataclass
class TrainingList:
    """Items in the order in which they are learned, and the sizes of the training sets that are its beginnings."""

    item_ids: list[int]
    is_finetune: list[bool]
    sizes: dict[int, int] = field(default_factory=dict)  # size → number of items
    names: dict[int, str] = field(default_factory=dict)  # size → the word that files use for it


@dataclass(frozen=True)
class Content:
    """The items of a split, set by set."""

    dev: list[int]
    test: list[int]
    training_sets: Mapping[int, Sequence[Marked]]


def content_of(dev: list[int], test: list[int], lists: Sequence[TrainingList]) -> Content:
    """The content of a split that is to be stored."""
    training_sets = {
        size: list(zip(each.item_ids[:n_items], each.is_finetune[:n_items], strict=True))
        for each in lists
        for size, n_items in each.sizes.items()
    }
    return Content(dev, test, training_sets)


def content_there(db: sqlite3.Connection, split_id: int) -> Content:
    """The content of a split that is stored."""
    parts: dict[str, list[int]] = {"dev": [], "test": []}
    for part, item_id in db.execute(
        "SELECT part, item_id FROM split_item WHERE split_id = ? ORDER BY part, position", (split_id,)
    ):
        parts[part].append(item_id)
    training_sets = {}
    for size, list_id, n_items in db.execute(
        "SELECT size, list_id, n_items FROM training_set WHERE split_id = ?", (split_id,)
    ).fetchall():
        rows = db.execute(
            "SELECT item_id, is_finetune FROM training_item WHERE list_id = ? AND position < ? ORDER BY position",
            (list_id, n_items),
        )
        training_sets[size] = [(item_id, bool(is_finetune)) for item_id, is_finetune in rows]
    return Content(parts["dev"], parts["test"], training_sets)


def how_they_differ(there: Content, new: Content) -> str | None:
    """What a stored split has and a new one has not, in words; None where one list has the sizes of both.

    Dev and test are drawn after the largest training set, so that another largest size gives other ones.
    """
    largest_there, largest_new = (max(each.training_sets, default=0) for each in (there, new))
    if largest_there != largest_new:
        return f"its largest training set has {largest_there:,} items, not {largest_new:,}"
    for part, of_there, of_new in (("dev", there.dev, new.dev), ("test", there.test, new.test)):
        if len(of_there) != len(of_new):
            return f"it has {len(of_there):,} {part} items, not {len(of_new):,}"
    sizes = there.training_sets.keys() & new.training_sets.keys()
    if (there.dev, there.test) != (new.dev, new.test) or any(
        there.training_sets[size] != new.training_sets[size] for size in sizes
    ):
        return "as large, but of other items; perhaps words or frequencies came in since"
    return None
