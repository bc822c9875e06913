"""The layouts of tagged text and treebanks, and how to tell which one a file is in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from goed.corpora.blocks import Block, Lines, lines_of
from goed.errors import InputError, WrongUsageError, quoted

NO_VALUE = "_"  # what stands in a column that says nothing


@dataclass(frozen=True)
class Layout:
    """A layout: its columns, which of them holds the tags, and the tag that marks punctuation."""

    name: str
    says: str  # for people
    columns: tuple[str, ...] = ("form", "tag")
    tag: str = "tag"
    punctuation: str | None = None

    @property
    def has_ids(self) -> bool:
        """Whether tokens are numbered, and lines that begin with # are comments."""
        return self.columns[0] == "id"

    @property
    def has_tags(self) -> bool:
        """Whether words have tags."""
        return self.tag in self.columns


PASCAL = Layout(
    "pascal",
    "PASCAL's nine columns",
    ("id", "form", "lemma", "cpostag", "postag", "upostag", "feats", "head", "deprel"),
    "upostag",
    ".",
)
CONLL_X = Layout(
    "conllx",
    "CoNLL-X",
    ("id", "form", "lemma", "cpostag", "postag", "feats", "head", "deprel", "phead", "pdeprel"),
    "cpostag",
)
CONLL_U = Layout(
    "conllu",
    "CoNLL-U",
    ("id", "form", "lemma", "upostag", "postag", "feats", "head", "deprel", "deps", "misc"),
    "upostag",
    "PUNCT",
)
COLUMNS = Layout("columns", "word and tag in two columns")
SLASH = Layout("slash", "word/TAG text")
PLAIN = Layout("plain", "text without tags", ("form",))

LAYOUTS: Mapping[str, Layout] = {layout.name: layout for layout in (PASCAL, CONLL_X, CONLL_U, COLUMNS, SLASH, PLAIN)}
UNIVERSAL_TAGS = frozenset(
    (
        *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM"),
        *("PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X", NO_VALUE),
    )
)
NO_COLUMNS_OF_WORDS = ("id", "form", "head")  # that no option can name
LOOKED_AT = 1_000  # lines, to tell CoNLL-U from CoNLL-X
TREEBANK_ENDINGS = (".conll", ".conllu", ".conllx")
NUMBER = re.compile(rb"[0-9]+")


def check_columns(layout: Layout, wanted: Iterable[str]) -> None:
    """Refuse columns that a layout does not have; `tag` stands for its column of tags, if it has one."""
    for name in wanted:
        if name not in (*layout.columns, "tag"):
            there = ", ".join(each for each in layout.columns if each not in NO_COLUMNS_OF_WORDS)
            raise WrongUsageError(
                f"{layout.says} has no column {quoted(name)}" + (f"; it has {there}" if there else "")
            )


def layout_of(path: Path, block: Block) -> Layout | None:
    """The layout of a file, by its first lines; None if all of them are blank."""
    lines = lines_of(block)
    words = np.flatnonzero(~lines.is_blank & ~lines.begins_with_hash)
    if not len(words):
        if path.suffix in TREEBANK_ENDINGS:
            return CONLL_U
        words = np.flatnonzero(~lines.is_blank)
    if not len(words):
        return None
    first = int(words[0])
    match int(lines.n_tabs[first]) + 1:
        case 9:
            return PASCAL
        case 10:
            return CONLL_U if _is_conll_u(path, block, lines) else CONLL_X
        case 2:
            return COLUMNS
        case 1:
            tokens = _line(block, lines, first).split()
            _refuse_treebank_without_tabs(path, tokens, block.first_line + first)
            return SLASH if all(b"/" in token for token in tokens) else PLAIN
        case n_columns:
            known = "9 (PASCAL), 10 (CoNLL-X, CoNLL-U), 2 (word and tag), or text"
            raise InputError(path, f"{n_columns} columns, where goed knows {known}", block.first_line + first)


def _refuse_treebank_without_tabs(path: Path, cells: Sequence[bytes], line: int) -> None:
    """Refuse what would be taken for running text, but is a treebank with blanks for tabs, or no treebank at all."""
    places_of_head = {len(layout.columns): layout.columns.index("head") for layout in (PASCAL, CONLL_X, CONLL_U)}
    head = cells[places_of_head[len(cells)]] if len(cells) in places_of_head else b""
    if cells[0] == b"1" and (head == NO_VALUE.encode() or NUMBER.fullmatch(head)):
        problem = "the columns of a treebank with blanks between them, where tabs belong"
    elif path.suffix in TREEBANK_ENDINGS:
        problem = f"no columns with tabs between them, where the name of the file ends in {path.suffix}"
    else:
        return
    raise InputError(path, f"{problem}; if it is text, say so with --read-as", line)


def _line(block: Block, lines: Lines, place: int) -> bytes:
    start = int(lines.starts[place])
    return block.content[start : block.content.index(b"\n", start)]


def _is_conll_u(path: Path, block: Block, lines: Lines) -> bool:
    """Whether it is CoNLL-U, which has comments, words of several tokens (1-2), empty nodes (1.1), and known tags."""
    if path.suffix == ".conllu" or lines.begins_with_hash.any():
        return True
    places = np.flatnonzero(lines.n_tabs == 9)[:LOOKED_AT]
    cells = [_line(block, lines, int(place)).split(b"\t") for place in places]
    if any(b"-" in row[0] or b"." in row[0] for row in cells):
        return True
    return all(row[3].decode() in UNIVERSAL_TAGS for row in cells)
