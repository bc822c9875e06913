"""Treebanks as they come with goed: sentences of chosen columns, in CoNLL-U Plus, packed with xz.

The first line names the columns, as CoNLL-U Plus has it (https://universaldependencies.org/ext-format.html). Tokens are
not numbered, and heads count from 1 in their sentence. `# section` and `# newdoc` hold
until another one is named; `# speaker` is of one sentence.

    # global.columns = FORM UPOS XPOS HEAD DEPREL
    # newdoc id = GUM_interview_peres
    # section = train
    # speaker = ShimonPeres
    Hello       INTJ    UH    0    root
    .           PUNCT   .     1    punct

What xz makes of a text may differ between versions of liblzma; the text does not.
"""

from __future__ import annotations

import hashlib
import lzma
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

PACKED = "treebank.conllup.xz"
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 4 * 2**20, "lc": 4, "pb": 0}]


@dataclass
class TreebankSentence:
    """A sentence: its tokens with all columns, and what comments say of it, by their keys."""

    tokens: list[list[str]] = field(default_factory=list)
    comments: dict[str, str] = field(default_factory=dict)


def original(path: Path, sha256: str) -> str:
    """The text of the file that a recipe starts from, known to the byte."""
    content = path.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise SystemExit(f"{path} is not the file that is meant: its SHA-256 is {found}")
    return content.decode("utf-8")


def sentences_of(text: str) -> Iterator[TreebankSentence]:
    """The sentences of CoNLL-X or CoNLL-U, without words of several tokens (1-2) and empty nodes (1.1)."""
    for block in text.strip("\n").split("\n\n"):
        sentence = TreebankSentence()
        for line in block.split("\n"):
            if line.startswith("# "):
                key, _, value = line[2:].partition(" = ")
                sentence.comments[key] = value
            elif (cells := line.split("\t"))[0].isdecimal():
                sentence.tokens.append(cells)
        yield sentence


def packed(columns: Sequence[str], sentences: Iterable[tuple[Sequence[str], Iterable[Sequence[str]]]]) -> bytes:
    """Sentences, each with the comments that stand before it, as a packed CoNLL-U Plus file."""
    lines = [f"# global.columns = {' '.join(columns)}"]
    for comments, tokens in sentences:
        lines.extend(f"# {comment}" for comment in comments)
        lines.extend("\t".join(token) for token in tokens)
        lines.append("")
    text = unicodedata.normalize("NFC", "".join(f"{line}\n" for line in lines))
    return lzma.compress(text.encode("utf-8"), format=lzma.FORMAT_XZ, check=lzma.CHECK_SHA256, filters=FILTERS)
