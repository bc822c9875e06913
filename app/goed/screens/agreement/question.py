"""What is compared of the labels of judges, and the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goed.screens.agreement.figures import ASPECTS, Judges, figures
from goed.statistics.judges import Comparison, compare
from goed.study.acts import n_acts
from goed.study.study import Study

WORDS = {"error": "the error", "pred_class": "what the form shows", "gold_class": "the gold class", "flags": "flags"}


@dataclass(frozen=True)
class Question:
    """What is compared."""

    aspect: str = ASPECTS[0]
    only_wrong: bool = False  # as `goed stats agreement` does

    def in_words(self) -> str:
        """It as one line."""
        return f"on {WORDS[self.aspect]} · {'wrong outputs' if self.only_wrong else 'right and wrong outputs'}"


@dataclass(frozen=True)
class Compared:
    """The answer, and how many acts there were when it was counted."""

    question: Question
    judges: Sequence[Judges] = ()
    comparison: Comparison | None = None
    n_acts: int = -1


def answered(study: Study, question: Question, before: Compared | None) -> Compared:
    """The answer to a question, from what was read before or from the study."""
    if before is not None and before.comparison is not None:
        return Compared(question, figures(before.comparison, question.aspect), before.comparison, before.n_acts)
    number = n_acts(study)
    comparison = compare(study, only_wrong=question.only_wrong)
    return Compared(question, figures(comparison, question.aspect), comparison, number)
