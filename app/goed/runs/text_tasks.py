"""Tasks on a corpus: the text travels to a worker once, and each task only says which utterances it is about."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goed.models.interface import ModelError
from goed.models.text import NO_HEAD, Text, TextTask, TokenAnswers

UtterancePlaces = NDArray[np.int32]

_texts: dict[str, Text] = {}  # those that have come to this process, by digest


@dataclass(frozen=True)
class PackedText:
    """The pickled text of a corpus, known by the corpus's digest."""

    digest: str
    content: bytes

    @classmethod
    def of(cls, digest: str, text: Text) -> PackedText:
        """Pack a text."""
        return cls(digest, pickle.dumps(text))

    def keep(self) -> None:
        """Unpack it, and keep it in this process for the tasks to come."""
        _texts[self.digest] = pickle.loads(self.content)


@dataclass(frozen=True)
class CorpusTask:
    """A training on some utterances of a corpus, and the utterances that are asked about."""

    digest: str  # of the corpus
    train: UtterancePlaces
    questions: UtterancePlaces
    withheld: tuple[str, ...]  # columns that are what is asked for
    shows_gold: bool  # in the training set, to learners that are supervised
    seed: int
    settings: Mapping[str, Any] = field(default_factory=dict)
    device: str = "auto"

    def task(self) -> TextTask:
        """The task with its text, which must have come to this process before."""
        if self.digest not in _texts:
            raise ModelError("the corpus has not come to the worker")
        text = _texts[self.digest]
        train = text.utterances(self.train)
        questions = text.utterances(self.questions).without(*self.withheld)
        shown = train if self.shows_gold else train.without(*self.withheld)
        return TextTask(shown, questions, self.seed, self.settings, self.device)

    def refuse_other_answers(self, name: str, answers: TokenAnswers) -> None:
        """Raise ModelError if a learner of another package does not answer every token with a head of its utterance."""
        heads = answers.by_model.get(name)
        lengths = _texts[self.digest].lengths[self.questions]
        expected = int(lengths.sum())
        if heads is None or len(heads) != expected:
            given = "none" if heads is None else str(len(heads))
            raise ModelError(f"{given} of {expected} tokens were answered for {name}")
        if not isinstance(heads, np.ndarray) or heads.dtype.kind != "i":
            raise ModelError(f"the answers of {name} are no array of signed whole numbers")
        outside = np.flatnonzero((heads < NO_HEAD) | (heads > np.repeat(lengths, lengths)))
        if len(outside):
            where = f"token {outside[0] + 1} of the questions"
            raise ModelError(f"{where} was answered {heads[outside[0]]} for {name}, which is no place in its utterance")
