"""What is asked for when a corpus is brought in: files, their sections, and how they are read.

A section is files of its own, or numbers of utterances: 1-1000, counted from 1 over all files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from goed.corpora.layouts import LAYOUTS
from goed.errors import WrongUsageError, checked_name
from goed.number_ranges import stretch
from goed.sources.corpora import TRAIN, CorpusOptions, Range, SectionFile, in_ranges, read_corpus_files
from goed.sources.file_names import checked_language
from goed.study.corpus_texts import NewCorpus


@dataclass(frozen=True)
class CorpusRequest:
    """Files, and how they become a corpus."""

    files: tuple[Path, ...]
    language: str
    name: str | None = None  # None: that of the first file
    licence: str = ""
    train: tuple[str, ...] = ()  # of a section: files, or numbers of utterances such as 1-1000
    dev: tuple[str, ...] = ()
    test: tuple[str, ...] = ()
    upos: Path | None = None
    punctuation: tuple[str, ...] = ()
    punctuation_column: str = "tag"
    read_as: str | None = None  # a layout, where goed does not see it

    @cached_property
    def ranges(self) -> Mapping[str, Sequence[Range]]:
        """The utterances of each section, where these are said by their numbers."""
        found = {section: [stretch(word) for word in words if _is_range(word)] for section, words in self._said.items()}
        return {section: [span for span in spans if span] for section, spans in found.items() if spans}

    @cached_property
    def section_files(self) -> Sequence[SectionFile]:
        """The files of the corpus in their order, those without a section first."""
        named = {
            section: [Path(word) for word in words if not _is_range(word)] for section, words in self._said.items()
        }
        # In `--dev 1-1000 danish.conll`, the file is no part of the option.
        plain = [*self.files, *(path for section in self.ranges for path in named.pop(section))]
        of_sections = [SectionFile(path, section) for section, paths in named.items() for path in paths]
        if of_sections and self.ranges:
            raise WrongUsageError("say the sections by files or by numbers of utterances, not some by each")
        files = [*(SectionFile(path, TRAIN if of_sections else "") for path in plain), *of_sections]
        if not files:
            raise WrongUsageError("name the files of the corpus")
        return files

    @property
    def _said(self) -> dict[str, tuple[str, ...]]:
        return {"train": self.train, "dev": self.dev, "test": self.test}

    def new_corpus(self) -> NewCorpus:
        """Read the files."""
        first = self.section_files[0].path
        if self.name is None and str(first) == "-":
            raise WrongUsageError("say with --name what to call a corpus from stdin")
        name = checked_name(self.name or first.stem, "corpus")
        language = checked_language(self.language, first)
        layout = None if self.read_as is None else LAYOUTS[self.read_as]
        how = CorpusOptions(layout, self.upos, self.punctuation, self.punctuation_column)
        text, utterances = read_corpus_files(self.section_files, how)
        if self.ranges:
            utterances = in_ranges(utterances, self.ranges)
        return NewCorpus(name, language, text, utterances, self.licence)


def _is_range(word: str) -> bool:
    return stretch(word) is not None and not Path(word).exists()
