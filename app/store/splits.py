"""Splits: which items of a language are learned from, and which are asked for."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from app.errors import GoedError
from app.store.items import Item
from app.store.study import Study

CORE_SIZE = 100  # the first so many of the training list are words that a learner knows


class Split(NamedTuple):
    """One way to part a language's items."""

    id: int
    language: str
    sampling: str
    seed: int
    is_given: bool

    def __str__(self) -> str:
        return f"{self.language} {self.sampling} {self.seed}"


@dataclass
class TrainingList:
    """Items in the order in which they are learned, and the sizes of the training sets that are its beginnings."""

    item_ids: list[int]
    is_finetune: list[bool]
    sizes: dict[int, int] = field(default_factory=dict)  # size → number of items
    names: dict[int, str] = field(default_factory=dict)  # size → the word that files use for it


@dataclass
class NewSplit:
    """A split that is to be stored."""

    language: str
    sampling: str
    seed: int
    is_given: bool
    lists: list[TrainingList]
    dev: list[int]
    test: list[int]


class TrainingSet(NamedTuple):
    """The items of one training set, in order, in its two parts."""

    train: list[Item]
    finetune: list[Item]


def check_split(db: sqlite3.Connection, split: NewSplit) -> bool:
    """Whether a split is not there yet; another one of its name is an error."""
    existing = db.execute(
        "SELECT id FROM split WHERE language = ? AND sampling = ? AND seed = ?",
        (split.language, split.sampling, split.seed),
    ).fetchone()
    if existing and _content(db, existing[0]) != _content_of(split):
        raise GoedError(
            f"the study has another split {split.language} {split.sampling} {split.seed} already; "
            "name this one with --sampling"
        )
    return not existing


def add_split(db: sqlite3.Connection, split: NewSplit, source_id: int | None) -> bool:
    """Store a split; False where the very same one is there already."""
    if not check_split(db, split):
        return False
    cursor = db.execute(
        "INSERT INTO split (language, sampling, seed, is_given, source_id) VALUES (?, ?, ?, ?, ?)",
        (split.language, split.sampling, split.seed, split.is_given, source_id),
    )
    split_id = int(cursor.lastrowid or 0)
    for part, item_ids in (("dev", split.dev), ("test", split.test)):
        rows = [(split_id, part, position, item_id) for position, item_id in enumerate(item_ids)]
        db.executemany("INSERT INTO split_item (split_id, part, position, item_id) VALUES (?, ?, ?, ?)", rows)
    for training_list in split.lists:
        _add_training_list(db, split_id, training_list)
    return True


def _add_training_list(db: sqlite3.Connection, split_id: int, training_list: TrainingList) -> None:
    list_id = db.execute("INSERT INTO training_list (split_id) VALUES (?)", (split_id,)).lastrowid
    ranked = enumerate(zip(training_list.item_ids, training_list.is_finetune, strict=True))
    db.executemany(
        "INSERT INTO training_item (list_id, position, item_id, is_finetune) VALUES (?, ?, ?, ?)",
        [(list_id, position, item_id, is_finetune) for position, (item_id, is_finetune) in ranked],
    )
    db.executemany(
        "INSERT INTO training_set (split_id, size, name, list_id, n_items) VALUES (?, ?, ?, ?, ?)",
        [
            (split_id, size, training_list.names.get(size), list_id, n_items)
            for size, n_items in training_list.sizes.items()
        ],
    )


def _content_of(split: NewSplit) -> object:
    training_sets = {
        size: list(zip(each.item_ids[:n_items], each.is_finetune[:n_items], strict=True))
        for each in split.lists
        for size, n_items in each.sizes.items()
    }
    return split.dev, split.test, training_sets


def _content(db: sqlite3.Connection, split_id: int) -> object:
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
    return parts["dev"], parts["test"], training_sets


def splits(study: Study) -> list[Split]:
    """All splits, by language, sampling and seed."""
    rows = study.connection.execute(
        "SELECT id, language, sampling, seed, is_given FROM split ORDER BY language, sampling, seed"
    )
    return [Split(row[0], row[1], row[2], row[3], bool(row[4])) for row in rows]


def sizes(study: Study, split_id: int) -> dict[int, str | None]:
    """The sizes of a split's training sets, smallest first, with the words that files use for them."""
    rows = study.connection.execute("SELECT size, name FROM training_set WHERE split_id = ? ORDER BY size", (split_id,))
    return dict(rows.fetchall())


