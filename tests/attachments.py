"""A made-up domain: learners that say on which word of a sentence another one depends. It tells cases by drawings.

the dog that I saw barks    2    6
"""

from __future__ import annotations

from collections.abc import Sequence

from goed.domains.domain import Domain, OneScheme, Told
from goed.domains.sentence_drawing import Arc, Drawing
from goed.models.interface import Answers, Prediction, Task
from goed.models.model import Model
from goed.study.output_words import OutputWords
from goed_classifiers.classifier import Classifier
from goed_classifiers.error_scheme import ErrorScheme
from goed_classifiers.values import CORRECT, NO_CLASS, Case, Label


def error_name(gold_class: str, pred_class: str, flags: tuple[str, ...]) -> str:
    return "too-near"


def classify(case: Case) -> Label:
    error = CORRECT if case.predicted == case.gold else "too-near"
    return Label("far", "near", error, (), "distance", "it is the next word", 0.9)


def learn(task: Task) -> Answers:
    """A learner that takes the next word, or the root after the last one."""
    answers = []
    for asked in task.questions:
        place = int(asked.features)
        answers.append(str((place + 1) % (len(asked.lemma.split()) + 1)))
    return Answers({"next": [Prediction(answer) for answer in answers]})


def told(output: OutputWords) -> Sequence[Told]:
    place = int(output.features)
    arcs = (Arc(place, int(output.gold), "nsubj", True), Arc(place, int(output.predicted), "next", False))
    words = tuple(output.word.split())
    return [Told("sentence", drawing=Drawing(words, place, arcs, tuple(word[:4].upper() for word in words)))]


DOMAIN = Domain(
    name="attachments",
    schemes=lambda: OneScheme(
        ErrorScheme(
            labelled_by=Classifier(
                "*", "attachments", "1", classify, error_name, ("far", "near", NO_CLASS), is_built_in=True
            ),
            title="Attachments",
        )
    ),
    word="sentence",
    features="place",
    learners=lambda: [Model("next", "takes the next word", "attachments:learn", uses_seed=False)],
    largest_set=lambda language: 1,
    told=told,
)
