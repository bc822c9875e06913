"""From examples to lessons: letters are normalised, pairs aligned, the expert asked.

Depending on the settings, ä is one letter, or a and a mark that is written or left out.

The expert says which edit actions are best, given the lemma, the target form, and how far both have got. The cost of an
action is the aligner's, plus the cost of the cheapest way from there to the end. The expert follows its own advice from
the start, so what it has written is always a beginning of the form.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise, product

import torch

from goed.models.cluzh.actions import COPY, DELETE, END, NO_ACTION, ActionAlphabet, write
from goed.models.cluzh.aligner import Costs, Floats, costs_to_finish, learn_costs
from goed.models.cluzh.batches import BOS, EOS, UNKNOWN, ExpertStep, Lesson, LetterExchanger, Symbols, Word
from goed.models.cluzh.beam_search import DecodedActions, decode
from goed.models.cluzh.network import Networks, NetworkShape
from goed.models.cluzh.settings import CluzhSettings
from goed.models.interface import Example, Prediction, Question
from goed.models.regularization import Exchange, stable_letters


def expert_paths(pairs: Sequence[tuple[str, str]], costs: Costs, alphabet: ActionAlphabet) -> list[list[ExpertStep]]:
    """The steps by which the expert turns each lemma into its form."""
    paths = []
    for (lemma, form), to_finish in zip(pairs, costs_to_finish(pairs, costs), strict=True):
        steps: list[ExpertStep] = []
        pointer = written = 0
        while not steps or steps[-1].action != END:
            optimal = optimal_actions(lemma, form, pointer, written, to_finish, costs, alphabet)
            steps.append(ExpertStep(pointer, optimal[0], optimal))
            pointer += alphabet.reads(optimal[0])
            written += optimal[0] not in (DELETE, END)
        paths.append(steps)
    return paths


def optimal_actions(
    lemma: str, form: str, pointer: int, written: int, to_finish: Floats, costs: Costs, alphabet: ActionAlphabet
) -> tuple[int, ...]:
    """The cheapest actions in a state; among equally cheap ones, COPY or SUB comes first."""
    source = costs.sources.get(lemma[pointer], -1) if pointer < len(lemma) else None
    target = costs.targets.get(form[written], -1) if written < len(form) else None
    weighed: list[tuple[float, int]] = []
    if source is not None and target is not None:
        same = lemma[pointer] == form[written]
        action = COPY if same else alphabet.substitution(form[written])
        cost = costs.substitution[source, target] + to_finish[pointer + 1, written + 1]
        weighed.append((float(cost), action))
    if source is not None:
        weighed.append((float(costs.deletion[source] + to_finish[pointer + 1, written]), DELETE))
    if target is not None:
        cost = costs.insertion[target] + to_finish[pointer, written + 1]
        weighed.append((float(cost), alphabet.insertion(form[written])))
    else:
        # As in the released program, ending costs the stop twice, and the letters left; so these are deleted first.
        weighed.append((costs.stop + float(to_finish[pointer, written]), END))
    least = min(cost for cost, _ in weighed)
    return tuple(action for cost, action in weighed if cost == least)


def with_marks_split(text: str, marks_apart: str) -> str:
    """Split marks off the letters of a word: off all letters, off Latin ones only, or off none.

    Splitting suits Latin letters, where the mark of an umlaut is added to a letter; the hamza of an Arabic أ is part of
    it.
    """
    if marks_apart == "all":
        return unicodedata.normalize("NFD", text)
    text = composed(text)
    if marks_apart == "none" or text.isascii():
        return text
    return "".join(
        unicodedata.normalize("NFD", letter) if _unicode_name_starts_with("LATIN", letter) else letter
        for letter in text
    )


def composed(text: str) -> str:
    """A word in NFC, in which forms are compared."""
    return unicodedata.normalize("NFC", text)


def unattested_marks(examples: Iterable[Example], letters: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of a Latin letter and a mark, both among `letters`, that no example has next to each other.

    Marks must be split off the examples' letters. The letter is empty for any other letter, and for the start of a
    word.
    """
    attested = {pair for lemma, form, _ in examples for word in (lemma, form) for pair in pairwise(word)}
    marks = [letter for letter in letters if _unicode_name_starts_with("COMBINING", letter)]
    latin = [
        letter
        for letter in letters
        if _unicode_name_starts_with("LATIN", letter) or _unicode_name_starts_with("COMBINING", letter)
    ]
    return [pair for pair in product([*latin, ""], marks) if pair not in attested]


