"""CCGbank's AUTO files: a header ID=… and a line with a derivation, (<T NP 1 2> (<L NP/N DT DT the NP/N>) … )."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from goed.corpora.blocks import blocks_of
from goed.corpora.column import Numbers
from goed.errors import InputError, quoted
from goed.scores.ccg.derivations import Derivations

ITEM = re.compile(  # 1, 2: category and word of a leaf; 3, 4, 5: category, head and daughters of a node; 6: its end
    r"[ \t]*(?:\(<L ([^ >]+) [^ ]+ [^ ]+ ([^ ]+) [^ ]+?>\)|\(<T ([^ >]+) ([01]) ([12]) ?>|(\)))"
)
HEADER = re.compile(r"ID=([^ ,\t]*)")


@dataclass(frozen=True)
class DerivationFile:
    """Derivations, the line and the ID of each, and the place of each word in its sentence."""

    path: Path
    derivations: Derivations
    lines: Numbers
    ids: tuple[str, ...]  # empty where no header stands before a derivation

    def __len__(self) -> int:
        return len(self.lines)  # sentences

    def error(self, sentence: int, problem: str) -> InputError:
        """A complaint about a sentence."""
        return InputError(self.path, problem, int(self.lines[sentence]))

    def placed(self, places: Numbers, n_sentences: int) -> DerivationFile:
        """The same sentences in these places among others, of which there is nothing here."""
        lengths = np.zeros(n_sentences, np.int64)
        lines = np.zeros(n_sentences, np.int64)
        lengths[places], lines[places] = self.derivations.sentence_lengths, self.lines
        sentences = places[self.derivations.sentences] if len(self) else self.derivations.sentences
        placed = replace(self.derivations, sentences=sentences, sentence_lengths=lengths)
        return replace(self, derivations=placed, lines=lines, ids=())


def lines_of_text(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file, with their numbers."""
    for block in blocks_of(path):
        yield from enumerate(block.content.decode().split("\n")[:-1], start=block.first_line)


def read_derivations(path: Path) -> DerivationFile:
    """Read an AUTO file; headers may be missing."""
    trees = _Trees(path)
    header = ""
    for number, line in lines_of_text(path):
        if line.startswith("(<"):
            trees.add(line.rstrip(), number, header)
            header = ""
        elif line.startswith("ID="):
            found = HEADER.match(line)
            header = found[1] if found else ""
        elif line.strip():
            raise InputError(path, f"{quoted(line, 30)} is neither a header (ID=…) nor a derivation, (<T …", number)
    return trees.file()


def whole_numbers() -> array[int]:
    """Numbers that take eight bytes each."""
    return array("q")


def _what_is_wrong(rest: str, is_whole: bool) -> str:
    """Why something is not what comes next."""
    if not is_whole and rest.startswith("(<T"):
        return "is no node, (<T CATEGORY 0 2>: head daughter 0 or 1, daughters 1 or 2"
    if not is_whole and rest.startswith("(<L"):
        return "is no leaf, (<L CATEGORY TAG TAG WORD CATEGORY>)"
    return "is not expected here"


@dataclass
class _Trees:
    """Nodes as they are read, a list for each of their properties."""

    path: Path
    category_numbers: dict[str, int] = field(default_factory=dict)
    sentences: array[int] = field(default_factory=whole_numbers)
    labels: array[int] = field(default_factory=whole_numbers)
    n_daughters: array[int] = field(default_factory=whole_numbers)
    seconds: array[int] = field(default_factory=whole_numbers)
    heads: array[int] = field(default_factory=whole_numbers)
    starts: array[int] = field(default_factory=whole_numbers)
    ends: array[int] = field(default_factory=whole_numbers)
    words: list[str] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)

    def add(self, line: str, number: int, header: str) -> None:
        """Read a derivation."""
        n_words = len(self.words)
        self._read(line, number)
        self.lengths.append(len(self.words) - n_words)
        self.lines.append(number)
        self.ids.append(header)

    def _read(self, line: str, number: int) -> None:
        open_nodes: list[int] = []  # whose brackets are not closed yet
        missing: list[int] = []  # … and how many daughters they still have to get
        place, is_whole = 0, False
        while place < len(line):
            found = ITEM.match(line, place)
            if found is None or is_whole:
                raise self._error(line, place, number, _what_is_wrong(line[place:].lstrip(), is_whole))
            place = found.end()
            if found[6]:
                node, n_missing = open_nodes.pop(), missing.pop()
                if n_missing:
                    raise self._error(
                        line, found.start(), number, f"closes a node without {n_missing} of its daughters"
                    )
                self.ends[node] = len(self.words)
            else:
                if missing:
                    if not missing[-1]:
                        raise self._error(line, found.start(), number, "is a daughter too many")
                    missing[-1] -= 1
                    if not missing[-1] and self.n_daughters[open_nodes[-1]] == 2:
                        self.seconds[open_nodes[-1]] = len(self.labels)
                self._node(found)
                if found[3]:
                    open_nodes.append(len(self.labels) - 1)
                    missing.append(self.n_daughters[-1])
            is_whole = not open_nodes
        if not is_whole:
            raise InputError(self.path, "the derivation is not closed at the end of the line", number)

    def _node(self, found: re.Match[str]) -> None:
        lexical, word, category, head, daughters, _ = found.groups()
        category = category or lexical
        self.sentences.append(len(self.lengths))
        self.labels.append(self.category_numbers.setdefault(category, len(self.category_numbers)))
        self.n_daughters.append(int(daughters or 0))
        self.seconds.append(0)
        self.heads.append(int(head or 0))
        self.starts.append(len(self.words))
        if lexical:
            self.words.append(word)
        self.ends.append(len(self.words))

    def _error(self, line: str, place: int, number: int, problem: str) -> InputError:
        rest = line[place:].lstrip()
        return InputError(self.path, f"{quoted(rest, 30)} {problem} (sign {len(line) - len(rest) + 1})", number)

    def file(self) -> DerivationFile:
        """All that was read."""
        columns = (self.sentences, self.labels, self.n_daughters, self.seconds, self.heads, self.starts, self.ends)
        sentences, labels, n_daughters, seconds, heads, starts, ends = (
            np.frombuffer(column, dtype=np.int64) if len(column) else np.empty(0, np.int64) for column in columns
        )
        lengths = np.array(self.lengths, dtype=np.int64)
        categories, words = tuple(self.category_numbers), tuple(self.words)
        derivations = Derivations(
            sentences, labels, categories, n_daughters, seconds, heads, starts, ends, words, lengths
        )
        return DerivationFile(self.path, derivations, np.array(self.lines, dtype=np.int64), tuple(self.ids))
