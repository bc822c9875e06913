"""Importing given splits: training sets, dev and test as somebody's files fix them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from goed.errors import GoedError, InputError, quoted
from goed.labels.relabel import label_missing
from goed.sources.file_names import FileName, Naming, checked_language
from goed.sources.header import FormReader
from goed.sources.items import n_columns, read_items, read_questions
from goed.study.items import INFLECTION, ItemBook, NewItem, add_source
from goed.study.splits import NewSplit, TrainingList, add_split, check_split, id_of_split
from goed.study.study import Study

SPLIT_PARTS = ("train", "finetune", "dev", "test", "gold")


class SplitName(NamedTuple):
    """Which split a file belongs to."""

    language: str
    sampling: str
    seed: int


@dataclass
class TrainingFiles:
    """The items of one training set, as its files have them."""

    name: str | None
    train: list[NewItem] = field(default_factory=list)
    finetune: list[NewItem] = field(default_factory=list)


@dataclass
class GivenSplit:
    """What the files of one split hold."""

    key: SplitName
    training: dict[int, TrainingFiles]
    dev: list[NewItem]
    test: list[NewItem]


@dataclass(frozen=True)
class StoredSplit:
    """What an import did with one split."""

    key: SplitName
    sizes: list[int]
    has_finetune: bool
    is_nested: bool
    n_dev: int
    n_test: int
    n_new_items: int
    n_variants: int
    was_there: bool


def find_given_splits(
    paths: Sequence[Path], language: str | None, sampling: str, names: Naming, reader: FormReader
) -> list[GivenSplit]:
    """Read the files of every split in the folders."""
    by_key: dict[SplitName, list[FileName]] = {}
    for name in names.find(paths, SPLIT_PARTS)[0]:
        key = SplitName(
            checked_language(language or name.language, name.path), name.sampling or sampling, name.seed or 0
        )
        by_key.setdefault(key, []).append(name)
    return [_read_split(key, names_of_split, reader) for key, names_of_split in by_key.items()]


def _read_split(key: SplitName, names: Sequence[FileName], reader: FormReader) -> GivenSplit:
    training = _read_training(names, reader)
    paths = {part: [name.path for name in names if name.part == part] for part in SPLIT_PARTS}
    dev, test = _read_once(paths["dev"], reader), _read_once(paths["gold"], reader)
    for path in paths["test"]:
        if paths["gold"]:
            _compare_questions(path, paths["gold"][0], test, reader)
        elif n_columns(path) == 2:
            raise InputError(path, "it has no gold forms, and there is no file of them (.gold) beside it", 1)
    if not paths["gold"]:
        test = _read_once(paths["test"], reader)
    if not (dev or test):
        if empty := next((name.path for name in names if name.part in ("dev", "test", "gold")), None):
            raise InputError(empty, "is empty; there is nothing to predict")
        raise InputError(names[0].path.parent, f"no dev, test or gold file of {key.language} is there to predict")
    return GivenSplit(key, training, dev, test)


def _read_training(names: Sequence[FileName], reader: FormReader) -> dict[int, TrainingFiles]:
    """Training sets by size; if names give it as a word, or not at all, it is the number of items in the files."""
    by_word: dict[str | int | None, TrainingFiles] = {}
    for name in names:
        if name.part in ("train", "finetune"):
            files = by_word.setdefault(name.size or name.size_word, TrainingFiles(name.size_word))
            rows = files.train if name.part == "train" else files.finetune
            if rows:
                raise InputError(name.path, f"there is a second {name.part} file of the same size and language")
            rows += read_items(name.path, reader)[1]
            if not rows:
                raise InputError(name.path, "the training set is empty")
    training: dict[int, TrainingFiles] = {}
    for word, files in by_word.items():
        size = word if isinstance(word, int) else len(files.train) + len(files.finetune)
        if size in training:
            both = f"{quoted(str(word))} and {quoted(str(training[size].name))}"
            raise GoedError(f"two training sets of {size} items: {both}")
        training[size] = files
    return dict(sorted(training.items()))


def _read_once(paths: Sequence[Path], reader: FormReader) -> list[NewItem]:
    """The items of dev or test, which must be the same in every file that holds them."""
    items: list[NewItem] = []
    for number, path in enumerate(paths):
        rows = read_items(path, reader)[1]
        if number and rows != items:
            raise InputError(path, f"differs from {paths[0]}; dev and test must be the same at every size")
        items = rows
    return items


def _compare_questions(path: Path, gold_path: Path, gold: Sequence[NewItem], reader: FormReader) -> None:
    """Raise InputError if the gold file does not answer one of the test questions."""
    if n_columns(path) == 2:
        questions = read_questions(path, reader)
    else:
        file, items = read_items(path, reader)
        numbers = [number for number, _ in file.rows()]
        questions = [(number, item.word, item.features) for number, item in zip(numbers, items, strict=True)]
    answered = {(item.word, item.features) for item in gold}
    for number, lemma, features in questions:
        if (lemma, features) not in answered:
            raise InputError(path, f"{quoted(lemma)} {quoted(features)} is not in {gold_path}", number)


def store_given_splits(
    study: Study, splits: Sequence[GivenSplit], path: str, domain: str = INFLECTION
) -> list[StoredSplit]:
    """Store all splits of an import, or none."""
    with study.transaction() as db:
        source_id = add_source(db, path, None)
        stored = []
        for split in splits:
            book = ItemBook(db, split.key.language, source_id, domain)
            new = _with_item_ids(book, split, domain)
            book.save()
            is_new = add_split(db, new, source_id)
            stored.append(
                StoredSplit(
                    split.key,
                    sizes=list(split.training),
                    has_finetune=any(any(each.is_finetune) for each in new.lists),
                    is_nested=len(new.lists) <= 1,
                    n_dev=len(new.dev),
                    n_test=len(new.test),
                    n_new_items=book.n_added,
                    n_variants=book.n_variants,
                    was_there=not is_new,
                )
            )
    label_missing(study, sorted({each.key.language for each in stored}))
    return stored


def is_there(study: Study, split: GivenSplit) -> bool:
    """Whether the study has exactly this split; a different one of the same name is an error. Writes nothing."""
    key = split.key
    if id_of_split(study.connection, key.language, key.sampling, key.seed) is None:
        return False
    book = ItemBook(study.connection, key.language, None)
    learned = [item for files in split.training.values() for item in (*files.train, *files.finetune)]
    for item in (*learned, *split.dev, *split.test):
        if item.gold not in book.known(item):
            other = f"the study has another split {key.language} {key.sampling} {key.seed} already"
            raise GoedError(f"{other}: {quoted(item.word)} with the form {quoted(item.gold)} is not in it")
    check_split(study.connection, _with_item_ids(book, split))
    return True


def _with_item_ids(book: ItemBook, split: GivenSplit, domain: str = INFLECTION) -> NewSplit:
    lists: list[TrainingList] = []
    for size, files in split.training.items():
        train = [book.item(item) for item in files.train]
        finetune = [book.item(item) for item in files.finetune]
        if not (lists and _extend(lists[-1], train, finetune)):
            lists.append(TrainingList(train + finetune, [False] * len(train) + [True] * len(finetune)))
        lists[-1].sizes[size] = len(train) + len(finetune)
        if files.name:
            lists[-1].names[size] = files.name
    dev, test = (_asked_once(book, items) for items in (split.dev, split.test))
    return NewSplit(*split.key, is_given=True, lists=lists, dev=dev, test=test, domain=domain)


def _extend(smaller: TrainingList, train: Sequence[int], finetune: Sequence[int]) -> bool:
    """Extend the list of the smaller sets to this one, if both of its files begin with theirs; False if not."""
    more = []
    for is_finetune, items in ((False, train), (True, finetune)):
        before = [item for item, flag in zip(smaller.item_ids, smaller.is_finetune, strict=True) if flag == is_finetune]
        if items[: len(before)] != before:
            return False
        more += [(item, is_finetune) for item in items[len(before) :]]
    smaller.item_ids += [item for item, _ in more]
    smaller.is_finetune += [is_finetune for _, is_finetune in more]
    return True


def _asked_once(book: ItemBook, items: Sequence[NewItem]) -> list[int]:
    """The items of dev or test; a second gold for the same question is kept as a variant of the first."""
    asked: dict[tuple[str, str], int] = {}
    for item in items:
        question = (item.word, item.features)
        if question not in asked:
            asked[question] = book.item(item)
        else:
            book.variant(asked[question], item.gold, item.frequency)
    return list(asked.values())
