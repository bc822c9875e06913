"""Reading a text in any of the layouts, a block of lines at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from goed.corpora.blocks import Block, blocks_of
from goed.corpora.corpus import Corpus
from goed.corpora.layouts import PASCAL, PLAIN, SLASH, Layout, check_columns, layout_of
from goed.corpora.running_text import RunningText
from goed.corpora.token_lines import TokenLines
from goed.errors import InputError

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
