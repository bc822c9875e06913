"""Splits: which items of a language are for training, and which for dev and test."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from goed.errors import GoedError, WrongUsageError
from goed.study.items import INFLECTION, WITH_ITEM, Item
from goed.study.study import Study, insert

if TYPE_CHECKING:  # brings numpy
    from goed.models.text import Text

RUNS = "run JOIN model ON model.id = model_id JOIN split ON split.id = split_id"  # runs with model and split
CORPUS_NAME = "coalesce((SELECT name FROM corpus WHERE corpus.id = split.corpus_id), '')"  # "" for items of none
CORE_SIZE = 100  # so many items at the start of the training list are the part `core`: what a learner has seen


class Split(NamedTuple):
    """One division of a language's items into training, dev and test."""

    id: int
    language: str
    sampling: str
    seed: int
    is_given: bool
    domain: str = INFLECTION
    corpus_id: int = 0  # 0: items of no corpus are parted
    corpus: str = ""  # its name
    learn_from: str = "training"  # all: learners see the text of all sections, gold withheld

    def __str__(self) -> str:
        return f"{self.language} {self.sampling} {self.seed}"


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
    domain: str = INFLECTION

    @property
    def sizes(self) -> list[int]:
        """The sizes of the training sets; for splits that goed draws, which have one list."""
        return list(self.lists[0].sizes)


@dataclass
class TrainingSet:
    """The items of one training set, in order, in its two parts."""

    train: list[Item] = field(default_factory=list)
    finetune: list[Item] = field(default_factory=list)
    text: Text | None = None  # in a corpus: what is learned from, in place of items

    @property
    def items(self) -> list[Item]:
        """All items, those of the fine-tune part last."""
        return [*self.train, *self.finetune]

    @cached_property
    def words(self) -> frozenset[str]:
        """The words in it."""
        if self.text is not None:
            return self.text.words
        return frozenset(item.word for item in self.items)

    @cached_property
    def features(self) -> frozenset[str]:
        """The features in it."""
        return frozenset(item.features for item in self.items)


def check_split(db: sqlite3.Connection, split: NewSplit) -> int | None:
    """The id of the same split, if the study has it; a different one of the same name is an error.

    A drawn split is the same with more or fewer sizes, as long as they are prefixes of the same list.
    """
    existing = id_of_split(db, split.language, split.sampling, split.seed, split.domain)
    if existing is None:
        return None
    there, new = content_there(db, existing), content_of(split.dev, split.test, split.lists)
    difference = how_they_differ(there, new)
    if not difference and split.is_given and new.training_sets.keys() - there.training_sets.keys():
        difference = "it has no training sets of these sizes"
    if difference:
        other_name = "name this one with --sampling, or " if split.is_given else ""
        raise GoedError(
            f"the study has another split {split.language} {split.sampling} {split.seed} already: {difference}; "
            f"{other_name}take another study with --study"
        )
    return existing


def id_of_split(
    db: sqlite3.Connection, language: str, sampling: str, seed: int, domain: str = INFLECTION
) -> int | None:
    """The id of the split of items with this name, if there is one."""
    row = db.execute(
        "SELECT id FROM split WHERE language = ? AND sampling = ? AND seed = ? AND domain = ? AND corpus_id = 0",
        (language, sampling, seed, domain),
    ).fetchone()
    return None if row is None else int(row[0])


def add_split(db: sqlite3.Connection, split: NewSplit, source_id: int | None) -> bool:
    """Store a split, or add missing sizes to the same one; False if the study had the split already."""
    existing = check_split(db, split)
    if existing is not None:
        if not split.is_given:
            _add_sizes(db, existing, split.sizes)
        return False
    name = {"domain": split.domain, "language": split.language, "sampling": split.sampling, "seed": split.seed}
    split_id = insert(db, "split", **name, is_given=split.is_given, source_id=source_id)
    for part, item_ids in (("dev", split.dev), ("test", split.test)):
        rows = [(split_id, part, position, item_id) for position, item_id in enumerate(item_ids)]
        db.executemany("INSERT INTO split_item (split_id, part, position, item_id) VALUES (?, ?, ?, ?)", rows)
    for training_list in split.lists:
        _add_training_list(db, split_id, training_list)
    return True


