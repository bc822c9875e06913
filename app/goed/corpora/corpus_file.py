"""Reading a text in any of the layouts, a block of lines at a time; running text, which has no lines of tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import numpy as np
import pandas as pd

from goed.corpora.blocks import Block, blocks_of
from goed.corpora.column import GrowingColumn, Numbers, joined, normal_words
from goed.corpora.corpus import Corpus
from goed.corpora.layouts import PASCAL, PLAIN, SLASH, Layout, check_columns, layout_of
from goed.corpora.token_lines import TokenLines
from goed.errors import InputError, quoted

MOST_TOKENS = 100_000_000


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
    for block in _with_first(first, blocks):
        reader.add(block)
        if len(reader) > MOST_TOKENS:
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


def _with_first(first: Block | None, others: Iterator[Block]) -> Iterator[Block]:
    return others if first is None else chain([first], others)


class RunningText:
    """Grows by a block of lines at a time."""

    def __init__(self, path: Path, layout: Layout) -> None:
        self._path = path
        self._layout = layout
        self._forms, self._tags = GrowingColumn(), GrowingColumn()
        self._lines: list[Numbers] = []
        self._n_tokens = 0

    def __len__(self) -> int:
        return self._n_tokens

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
        self._n_tokens += len(tokens)

    def _refuse(self, is_wrong: list[bool], words: list[str], codes: Numbers, lines: Numbers) -> None:
        """Say where a token is that has no word, or no slash."""
        if any(is_wrong):
            place = int(np.array(is_wrong)[codes].argmax())
            token = quoted(words[codes[place]], 30)
            raise InputError(self._path, f"{token} is not of the form word/TAG", int(lines[place]))

    def corpus(self) -> Corpus:
        """All that was read; each line is a sentence."""
        lines = joined(self._lines)
        starts = np.flatnonzero(np.diff(lines, prepend=-1))
        columns = {"form": normal_words(self._path, self._forms.whole(), lines)}
        if self._layout is SLASH:
            columns["tag"] = self._tags.whole()
        return Corpus(self._path, self._layout, columns, lines, starts)
