"""Trees that need no learning: left and right branching, and random projective trees."""

from __future__ import annotations

from goed.models.dependencies.kept_words import KeptWords
from goed.models.text import TextTask, TokenAnswers
from goed.scores.dependencies import baseline_trees


def predict(task: TextTask) -> TokenAnswers:
    """The trees of the baseline that the task names; random ones by its seed."""
    name = str(task.settings["name"])
    questions = KeptWords(task.questions)
    return TokenAnswers({name: questions.in_text(baseline_trees(questions.lengths, name, task.seed))})
