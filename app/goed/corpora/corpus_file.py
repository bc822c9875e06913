"""Reading a text in any of the layouts, a block of lines at a time: lines of tokens, or running text."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from unicodedata import normalize

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.corpora.blocks import Block, Lines, blocks_of, lines_of, only_lines
from goed.corpora.corpus import Codes, Column, Corpus, codes_of
from goed.corpora.layouts import NO_VALUE, PASCAL, PLAIN, SLASH, Layout, check_columns, layout_of
from goed.errors import InputError, quoted
from goed.forms import MOST_ACCENTS, refuse_what_is_no_form
from goed.scores.values import Marks, Numbers

MOST_TOKENS = 100_000_000
NO_TOKEN = re.compile(r"[0-9]+-[0-9]+|[0-9]+\.[0-9]+")  # a word of several tokens, an empty node
NUMBER = re.compile(r"[0-9]+")
NO_NUMBER, SKIPPED = -2, -3
HUGE = 10**9  # stands for all larger numbers: no sentence is that long


def read_corpus(path: Path, wanted: Sequence[str] = ("tag",), layout: Layout | None = None) -> Corpus:
    """Read a text: its words, and the columns that are wanted (`tag` is the layout's own, `head` the heads).

    Text without tags is read, too, where nothing but `tag` is wanted.
    """
    blocks = blocks_of(path)
    first = next(blocks, None)
    if layout is None:
        layout = _layout(path, first, needs_heads="head" in wanted)
    check_columns(layout, wanted)
    reader = RunningText(path, layout) if layout in (SLASH, PLAIN) else TokenLines(path, layout, wanted)
    for block in blocks if first is None else chain([first], blocks):
        reader.add(block)
        if reader.n_tokens > MOST_TOKENS:
            raise InputError(path, f"has more than {MOST_TOKENS:,} tokens; part it into smaller files")
    return reader.corpus()


def read_tagged(path: Path, wanted: Sequence[str] = ("tag",), layout: Layout | None = None) -> Corpus:
    """Read a text that must have tags."""
    corpus = read_corpus(path, wanted, layout)
    if not corpus.layout.has_tags:
        known = "word/TAG, two columns, PASCAL's nine, CoNLL-X or CoNLL-U is expected"
        raise corpus.error(0, f"no word/TAG, but text without tags; {known}")
    return corpus


def _layout(path: Path, first: Block | None, needs_heads: bool) -> Layout:
    layout = None if first is None else layout_of(path, first)
    if layout is None:  # a file of nothing is of any kind
        return PASCAL if needs_heads else SLASH
    if needs_heads and not layout.has_ids:
        raise InputError(path, f"is {layout.says}, which has no heads; take PASCAL's nine columns, CoNLL-X or CoNLL-U")
    return layout


class GrowingColumn:
    """A column that is read a block at a time."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._pieces: list[Codes] = []

    def add(self, codes: NDArray[np.integer], values: Sequence[str]) -> None:
        """Add the tokens of a block, with the distinct words that its codes stand for."""
        self._pieces.append(codes_of(values, self._numbers)[codes])

    def whole(self) -> Column:
        """All that was added."""
        return Column(np.concatenate([np.empty(0, np.int32), *self._pieces]), tuple(self._numbers))


def _joined(pieces: Sequence[Numbers]) -> Numbers:
    """Arrays one behind the other, also where there are none."""
    return np.concatenate([np.empty(0, np.int64), *pieces])


def _normal_words(path: Path, forms: Column, lines: Numbers) -> Column:
    """Words in NFC, as goed compares forms; a heap of accents, which would take minutes, is refused."""
    if all(word.isascii() for word in forms.values):
        return forms
    for code, word in enumerate(forms.values):
        if len(word) > MOST_ACCENTS:
            line = int(lines[(forms.codes == code).argmax()])
            refuse_what_is_no_form(path, line, word, "word")
    return forms.mapped([normalize("NFC", word) for word in forms.values])


# ---- running text ----


class RunningText:
    """Text of words, or of word/TAG, with a sentence on each line; grows by a block of lines at a time."""

    def __init__(self, path: Path, layout: Layout) -> None:
        self._path = path
        self._layout = layout
        self._forms, self._tags = GrowingColumn(), GrowingColumn()
        self._lines: list[Numbers] = []
        self.n_tokens = 0

    def add(self, block: Block) -> None:
        """Read the lines of a block."""
        tokens = block.content.split()  # at white space of ASCII: a word may hold a no-break space
        counts = [len(line.split()) for line in block.content.split(b"\n")[:-1]]
        lines = np.repeat(np.arange(block.first_line, block.first_line + len(counts)), counts)
        codes, distinct = pd.factorize(np.array(tokens, dtype=object))
        words = [token.decode() for token in distinct]
        if self._layout is SLASH:
            parts = [word.rpartition("/") for word in words]
            self._refuse([not form for form, _, _ in parts], words, codes, lines)
            self._forms.add(codes, [form for form, _, _ in parts])
            self._tags.add(codes, [tag for _, _, tag in parts])
        else:
            self._forms.add(codes, words)
        self._lines.append(lines)
        self.n_tokens += len(tokens)

    def _refuse(self, is_wrong: list[bool], words: list[str], codes: Numbers, lines: Numbers) -> None:
        """Say where a token is that has no word, or no slash."""
        if any(is_wrong):
            place = int(np.array(is_wrong)[codes].argmax())
            token = quoted(words[codes[place]], 30)
            raise InputError(self._path, f"{token} is not of the form word/TAG", int(lines[place]))

    def corpus(self) -> Corpus:
        """All that was read; each line is a sentence."""
        lines = _joined(self._lines)
        starts = np.flatnonzero(np.diff(lines, prepend=-1))
        columns = {"form": _normal_words(self._path, self._forms.whole(), lines)}
        if self._layout is SLASH:
            columns["tag"] = self._tags.whole()
        return Corpus(self._path, self._layout, columns, lines, starts)


# ---- a token on each line, and an empty line behind each sentence ----


class TokenLines:
    """CoNLL's kinds, and word and tag in columns; grows by a block of lines at a time."""

    def __init__(self, path: Path, layout: Layout, wanted: Sequence[str]) -> None:
        self._path = path
        self._layout = layout
        names = ["form", *(layout.tag if name == "tag" else name for name in wanted)]
        if layout.has_ids:
            names.append("id")
        self._places = {name: layout.columns.index(name) for name in names}
        self._columns = {name: GrowingColumn() for name in self._places}
        self._lines: list[Numbers] = []
        self._n_breaks: list[Numbers] = []  # before each token: empty lines of the file so far
        self._n_breaks_so_far = 0
        self.n_tokens = 0

    def add(self, block: Block) -> None:
        """Read the lines of a block."""
        lines = lines_of(block)
        is_token = ~lines.is_blank
        if self._layout.has_ids:
            is_token &= ~lines.begins_with_hash
        self._refuse_other_lines(block, lines, is_token)
        n_breaks = np.cumsum(lines.is_blank) + self._n_breaks_so_far
        self._n_breaks_so_far = int(n_breaks[-1])
        tokens = np.flatnonzero(is_token)
        self._lines.append(tokens + block.first_line)
        self._n_breaks.append(n_breaks[tokens])
        self.n_tokens += len(tokens)
        if len(tokens):
            table = self._table(block, lines, is_token)
            for name, place in self._places.items():
                codes, distinct = pd.factorize(table[place].to_numpy())
                self._columns[name].add(codes, distinct.tolist())

    def _refuse_other_lines(self, block: Block, lines: Lines, is_token: Marks) -> None:
        expected = len(self._layout.columns)
        wrong = np.flatnonzero(is_token & (lines.n_tabs != expected - 1))
        if len(wrong):
            n_columns = int(lines.n_tabs[wrong[0]]) + 1
            columns = "column" if n_columns == 1 else "columns"
            problem = f"{n_columns} {columns} where {self._layout.says} has {expected}"
            raise InputError(self._path, problem, block.first_line + int(wrong[0]))

    def _table(self, block: Block, lines: Lines, is_token: Marks) -> pd.DataFrame:
        """The cells of the wanted columns as they stand: 007 is a word (pandas' categories would take it for 7)."""
        return pd.read_csv(
            only_lines(block, lines, is_token),
            sep="\t",
            header=None,
            names=range(len(self._layout.columns)),
            usecols=list(self._places.values()),
            dtype=object,
            quoting=csv.QUOTE_NONE,
            na_filter=False,
            skip_blank_lines=False,
            engine="c",
            lineterminator="\n",
            low_memory=False,
        )

    def corpus(self) -> Corpus:
        """All that was read, checked."""
        columns = {name: growing.whole() for name, growing in self._columns.items()}
        lines, n_breaks = _joined(self._lines), _joined(self._n_breaks)
        ids = _numbers(columns.pop("id")) if self._layout.has_ids else None
        if ids is not None and SKIPPED in ids:
            is_token = ids != SKIPPED
            columns = {name: column.chosen(is_token) for name, column in columns.items()}
            ids, lines, n_breaks = ids[is_token], lines[is_token], n_breaks[is_token]
        starts = np.flatnonzero(np.diff(n_breaks, prepend=-1))
        heads = columns.pop("head", None)
        columns["form"] = _normal_words(self._path, columns["form"], lines)
        corpus = Corpus(self._path, self._layout, columns, lines, starts, None if heads is None else _numbers(heads))
        corpus.refuse("form", [""], "the word is empty")
        if ids is not None:
            _check_ids(corpus, ids)
        if heads is not None:
            _check_heads(corpus, heads)
        return corpus


def _numbers(column: Column) -> Numbers:
    """IDs or heads as numbers; -1 for _, others below for what is none, and for lines that are no tokens."""
    return np.array([_number(value) for value in column.values], dtype=np.int64)[column.codes]


def _number(value: str) -> int:
    if value == NO_VALUE:
        return -1
    if NUMBER.fullmatch(value):
        return int(value) if len(value) < 10 else HUGE
    return SKIPPED if NO_TOKEN.fullmatch(value) else NO_NUMBER


def _check_ids(corpus: Corpus, ids: Numbers) -> None:
    """IDs count the tokens of each sentence from 1."""
    wrong = np.flatnonzero(ids != corpus.ids)
    if not len(wrong):
        return
    token = int(wrong[0])
    found = "no number" if ids[token] < 0 else f"{ids[token]}"
    hint = "; is the empty line between two sentences missing?" if ids[token] == 1 else ""
    raise corpus.error(token, f"the ID is {found} where {corpus.ids[token]} comes next{hint}")


def _check_heads(corpus: Corpus, heads: Column) -> None:
    """Heads are tokens of the sentence, 0, or _."""
    numbers = corpus.heads
    assert numbers is not None
    lengths = np.repeat(corpus.lengths, corpus.lengths)
    wrong = np.flatnonzero((numbers > lengths) | (numbers < -1))
    if not len(wrong):
        return
    token = int(wrong[0])
    shown = quoted(heads.word(token), 20)
    if numbers[token] < 0:
        raise corpus.error(token, f"HEAD {shown} is no number")
    raise corpus.error(token, f"HEAD {shown} where the sentence has {lengths[token]} tokens")
