"""What is known of utterances besides their tokens: section, speaker, child, age, and a note."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from goed.corpora.corpus import Column, codes_of
from goed.scores.values import Shares

NOT_TOLD = ""  # of a section, a speaker, a child, a note; an age that is not told is NaN


@dataclass(frozen=True)
class Utterances:
    """Utterances in sequence, as columns."""

    sections: Column  # of a given split: train, dev, test
    speakers: Column
    children: Column  # whom it is said to, or who says it
    ages: Shares  # of the child, in days
    notes: Column  # an ID, a document

    def __len__(self) -> int:
        return len(self.ages)

    def with_sections(self, sections: Column) -> Utterances:
        """The same utterances in these sections."""
        return replace(self, sections=sections)


def untold(n: int) -> Utterances:
    """Utterances of which nothing is known."""
    column = Column(np.zeros(n, np.int32), (NOT_TOLD,))
    return Utterances(column, column, column, np.full(n, np.nan), column)


def column_of(words: Iterable[str]) -> Column:
    """A column from its words."""
    numbers: dict[str, int] = {}
    return Column(codes_of(words, numbers), tuple(numbers))


def joined_columns(columns: Sequence[Column]) -> Column:
    """Columns one after the other as one column."""
    numbers: dict[str, int] = {}
    codes = [np.empty(0, np.int32), *(column.shared_codes(numbers) for column in columns)]
    return Column(np.concatenate(codes), tuple(numbers))


def joined_utterances(several: Sequence[Utterances]) -> Utterances:
    """The utterances of several files in sequence."""
    sections, speakers, children, notes = (
        joined_columns([getattr(each, name) for each in several])
        for name in ("sections", "speakers", "children", "notes")
    )
    ages = np.concatenate([np.empty(0), *(each.ages for each in several)])
    return Utterances(sections, speakers, children, ages, notes)
