"""What a transducer learns from: words with the expert's way through each, as numbers and as tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from goed.models.cluzh.actions import BOS, END, PAD
from goed.models.cluzh.choosing import Situation
from goed.models.cluzh.expert import Step
from goed.models.cluzh.words import Word, Words, batch_of, filled


class Lesson(NamedTuple):
    """A word with the expert's way through it."""

    word: Word
    steps: Sequence[Step]


class Batch(NamedTuple):
    """Lessons side by side."""

    words: Words
    pointers: Tensor  # (step, word)
    before: Tensor  # (step, word): the action taken before
    optimal: Tensor  # (step, word, one or several): actions to learn
    is_there: Tensor  # (step, word, one or several): False where a step has fewer optimal actions than another
    lengths: Tensor  # (word): steps
    situation: Situation | None = None  # (step, word), where networks have worked it out

    def chosen(self, rows: Tensor) -> Batch:
        """Some of the lessons, no wider than they need."""
        lengths = self.lengths[rows]
        longest = int(lengths.max())
        return Batch(
            self.words.chosen(rows),
            self.pointers[:longest, rows],
            self.before[:longest, rows],
            self.optimal[:longest, rows],
            self.is_there[:longest, rows],
            lengths,
            self.situation and Situation(*(each[:longest, rows] for each in self.situation)),
        )


def batch_of_lessons(lessons: Sequence[Lesson], all_optimal: bool, device: torch.device) -> Batch:
    """Lessons as tensors."""
    paths = [lesson.steps for lesson in lessons]
    most = max(len(step.optimal) for path in paths for step in path) if all_optimal else 1
    optimal = torch.stack(
        [
            filled([[(*step.optimal, *[-1] * most)[place] for step in path] for path in paths], END, device).t()
            for place in range(most)
        ],
        dim=2,
    )
    return Batch(
        words=batch_of([lesson.word for lesson in lessons], device),
        pointers=filled([[step.pointer for step in path] for path in paths], 0, device).t(),
        before=filled([[BOS, *(step.action for step in path[:-1])] for path in paths], PAD, device).t(),
        optimal=optimal.clamp(min=0),
        is_there=optimal >= 0,
        lengths=torch.tensor([len(path) for path in paths], device=device),
    )
