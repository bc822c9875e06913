"""Predictions of a corpus's items, made from answers to all tokens of a part."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from goed.domains.domain import LearningFromText
from goed.domains.registry import domain_of
from goed.models.text import Text
from goed.scores.values import Numbers
from goed.study.outputs import OutputBook
from goed.study.places import text_of
from goed.study.predictions import NO_ANSWER, PartPredictions
from goed.study.splits import Split, corpus_of_split
from goed.study.study import Study
from goed.study.text_splits import UtterancePlaces, item_ids_of_part, utterances_of_part

NOT_MET = -1  # an answer to an item that no part before had
ROOM, MOST_ROOM = 16, 256  # answers; more are made as they come, but not for a sentence of thousands of words


def learning_from_text(domain: str) -> LearningFromText:
    """What a domain says of learning from text."""
    found = domain_of(domain).text
    assert found is not None, f"{domain} learns from items"
    return found


def told_among(text: Text, utterances: UtterancePlaces, domain: str) -> UtterancePlaces:
    """Those utterances whose gold answers are known: what is only learned from need not tell them."""
    is_told = learning_from_text(domain).is_told
    return utterances if is_told is None else utterances[is_told(text)[utterances]]


def asked_utterances(study: Study, split_id: int, part: str, size: int | None, domain: str) -> UtterancePlaces:
    """The utterances of a part that learners are asked about."""
    text = text_of(study, corpus_of_split(study, split_id))
    return told_among(text, utterances_of_part(study, split_id, part, size), domain)


@dataclass
class AskedPart:
    """A part of a corpus that learners are asked about: its text with the gold answers, and its items in their order.

    Most answers to an item were met before, so what an (item, answer) is known as in the book stands in a table.
    """

    domain: str
    part: str
    text: Text
    item_ids: Numbers
    _numbers: dict[str, int] = field(default_factory=dict)  # answer → column of the table
    _handles: NDArray[np.int64] = field(init=False)  # of each item and answer

    def __post_init__(self) -> None:
        self._handles = np.full((len(self.item_ids), ROOM), NOT_MET, np.int64)

    def predictions(self, book: OutputBook, answers: NDArray[np.int32]) -> PartPredictions:
        """What was answered, with its measures: an output for each of the items, in their order."""
        of_domain = learning_from_text(self.domain)
        column = of_domain.answers(self.text, answers)
        is_answered = column.codes >= 0
        codes = column.shared_codes(self._numbers)
        while self._handles.shape[1] < min(len(self._numbers), MOST_ROOM):
            self._handles = np.pad(self._handles, ((0, 0), (0, self._handles.shape[1])), constant_values=NOT_MET)
        in_table = np.flatnonzero(is_answered & (codes < self._handles.shape[1]))
        handles = np.full(len(codes), NOT_MET, np.int64)
        handles[in_table] = self._handles[in_table, codes[in_table]]
        for place in np.flatnonzero(is_answered & (handles == NOT_MET)).tolist():
            handles[place] = book.handle(int(self.item_ids[place]), column.word(place))
        self._handles[in_table, codes[in_table]] = handles[in_table]
        handles[~is_answered] = NO_ANSWER
        found = PartPredictions(self.part, len(self.item_ids), array("I", handles.tolist()), is_packed=True)
        if len(self.item_ids):
            found.measures = of_domain.measures(self.text, answers)
        return found


class AskedParts:
    """The parts of splits of corpora; what several splits ask in common is read once."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._known: dict[tuple[str, str, int, bytes], AskedPart] = {}

    def of(self, split: Split, part: str, size: int) -> AskedPart:
        """A part; for `core`, as far as the training set of this size has it."""
        utterances = asked_utterances(self._study, split.id, part, size, split.domain)
        key = (split.domain, part, split.corpus_id, utterances.tobytes())
        if key not in self._known:
            text = text_of(self._study, split.corpus_id).utterances(utterances)
            self._known[key] = AskedPart(split.domain, part, text, item_ids_of_part(self._study, split.id, part, size))
        return self._known[key]