def in_brief(sizes: Sequence[int]) -> str:
    """Sizes for people: three or fewer one by one, an even row by its ends and step."""
    steps = {later - earlier for earlier, later in pairwise(sizes)}
    if len(sizes) <= 3 or len(steps) > 1:
        return ", ".join(str(size) for size in sizes) or "none"
    return f"{sizes[0]} to {sizes[-1]} by {steps.pop()}"


def n_items(study: Study, split_id: int) -> dict[str, int]:
    """How many items the parts dev and test have."""
    rows = study.connection.execute(
        "SELECT part, count(*) FROM split_item WHERE split_id = ? GROUP BY part", (split_id,)
    )
    return dict(rows.fetchall())


def has_finetune(study: Study, split_id: int) -> bool:
    """Whether the training sets of a split are parted in train and fine-tune."""
    row = study.connection.execute(
        "SELECT 1 FROM training_list JOIN training_item ON list_id = id WHERE split_id = ? AND is_finetune LIMIT 1",
        (split_id,),
    ).fetchone()
    return row is not None


_ITEM_COLUMNS = "item.id, lemma, features, form, frequency, gold_class"
_ITEM_JOIN = "JOIN item ON item.id = item_id JOIN feature_set ON feature_set.id = feature_set_id"


def training_set(study: Study, split_id: int, size: int) -> TrainingSet:
    """The training set of a size, in the order of its list."""
    rows = study.connection.execute(
        f"SELECT is_finetune, {_ITEM_COLUMNS} FROM training_set "
        f"JOIN training_item USING (list_id) {_ITEM_JOIN} "
        "WHERE split_id = ? AND size = ? AND position < n_items ORDER BY position",
        (split_id, size),
    ).fetchall()
    parts = TrainingSet([], [])
    for is_finetune, *item in rows:
        parts[bool(is_finetune)].append(Item(*item))
    return parts


def part_items(study: Study, split_id: int, part: str, size: int | None = None) -> list[Item]:
    """The items that a part asks for; those of `core` must stand in the training set of the size, if one is given."""
    if part == "core":
        return _core_items(study, split_id, size)
    rows = study.connection.execute(
        f"SELECT {_ITEM_COLUMNS} FROM split_item {_ITEM_JOIN} WHERE split_id = ? AND part = ? ORDER BY position",
        (split_id, part),
    )
    return [Item(*row) for row in rows]


def _core_items(study: Study, split_id: int, size: int | None) -> list[Item]:
    """The first hundred of the list of the smallest set. Sets that are not nested may lack some of them."""
    smallest = next(iter(sizes(study, split_id)), None)
    if smallest is None:
        return []
    rows = study.connection.execute(
        f"SELECT {_ITEM_COLUMNS} FROM training_set JOIN training_item USING (list_id) {_ITEM_JOIN} "
        "WHERE split_id = ? AND size = ? AND position < ? ORDER BY position",
        (split_id, smallest, CORE_SIZE),
    )
    core = {item.id: item for item in (Item(*row) for row in rows)}
    if size is not None:
        train, finetune = training_set(study, split_id, size)
        known = {item.id for item in (*train, *finetune)}
        core = {item_id: item for item_id, item in core.items() if item_id in known}
    return list(core.values())


def items_of_given_splits(study: Study, language: str) -> set[int]:
    """The items that somebody's files have put into a split."""
    rows = study.connection.execute(
        "SELECT item_id FROM split JOIN split_item ON split_id = split.id WHERE language = ? AND is_given "
        "UNION SELECT item_id FROM split JOIN training_list ON split_id = split.id "
        "JOIN training_item ON list_id = training_list.id WHERE language = ? AND is_given",
        (language, language),
    )
    return {item_id for (item_id,) in rows}


def choose(all_splits: Sequence[Split], language: str, sampling: str, seed: int) -> Split:
    """The split of that name, or a sentence that says which there are."""
    for split in all_splits:
        if (split.language, split.sampling, split.seed) == (language, sampling, seed):
            return split
    of_language = [split for split in all_splits if split.language == language]
    if not all_splits:
        there = "it has none; import one with `goed import items FOLDER --as split`"
    elif not of_language:
        there = "it has splits of " + ", ".join(sorted({split.language for split in all_splits}))
    else:
        there = "it has " + ", ".join(f"{split.sampling} {split.seed}" for split in of_language)
    raise GoedError(f"the study has no split {language} {sampling} {seed}; {there}")