def _add_training_list(db: sqlite3.Connection, split_id: int, training_list: TrainingList) -> None:
    list_id = insert(db, "training_list", split_id=split_id)
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


def _add_sizes(db: sqlite3.Connection, split_id: int, sizes: Iterable[int]) -> None:
    """Add training sets, as prefixes of the one list that a drawn split has."""
    (list_id,) = db.execute("SELECT id FROM training_list WHERE split_id = ?", (split_id,)).fetchone()
    db.executemany(
        "INSERT INTO training_set (split_id, size, list_id, n_items) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [(split_id, size, list_id, size) for size in sizes],
    )


def splits(study: Study) -> list[Split]:
    """All splits, by language, sampling and seed."""
    rows = study.connection.execute(
        "SELECT split.id, split.language, sampling, seed, is_given, domain, corpus_id, coalesce(name, ''), learn_from "
        "FROM split LEFT JOIN corpus ON corpus.id = corpus_id ORDER BY split.language, sampling, seed, domain, name"
    )
    return [Split._make((*row[:4], bool(row[4]), *row[5:])) for row in rows]


def sizes(study: Study, split_id: int) -> dict[int, str | None]:
    """The sizes of a split's training sets, smallest first, with the words that files use for them."""
    rows = study.connection.execute("SELECT size, name FROM training_set WHERE split_id = ? ORDER BY size", (split_id,))
    return dict(rows.fetchall())


def sizes_in_words(sizes: Sequence[int]) -> str:
    """Sizes for people: `100, 200` one by one; more than three with one step as `100 to 1000 by 100`."""
    steps = {later - earlier for earlier, later in pairwise(sizes)}
    if len(sizes) <= 3 or len(steps) > 1:
        return ", ".join(str(size) for size in sizes) or "none"
    return f"{sizes[0]} to {sizes[-1]} by {steps.pop()}"


def n_items(study: Study, split_id: int) -> dict[str, int]:
    """How many items, or utterances of a corpus, the parts dev and test have."""
    rows = study.connection.execute(
        "SELECT part, count(*) FROM split_item WHERE split_id = :split GROUP BY part "
        "UNION ALL SELECT part, length(utterances) / 4 FROM split_utterances WHERE split_id = :split",
        {"split": split_id},
    )
    return dict(rows.fetchall())


def corpus_of_split(study: Study, split_id: int) -> int:
    """The corpus whose utterances a split parts; 0 if it parts items of no corpus."""
    row = study.connection.execute("SELECT corpus_id FROM split WHERE id = ?", (split_id,)).fetchone()
    return int(row[0]) if row else 0


def has_finetune(study: Study, split_id: int, size: int | None = None) -> bool:
    """Whether a training set of a split, or the one of this size, has a fine-tune part."""
    row = study.connection.execute(
        "SELECT 1 FROM training_set JOIN training_item USING (list_id) "
        "WHERE split_id = ? AND coalesce(?, size) = size AND position < n_items AND is_finetune LIMIT 1",
        (split_id, size),
    ).fetchone()
    return row is not None


_ITEM_COLUMNS = "item.id, word, features, gold, frequency, gold_class"


def training_set(study: Study, split_id: int, size: int) -> TrainingSet:
    """The training set of a size, in the order of its list."""
    if corpus_of_split(study, split_id):
        from goed.study.text_splits import training_text  # numpy: only where there are corpora

        return TrainingSet(text=training_text(study, split_id, size))
    rows = study.connection.execute(
        f"SELECT is_finetune, {_ITEM_COLUMNS} FROM training_set "
        f"JOIN training_item USING (list_id) {WITH_ITEM} "
        "WHERE split_id = ? AND size = ? AND position < n_items ORDER BY position",
        (split_id, size),
    ).fetchall()
    found = TrainingSet()
    for is_finetune, *item in rows:
        (found.finetune if is_finetune else found.train).append(Item(*item))
    return found


