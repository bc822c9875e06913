"""Baseline trees."""

from functools import partial

import numpy as np

from goed.models.text import TextTask, TokenAnswers
from goed.scores.dependencies import baseline_trees, places_of


def _trees(which: str, task: TextTask) -> TokenAnswers:
    asked = task.questions
    words = np.flatnonzero(~asked.is_punctuation)
    sentences = np.repeat(np.arange(len(asked.lengths)), asked.lengths)
    lengths = np.bincount(sentences[words], minlength=len(asked.lengths))
    trees = baseline_trees(lengths, which, task.seed)
    heads = np.zeros(len(asked), np.int32)
    heads[words] = np.append(places_of(asked.lengths)[words], 0)[trees.parents]
    return TokenAnswers({task.settings["name"]: heads})


left_trees, right_trees, random_trees = partial(_trees, "left"), partial(_trees, "right"), partial(_trees, "random")
