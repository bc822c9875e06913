"""Files of deep dependencies: as the C&C tools write them, and CCGbank's PARG.

C&C:   the_3 NP[nb]/N 1 measure_5          functor, category (it may be marked up), slot, argument; words from 1
PARG:  <s id="wsj_0001.1"> 6 …             argument, functor, functor's category, slot, their words; words from 0
       1	0	N/N	1	Vinken Pierre
       <\\s>
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from goed.corpora.blocks import lines_of_text
from goed.errors import InputError, quoted
from goed.scores.derivations.categories import ANY_FEATURE, NoCategoryError, parsed
from goed.scores.derivations.deep_dependencies import Dependency

C_AND_C = re.compile(r"\s*(\S+)_([0-9]{1,6})\s+(\S+)\s+([1-9][0-9]?)\s+(\S+)_([0-9]{1,6})(?!\S)")
PARG = re.compile(r"\s*([0-9]{1,6})\s+([0-9]{1,6})\s+(\S+)\s+([1-9][0-9]?)(?!\S)(?:\s+(\S+)\s+(\S+))?")
NAME = re.compile(r'id="([^"]*)"')
WORDS_OF_SENTENCE = "<c>"  # before the words of a sentence, which C&C gives after its dependencies


@dataclass
class SentenceDependencies:
    """The dependencies of a sentence, the words that they name, and all of its words where these are given."""

    line: int
    name: str = ""  # its ID in CCGbank
    dependencies: list[Dependency] = field(default_factory=list)
    named: dict[int, tuple[str, int]] = field(default_factory=dict)  # place → word, line
    words: list[str] | None = None

    @property
    def named_words(self) -> dict[int, str]:
        """The word in each place that a dependency names."""
        return {place: word for place, (word, _) in self.named.items()}


@dataclass
class DependencyFile:
    """The dependencies of each sentence, and how many sentences without any may follow at the end."""

    path: Path
    sentences: list[SentenceDependencies] = field(default_factory=list)
    n_empty_behind: int = 0

    def __len__(self) -> int:
        return len(self.sentences)

    def error(self, line: int, problem: str) -> InputError:
        """An error about a line."""
        return InputError(self.path, problem, line)

    def add(self, line: int, dependency: Dependency, functor: str, argument: str) -> None:
        """Add a dependency, with its words where they are given."""
        sentence = self.sentences[-1]
        sentence.dependencies.append(dependency)
        for place, word in ((dependency.functor, functor), (dependency.argument, argument)):
            if place < 0:
                raise self.error(line, "word 0; words are counted from 1")
            before, _ = sentence.named.setdefault(place, (word, line))
            if before != word:
                raise self.error(line, f"{quoted(word, 30)} where the same word is {quoted(before, 30)} before")


def is_dependency_file(path: Path) -> bool:
    """Whether a file holds dependencies rather than derivations, by its first lines."""
    for _, line in lines_of_text(path):
        if line.startswith(("(<", "ID=")):
            return False
        if line.startswith(("<s", WORDS_OF_SENTENCE)) or _c_and_c(line) is not None:
            return True
    return False


def read_dependencies(path: Path) -> DependencyFile:
    """Read a file of deep dependencies in either form."""
    first = next((line for _, line in lines_of_text(path) if line.strip()), "")
    found = DependencyFile(path)
    (_read_parg if first.startswith("<s") else _read_c_and_c)(found)
    while found.sentences and not found.sentences[-1].dependencies:  # empty sentences, or just empty lines at the end
        found.sentences.pop()
        found.n_empty_behind += 1
    return found


def _read_c_and_c(found: DependencyFile) -> None:
    """Read C&C's form: an empty line ends each sentence, and the # lines that may stand before the first."""
    is_preface, is_open = True, False
    for number, line in lines_of_text(found.path):
        if is_preface and (line.startswith("#") or not line.strip()):
            is_preface = bool(line.strip())
            continue
        is_preface = False
        if not is_open:
            found.sentences.append(SentenceDependencies(number))
        is_open = bool(line.strip())
        if line.startswith(WORDS_OF_SENTENCE):
            found.sentences[-1].words = [cell.rsplit("|", 2)[0] for cell in line.split()[1:]]
            _check_named(found)
        elif is_open:
            read = _c_and_c(line)
            if read is None:
                raise found.error(number, f"{quoted(line, 40)} is not word_1 CATEGORY SLOT word_2")
            found.add(number, *read)


def _check_named(found: DependencyFile) -> None:
    """Check that the words that dependencies name are those listed after <c>."""
    sentence = found.sentences[-1]
    words = sentence.words or []
    for place, (word, line) in sentence.named.items():
        if place >= len(words):
            raise found.error(line, f"word {place + 1} of a sentence of {len(words)} words")
        if words[place] != word:
            raise found.error(line, f"{quoted(word, 30)} where the sentence has {quoted(words[place], 30)}")


def _c_and_c(line: str) -> tuple[Dependency, str, str] | None:
    found = C_AND_C.match(line)
    if found is None:
        return None
    category = found[3]
    if "{" in category:  # it is marked up
        try:
            category = str(parsed(category)).replace(ANY_FEATURE, "")
        except NoCategoryError:
            return None
    return Dependency(int(found[2]) - 1, category, int(found[4]), int(found[6]) - 1), found[1], found[5]


def _read_parg(found: DependencyFile) -> None:
    is_open = False
    number = 0
    for number, line in lines_of_text(found.path):
        if line.startswith("<s"):
            if is_open:
                raise found.error(number, "a sentence begins before <\\s> ends the one before")
            name = NAME.search(line)
            found.sentences.append(SentenceDependencies(number, name[1] if name else ""))
            is_open = True
        elif line.startswith("<\\s>"):
            is_open = False
        elif line.strip():
            read = PARG.match(line)
            if read is None or not is_open:
                problem = f"{quoted(line, 40)} is not ARGUMENT FUNCTOR CATEGORY SLOT in a sentence <s …>"
                raise found.error(number, problem)
            dependency = Dependency(int(read[2]), read[3], int(read[4]), int(read[1]))
            found.add(number, dependency, read[6] or "", read[5] or "")
    if is_open:
        raise found.error(number, "the last sentence is not ended by <\\s>")
