"""The seam: all that the program asks of a domain, as plain values and functions.

A domain is a family of learners that are asked the same kind of question: *inflection* asks for the form of a lemma
with its features. Another package adds one by an entry point in the group `goed.domains` that names a `Domain`; only
its name and its error schemes are required.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from goed.domains.sentence_drawing import Drawing
from goed.models.interface import Example, Question
from goed.models.model import Model
from goed.study.items import Item, Known, Measure
from goed.study.output_words import AskedWords, OutputWords
from goed.study.splits import TrainingSet
from goed_classifiers.error_scheme import ErrorScheme

if TYPE_CHECKING:  # brings numpy
    import numpy as np
    from numpy.typing import NDArray

    from goed.corpora.corpus import Column
    from goed.models.sentence import Sentence
    from goed.models.text import Text
    from goed.scores.values import Marks, Numbers

USUAL_LARGEST = 1000  # training items of the largest set, unless the user or the domain says otherwise
Breakdown = Callable[[Item, TrainingSet], str]  # an item's value, given the training set that was learned from


class Schemes(Protocol):
    """The error schemes of a domain, read once per command."""

    @property
    def problems(self) -> list[str]:
        """What is wrong with schemes of other packages."""

    @property
    def languages(self) -> Sequence[str]:
        """The languages that have a scheme of their own."""

    def pack(self, language: str, features: str | None = None) -> ErrorScheme:
        """The scheme for some features of a language, or the language's main one."""

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
    """An item that a learner was asked, and its answer, None if it gave none."""

    item: Item
    answer: str | None


class Verdict(NamedTuple):
    """What a person may say about an answer that is no kind of error, such as that the gold answer is wrong."""

    name: str  # as it is stored and typed, and shown where there is little room: gold-wrong
    words: str  # as shown on the screen
    counts_as: Literal["wrong", "lenient", "left out"] = "wrong"
    # lenient: an error in the strict rate, not in the lenient one; left out: of numerator and denominator


class AskedTokens(NamedTuple):
    """The tokens of a text that learners are asked about: the domain's items."""

    tokens: Numbers  # their places in the text, rising
    features: Sequence[str]  # of each
    golds: Sequence[str]


class Mended(NamedTuple):
    """A sentence whose gold answers people have corrected."""

    columns: Mapping[str, Sequence[str]]  # those of PASCAL's that tell the gold answers
    left_out: Sequence[int]  # positions, from 1, of corrections that do not go together with the rest


@dataclass(frozen=True, kw_only=True)
class AnswersInConll:
    """How a domain's answers stand in CoNLL files: in columns by the names that they have in PASCAL's layout."""

    name: str  # of an answer, in MISC: PredHead
    # A text's columns with the answers to its items in place of the gold ones.
    columns: Callable[[Text, Sequence[str | None]], Mapping[str, Sequence[str]]]
    # A sentence's columns with other gold answers to the words at some positions.
    mended: Callable[[Sentence, Mapping[int, str]], Mended]


@dataclass(frozen=True, kw_only=True)
class LearningFromText:
    """What a domain says in addition if its learners learn from a corpus, not from items."""

    problem_of: Callable[[Text], str]  # why a corpus is of no use to it; empty if it is
    # Of which utterances the gold answers are known; others are only learned from. None: of all.
    is_told: Callable[[Text], Marks] | None = None
    withheld: tuple[str, ...] = ()  # columns that learners are not shown, besides the heads
    asked: Callable[[Text], AskedTokens]
    # What learners answered for each token of a text, made comparable between runs, for the tokens that are asked; no
    # answer has the code -1.
    answers: Callable[[Text, NDArray[np.int32]], Column]
    measures: Callable[[Text, NDArray[np.int32]], Mapping[str, Measure]]
    conll: AnswersInConll | None = None  # None: its answers stand in no such files


class Told(NamedTuple):
    """A paragraph of a case: a word on the left, then plain text, or the change of one text into another.

    A drawing has the whole width, and its word is not shown.
    """

    word: str
    text: str = ""
    emphasis: tuple[tuple[int, int], ...] = ()  # stretches of the text, as (start, end)
    change: tuple[str, str] | None = None
    drawing: Drawing | None = None


@dataclass(frozen=True, kw_only=True)
class Domain:
    """A family of learners that are asked the same kind of question."""

    name: str  # inflection
    schemes: Callable[[], Schemes]  # classifiers, and the names, rates and colours that belong to them
    # Nouns: what columns and screens call an item's word, and what is asked about it.
    word: str = "word"
    features: str = "features"
    # Words of its reports: its models, what its accuracy counts, what sizes of training sets count; and the breakdowns
    # along which its errors are drawn.
    models: str = "models"
    accuracy: str = "accuracy"
    unit: str = "items"
    drawn_along: tuple[str, ...] = ()
    # Learning: the domain's learners; what they are shown of an item, and asked; what stays together in splits.
    learners: Callable[[], Sequence[Model]] = tuple
    usual_learner: str = ""  # the one that is run where nobody says which
    example: Callable[[Item], Any] = lambda item: Example(item.word, item.gold, item.features)
    question: Callable[[Item], Any] = lambda item: Question(item.word, item.features)
    group: Callable[[Item], str] = lambda item: item.word
    largest_set: Callable[[str], int | None] = lambda language: None  # None: no size of its own
    text: LearningFromText | None = None  # None: it learns from items
    model_named: Callable[[str], Model | None] = lambda name: None  # a learner that is not listed: dmv@postag
    # Labels: what a classifier is given of an output; what people may say in addition to the kind of error.
    case: Callable[[Known, str], Any] = Known.case
    verdicts: tuple[Verdict, ...] = ()
    # Statistics: breakdowns group items by a value. Circumstances (name → item id → value) and measures (by name)
    # depend on a part of a run, and are stored with it.
    breakdowns: Mapping[str, Breakdown] = field(default_factory=dict)
    from_training: frozenset[str] = frozenset()  # breakdowns that need the training set
    circumstance_names: tuple[str, ...] = ()
    circumstances: Callable[[TrainingSet, Sequence[Answered]], Mapping[str, Mapping[int, str]]] | None = None
    measures: Callable[[TrainingSet, Sequence[Answered]], Mapping[str, Measure]] | None = None
    shares: Sequence[str] = ()  # the measures that are shares, by the first word of their names, in their order
    # Cases: the paragraphs that present one. What comes after a drawing is shown last.
    told: Callable[[OutputWords], Sequence[Told]] = lambda output: (
        *(Told("asked", output.word), Told("answer", output.predicted), Told("gold", output.gold)),
    )
    item_in_words: Callable[[AskedWords], str] = lambda item: item.word  # an item as lists of cases show it
    in_words: Callable[[AskedWords, str], str] = lambda item, answer: answer  # an answer as people are shown it
    shows: str = "shows"  # what stands before the class of an answer
    # The class of right answers, where the classes of wrong ones are kinds of error (in inflection a class says what
    # a form shows, right or wrong).
    right_kind: str = ""
    # A key for each of many answers: those with the same are alike in `change`, and may be labelled together.
    change: str = "change"
    changes: Callable[[Sequence[AskedWords], Sequence[str]], Iterable[Hashable]] = lambda items, answers: answers
