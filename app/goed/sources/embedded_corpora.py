"""The treebanks that come with goed: read from packed CoNLL-U Plus, whose first line names its five columns.

# global.columns = FORM UPOS XPOS HEAD DEPREL
# newdoc id = GUM_interview_peres         until another document begins
# section = train                         until another one is named
# speaker = ShimonPeres                   of one utterance
Hello       INTJ    UH    0    root
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import numpy as np

from goed.corpora.corpus import Column, codes_of
from goed.corpora.layouts import CONLL_U, PASCAL
from goed.corpora.tags import read_upos_table
from goed.corpora.utterances import column_of, untold
from goed.errors import GoedError, unknown_name_error
from goed.models.text import Text
from goed.own_data import data_folder
from goed.sources.embedded_items import SOURCE_PREFIX, licences
from goed.study.corpora import CorpusRow, corpus_named
from goed.study.corpus_texts import NewCorpus, add_corpus
from goed.study.study import Study
from goed.tables.text_file import read_lines

TREEBANK = "treebank.conllup.xz"
UPOS_TABLE = "upos.tsv"  # of a treebank whose universal tags follow from its coarse ones
COLUMNS_ARE = "# global.columns = "
LAYERS = {"FORM": "form", "CPOSTAG": "cpostag", "POSTAG": "postag", "UPOS": "upos", "XPOS": "postag"}
LAYERS |= {"HEAD": "head", "DEPREL": "relation"}
PUNCTUATION = {layout.punctuation for layout in (PASCAL, CONLL_U) if layout.punctuation}


@dataclass(frozen=True)
class EmbeddedCorpus:
    """A treebank that comes with goed."""

    name: str
    language: str
    title: str

    @property
    def file(self) -> str:
        """Its file among goed's data."""
        return f"treebanks/{self.name}/{TREEBANK}"

    @property
    def licence(self) -> str:
        """The licence that it may be passed on under."""
        return next(licence.licence for licence in licences() if licence.file == self.file)


@cache
def embedded_corpora() -> dict[str, EmbeddedCorpus]:
    """The treebanks that come with goed, by name."""
    rows = list(read_lines(data_folder() / "treebanks" / "treebanks.tsv").rows())[1:]  # after the header
    return {fields[0]: EmbeddedCorpus(*fields) for _, fields in rows}


def corpora_of_languages(languages: Sequence[str]) -> list[EmbeddedCorpus]:
    """The treebanks of these languages that come with goed; all of them if no language is named."""
    there = [corpus.language for corpus in embedded_corpora().values()]
    for language in languages:
        if language not in there:
            of_goed = unknown_name_error(language, "language that goed has a treebank of", there)
            raise GoedError(f"{of_goed}; bring yours in with `goed import corpus`")
    return [corpus for corpus in embedded_corpora().values() if not languages or corpus.language in languages]


@dataclass(frozen=True)
class EmbeddedText:
    """A treebank's text; of each utterance its section, its document, and who speaks (empty: not said)."""

    text: Text
    sections: list[str]
    notes: list[str]
    speakers: list[str]
    sha256: str  # of its file


@dataclass
class _Utterances:
    """Utterances while they are read."""

    tokens: list[list[str]] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    sections: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    speakers: list[str] = field(default_factory=list)

    @classmethod
    def of_lines(cls, lines: Sequence[str]) -> _Utterances:
        """Gather the utterances of a file's lines after the first; an empty line ends each."""
        read, said, first = cls(), {"section": "", "newdoc id": "", "speaker": ""}, 0
        for line in lines:
            if "\t" in line:
                read.tokens.append(line.split("\t"))
            elif line:
                key, _, value = line.removeprefix("# ").partition(" = ")
                said[key] = value
            else:
                read.lengths.append(len(read.tokens) - first)
                read.sections.append(said["section"])
                read.documents.append(said["newdoc id"])
                read.speakers.append(said["speaker"])
                said["speaker"], first = "", len(read.tokens)
        return read


def read_embedded_corpus(name: str) -> EmbeddedText:
    """Read the treebank of this name."""
    there = embedded_corpora()
    if name not in there:
        raise unknown_name_error(name, "treebank that comes with goed", sorted(there))
    path = data_folder() / there[name].file
    content = path.read_bytes()
    first, *lines = lzma.decompress(content).decode("utf-8").removesuffix("\n").split("\n")
    names = [LAYERS[column] for column in first.removeprefix(COLUMNS_ARE).split()]
    read = _Utterances.of_lines(lines)
    cells = dict(zip(names, zip(*read.tokens, strict=True), strict=True))
    heads = np.array(cells.pop("head"), dtype=np.int32)
    columns = {layer: column_of(words) for layer, words in cells.items()}
    if "upos" not in columns:
        columns["upos"] = _translated(columns["cpostag"], path.with_name(UPOS_TABLE))
    is_punctuation = columns["upos"].is_any_of(PUNCTUATION)
    text = Text(columns, np.array(read.lengths, dtype=np.int64), is_punctuation, heads)
    return EmbeddedText(text, read.sections, read.documents, read.speakers, hashlib.sha256(content).hexdigest())


def new_embedded_corpus(name: str) -> tuple[NewCorpus, tuple[str, str]]:
    """A treebank that comes with goed as a corpus of a study, and the path and SHA-256 of its file."""
    read, corpus = read_embedded_corpus(name), embedded_corpora()[name]
    told = untold(len(read.sections))
    told = replace(
        told, sections=column_of(read.sections), notes=column_of(read.notes), speakers=column_of(read.speakers)
    )
    return (
        NewCorpus(name, corpus.language, read.text, told, corpus.licence),
        (f"{SOURCE_PREFIX}{corpus.file}", read.sha256),
    )


def add_embedded_corpus(study: Study, name: str) -> CorpusRow:
    """Add a treebank that comes with goed to a study, unless it is there already."""
    add_corpus(study, *new_embedded_corpus(name))
    return corpus_named(study, name)


def _translated(tags: Column, path: Path) -> Column:
    """Tags in those of another set, by a table."""
    table = read_upos_table(path)
    numbers: dict[str, int] = {}
    codes = codes_of((table[tag] for tag in tags.values), numbers)
    return Column(codes[tags.codes], tuple(numbers))
