"""Comparing judges in a thread of its own, with a connection of its own, while the UI goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from goed.screens.agreement.figures import ASPECTS, Judges, figures
from goed.statistics.judges import Comparison, compare
from goed.study.acts import n_acts
from goed.study.study import Study, explaining

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
class Counted:
    """The answer, and how many acts there were when it was counted."""

    question: Question
    judges: Sequence[Judges] = ()
    comparison: Comparison | None = None
    n_acts: int = -1


class ComparingThread:
    """One thread: questions are answered one after the other."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="agreement")

    async def answer(self, question: Question, before: Counted | None) -> Counted:
        """Answer a question, from what was read before or from the study."""
        return await asyncio.wrap_future(self._executor.submit(self._answer, question, before))

    def _answer(self, question: Question, before: Counted | None) -> Counted:
        if before is not None and before.comparison is not None:
            return Counted(question, figures(before.comparison, question.aspect), before.comparison, before.n_acts)
        with explaining(self._path), Study.open(self._path) as study:
            number = n_acts(study)
            comparison = compare(study, only_wrong=question.only_wrong)
        return Counted(question, figures(comparison, question.aspect), comparison, number)

    def close(self) -> None:
        """Answer no more questions."""
        self._executor.shutdown(wait=False, cancel_futures=True)
