"""A text that was read: columns of words and tags, sentences, and line numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.corpora.layouts import NO_VALUE, Layout
from goed.errors import InputError, quoted
from goed.scores.values import Marks, Numbers

Codes = NDArray[np.int32]


def codes_of(words: Iterable[str], numbers: dict[str, int]) -> Codes:
    """The numbers of some words; new words get the next ones, and are added to `numbers`."""
    return np.array([numbers.setdefault(word, len(numbers)) for word in words], dtype=np.int32)


@dataclass(frozen=True)
class Column:
    """A value (such as a word) for each token, as an index into the distinct values, in order of appearance."""

    codes: Codes
    values: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.codes)

    def word(self, place: int) -> str:
        """The word of one token."""
        code: int = self.codes[place]
        return self.values[code]

    def words(self, places: Numbers) -> NDArray[np.object_]:
        """The words of some tokens."""
        return np.array(self.values, dtype=object)[self.codes[places]]

    def chosen(self, which: Marks | slice) -> Column:
        """The column for some of the tokens."""
        return Column(self.codes[which], self.values)

    def is_any_of(self, wanted: Collection[str]) -> Marks:
        """Which tokens have one of some words."""
        return np.array([value in wanted for value in self.values], dtype=bool)[self.codes]

    def shared_codes(self, numbers: dict[str, int]) -> Codes:
        """The words by numbers that other texts share; new words get the next ones, and are added."""
        return codes_of(self.values, numbers)[self.codes]


class Comment(NamedTuple):
    """A comment of a file, which says something of sentences after it."""

    line: int
    text: str


@dataclass(frozen=True)
class Corpus:
    """The tokens of a file, in sequence."""

    path: Path
    layout: Layout
    columns: Mapping[str, Column]  # form, and what else was asked for
    lines: Numbers  # where each token stands
    starts: Numbers  # the first token of each sentence
    heads: Numbers | None = None  # of each token: a place in its sentence from 1, 0 for the root, -1 where none is said
    first_sentence: int = 1  # the number of the first one in the file
    comments: Sequence[Comment] = ()  # where they were asked for

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def forms(self) -> Column:
        """The words."""
        return self.columns["form"]

    @cached_property
    def lengths(self) -> Numbers:
        """How many tokens each sentence has."""
        return np.diff(self.starts, append=len(self))

    @cached_property
    def sentences(self) -> Numbers:
        """The sentence of each token, from 0."""
        return np.repeat(np.arange(len(self.starts)), self.lengths)

    @cached_property
    def ids(self) -> Numbers:
        """The place of each token in its sentence, from 1."""
        return np.arange(len(self)) - np.repeat(self.starts, self.lengths) + 1

    def column(self, name: str) -> Column:
        """A column by its name, `tag` for the one that holds the layout's tags."""
        return self.columns[self.layout.tag if name == "tag" else name]

    def error(self, token: int, problem: str) -> InputError:
        """An error about a token, with its line."""
        return InputError(self.path, problem, int(self.lines[token]))

    def refuse(self, name: str, unwanted: Collection[str], problem: str) -> None:
        """Raise an error where a column has a value that it must not have."""
        column = self.column(name)
        is_wrong = column.is_any_of(unwanted)
        if is_wrong.any():
            place = int(is_wrong.argmax())
            raise self.error(place, problem.format(value=quoted(column.word(place), 20)))

    def without(self, dropped: Marks) -> Corpus:
        """The corpus without some tokens, all in one sentence: for measures that know no sentences."""
        kept = ~dropped
        columns = {name: column.chosen(kept) for name, column in self.columns.items()}
        starts = np.zeros(1 if kept.any() else 0, np.int64)
        return replace(self, columns=columns, lines=self.lines[kept], starts=starts, heads=None)

    def sentence_range(self, first: int, last: int) -> Corpus:
        """Some of the sentences, counted from 1, the last one included."""
        starts = self.starts[first - 1 : last]
        end = int(self.starts[last]) if last < len(self.starts) else len(self)
        begin = int(starts[0]) if len(starts) else end
        columns = {name: column.chosen(slice(begin, end)) for name, column in self.columns.items()}
        heads = None if self.heads is None else self.heads[begin:end]
        return Corpus(self.path, self.layout, columns, self.lines[begin:end], starts - begin, heads, first)


# ---- two files of one text: where they differ, scores of tokens would mean nothing ----


def check_same_words(gold: Corpus, other: Corpus) -> None:
    """Raise an error where the words of two files differ."""
    n = min(len(gold), len(other))
    ours, theirs = gold.forms.chosen(slice(n)), other.forms.chosen(slice(n))
    numbers: dict[str, int] = {}
    differs = ours.shared_codes(numbers) != theirs.shared_codes(numbers)
    if differs.any():
        differs &= ~(ours.is_any_of([NO_VALUE]) | theirs.is_any_of([NO_VALUE]))  # where a treebank gives no word
    if differs.any():
        place = int(differs.argmax())
        word, expected = quoted(theirs.word(place), 30), quoted(ours.word(place), 30)
        raise other.error(place, f"{word} where {gold.path}, line {gold.lines[place]}, has {expected}")
    if len(gold) != len(other):
        longer, shorter = (gold, other) if len(gold) > len(other) else (other, gold)
        problem = f"{quoted(longer.forms.word(n), 30)} comes after the last of the {n:,} tokens of {shorter.path}"
        raise longer.error(n, problem)


def check_same_sentences(gold: Corpus, other: Corpus) -> None:
    """Raise an error where the sentences of two files with the same words end differently."""
    if np.array_equal(gold.starts, other.starts):
        return
    n = min(len(gold.starts), len(other.starts))
    differs = np.flatnonzero(gold.starts[:n] != other.starts[:n])
    place = int(differs[0]) if len(differs) else n
    ends = [int(np.append(corpus.starts, len(corpus))[place]) - 1 for corpus in (gold, other)]
    shorter, longer = (gold, other) if ends[0] < ends[1] else (other, gold)
    problem = f"a sentence ends here that goes on in {longer.path}, line {longer.lines[min(ends)]}"
    raise shorter.error(min(ends), problem)
