"""The seam: all that the program asks of a domain, in plain values and functions of them.

A domain is a family of learners that are asked the same kind of question: *inflection* asks for the form of a lemma
with its features. Another package adds one with an entry point in the group `goed.domains` whose value is a `Domain`;
all but its name and its error schemes may be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from goed.models.interface import Example, Question
from goed.models.model import Model
from goed.study.items import Item, Known, Measure
from goed.study.output_words import OutputWords
from goed.study.splits import TrainingSet
from goed_classifiers.error_scheme import ErrorScheme

USUAL_LARGEST = 1000  # training items of the largest set, where neither anybody nor the domain says
Breakdown = Callable[[Item, TrainingSet], str]  # the value of an item, beside the training set that was learned from


class Schemes(Protocol):
    """The error schemes of a domain, read once for all that a command does."""

    problems: list[str]  # what is wrong with those of other packages

    @property
    def languages(self) -> Sequence[str]:
        """The languages that have a scheme of their own."""

    def pack(self, language: str, features: str | None = None) -> ErrorScheme:
        """The scheme for features of a language, or the main one of the language."""

    def packs(self, language: str) -> Sequence[ErrorScheme]:
        """All schemes that outputs of a language may be labelled by."""


@dataclass(frozen=True)
class OneScheme:
    """The same scheme for all languages."""

    scheme: ErrorScheme
    problems: list[str] = field(default_factory=list)
    languages: tuple[str, ...] = ()

    def pack(self, language: str, features: str | None = None) -> ErrorScheme:
        """The scheme, whatever the language and the features."""
        return self.scheme

    def packs(self, language: str) -> Sequence[ErrorScheme]:
        """The scheme."""
        return (self.scheme,)


class Answered(NamedTuple):
    """An item that a learner was asked, and its answer; None where it gave none."""

    item: Item
    answer: str | None


class Verdict(NamedTuple):
    """What a person may say of an answer apart from its kind of error: gold wrong."""

    name: str  # as it is stored and typed: gold-wrong
    words: str  # as it stands on the screen
    counts_as: Literal["wrong", "lenient", "left out"] = "wrong"
    # lenient: an error by the strict rate, none by the lenient one; left out: of numerator and denominator


class Told(NamedTuple):
    """A paragraph of a case: a word at its left, and plain text; or two texts, the second as a change of the first."""

    word: str
    text: str = ""
    emphasis: tuple[tuple[int, int], ...] = ()  # stretches of the text, from place to place
    change: tuple[str, str] | None = None


@dataclass(frozen=True, kw_only=True)
class Domain:
    """A family of learners that are asked the same kind of question."""

    name: str  # inflection
    schemes: Callable[[], Schemes]  # classifiers, and the names, rates and colours that belong to them
    # Nouns: what columns and screens call the word of an item, and what is asked about it.
    word: str = "word"
    features: str = "features"
    # Learning: the learners that come with it; what one is given of an item, and asked; what must not be parted.
    learners: Callable[[], Sequence[Model]] = tuple
    example: Callable[[Item], Any] = lambda item: Example(item.word, item.gold, item.features)
    question: Callable[[Item], Any] = lambda item: Question(item.word, item.features)
    group: Callable[[Item], str] = lambda item: item.word
    largest_set: Callable[[str], int | None] = lambda language: None  # of a language that has one of its own
    # Labels: what the classifier is given of an output; what people may say apart from the kind of error.
    case: Callable[[Known, str], Any] = Known.case
    verdicts: tuple[Verdict, ...] = ()
    # Statistics: values of items to part them by; what depends on the run, and measures of a part of it, which are
    # stored with it: name → a value for each item that has one, by its number; name → measure.
    breakdowns: Mapping[str, Breakdown] = field(default_factory=dict)
    from_training: frozenset[str] = frozenset()  # breakdowns that need the training set
    circumstance_names: tuple[str, ...] = ()
    circumstances: Callable[[TrainingSet, Sequence[Answered]], Mapping[str, Mapping[int, str]]] | None = None
    measures: Callable[[TrainingSet, Sequence[Answered]], Mapping[str, Measure]] | None = None
    # Cases: how one is told; and what makes wrong answers alike, for many words and answers at once.
    told: Callable[[OutputWords], Sequence[Told]] = lambda output: (
        *(Told("asked", output.word), Told("answer", output.predicted), Told("gold", output.gold)),
    )
    changes: Callable[[Sequence[str], Sequence[str]], Iterable[Hashable]] = lambda words, answers: answers
