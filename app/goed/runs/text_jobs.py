"""Trainings on corpora: what a learner is given, and what becomes of its answers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goed.domains.text_predictions import AskedParts, asked_utterances, learning_from_text
from goed.runs.text_tasks import CorpusTask, PackedText
from goed.runs.training_jobs import PARTS, Training
from goed.study.outputs import OutputBook
from goed.study.places import corpus_of, text_of
from goed.study.predictions import PartPredictions
from goed.study.splits import Split
from goed.study.study import Study
from goed.study.text_splits import training_utterances


class TextJobs:
    """Makes tasks on corpora from the study, and predictions of its items from answers to all tokens."""

    def __init__(self, study: Study, book: OutputBook) -> None:
        self._study = study
        self._book = book
        self._packed: dict[int, PackedText] = {}  # by corpus
        self._asked = AskedParts(study)

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
            np.concatenate(
                [asked_utterances(self._study, split.id, part, training.size, split.domain) for part in PARTS]
            ),
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
        for name in PARTS:
            asked = self._asked.of(training.split, name, training.size)
            parts.append(asked.predictions(self._book, answers[start : start + len(asked.text)]))
            start += len(asked.text)
        return [part for part in parts if part.n_items]
