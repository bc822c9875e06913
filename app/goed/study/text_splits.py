"""Splits of corpora: which utterances are learned from, and which are asked about.

A part's items are those tokens of its utterances that the domain asks about. Learning from text, a training set is a
beginning of a list of whole utterances; its size counts tokens.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from goed.errors import GoedError
from goed.models.text import Text
from goed.scores.values import Numbers
from goed.study.items import Item
from goed.study.places import place_in_corpus, text_of
from goed.study.splits import CORE_SIZE, corpus_of_split
from goed.study.study import Study, insert

UtterancePlaces = NDArray[np.int32]  # their places in a corpus
PARTS = ("dev", "test")


@dataclass
class NewTextSplit:
    """A split of a corpus that is to be stored."""

    domain: str
    language: str
    corpus_id: int
    sampling: str
    seed: int
    is_given: bool
    training: UtterancePlaces  # the list, in order
    sizes: dict[int, int]  # size in tokens → number of utterances
    parts: Mapping[str, UtterancePlaces] = field(default_factory=dict)  # dev, test
    learn_from: str = "training"
    n_without_age: int = 0  # utterances that were left out of the list, as its order is by age

    @property
    def core(self) -> UtterancePlaces:
        """The utterances of the part `core`."""
        return self.training[:CORE_SIZE]

    def __str__(self) -> str:
        return f"{self.language} {self.sampling} {self.seed}"


def add_text_split(db: sqlite3.Connection, split: NewTextSplit, source_id: int | None = None) -> bool:
    """Store a split, or add missing sizes to the same one; False if the study had it already."""
    existing = check_text_split(db, split)
    if existing is not None:
        list_id = db.execute("SELECT id FROM training_list WHERE split_id = ?", (existing,)).fetchone()[0]
        _add_sizes(db, existing, list_id, split.sizes)
        return False
    columns = {"domain": split.domain, "language": split.language, "corpus_id": split.corpus_id}
    name = {"sampling": split.sampling, "seed": split.seed, "learn_from": split.learn_from}
    split_id = insert(db, "split", **columns, **name, is_given=split.is_given, source_id=source_id)
    for part, utterances in split.parts.items():
        row = {"split_id": split_id, "part": part, "corpus_id": split.corpus_id}
        db.execute(
            "INSERT INTO split_utterances (split_id, part, corpus_id, utterances) "
            "VALUES (:split_id, :part, :corpus_id, :utterances)",
            {**row, "utterances": _packed(utterances)},
        )
    list_id = insert(db, "training_list", split_id=split_id, utterances=_packed(split.training))
    _add_sizes(db, split_id, list_id, split.sizes)
    return True


def check_text_split(db: sqlite3.Connection, split: NewTextSplit) -> int | None:
    """The id of the same split, if the study has it; a different one of the same name is an error."""
    row = db.execute(
        "SELECT id, learn_from FROM split "
        "WHERE (domain, language, corpus_id, sampling, seed) = (:domain, :language, :corpus_id, :sampling, :seed)",
        {name: getattr(split, name) for name in ("domain", "language", "corpus_id", "sampling", "seed")},
    ).fetchone()
    if row is None:
        return None
    parts = dict(db.execute("SELECT part, utterances FROM split_utterances WHERE split_id = ?", row[:1]).fetchall())
    (training,) = db.execute("SELECT utterances FROM training_list WHERE split_id = ?", row[:1]).fetchone()
    new = {part: _packed(utterances) for part, utterances in split.parts.items()}
    if (row[1], parts, training) != (split.learn_from, new, _packed(split.training)):
        raise GoedError(
            f"the study has another split {split} of this corpus already; "
            "take another name with --name, or another study with --study"
        )
    return int(row[0])


def _add_sizes(db: sqlite3.Connection, split_id: int, list_id: int, sizes: Mapping[int, int]) -> None:
    db.executemany(
        "INSERT INTO training_set (split_id, size, list_id, n_items) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [(split_id, size, list_id, n_utterances) for size, n_utterances in sizes.items()],
    )


def training_utterances(study: Study, split_id: int, size: int) -> UtterancePlaces:
    """The utterances of the training set of a size, in the order of their list."""
    row = study.connection.execute(
        "SELECT utterances, n_items FROM training_set JOIN training_list ON training_list.id = list_id "
        "WHERE training_set.split_id = ? AND size = ?",
        (split_id, size),
    ).fetchone()
    return _unpacked(row[0])[: row[1]] if row else np.empty(0, np.int32)


def training_text(study: Study, split_id: int, size: int) -> Text:
    """The text of a training set."""
    text = text_of(study, corpus_of_split(study, split_id))
    return text.utterances(training_utterances(study, split_id, size))


def utterances_of_part(study: Study, split_id: int, part: str, size: int | None = None) -> UtterancePlaces:
    """The utterances that a part asks about; `core`: the first of the list, as far as a set of this size has them."""
    if part != "core":
        row = study.connection.execute(
            "SELECT utterances FROM split_utterances WHERE split_id = ? AND part = ?", (split_id, part)
        ).fetchone()
        return _unpacked(row[0]) if row else np.empty(0, np.int32)
    if size is not None:
        return training_utterances(study, split_id, size)[:CORE_SIZE]
    row = study.connection.execute("SELECT utterances FROM training_list WHERE split_id = ?", (split_id,)).fetchone()
    return _unpacked(row[0])[:CORE_SIZE] if row else np.empty(0, np.int32)


def items_of_part(study: Study, split_id: int, part: str, size: int | None = None) -> list[Item]:
    """The items that a part asks for, in the order of its utterances."""
    corpus_id = corpus_of_split(study, split_id)
    rows = study.connection.execute(
        f"SELECT token, item.id, word, features, gold, frequency, gold_class {_IN_PART}",
        _place_of_part(study, split_id, part, size),
    ).fetchall()
    return [Item._make((*row, place_in_corpus(study, corpus_id, token))) for token, *row in rows]


def item_ids_of_part(study: Study, split_id: int, part: str, size: int | None = None) -> Numbers:
    """The ids of the items that a part asks for, in the same order."""
    key = ("item ids", split_id, part, size if part == "core" else None)
    if key not in study.kept:
        rows = study.connection.execute(f"SELECT item.id {_IN_PART}", _place_of_part(study, split_id, part, size))
        study.kept[key] = np.array([item_id for (item_id,) in rows], np.int64)
    found: Numbers = study.kept[key]
    return found


# Items whose tokens lie in stretches of a corpus, stretch after stretch; `!= 0` tells SQLite of the index of places.
_IN_PART = (
    "FROM json_each(:stretches) AS stretch CROSS JOIN item ON item.corpus_id = :corpus AND item.corpus_id != 0 "
    "AND item.token BETWEEN stretch.value ->> 0 AND stretch.value ->> 1 "
    "JOIN feature_set ON feature_set.id = feature_set_id "
    "WHERE item.domain = (SELECT domain FROM split WHERE id = :split) ORDER BY stretch.id, item.token"
)


def _place_of_part(study: Study, split_id: int, part: str, size: int | None) -> dict[str, object]:
    corpus_id = corpus_of_split(study, split_id)
    utterances = utterances_of_part(study, split_id, part, size)
    stretches = json.dumps(list(_stretches(text_of(study, corpus_id), utterances)))
    return {"stretches": stretches, "corpus": corpus_id, "split": split_id}


def _stretches(text: Text, utterances: UtterancePlaces) -> Iterable[tuple[int, int]]:
    """The first and the last token of each stretch of utterances that follow one another."""
    if not len(utterances):
        return
    ends = np.flatnonzero(np.diff(utterances, append=-2) != 1)
    begins = np.append(0, ends[:-1] + 1)
    for begin, end in zip(utterances[begins], utterances[ends], strict=True):
        yield int(text.starts[begin]), int(text.starts[end] + text.lengths[end]) - 1


def _packed(utterances: UtterancePlaces) -> bytes:
    return np.asarray(utterances, "<u4").tobytes()


def _unpacked(packed: bytes) -> UtterancePlaces:
    return np.frombuffer(packed, "<u4").astype(np.int32)
