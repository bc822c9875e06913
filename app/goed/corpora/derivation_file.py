"""CCGbank's AUTO files: for each sentence a header, and a line with a derivation.

A header is ID=…, a derivation (<T NP 1 2> (<L NP/N DT DT the NP/N>) … ).
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from goed.corpora.blocks import lines_of_text
from goed.errors import InputError, quoted
from goed.scores.derivations.derivations import Derivations
from goed.scores.values import Numbers

ITEM = re.compile(  # 1, 2: category and word of a leaf; 3, 4, 5: category, head and daughters of a node; 6: its end
    r"[ \t]*(?:\(<L ([^ >]+) [^ ]+ [^ ]+ ([^ ]+) [^ ]+?>\)|\(<T ([^ >]+) ([01]) ([12]) ?>|(\)))"
)
HEADER = re.compile(r"ID=([^ ,\t]*)")
N_NUMBERS = 7  # that are kept of each node: sentence, category, daughters, second daughter, head, start, end
N_DAUGHTERS, SECOND, END = 2, 3, 6  # their places


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
        """An error about a sentence, with its line."""
        return InputError(self.path, problem, int(self.lines[sentence]))

    def moved_to(self, places: Numbers, n_sentences: int) -> DerivationFile:
        """The sentences moved to these places among `n_sentences`; the others are empty."""
        lengths = np.zeros(n_sentences, np.int64)
        lines = np.zeros(n_sentences, np.int64)
        lengths[places], lines[places] = self.derivations.sentence_lengths, self.lines
        sentences = places[self.derivations.sentences] if len(self) else self.derivations.sentences
        placed = replace(self.derivations, sentences=sentences, sentence_lengths=lengths)
        return replace(self, derivations=placed, lines=lines, ids=())


def read_derivations(path: Path) -> DerivationFile:
    """Read an AUTO file; headers may be missing."""
    trees = _GrowingDerivations(path)
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


def _what_is_wrong(rest: str, is_whole: bool) -> str:
    """Why the rest of a line cannot be read on."""
    if not is_whole and rest.startswith("(<T"):
        return "is no node, (<T CATEGORY 0 2>: head daughter 0 or 1, daughters 1 or 2"
    if not is_whole and rest.startswith("(<L"):
        return "is no leaf, (<L CATEGORY TAG TAG WORD CATEGORY>)"
    return "is not expected here"


@dataclass
class _GrowingDerivations:
    """Derivations as they are read: the numbers of all nodes in sequence, as 64-bit integers."""

    path: Path
    nodes: array[int] = field(default_factory=lambda: array("q"))
    category_numbers: dict[str, int] = field(default_factory=dict)
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
        open_nodes: list[int] = []  # for each node whose bracket is still open, where its numbers begin
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
                    problem = f"closes a node without {n_missing} of its daughters"
                    raise self._error(line, found.start(), number, problem)
                self.nodes[node + END] = len(self.words)
            else:
                if missing:
                    if not missing[-1]:
                        raise self._error(line, found.start(), number, "is a daughter too many")
                    missing[-1] -= 1
                    if not missing[-1] and self.nodes[open_nodes[-1] + N_DAUGHTERS] == 2:
                        self.nodes[open_nodes[-1] + SECOND] = len(self.nodes) // N_NUMBERS
                begin = len(self.nodes)
                self._node(found)
                if found[3]:
                    open_nodes.append(begin)
                    missing.append(self.nodes[begin + N_DAUGHTERS])
            is_whole = not open_nodes
        if not is_whole:
            raise InputError(self.path, "the derivation is not closed at the end of the line", number)

    def _node(self, found: re.Match[str]) -> None:
        lexical, word, category, head, daughters, _ = found.groups()
        label = self.category_numbers.setdefault(category or lexical, len(self.category_numbers))
        start = len(self.words)
        if lexical:
            self.words.append(word)
        self.nodes.extend((len(self.lengths), label, int(daughters or 0), 0, int(head or 0), start, len(self.words)))

    def _error(self, line: str, place: int, number: int, problem: str) -> InputError:
        rest = line[place:].lstrip()
        return InputError(self.path, f"{quoted(rest, 30)} {problem} (sign {len(line) - len(rest) + 1})", number)

    def file(self) -> DerivationFile:
        """The file, from all that was read."""
        numbers = np.frombuffer(self.nodes, dtype=np.int64) if self.nodes else np.empty(0, np.int64)
        columns = np.ascontiguousarray(numbers.reshape(-1, N_NUMBERS).T)
        sentences, labels, n_daughters, second_daughters, heads, starts, ends = columns
        lengths, lines = np.array(self.lengths, dtype=np.int64), np.array(self.lines, dtype=np.int64)
        categories, words = tuple(self.category_numbers), tuple(self.words)
        derivations = Derivations(
            sentences, labels, categories, n_daughters, second_daughters, heads, starts, ends, words, lengths
        )
        return DerivationFile(self.path, derivations, lines, tuple(self.ids))
