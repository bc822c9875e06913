"""The texts of corpora: stored in layers of numbers, and read back as columns.

A layer is what is known of each token: its form, a tag, its head. Its numbers stand for words of `token_word`, but for
heads and punctuation; they are packed by the thousand, in as few bytes each as the largest of them needs.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goed.corpora.corpus import Column
from goed.corpora.utterances import NOT_TOLD, Utterances, column_of
from goed.errors import GoedError
from goed.models.text import NO_HEAD, Text
from goed.scores.dependencies import places_of
from goed.scores.values import Numbers
from goed.study.corpora import ROWS_AT_ONCE, WHOLE, WRITER, in_usual_order, layer_names
from goed.study.items import add_source
from goed.study.runners import signed_in
from goed.study.study import WAY_BACK, Study, insert

HEADS, PUNCTUATION = "head", "punctuation"  # the layers of numbers that stand for no words
KINDS = {"form": "text", "lemma": "text", "relation": "relations", HEADS: "heads", PUNCTUATION: "numbers"}
TAGS = "tags"  # the kind of all other layers
CHUNK = 16_384  # tokens packed together: the last page of a chunk is half empty
CHUNKS_AT_ONCE = 16  # in one transaction
WIDTHS: tuple[tuple[int, str], ...] = ((1, "<u1"), (2, "<u2"), (4, "<u4"))  # bytes of a number, and numpy's name
UTTERANCE = "(corpus_id, position, first_token, n_tokens, section, speaker, child, age, note)"
LAYER = "(corpus_id, name, kind, first_token, width, numbers)"

Portion = tuple[str, Sequence[tuple[Any, ...]]]  # a statement, and the rows for one transaction


@dataclass(frozen=True)
class NewCorpus:
    """A corpus that is to be stored."""

    name: str
    language: str
    text: Text  # its columns are the layers, by their names
    utterances: Utterances
    licence: str = ""

    @cached_property
    def words_of_layers(self) -> Mapping[str, Column]:
        """The layers of words, with the words that occur, in the order in which they do."""
        return {name: _occurring(column) for name, column in self.text.columns.items()}

    @property
    def numbers_of_layers(self) -> Mapping[str, NDArray[np.int32]]:
        """The layers of numbers that stand for no words. No token is its own head: so one without a head is stored."""
        heads, marks = self.text.heads, self.text.is_punctuation
        own_places = _own_places(self.text.lengths)
        found = {} if heads is None else {HEADS: np.where(heads == NO_HEAD, own_places, heads).astype(np.int32)}
        return {**found, PUNCTUATION: marks.astype(np.int32)} if marks.any() else found

    @cached_property
    def digest(self) -> str:
        """SHA-256 of utterances and layers."""
        told, hashed = self.utterances, hashlib.sha256()
        columns = {
            **{f"utterance {name}": _occurring(getattr(told, name)) for name in _COLUMNS_OF_UTTERANCES},
            **{f"token {name}": column for name, column in self.words_of_layers.items()},
        }
        numbers: dict[str, NDArray[np.integer]] = {"lengths": self.text.lengths, **self.numbers_of_layers}
        for name, column in sorted(columns.items()):
            hashed.update(json.dumps([name, column.values]).encode() + column.codes.astype("<i4").tobytes())
        for name, values in sorted(numbers.items()):
            hashed.update(json.dumps(name).encode() + values.astype("<i4").tobytes())
        hashed.update(told.ages.astype("<f8").tobytes())
        return hashed.hexdigest()


_COLUMNS_OF_UTTERANCES = ("sections", "speakers", "children", "notes")


def _occurring(column: Column) -> Column:
    codes, there = _numbered_anew(column.codes)
    return Column(codes, tuple(column.values[code] for code in there))


def _numbered_anew(numbers: NDArray[np.int32]) -> tuple[NDArray[np.int32], list[int]]:
    """Numbers as indexes into those that occur, in the order in which they do. (pandas, which has it, loads slowly.)"""
    occurring, first, codes = np.unique(numbers, return_index=True, return_inverse=True)
    by_appearance = np.argsort(first)
    places = np.empty(len(occurring), np.int32)
    places[by_appearance] = np.arange(len(occurring))
    return places[codes], occurring[by_appearance].tolist()


# ---- writing ----


def add_corpus(study: Study, new: NewCorpus, source: tuple[str, str | None] | None = None) -> int:
    """Store a corpus, and return its id; one that is there already stays as it is.

    `source` is the path and SHA-256 of the file that it came from. Raises GoedError if another corpus has its name.
    """
    there = _same_corpus(study.connection, new)
    if there is not None:
        return there
    with signed_in(study) as runner:
        corpus_id = _begun(study, new, f"{WRITER}{runner.id}")
        for statement, rows in _portions(study, new, corpus_id):
            runner.beat()
            with study.transaction() as db:
                db.executemany(statement, rows)
        return _made_visible(study, new, corpus_id, source)


def _same_corpus(db: sqlite3.Connection, new: NewCorpus) -> int | None:
    """The id of the same corpus, if there is one; a different one of its name is an error."""
    row = db.execute(
        f"SELECT id, digest, language, n_utterances, n_tokens FROM corpus WHERE name = ? AND {WHOLE}", (new.name,)
    ).fetchone()
    if row is None:
        return None
    number, digest, language, n_utterances, n_tokens = row
    if (digest, language) == (new.digest, new.language):
        return int(number)
    raise GoedError(
        f"the study has another corpus {new.name} already, of {language}, with {n_utterances:,} utterances and "
        f"{n_tokens:,} tokens; give this one a name of its own with --name"
    )


def _begun(study: Study, new: NewCorpus, writer: str) -> int:
    """The row of a corpus that nobody sees yet."""
    with study.transaction() as db:
        counts = {"n_utterances": len(new.text.lengths), "n_tokens": len(new.text)}
        name = f" {writer}"  # that no user can give: names do not begin with a blank
        return insert(db, "corpus", name=name, language=new.language, licence=new.licence, digest=writer, **counts)


def _made_visible(study: Study, new: NewCorpus, corpus_id: int, source: tuple[str, str | None] | None) -> int:
    with study.transaction() as db:
        there = _same_corpus(db, new)  # somebody may have been faster
        if there is not None:
            return there
        source_id = add_source(db, *source) if source else None
        values = (new.name, new.digest, source_id, corpus_id)
        db.execute("UPDATE corpus SET name = ?, digest = ?, source_id = ? WHERE id = ?", values)
        return corpus_id


def _portions(study: Study, new: NewCorpus, corpus_id: int) -> Iterator[Portion]:
    """All that is to be written, a short transaction at a time."""
    layers = sorted(new.words_of_layers.items(), key=lambda layer: len(layer[1].values))
    # Words of small layers, such as tags, come first: their numbers are small, and take a byte each.
    words = list(dict.fromkeys(word for _, column in layers for word in column.values))
    for start in range(0, len(words), ROWS_AT_ONCE):
        rows = [(word,) for word in words[start : start + ROWS_AT_ONCE]]
        yield "INSERT OR IGNORE INTO token_word (word) VALUES (?)", rows
    numbers = dict(study.connection.execute("SELECT word, id FROM token_word").fetchall())
    chunks = [
        chunk
        for name, column in layers
        for chunk in _chunks(name, np.array([numbers[word] for word in column.values], np.int64)[column.codes])
    ]
    chunks += [chunk for name, values in new.numbers_of_layers.items() for chunk in _chunks(name, values)]
    for start in range(0, len(chunks), CHUNKS_AT_ONCE):
        rows_of_layers = [(corpus_id, *chunk) for chunk in chunks[start : start + CHUNKS_AT_ONCE]]
        yield f"INSERT INTO token_layer {LAYER} VALUES (?, ?, ?, ?, ?, ?)", rows_of_layers
    for rows_of_utterances in _rows_of_utterances(new, corpus_id):
        yield f"INSERT INTO utterance {UTTERANCE} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows_of_utterances


def _chunks(name: str, values: NDArray[np.integer]) -> Iterator[tuple[str, str, int, int, bytes]]:
    """The rows of a layer without their corpus: name, kind, first token, width, packed numbers."""
    for start in range(0, len(values), CHUNK):
        chunk = values[start : start + CHUNK]
        width, kind_of_number = next(each for each in WIDTHS if int(chunk.max()) < 256 ** each[0])
        yield name, KINDS.get(name, TAGS), start, width, chunk.astype(kind_of_number).tobytes()


def _rows_of_utterances(new: NewCorpus, corpus_id: int) -> Iterator[list[tuple[Any, ...]]]:
    told = new.utterances
    words = [np.array(of.values, object)[of.codes] for of in (told.sections, told.speakers, told.children, told.notes)]
    for column in words:
        column[column == NOT_TOLD] = None
    ages = told.ages.astype(object)
    ages[np.isnan(told.ages)] = None
    for start in range(0, len(told), ROWS_AT_ONCE):
        part = slice(start, start + ROWS_AT_ONCE)
        lengths = new.text.lengths[part].tolist()
        sections, speakers, children, notes = (column[part].tolist() for column in words)
        columns = (new.text.starts[part].tolist(), lengths, sections, speakers, children, ages[part].tolist(), notes)
        yield [(corpus_id, position, *row) for position, row in enumerate(zip(*columns, strict=True), start=start)]


# ---- reading ----


def corpus_text(study: Study, corpus_id: int) -> Text:
    """All tokens of a corpus."""
    rows = study.connection.execute(
        "SELECT n_tokens FROM utterance WHERE corpus_id = ? ORDER BY position", (corpus_id,)
    )
    lengths = np.array([n for (n,) in rows], np.int64)
    names = layer_names(study, corpus_id)
    numbers = {name: _layer(study, corpus_id, name, int(lengths.sum())) for name in names}
    heads = numbers.pop(HEADS, None)
    marks = numbers.pop(PUNCTUATION, np.zeros(int(lengths.sum()), np.int32))
    words = dict(study.connection.execute("SELECT id, word FROM token_word").fetchall())
    columns = {name: _column(study, numbers[name], words) for name in in_usual_order(list(numbers))}
    if heads is not None:
        heads = np.where(heads == _own_places(lengths), NO_HEAD, heads)
    return Text(columns, lengths, marks != 0, heads)


def _own_places(lengths: Numbers) -> NDArray[np.int32]:
    """The place of each token in its utterance, from 1."""
    return places_of(lengths).astype(np.int32)


def _layer(study: Study, corpus_id: int, name: str, n_tokens: int) -> NDArray[np.int32]:
    kinds = dict(WIDTHS)
    rows = study.connection.execute(
        "SELECT width, numbers FROM token_layer WHERE corpus_id = ? AND name = ? ORDER BY first_token",
        (corpus_id, name),
    ).fetchall()
    if any(len(packed) % width for width, packed in rows):
        raise _damaged(study)
    chunks = [np.frombuffer(packed, kinds[width]).astype(np.int32) for width, packed in rows]
    values = np.concatenate([np.empty(0, np.int32), *chunks])
    if len(values) != n_tokens:
        raise _damaged(study)
    return values


def _column(study: Study, numbers: NDArray[np.int32], words: Mapping[int, str]) -> Column:
    codes, there = _numbered_anew(numbers)
    try:
        return Column(codes, tuple(words[number] for number in there))
    except KeyError:
        raise _damaged(study) from None


def _damaged(study: Study) -> GoedError:
    return GoedError(f"{study.path}: the layers of a corpus do not fit its tokens; {WAY_BACK}")


def utterances_of(study: Study, corpus_id: int) -> Utterances:
    """What is known of each utterance of a corpus besides its tokens."""
    rows = study.connection.execute(
        "SELECT coalesce(section, ''), coalesce(speaker, ''), coalesce(child, ''), coalesce(note, ''), age "
        "FROM utterance WHERE corpus_id = ? ORDER BY position",
        (corpus_id,),
    ).fetchall()
    *words, ages = zip(*rows, strict=True) if rows else ((), (), (), (), ())
    sections, speakers, children, notes = map(column_of, words)
    return Utterances(sections, speakers, children, np.array(ages, np.float64), notes)  # None becomes NaN
