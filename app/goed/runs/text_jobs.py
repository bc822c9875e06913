"""Trainings on corpora: what a learner is given, and what becomes of its answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.domains.text_predictions import learning_from_text, text_predictions
from goed.models.text import Text
from goed.runs.text_tasks import CorpusTask, PackedText
from goed.scores.values import Numbers
from goed.study.outputs import OutputBook
from goed.study.places import corpus_of, text_of
from goed.study.predictions import PartPredictions
from goed.study.splits import Split
from goed.study.study import Study
from goed.study.text_splits import item_ids_of_part, training_utterances, utterances_of_part

if TYPE_CHECKING:
    from goed.runs.training_jobs import Training

PARTS = ("test", "dev", "core")


class _AskedPart(NamedTuple):
    """A part of a split: its text with the gold answers, and its items, in the same order."""

    name: str
    text: Text
    item_ids: Numbers


class TextJobs:
    """Makes tasks on corpora from the study, and predictions of its items from answers to all tokens."""

    def __init__(self, study: Study, book: OutputBook) -> None:
        self._study = study
        self._book = book
        self._packed: dict[int, PackedText] = {}  # by corpus
        self._parts: dict[tuple[int, int], list[_AskedPart]] = {}  # by split and size

    def packed(self, split: Split) -> PackedText:
        """The text of a split's corpus, as it travels to workers."""
        if split.corpus_id not in self._packed:
            digest = corpus_of(self._study, split.corpus_id).digest
            self._packed[split.corpus_id] = PackedText.of(digest, text_of(self._study, split.corpus_id))
        return self._packed[split.corpus_id]

    def task(self, training: Training, device: str) -> CorpusTask:
        """What a training is about."""
        split, model = training.split, training.model
        return CorpusTask(
            self.packed(split).digest,
            training_utterances(self._study, split.id, training.size),
            np.concatenate([utterances_of_part(self._study, split.id, part, training.size) for part in PARTS]),
            learning_from_text(split.domain).withheld,
            model.is_supervised and split.learn_from == "training",
            training.seed,
            {"name": model.name, **model.settings, **model.circumstances},
            device,
        )

    def part_predictions(self, training: Training, answers: NDArray[np.int32]) -> list[PartPredictions]:
        """What a run predicts for each part, from its answers to all tokens of all parts."""
        parts = []
        start = 0
        for asked in self._asked(training):
            of_part = answers[start : start + len(asked.text)]
            start += len(asked.text)
            parts.append(text_predictions(self._book, training.split, asked.name, asked.text, asked.item_ids, of_part))
        return [part for part in parts if part.n_items]

    def _asked(self, training: Training) -> Sequence[_AskedPart]:
        split, size = training.split, training.size
        if (split.id, size) not in self._parts:
            text = text_of(self._study, split.corpus_id)
            self._parts[split.id, size] = [
                _AskedPart(
                    part,
                    text.utterances(utterances_of_part(self._study, split.id, part, size)),
                    item_ids_of_part(self._study, split.id, part, size),
                )
                for part in PARTS
            ]
        return self._parts[split.id, size]