def _unicode_name_starts_with(kind: str, letter: str) -> bool:
    """Whether a letter's Unicode name begins like this: LATIN, or COMBINING for the marks of Latin letters."""
    return unicodedata.name(letter, "").startswith(kind)


class TrainingMaterial:
    """What all networks of a training set share: its letters, features and actions, and the expert's lessons."""

    def __init__(self, examples: Sequence[Example], settings: CluzhSettings) -> None:
        """Align the examples and let the expert show the way through each."""
        self._settings = settings
        examples = [
            Example(self._with_marks_split(lemma), self._with_marks_split(form), features)
            for lemma, form, features in examples
        ]
        pairs = [(example.lemma, example.form) for example in examples]
        self.characters = Symbols(letter for example in examples for letter in example.lemma)
        self.features = Symbols(feature for example in examples for feature in example.features.split(";"))
        self.actions = ActionAlphabet(form for _, form in pairs)
        paths = expert_paths(pairs, learn_costs(pairs, settings.em_iterations), self.actions)
        words = [self._word(example.lemma, example.features) for example in examples]
        self.lessons = [Lesson(*lesson) for lesson in zip(words, paths, strict=True)]
        self._stable = stable_letters(examples)
        unattested = unattested_marks(examples, self.actions.letters) if settings.attested else []
        self.shape = self._shape(unattested)

    def _shape(self, unattested: Iterable[tuple[str, str]]) -> NetworkShape:
        """What the networks need to know about the training set. Unattested marks are barred from their letters."""
        insertions = [NO_ACTION] * len(self.characters)
        for letter in self.actions.letters:
            (number,) = self.characters.numbers(letter)
            if number != UNKNOWN:
                insertions[number] = self.actions.insertion(letter)
        barred: list[tuple[int, int]] = []
        for letter, mark in unattested:
            after = self.actions.insertion(letter) if letter else NO_ACTION
            barred += [(after, self.actions.insertion(mark)), (after, self.actions.substitution(mark))]
        sizes = len(self.characters), len(self.features), len(self.actions)
        return NetworkShape(*sizes, tuple(insertions), tuple(barred))

    def exchanger(self, device: torch.device) -> LetterExchanger:
        """The exchanger of letters for these lessons."""
        numbers = dict(zip(self._stable, self.characters.numbers(self._stable), strict=True))
        known = {letter: number for letter, number in numbers.items() if number != UNKNOWN}
        exchange = Exchange.of(known, self.shape.n_characters, device)
        return LetterExchanger(exchange, self.shape.insertions, self.shape.n_actions)

    def word(self, question: Question) -> Word:
        """A question as numbers."""
        return self._word(self._with_marks_split(question.lemma), question.features)

    def _word(self, lemma: str, features: str) -> Word:
        return Word([BOS, *self.characters.numbers(lemma), EOS], self.features.numbers(features.split(";")))

    def prediction(self, question: Question, decoded: DecodedActions) -> Prediction:
        """The prediction for a question, in NFC."""
        written = write(self._with_marks_split(question.lemma), decoded.actions, self.actions)
        return Prediction(composed(written.form), decoded.score, written.spelled)

    def answers(self, networks: Networks, questions: Sequence[Question], width: int) -> list[Prediction]:
        """Search for an answer to each question, with this many hypotheses."""
        decoded = decode(networks, [self.word(question) for question in questions], width, self._settings.longest)
        return [self.prediction(*pair) for pair in zip(questions, decoded, strict=True)]

    def _with_marks_split(self, text: str) -> str:
        return with_marks_split(text, self._settings.marks_apart)
