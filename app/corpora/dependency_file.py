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

from app.corpora.derivation_file import lines_of_text
from app.errors import InputError, quoted
from app.scores.ccg.categories import ANY_FEATURE, NoCategoryError, parsed
from app.scores.ccg.deep_dependencies import Dependency

WORD = re.compile(r"(.+)_([0-9]{1,6})")
NUMBER = re.compile(r"[0-9]{1,6}")
WORDS_OF_SENTENCE = "<c>"  # the words of a sentence, as C&C gives them behind its dependencies


@dataclass
class DependencyFile:
    """The dependencies of each sentence, the line where it begins, and how many empty sentences follow at the end."""

    path: Path
    sentences: list[list[Dependency]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    n_empty_behind: int = 0

    def begin(self, line: int) -> None:
        """Another sentence begins."""
        self.sentences.append([])
        self.lines.append(line)

    def drop_empty_end(self) -> None:
        """Empty lines at the end may be sentences without dependencies, or nothing."""
        while self.sentences and not self.sentences[-1]:
            self.sentences.pop()
            self.lines.pop()
            self.n_empty_behind += 1


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
    found.drop_empty_end()
    return found


def _read_c_and_c(found: DependencyFile) -> None:
    """An empty line ends each sentence, and the lines with # that may stand before the first."""
    is_preface, is_open = True, False
    for number, line in lines_of_text(found.path):
        if is_preface and line.startswith("#"):
            continue
        if is_preface and not line.strip():
            is_preface = False
            continue
        is_preface = False
        if not is_open:
            found.begin(number)
        is_open = bool(line.strip())
        if is_open and not line.startswith(WORDS_OF_SENTENCE):
            dependency = _c_and_c(line)
            if dependency is None:
                raise InputError(found.path, f"{quoted(line, 40)} is not word_1 CATEGORY SLOT word_2", number)
            found.sentences[-1].append(dependency)


def _c_and_c(line: str) -> Dependency | None:
    cells = line.split()
    if len(cells) < 4 or not NUMBER.fullmatch(cells[2]):
        return None
    functor, argument = WORD.fullmatch(cells[0]), WORD.fullmatch(cells[3])
    category = _plain(cells[1])
    if functor is None or argument is None or category is None:
        return None
    return Dependency(int(functor[2]) - 1, category, int(cells[2]), int(argument[2]) - 1)


def _plain(category: str) -> str | None:
    """A category without its marks; None for what should be marked up and is not."""
    if "{" not in category:
        return category
    try:
        return str(parsed(category)).replace(ANY_FEATURE, "")
    except NoCategoryError:
        return None


def _read_parg(found: DependencyFile) -> None:
    is_open = False
    for number, line in lines_of_text(found.path):
        if line.startswith("<s"):
            if is_open:
                raise InputError(found.path, "a sentence begins before <\\s> ends the one before", number)
            found.begin(number)
            is_open = True
        elif line.startswith("<\\s>"):
            is_open = False
        elif line.strip():
            dependency = _parg(line)
            if dependency is None or not is_open:
                problem = f"{quoted(line, 40)} is not ARGUMENT FUNCTOR CATEGORY SLOT in a sentence <s …>"
                raise InputError(found.path, problem, number)
            found.sentences[-1].append(dependency)


def _parg(line: str) -> Dependency | None:
    cells = line.split()
    if len(cells) < 4 or not all(NUMBER.fullmatch(cells[place]) for place in (0, 1, 3)):
        return None
    return Dependency(int(cells[1]), cells[2], int(cells[3]), int(cells[0]))