def part_items(study: Study, split_id: int, part: str, size: int | None = None) -> list[Item]:
    """The items that a part asks for; for `core`, only those in the training set of this size, if one is given."""
    if corpus_of_split(study, split_id):
        from goed.study.text_splits import items_of_part  # numpy: only where there are corpora

        return items_of_part(study, split_id, part, size)
    if part == "core":
        return _core_items(study, split_id, size)
    rows = study.connection.execute(
        f"SELECT {_ITEM_COLUMNS} FROM split_item {WITH_ITEM} WHERE split_id = ? AND part = ? ORDER BY position",
        (split_id, part),
    )
    return [Item(*row) for row in rows]


def _core_items(study: Study, split_id: int, size: int | None) -> list[Item]:
    """The first hundred items of the smallest set, less those that a set of this size lacks if not nested."""
    smallest = next(iter(sizes(study, split_id)), None)
    if smallest is None:
        return []
    rows = study.connection.execute(
        f"SELECT {_ITEM_COLUMNS} FROM training_set JOIN training_item USING (list_id) {WITH_ITEM} "
        "WHERE split_id = ? AND size = ? AND position < ? ORDER BY position",
        (split_id, smallest, CORE_SIZE),
    )
    core = {item.id: item for item in (Item(*row) for row in rows)}
    if size is not None:
        known = {item.id for item in training_set(study, split_id, size).items}
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


def split_named(
    all_splits: Sequence[Split], language: str, sampling: str, seed: int, domain: str | None = None
) -> Split:
    """The one split of this name, in this domain if given; else raises an error that says which there are."""
    all_splits = [split for split in all_splits if domain in (None, split.domain)]
    found = [split for split in all_splits if split[1:4] == (language, sampling, seed)]
    if len(found) == 1:
        return found[0]
    if found:
        of_domains = " and ".join(split.domain for split in found)
        raise WrongUsageError(f"{found[0]} is a split of {of_domains}: say with --domain which one is meant")
    of_language = [split for split in all_splits if split.language == language]
    if not all_splits:
        there = "it has none; import one with `goed import items FOLDER --as split`"
    elif not of_language:
        there = "it has splits of " + ", ".join(sorted({split.language for split in all_splits}))
    else:
        there = "it has " + ", ".join(f"{split.sampling} {split.seed}" for split in of_language)
    of_domain = f" of {domain}" if domain else ""
    raise GoedError(f"the study has no split {language} {sampling} {seed}{of_domain}; {there}")


Marked = tuple[int, bool]  # an item, and whether it is for fine-tuning


@dataclass
class TrainingList:
    """Items in training order, and the sizes of the training sets, which are prefixes of the list."""

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


def how_they_differ(existing: Content, new: Content) -> str | None:
    """How a stored split differs from a new one, in words; None if they are the same but for their sizes.

    Dev and test are drawn after the largest training set, so a different largest size gives different ones.
    """
    largest_there, largest_new = (max(each.training_sets, default=0) for each in (existing, new))
    if largest_there != largest_new:
        return f"its largest training set has {largest_there:,} items, not {largest_new:,}"
    for part, of_there, of_new in (("dev", existing.dev, new.dev), ("test", existing.test, new.test)):
        if len(of_there) != len(of_new):
            return f"it has {len(of_there):,} {part} items, not {len(of_new):,}"
    sizes = existing.training_sets.keys() & new.training_sets.keys()
    if (existing.dev, existing.test) != (new.dev, new.test) or any(
        existing.training_sets[size] != new.training_sets[size] for size in sizes
    ):
        return "as large, but of other items; perhaps words or frequencies came in since"
    return None
