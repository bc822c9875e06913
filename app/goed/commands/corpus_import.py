"""`goed import corpus`: brings in a treebank, tagged text, or text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands.corpus_splits import LEARN_FROM
from goed.commands.options import Command, MultiValueOption, one_of, opened, plural, study_option, talk
from goed.commands.score.options import (
    FILE,
    LAYOUT_NAMES,
    column_option,
    punctuation_option,
    refuse_two_stdins,
    upos_option,
)
from goed.errors import WrongUsageError, checked_name, visible

if TYPE_CHECKING:
    from goed.corpora.corpus import Column
    from goed.corpora.utterances import Utterances
    from goed.models.text import Text
    from goed.sources.corpora import Range, SectionFile
    from goed.study.corpus_texts import NewCorpus

RANGE = re.compile(r"([0-9]{1,9})(?:[-:]([0-9]{1,9}))?")


def _section_option(section: str, help_line: str) -> Callable[[Any], Any]:
    return click.option(
        f"--{section}",
        cls=MultiValueOption,
        only=lambda word: Path(word).exists() or RANGE.fullmatch(word) is not None,
        metavar="A-B|FILE ...",
        help=help_line,
    )


@click.command(cls=Command)
@click.argument("files", nargs=-1, type=FILE, metavar="FILE...")
@click.option("--language", required=True, metavar="L", help="The language, as eng, dan or swe (ISO 639-3).")
@click.option("--name", metavar="N", help="What to call the corpus.  [default: the name of the first file]")
@click.option("--licence", default="", metavar="TEXT", help="The licence that it comes under.")
@_section_option("train", "Utterances, or files, that are for training.  [default: all others]")
@_section_option("dev", "Utterances A to B, counted from 1 over all files, or files.")
@_section_option("test", "The same for test.")
@one_of("--learn-from", LEARN_FROM, "training", "all: learners of the given split see the text of all sections.")
@upos_option
@punctuation_option("TAG ...", "Tags of punctuation; 'I*' is every tag that begins with I, '!ID' not that one.")
@column_option("--punctuation-column", help="The column that these tags stand in.  [default: the column of tags]")
@click.option("--read-as", type=click.Choice(LAYOUT_NAMES), help="What the files are in, where goed does not see it.")
@study_option
def command(study: Path, learn_from: str, **options: Any) -> None:
    """Bring in a corpus: a treebank, tagged text, or text.

    PASCAL's nine columns, CoNLL-X, CoNLL-U, word and tag in two columns, word/TAG, or plain text with an utterance on
    each line; several files are one corpus. Comments tell of documents, speakers, children and ages: `# speaker = MOT`
    before a sentence, `# child=eve file=eve01 age_days=548` before all sentences up to the next such line.

    --dev 1-1000 --test 1001-2000 make sections that are kept in every split of the corpus; the rest is for training.
    Where sections are files of their own: --train FILE --dev FILE --test FILE. They are a split at once, called given;
    with --learn-from all, it is called transductive. `goed split` draws training sets that grow.
    """
    from goed.commands.corpus_splits import tell_of_given_splits
    from goed.sources.corpora import source_of
    from goed.study.corpora import stored_corpora
    from goed.study.corpus_texts import add_corpus

    asked = CorpusRequest(**options)
    new = asked.new_corpus()
    with opened(study, create=True) as opened_study:
        n_before = len(stored_corpora(opened_study))
        add_corpus(opened_study, new, source_of(asked.section_files))
        is_new = len(stored_corpora(opened_study)) > n_before
        talk(_in_words(new) if is_new else f"{new.name}: this corpus is there already")
        if is_new:
            asked.tell_of_signs(new.text)
        tell_of_given_splits(opened_study, new.name, learn_from)


@dataclass(frozen=True)
class CorpusRequest:
    """What the command was asked for."""

    files: tuple[Path, ...]
    language: str
    name: str | None
    licence: str
    train: tuple[str, ...]
    dev: tuple[str, ...]
    test: tuple[str, ...]
    upos: Path | None
    punctuation: tuple[str, ...]
    punctuation_column: str
    read_as: str | None

    @cached_property
    def ranges(self) -> Mapping[str, Sequence[Range]]:
        """The utterances of each section, where the options say them by their numbers."""
        found = {section: [_range(word) for word in words if _is_range(word)] for section, words in self._said.items()}
        return {section: spans for section, spans in found.items() if spans}

    @cached_property
    def section_files(self) -> Sequence[SectionFile]:
        """The files of the corpus in their order, those without a section first."""
        from goed.sources.corpora import TRAIN, SectionFile

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
        refuse_two_stdins(*(file.path for file in files), self.upos)
        return files

    @property
    def _said(self) -> dict[str, tuple[str, ...]]:
        return {"train": self.train, "dev": self.dev, "test": self.test}

    def new_corpus(self) -> NewCorpus:
        """Read the files."""
        from goed.corpora.layouts import LAYOUTS
        from goed.sources.corpora import CorpusOptions, in_ranges, read_corpus_files
        from goed.sources.file_names import checked_language
        from goed.study.corpus_texts import NewCorpus

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

    def tell_of_signs(self, text: Text) -> None:
        """Say which words look like punctuation, unless the user said what is."""
        from goed.corpora.tags import signs_among_words

        n_signs, signs = signs_among_words(text.columns["form"], text.is_punctuation)
        if n_signs and not self.punctuation:
            shown = " ".join(visible(sign) for sign in signs)
            talk(f"  words with the rest: {plural(n_signs, 'token')} without letter or digit ({shown}): --punctuation")


def _is_range(word: str) -> bool:
    return RANGE.fullmatch(word) is not None and not Path(word).exists()


def _range(word: str) -> Range:
    found = RANGE.fullmatch(word)
    assert found
    return int(found[1]), int(found[2] or found[1])


def _in_words(new: NewCorpus) -> str:
    """What was brought in: utterances, tokens, layers, sections, children."""
    from goed.study.corpora import in_usual_order, sections_in_order

    text, told = new.text, new.utterances
    n_marks = int(text.is_punctuation.sum())
    of_punctuation = f" ({n_marks:,} of punctuation)" if n_marks else ""
    layers = in_usual_order([*text.columns, *(["head"] if text.heads is not None else [])])
    n_in = _counted(told.sections)
    sections = ", ".join(f"{n_in[name]:,} {name}" for name in sections_in_order(n_in))
    children = len(_counted(told.children))
    return (
        f"{new.name}: {plural(len(told), 'utterance')}, {plural(len(text), 'token')}{of_punctuation}; "
        f"{'layers' if len(layers) > 1 else 'layer'} {', '.join(layers)}"
        + (f"; sections {sections}" if sections else "")
        + (f"; {children} {'child' if children == 1 else 'children'}" if children else "")
        + _ages_in_words(told)
    )


def _counted(column: Column) -> dict[str, int]:
    """How often each word of a column occurs, but for those that are not told."""
    counts = Counter(column.codes.tolist())
    return {column.values[code]: n for code, n in counts.items() if column.values[code]}


def _ages_in_words(told: Utterances) -> str:
    ages = told.ages[told.ages == told.ages].tolist()  # NaN, which is no age, does not equal itself
    ends = dict.fromkeys(f"{age:.0f}" for age in (min(ages), max(ages))) if ages else {}
    return f", {' to '.join(ends)} days old" if ends else ""
