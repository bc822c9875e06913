"""Text with a token on each line and an empty line behind each sentence: CoNLL's kinds, and word and tag."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.corpora.blocks import Block, Lines, lines_of, only_lines
from goed.corpora.column import Column, GrowingColumn, Numbers, joined, normal_words
from goed.corpora.corpus import Corpus
from goed.corpora.layouts import NO_VALUE, Layout
from goed.errors import InputError, quoted

NO_TOKEN = re.compile(r"[0-9]+-[0-9]+|[0-9]+\.[0-9]+")  # a word of several tokens, an empty node
NUMBER = re.compile(r"[0-9]+")
NO_NUMBER, SKIPPED = -2, -3
HUGE = 10**9  # stands for all larger numbers: no sentence is that long


class TokenLines:
    """Grows by a block of lines at a time."""

    def __init__(self, path: Path, layout: Layout, wanted: Sequence[str]) -> None:
        self._path = path
        self._layout = layout
        self._places = _places(layout, wanted)
        self._columns = {name: GrowingColumn() for name in self._places}
        self._lines: list[Numbers] = []
        self._n_breaks: list[Numbers] = []  # before each token: empty lines of the file so far
        self._n_breaks_so_far = 0
        self._n_tokens = 0

    def __len__(self) -> int:
        return self._n_tokens

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
        self._n_tokens += len(tokens)
        if len(tokens):
            table = self._table(block, lines, is_token)
            for name, place in self._places.items():
                codes, distinct = pd.factorize(table[place].to_numpy())
                self._columns[name].add(codes, distinct.tolist())

    def _refuse_other_lines(self, block: Block, lines: Lines, is_token: NDArray[np.bool_]) -> None:
        expected = len(self._layout.columns)
        wrong = np.flatnonzero(is_token & (lines.n_tabs != expected - 1))
        if len(wrong):
            n_columns = int(lines.n_tabs[wrong[0]]) + 1
            problem = (
                f"{n_columns} {'column' if n_columns == 1 else 'columns'} where {self._layout.says} has {expected}"
            )
            raise InputError(self._path, problem, block.first_line + int(wrong[0]))

    def _table(self, block: Block, lines: Lines, is_token: NDArray[np.bool_]) -> pd.DataFrame:
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
        lines, n_breaks = joined(self._lines), joined(self._n_breaks)
        if self._layout.has_ids:
            ids = _numbers(columns.pop("id"))
            is_token = ids != SKIPPED
            if not is_token.all():
                columns = {name: column.chosen(is_token) for name, column in columns.items()}
                ids, lines, n_breaks = ids[is_token], lines[is_token], n_breaks[is_token]
        starts = np.flatnonzero(np.diff(n_breaks, prepend=-1))
        heads = columns.pop("head", None)
        columns["form"] = normal_words(self._path, columns["form"], lines)
        corpus = Corpus(self._path, self._layout, columns, lines, starts, None if heads is None else _numbers(heads))
        corpus.refuse("form", [""], "the word is empty")
        if self._layout.has_ids:
            _check_ids(corpus, ids)
        if heads is not None:
            _check_heads(corpus, heads)
        return corpus


def _places(layout: Layout, wanted: Sequence[str]) -> dict[str, int]:
    """The columns that are to be read, and where they stand."""
    names = ["form", *(layout.tag if name == "tag" else name for name in wanted)]
    if layout.has_ids:
        names.insert(0, "id")
    return {name: layout.columns.index(name) for name in names}


def _numbers(column: Column) -> Numbers:
    """IDs or heads as numbers; -1 for _, others below for what is none, and for lines that are no tokens."""
    meanings = [_number(value) for value in column.values]
    return np.array(meanings, dtype=np.int64)[column.codes] if len(column) else np.empty(0, np.int64)


def _number(value: str) -> int:
    if value == NO_VALUE:
        return -1
    if NUMBER.fullmatch(value):
        return int(value) if len(value) < 10 else HUGE
    return SKIPPED if NO_TOKEN.fullmatch(value) else NO_NUMBER


def _check_ids(corpus: Corpus, ids: Numbers) -> None:
    """IDs count the tokens of each sentence from 1."""
    expected = np.arange(len(corpus)) - np.repeat(corpus.starts, corpus.lengths) + 1
    wrong = np.flatnonzero(ids != expected)
    if not len(wrong):
        return
    token = int(wrong[0])
    found = "no number" if ids[token] < 0 else f"{ids[token]}"
    hint = "; is the empty line between two sentences missing?" if ids[token] == 1 else ""
    raise corpus.error(token, f"the ID is {found} where {expected[token]} comes next{hint}")


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
