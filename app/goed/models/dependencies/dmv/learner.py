"""Learning the DMV from a text, and answering with the best tree of each sentence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from goed.models.dependencies.dmv.best_trees import best_trees
from goed.models.dependencies.dmv.estimators import estimated
from goed.models.dependencies.dmv.grammar import WEIGHT_BEFORE_DECODING, ValenceGrammar
from goed.models.dependencies.dmv.tag_sentences import TagSentences
from goed.models.dependencies.kept_words import LONGEST, KeptWords
from goed.models.dependencies.settings import DmvSettings
from goed.models.dependencies.tag_reader import tag_reader
from goed.models.text import TextTask, TokenAnswers
from goed.scores.dependencies import Trees, right_branching


def learn_and_predict(task: TextTask) -> TokenAnswers:
    """Learn the grammar, and answer the questions."""
    return _answers(task, task.settings_as(DmvSettings))


def start_and_predict(task: TextTask) -> TokenAnswers:
    """Answer with the harmonic start, of which nothing is learned."""
    return _answers(task, replace(task.settings_as(DmvSettings), iterations=0, estimator="em", starts=0))


def _answers(task: TextTask, settings: DmvSettings) -> TokenAnswers:
    train, questions = KeptWords(task.train), KeptWords(task.questions)
    reader = tag_reader(train, settings.tags)
    sentences = TagSentences(reader.numbers(train), train.lengths).of_at_most(min(settings.longest or LONGEST, LONGEST))
    grammar = estimated(sentences, reader.unknown, settings, task.seed).with_unknown_tag()
    heads = decoded(grammar, TagSentences(reader.numbers(questions), questions.lengths))
    return TokenAnswers({task.settings["name"]: questions.in_text(heads)}, questions.told_of_long_ones())


def decoded(grammar: ValenceGrammar, sentences: TagSentences) -> Trees:
    """The best trees, of which every one is possible; right-branching ones of sentences that are too long."""
    heads = right_branching(sentences.lengths).heads
    short = np.repeat(sentences.lengths <= LONGEST, sentences.lengths)
    heads[short] = best_trees(grammar.added(WEIGHT_BEFORE_DECODING), sentences.of_at_most(LONGEST)).heads
    return Trees(heads, sentences.lengths)
