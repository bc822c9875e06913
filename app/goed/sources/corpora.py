"""Corpora from files: treebanks, tagged text and plain text become layers of tokens, and utterances in sections.

Several files are one corpus, in their order; they must be in one layout, and tell the same of their tokens.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.corpora.blocks import STDIN
from goed.corpora.comments import utterances_told_of
from goed.corpora.corpus import Column, Corpus
from goed.corpora.corpus_file import read_all
from goed.corpora.layouts import CONLL_X, NO_VALUE, Layout
from goed.corpora.tags import punctuation_of, read_upos_table, with_upos
from goed.corpora.utterances import Utterances, column_of, joined_columns, joined_utterances
from goed.errors import InputError, WrongUsageError, quoted
from goed.models.text import NO_HEAD, Text
from goed.scores.dependencies import Trees, in_circles
from goed.scores.values import Marks

LAYERS: Mapping[str, str] = {"upostag": "upos", "deprel": "relation"}  # a file's column → its layer; others: the same
TRAIN = "train"

Range = tuple[int, int]  # the first and the last utterance, counted from 1


@dataclass(frozen=True)
class CorpusOptions:
    """How the files of a corpus are read."""

    layout: Layout | None = None  # None: goed finds out
    upos: Path | None = None  # a table of the UPOS of each tag
    punctuation: Sequence[str] = ()  # patterns of tags; none: those that the layout knows
    punctuation_column: str = "tag"


class SectionFile(NamedTuple):
    """A file of a corpus, and the section that its utterances are in, if any."""

    path: Path
    section: str = ""


def read_corpus_files(files: Sequence[SectionFile], options: CorpusOptions) -> tuple[Text, Utterances]:
    """Read the files of a corpus; what cannot be gold is refused."""
    corpora = [_read(file.path, options) for file in files]
    _refuse_different(corpora)
    whole = _joined(corpora)
    told = [
        utterances_told_of(corpus).with_sections(column_of([file.section] * len(corpus.starts)))
        for corpus, file in zip(corpora, files, strict=True)
    ]
    columns = {
        LAYERS.get(name, name): column
        for name, column in whole.columns.items()
        if name == "form" or set(column.values) != {NO_VALUE}
    }
    heads = None if whole.heads is None else whole.heads.astype(np.int32)
    return Text(columns, whole.lengths, _punctuation(whole, options), heads), joined_utterances(told)


def in_ranges(utterances: Utterances, ranges: Mapping[str, Sequence[Range]]) -> Utterances:
    """The utterances in sections by their numbers, from 1; all others are for training, unless train has its own."""
    names = ("" if TRAIN in ranges else TRAIN, *ranges)
    n = len(utterances)
    codes = np.zeros(n, np.int32)
    for code, (name, spans) in enumerate(ranges.items(), start=1):
        for first, last in spans:
            if not 1 <= first <= last <= n:
                raise WrongUsageError(f"--{name} {first}-{last}: the corpus has the utterances 1 to {n}")
            taken = np.flatnonzero(codes[first - 1 : last])
            if len(taken):
                place = first + int(taken[0])
                raise WrongUsageError(
                    f"--{name} {first}-{last}: utterance {place} is in {names[codes[place - 1]]}, too"
                )
            codes[first - 1 : last] = code
    return utterances.with_sections(Column(codes, names))


def source_of(files: Sequence[SectionFile]) -> tuple[str, str | None]:
    """The path of a corpus's files, and the SHA-256 where it is one file."""
    paths = [file.path for file in files]
    if len(paths) > 1 or paths[0] == STDIN:
        return " ".join(map(str, paths)), None
    with paths[0].open("rb") as content:
        return str(paths[0]), hashlib.file_digest(content, "sha256").hexdigest()


def _read(path: Path, options: CorpusOptions) -> Corpus:
    """Read one file, with its UPOS by a table if there is one."""
    corpus = read_all(path, options.layout)
    if not len(corpus):
        raise InputError(path, "is empty: there is no word in it")
    corpus = _with_whole_trees(corpus)
    if options.upos is None:
        return corpus
    if corpus.layout is not CONLL_X:
        raise WrongUsageError(f"--upos is for CoNLL-X; {path} is {corpus.layout.says}")
    return with_upos(corpus, read_upos_table(options.upos))


def _with_whole_trees(corpus: Corpus) -> Corpus:
    """The corpus, if all its sentences are trees; without heads, if it tells none."""
    if corpus.heads is None or (corpus.heads < 0).all():
        return replace(corpus, heads=None)
    untold = corpus.heads < 0
    if untold.any():
        problem = "HEAD is _ where other tokens have one; gold trees tell it of all tokens, or of none"
        raise corpus.error(int(untold.argmax()), problem)
    circles = in_circles(Trees(corpus.heads, corpus.lengths))
    if circles.any():
        raise _circle_error(corpus, circles)
    return corpus


def _circle_error(corpus: Corpus, circles: Marks) -> InputError:
    place = int(circles.argmax())
    sentence = int(corpus.sentences[place])
    note = utterances_told_of(corpus).notes.word(sentence)
    name = f"sentence {sentence + 1:,}" + (f" ({quoted(note, 40)})" if note else "")
    n_more = len(np.unique(corpus.sentences[circles])) - 1
    more = f", and so do those of {n_more:,} more" if n_more else ""
    problem = (
        f"the heads of {name} go round in a circle{more}; no tree does: mend the file, or leave such sentences out"
    )
    return corpus.error(place, problem)


def _refuse_different(corpora: Sequence[Corpus]) -> None:
    """Refuse files that cannot be parts of one corpus."""
    first = corpora[0]
    for other in corpora[1:]:
        if other.layout is not first.layout:
            problem = f"is {other.layout.says}, but {first.path} is {first.layout.says}"
            raise InputError(other.path, f"{problem}; if goed sees that wrong, say with --read-as what they are")


def _joined(corpora: Sequence[Corpus]) -> Corpus:
    """Several files as one; its path is that of the first."""
    if len(corpora) == 1:
        return corpora[0]
    columns = {name: joined_columns([each.columns[name] for each in corpora]) for name in corpora[0].columns}
    offsets = np.cumsum([0, *(len(each) for each in corpora[:-1])])
    starts = np.concatenate([each.starts + offset for each, offset in zip(corpora, offsets, strict=True)])
    lines = np.concatenate([each.lines for each in corpora])
    return Corpus(corpora[0].path, corpora[0].layout, columns, lines, starts, _joined_heads(corpora))


def _joined_heads(corpora: Sequence[Corpus]) -> NDArray[np.int64] | None:
    """The heads of several files; a file without any, such as PASCAL's for training, may stand beside others."""
    if all(each.heads is None for each in corpora):
        return None
    return np.concatenate([np.full(len(each), NO_HEAD) if each.heads is None else each.heads for each in corpora])


def _punctuation(corpus: Corpus, options: CorpusOptions) -> Marks:
    """Which tokens are punctuation: by the tags that the layout knows, or by patterns that a user gives."""
    name = options.punctuation_column
    if name == "tag":
        name = "upostag" if options.upos else corpus.layout.tag
        if not options.punctuation and name not in corpus.columns:  # text without tags
            return np.zeros(len(corpus), bool)
        name = name if name in corpus.columns else "form"
    if name not in corpus.columns:
        there = ", ".join(corpus.columns)
        raise WrongUsageError(f"--punctuation-column: {corpus.path} has no column {quoted(name)}; it has {there}")
    return punctuation_of(corpus, options.punctuation or None, name)
