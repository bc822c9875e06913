"""Reading texts in any layout: a token on each line, or running text.

A file is read a block of lines at a time.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain
from pathlib import Path
from unicodedata import normalize

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.corpora.blocks import Block, Lines, blocks_of, lines_of, only_lines
from goed.corpora.comments import is_header
from goed.corpora.corpus import Codes, Column, Comment, Corpus, codes_of
from goed.corpora.layouts import NO_VALUE, PASCAL, PLAIN, SLASH, Layout, check_columns, layout_of
from goed.errors import InputError, quoted
from goed.forms import MAX_ACCENTS, check_form
from goed.scores.values import Marks, Numbers

MOST_TOKENS = 100_000_000
NO_TOKEN = re.compile(r"[0-9]+-[0-9]+|[0-9]+\.[0-9]+")  # IDs of no token: a word of several (1-2), an empty node (1.1)
NUMBER = re.compile(r"[0-9]+")
NO_NUMBER, SKIPPED = -2, -3
TOLD_OF_TOKENS = ("lemma", "cpostag", "postag", "upostag", "tag", "deprel", "head")
HUGE = 10**9  # stands for all larger numbers: no sentence is that long


def read_corpus(path: Path, wanted: Sequence[str] = ("tag",), layout: Layout | None = None) -> Corpus:
    """Read a text: its words, and the columns that are wanted (`tag` is the layout's own, `head` the heads).

    Text without tags is accepted if nothing but `tag` is wanted.
    """
    layout, blocks = _recognised(path, layout, needs_heads="head" in wanted)
    check_columns(layout, wanted)
    return _read(path, layout, [layout.tag if name == "tag" else name for name in wanted], blocks, None)


def read_all(path: Path, layout: Layout | None = None) -> Corpus:
    """Read a text with all that its columns of words, tags, relations and heads hold, and its comments."""
    layout, blocks = _recognised(path, layout, needs_heads=False)
    comments: list[Comment] = []
    corpus = _read(path, layout, [name for name in TOLD_OF_TOKENS if name in layout.columns], blocks, comments)
    return replace(corpus, comments=comments)


def _recognised(path: Path, layout: Layout | None, needs_heads: bool) -> tuple[Layout, Iterator[Block]]:
    """The layout of a file, found out if none is given, and its blocks."""
    blocks = blocks_of(path)
    first = next(blocks, None)
    if layout is None:
        layout = _layout(path, first, needs_heads)
    return layout, blocks if first is None else chain([first], blocks)


def _read(
    path: Path, layout: Layout, wanted: Sequence[str], blocks: Iterable[Block], comments: list[Comment] | None
) -> Corpus:
    """Read the wanted columns beside the words; comments are collected if there is a list for them."""
    if layout in (SLASH, PLAIN):
        return _corpus(path, layout, *_gathered(path, layout.columns, _running_text(path, layout, blocks, comments)))
    names = ["form", *wanted, *(["id"] if layout.has_ids else [])]
    return _corpus(path, layout, *_gathered(path, names, _token_lines(path, layout, names, blocks, comments)))


def _corpus(path: Path, layout: Layout, columns: dict[str, Column], lines: Numbers, sentences: Numbers) -> Corpus:
    """The corpus from what was read: checked, and without lines that are no tokens."""
    ids = _numbers(columns.pop("id")) if "id" in columns else None
    if ids is not None and SKIPPED in ids:
        is_token = ids != SKIPPED
        columns = {name: column.chosen(is_token) for name, column in columns.items()}
        ids, lines, sentences = ids[is_token], lines[is_token], sentences[is_token]
    heads = columns.pop("head", None)
    columns["form"] = _normal_words(path, columns["form"], lines)
    starts = np.flatnonzero(np.diff(sentences, prepend=-1))
    corpus = Corpus(path, layout, columns, lines, starts, None if heads is None else _numbers(heads))
    corpus.refuse("form", [""], "the word is empty")
    if ids is not None:
        _check_ids(corpus, ids)
    if heads is not None:
        _check_heads(corpus, heads)
    return corpus


def read_tagged(path: Path, wanted: Sequence[str] = ("tag",), layout: Layout | None = None) -> Corpus:
    """Read a text that must have tags."""
    corpus = read_corpus(path, wanted, layout)
    if not corpus.layout.has_tags:
        known = "word/TAG, two columns, PASCAL's nine, CoNLL-X or CoNLL-U is expected"
        raise corpus.error(0, f"no word/TAG, but text without tags; {known}")
    return corpus


def _layout(path: Path, first: Block | None, needs_heads: bool) -> Layout:
    layout = None if first is None else layout_of(path, first)
    if layout is None:  # an empty file fits any layout
        return PASCAL if needs_heads else SLASH
    if needs_heads and not layout.has_ids:
        raise InputError(path, f"is {layout.says}, which has no heads; take PASCAL's nine columns, CoNLL-X or CoNLL-U")
    return layout


def _normal_words(path: Path, forms: Column, lines: Numbers) -> Column:
    """Words in NFC, as goed compares forms; piles of accents, which would take minutes, are refused."""
    if all(word.isascii() for word in forms.values):
        return forms
    for code, word in enumerate(forms.values):
        if len(word) > MAX_ACCENTS:
            line = int(lines[(forms.codes == code).argmax()])
            check_form(path, line, word, "word")
    numbers: dict[str, int] = {}  # words that become equal share a number
    codes = codes_of((normalize("NFC", word) for word in forms.values), numbers)
    return Column(codes[forms.codes], tuple(numbers))


# ---- a block of lines at a time ----


@dataclass(frozen=True)
class TokenBlock:
    """Tokens of a block: columns as codes with the words that these stand for, lines, and sentences."""

    columns: dict[str, tuple[NDArray[np.integer], Iterable[str]]]
    lines: Numbers
    sentences: Numbers  # numbers from 0 that grow where a sentence ends


def _gathered(
    path: Path, names: Sequence[str], blocks: Iterable[TokenBlock]
) -> tuple[dict[str, Column], Numbers, Numbers]:
    """The columns, lines and sentences of all blocks."""
    numbers: dict[str, dict[str, int]] = {name: {} for name in names}
    codes: dict[str, list[Codes]] = {name: [np.empty(0, np.int32)] for name in names}
    lines, sentences = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    n_tokens = 0
    for block in blocks:
        for name, (places, words) in block.columns.items():
            codes[name].append(codes_of(words, numbers[name])[places])
        lines.append(block.lines)
        sentences.append(block.sentences)
        n_tokens += len(block.lines)
        if n_tokens > MOST_TOKENS:
            raise InputError(path, f"has more than {MOST_TOKENS:,} tokens; part it into smaller files")
    columns = {name: Column(np.concatenate(codes[name]), tuple(numbers[name])) for name in codes}
    return columns, np.concatenate(lines), np.concatenate(sentences)


def _running_text(
    path: Path, layout: Layout, blocks: Iterable[Block], comments: list[Comment] | None
) -> Iterator[TokenBlock]:
    """Text of words, or of word/TAG, with a sentence on each line."""
    for block in blocks:
        content, numbers = _without_comments(block, comments)
        tokens = content.split()  # only at ASCII white space: a word may hold a no-break space
        counts = [len(line.split()) for line in content.split(b"\n")[:-1]]
        lines = np.repeat(numbers, counts)
        codes, distinct = pd.factorize(np.array(tokens, dtype=object))
        words = [token.decode() for token in distinct]
        if layout is PLAIN:
            yield TokenBlock({"form": (codes, words)}, lines, lines)
            continue
        parts = [word.rpartition("/") for word in words]
        no_form = np.array([not form for form, _, _ in parts], dtype=bool)[codes]
        if no_form.any():
            place = int(no_form.argmax())
            problem = f"{quoted(words[codes[place]], 30)} is not of the form word/TAG"
            advice = "if words have no tags, say so with --read-as"
            raise InputError(path, f"{problem}; {advice}", int(lines[place]))
        forms, tags = [form for form, _, _ in parts], [tag for _, _, tag in parts]
        yield TokenBlock({"form": (codes, forms), "tag": (codes, tags)}, lines, lines)


def _without_comments(block: Block, comments: list[Comment] | None) -> tuple[bytes, Numbers]:
    """A block of running text without its comments, and the numbers of its lines."""
    lines = lines_of(block)
    is_comment = _comment_lines(block, lines, has_ids=False, comments=comments)
    return only_lines(block, lines, ~is_comment).getvalue(), np.flatnonzero(~is_comment) + block.first_line


def _comment_lines(block: Block, lines: Lines, has_ids: bool, comments: list[Comment] | None) -> Marks:
    """Which lines are comments: where tokens have no IDs, # may be a word, and only # key=value … is one.

    Their text is added to a list, if there is one.
    """
    is_comment = lines.begins_with_hash
    if comments is None and has_ids:
        return is_comment
    for place in np.flatnonzero(is_comment).tolist():
        text = _text(block, lines, place)
        is_comment[place] = has_ids or is_header(text)
        if comments is not None and is_comment[place]:
            comments.append(Comment(block.first_line + place, text))
    return is_comment


def _text(block: Block, lines: Lines, place: int) -> str:
    start = int(lines.starts[place])
    return block.content[start : block.content.index(b"\n", start)].decode()


def _token_lines(
    path: Path, layout: Layout, names: Sequence[str], blocks: Iterable[Block], comments: list[Comment] | None
) -> Iterator[TokenBlock]:
    """Text with a token on each line, and an empty line after each sentence: CoNLL formats, or word and tag."""
    places = {name: layout.columns.index(name) for name in names}
    n_blank = 0
    for block in blocks:
        lines = lines_of(block)
        is_token = ~lines.is_blank & ~_comment_lines(block, lines, layout.has_ids, comments)
        _refuse_other_lines(path, layout, block, lines, is_token)
        sentences = np.cumsum(lines.is_blank) + n_blank
        n_blank = int(sentences[-1])
        tokens = np.flatnonzero(is_token)
        columns: dict[str, tuple[NDArray[np.integer], Iterable[str]]] = {}
        if len(tokens):
            table = _table(layout, only_lines(block, lines, is_token), list(places.values()))
            for name, place in places.items():
                codes, distinct = pd.factorize(table[place].to_numpy())
                columns[name] = (codes, distinct.tolist())
        yield TokenBlock(columns, tokens + block.first_line, sentences[tokens])


def _refuse_other_lines(path: Path, layout: Layout, block: Block, lines: Lines, is_token: Marks) -> None:
    expected = len(layout.columns)
    wrong = np.flatnonzero(is_token & (lines.n_tabs != expected - 1))
    if len(wrong):
        n_columns = int(lines.n_tabs[wrong[0]]) + 1
        columns = "column" if n_columns == 1 else "columns"
        problem = f"{n_columns} {columns} where {layout.says} has {expected}"
        raise InputError(path, problem, block.first_line + int(wrong[0]))


def _table(layout: Layout, lines: BytesIO, places: list[int]) -> pd.DataFrame:
    """The cells of the wanted columns as text: 007 is a word (pandas' categories would make it 7)."""
    return pd.read_csv(
        lines,
        sep="\t",
        header=None,
        names=range(len(layout.columns)),
        usecols=places,
        dtype=object,
        quoting=csv.QUOTE_NONE,
        na_filter=False,
        skip_blank_lines=False,
        engine="c",
        lineterminator="\n",
        low_memory=False,
    )


# ---- numbers in columns ----


def _numbers(column: Column) -> Numbers:
    """IDs or heads as numbers; -1 for _, and lower ones for what is no number, or no token's ID."""
    return np.array([_number(value) for value in column.values], dtype=np.int64)[column.codes]


def _number(value: str) -> int:
    if value == NO_VALUE:
        return -1
    if NUMBER.fullmatch(value):
        return int(value) if len(value) < 10 else HUGE
    return SKIPPED if NO_TOKEN.fullmatch(value) else NO_NUMBER


def _check_ids(corpus: Corpus, ids: Numbers) -> None:
    """Check that IDs count the tokens of each sentence from 1."""
    wrong = np.flatnonzero(ids != corpus.ids)
    if not len(wrong):
        return
    token = int(wrong[0])
    found = "no number" if ids[token] < 0 else f"{ids[token]}"
    hint = "; is the empty line between two sentences missing?" if ids[token] == 1 else ""
    raise corpus.error(token, f"the ID is {found} where {corpus.ids[token]} comes next{hint}")


def _check_heads(corpus: Corpus, heads: Column) -> None:
    """Check that heads are tokens of the sentence, 0, or _."""
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
    tokens = "token" if lengths[token] == 1 else "tokens"
    raise corpus.error(token, f"HEAD {shown} where the sentence has {lengths[token]} {tokens}")
