"""Predictions of a corpus's items, made from answers to all tokens of a part."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goed.domains.domain import LearningFromText
from goed.domains.registry import domain_of
from goed.models.text import Text
from goed.scores.values import Numbers
from goed.study.outputs import OutputBook
from goed.study.predictions import NO_ANSWER, PartPredictions
from goed.study.splits import Split


def learning_from_text(domain: str) -> LearningFromText:
    """What a domain says of learning from text."""
    found = domain_of(domain).text
    assert found is not None, f"{domain} learns from items"
    return found


def text_predictions(
    book: OutputBook, split: Split, part: str, text: Text, item_ids: Numbers, answers: NDArray[np.int32]
) -> PartPredictions:
    """What was answered for a part of a corpus, with its measures: an output for each of its items, in their order."""
    of_domain = learning_from_text(split.domain)
    predictions = PartPredictions(part, len(item_ids), is_packed=True)
    for item_id, answer in zip(item_ids.tolist(), of_domain.answers(text, answers), strict=True):
        predictions.handles.append(NO_ANSWER if answer is None else book.handle(item_id, answer))
    if len(item_ids):
        predictions.measures = of_domain.measures(text, answers)
    return predictions
