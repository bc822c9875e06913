"""A text as it was read: its words and tags as columns, its sentences, and the line of each token."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goed.corpora.column import Column, Numbers
from goed.corpora.layouts import Layout
from goed.errors import InputError, quoted


@dataclass(frozen=True)
class Corpus:
    """The tokens of a file, one behind the other."""

    path: Path
    layout: Layout
    columns: Mapping[str, Column]  # form, and what else was asked for
    lines: Numbers  # where each token stands
    starts: Numbers  # the first token of each sentence
    heads: Numbers | None = None  # of each token: a place in its sentence from 1, 0 for the root, -1 where none is said
    first_sentence: int = 1  # the number of the first one in the file

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

    def column(self, name: str) -> Column:
        """A column by its name, `tag` for the one that holds the layout's tags."""
        return self.columns[self.layout.tag if name == "tag" else name]

    def error(self, token: int, problem: str) -> InputError:
        """A complaint about a token."""
        return InputError(self.path, problem, int(self.lines[token]))

    def refuse(self, name: str, unwanted: Collection[str], problem: str) -> None:
        """Say where a column has a value that it must not have."""
        column = self.column(name)
        codes = [code for code, value in enumerate(column.values) if value in unwanted]
        is_wrong = np.isin(column.codes, codes)
        if codes and is_wrong.any():
            place = int(is_wrong.argmax())
            raise self.error(place, problem.format(value=quoted(column.word(place), 20)))

    def without(self, dropped: NDArray[np.bool_]) -> Corpus:
        """The corpus without some tokens, all in one sentence: for measures that know no sentences."""
        kept = ~dropped
        columns = {name: column.chosen(kept) for name, column in self.columns.items()}
        n_kept = int(kept.sum())
        starts = np.zeros(1 if n_kept else 0, np.int64)
        return replace(self, columns=columns, lines=self.lines[kept], starts=starts, heads=None)

    def sentence_range(self, first: int, last: int) -> Corpus:
        """Some of the sentences, counted from 1, the last one included."""
        starts = self.starts[first - 1 : last]
        end = int(self.starts[last]) if last < len(self.starts) else len(self)
        begin = int(starts[0]) if len(starts) else end
        which = np.arange(begin, end)
        columns = {name: column.chosen(which) for name, column in self.columns.items()}
        heads = None if self.heads is None else self.heads[begin:end]
        chosen = replace(self, columns=columns, lines=self.lines[begin:end], starts=starts - begin, heads=heads)
        return replace(chosen, first_sentence=first)
