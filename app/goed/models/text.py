"""Text as learners are shown it: the tokens of a corpus as columns, utterance after utterance.

A learner of a corpus takes a `TextTask` and gives `TokenAnswers`, as one of items takes a `Task` and gives `Answers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goed.corpora.corpus import Column
from goed.models.interface import Settings
from goed.models.sentence import Sentence
from goed.scores.values import Marks, Numbers

NO_HEAD = -1  # of a token whose head is not told


@dataclass(frozen=True)
class Text:
    """The tokens of utterances in sequence."""

    columns: Mapping[str, Column]  # form, and what else is known: lemma, upos, cpostag, postag, relation
    lengths: Numbers  # tokens of each utterance
    is_punctuation: Marks
    heads: NDArray[np.int32] | None = None  # places in the utterance from 1, 0 for the root; None: not told

    def __len__(self) -> int:
        return len(self.is_punctuation)

    @cached_property
    def starts(self) -> Numbers:
        """The first token of each utterance."""
        return np.cumsum(self.lengths) - self.lengths

    @cached_property
    def words(self) -> frozenset[str]:
        """The words that occur in it."""
        forms = self.columns["form"]
        return frozenset(map(forms.values.__getitem__, np.unique(forms.codes).tolist()))

    def tokens_of(self, utterances: NDArray[np.integer]) -> Numbers:
        """The places of the tokens of some utterances, in the order in which these are given."""
        lengths = self.lengths[utterances]
        first_of_each = np.repeat(self.starts[utterances] - (np.cumsum(lengths) - lengths), lengths)
        return np.asarray(first_of_each + np.arange(int(lengths.sum())), np.int64)

    def utterances(self, chosen: NDArray[np.integer]) -> Text:
        """Some of the utterances, in the order in which they are given."""
        tokens = self.tokens_of(chosen)
        return Text(
            {name: Column(column.codes[tokens], column.values) for name, column in self.columns.items()},
            self.lengths[chosen],
            self.is_punctuation[tokens],
            None if self.heads is None else self.heads[tokens],
        )

    def sentence(self, utterance: int) -> Sentence:
        """One of the utterances in words."""
        start = int(self.starts[utterance])
        tokens = slice(start, start + int(self.lengths[utterance]))
        layers = {
            name: tuple(map(column.values.__getitem__, column.codes[tokens])) for name, column in self.columns.items()
        }
        heads = None if self.heads is None else tuple(self.heads[tokens].tolist())
        return Sentence(layers, tuple(self.is_punctuation[tokens].tolist()), heads)

    def without(self, *names: str) -> Text:
        """The text without its heads, and without some columns, which a learner is not to see."""
        return replace(self, columns={name: of for name, of in self.columns.items() if name not in names}, heads=None)


@dataclass(frozen=True)
class TextTask:
    """All that one training on a corpus needs."""

    train: Text  # utterances in the order in which they are learned from
    questions: Text  # utterances to be answered; what is asked for is left out
    seed: int
    settings: Mapping[str, Any] = field(default_factory=dict)
    device: str = "auto"

    def settings_as(self, kind: type[Settings]) -> Settings:
        """The settings as the learner's dataclass; those that an old study lacks get their defaults."""
        names = {each.name for each in fields(kind)}  # type: ignore[arg-type]
        return kind(**{name: value for name, value in self.settings.items() if name in names})


@dataclass(frozen=True)
class TokenAnswers:
    """What a training answers for every token of its questions, in sequence.

    Dependencies: the head, as a place in the utterance from 1 (punctuation counts), 0 for the root; what is said of
    punctuation itself does not matter. NO_HEAD stands for no answer.
    """

    by_model: Mapping[str, NDArray[np.int32]]
    log: str | None = None  # what is worth knowing of the run, such as sentences that were too long
