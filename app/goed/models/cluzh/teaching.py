"""From examples to lessons: letters normalised, pairs aligned, the expert asked, everything numbered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from goed.models.cluzh.actions import ActionAlphabet, write
from goed.models.cluzh.aligner import learn_costs
from goed.models.cluzh.choosing import NO_ACTION
from goed.models.cluzh.decoding import Decoded
from goed.models.cluzh.exchanging import Exchanger
from goed.models.cluzh.expert import expert_paths
from goed.models.cluzh.lessons import Lesson
from goed.models.cluzh.letters import composed, taken_apart, unattested_marks
from goed.models.cluzh.network import Shape
from goed.models.cluzh.settings import CluzhSettings
from goed.models.cluzh.words import UNKNOWN, Reader, Word
from goed.models.exchange import Exchange, stable_letters
from goed.models.interface import Example, Prediction, Question


@dataclass(frozen=True)
class Classroom:
    """What all networks of a training set share: its letters, features and actions, and the expert's lessons."""

    lessons: Sequence[Lesson]
    reader: Reader
    actions: ActionAlphabet
    marks_apart: str  # in which letters (see letters.py)
    stable: Sequence[str]  # letters that inflection leaves alone
    unattested: Sequence[tuple[str, str]]  # letter and mark that must not be written together

    @property
    def shape(self) -> Shape:
        """What the networks have to know of the training set."""
        insertions = [NO_ACTION] * len(self.reader.characters)
        for letter in self.actions.letters:
            (number,) = self.reader.characters.numbers(letter)
            if number != UNKNOWN:
                insertions[number] = self.actions.insertion(letter)
        sizes = len(self.reader.characters), len(self.reader.features), len(self.actions)
        return Shape(*sizes, tuple(insertions), self._barred())

    def _barred(self) -> tuple[tuple[int, int], ...]:
        """Writing a mark after a letter that the training set does not have it on: no umlaut of a consonant."""
        barred = []
        for letter, mark in self.unattested:
            after = self.actions.insertion(letter) if letter else NO_ACTION
            barred += [(after, self.actions.insertion(mark)), (after, self.actions.substitution(mark))]
        return tuple(barred)

    def exchanger(self, device: torch.device) -> Exchanger:
        """What makes other lessons of the lessons."""
        shape = self.shape
        known = [letter for letter in self.stable if self.reader.characters.numbers(letter) != [UNKNOWN]]
        numbers = self.reader.characters.numbers(known)
        exchange = Exchange.of(dict(zip(known, numbers, strict=True)), shape.n_characters, device)
        return Exchanger(exchange, shape.insertions, shape.n_actions)

    def word(self, question: Question) -> Word:
        """A question as numbers."""
        return self.reader.word(taken_apart(question.lemma, self.marks_apart), question.features)

    def prediction(self, question: Question, decoded: Decoded) -> Prediction:
        """What was decoded for a question, in composed letters."""
        written = write(taken_apart(question.lemma, self.marks_apart), decoded.actions, self.actions)
        return Prediction(composed(written.form), decoded.score, written.spelled)


def prepared(examples: Sequence[Example], settings: CluzhSettings) -> Classroom:
    """Align the examples and let the expert show the way through each."""
    examples = [
        Example(taken_apart(lemma, settings.marks_apart), taken_apart(target, settings.marks_apart), features)
        for lemma, target, features in examples
    ]
    pairs = [(example.lemma, example.form) for example in examples]
    actions = ActionAlphabet(target for _, target in pairs)
    paths = expert_paths(pairs, learn_costs(pairs, settings.em_iterations), actions)
    reader = Reader(examples)
    words = [reader.word(example.lemma, example.features) for example in examples]
    return Classroom(
        [Lesson(*lesson) for lesson in zip(words, paths, strict=True)],
        reader,
        actions,
        settings.marks_apart,
        stable_letters(examples),
        unattested_marks(examples, actions.letters) if settings.attested else (),
    )
