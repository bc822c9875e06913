"""Learners of dependencies for the tests, as another package would bring them."""

from __future__ import annotations

import numpy as np

from gates import knock
from goed.models.text import TextTask, TokenAnswers


def waits(task: TextTask) -> TokenAnswers:
    """Waits at a gate, and then hangs every word on none."""
    knock(task.settings["gate"], "waits")
    return TokenAnswers({"waits": np.zeros(len(task.questions), np.int32)})


def points_outside(task: TextTask) -> TokenAnswers:
    """Hangs every word on the last word of a far longer sentence."""
    return TokenAnswers({"broken": np.full(len(task.questions), 99, np.int32)})


def speaks_in_words(task: TextTask) -> TokenAnswers:
    """Answers with texts, not with places."""
    return TokenAnswers({"broken": ["root"] * len(task.questions)})  # type: ignore[dict-item]
