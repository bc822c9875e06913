"""Dependencies: on which word of its sentence does a word hang?

After the PASCAL challenge on grammar induction (Gelling, Cohn, Blunsom & Graça 2012). An item is a word of a test
sentence; its gold answer is the place of its head, 0 for the root.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from goed.corpora.marked_answers import PREDICTED_HEAD
from goed.domains.dependencies.cases import COARSE_TAGS, attachment_case, changes, in_words, item_in_words, told
from goed.domains.domain import AnswersInConll, Breakdown, Domain, LearningFromText, OneScheme, Verdict
from goed.models.dependencies import LEARNERS, learner_named
from goed.models.sentence import Place
from goed.study.items import Item
from goed.study.splits import TrainingSet
from goed_classifiers.dependencies import SCHEME
from goed_classifiers.dependencies.attachment import RIGHT

LONGEST_ARC = 9  # arcs that have a value of their own; longer ones are together


def _later(name: str, module: str = "arcs") -> Callable[..., Any]:
    """A function of a module of this folder, which is loaded with numpy when it is first called."""

    def function(*arguments: Any) -> Any:
        return getattr(import_module(f"{__name__}.{module}"), name)(*arguments)

    return function


def _in_place(of: Callable[[Place], str]) -> Breakdown:
    def value(item: Item, learned_from: TrainingSet) -> str:
        assert item.place is not None, "a word stands in a sentence"
        return of(item.place)

    return value


def _tag(place: Place) -> str:
    return place.sentence.layer(*COARSE_TAGS)[place.position - 1]


def _length(item: Item, learned_from: TrainingSet) -> str:
    """The length of the gold arc in words, punctuation not counted."""
    assert item.place is not None, "a word stands in a sentence"
    head = int(item.gold)
    if not head:
        return "root"
    first, last = sorted((head, item.place.position))
    length = last - first - sum(item.place.sentence.is_punctuation[first : last - 1])
    return str(length) if length <= LONGEST_ARC else f"{LONGEST_ARC + 1} up"


def _sentence(place: Place) -> str:
    """How long its sentence is, punctuation counted, as papers part them."""
    return "up to 10" if len(place.sentence) <= 10 else "11 up"


def _seen(item: Item, learned_from: TrainingSet) -> str:
    return "seen" if item.word in learned_from.words else "unseen"


DOMAIN = Domain(
    name="dependencies",
    models="learners of dependencies",
    accuracy="directed accuracy",
    unit="tokens",
    drawn_along=("relation",),
    schemes=partial(OneScheme, SCHEME),
    word="word",
    features="relation",
    learners=lambda: LEARNERS,
    usual_learner="dmv@upos",
    model_named=learner_named,
    text=LearningFromText(
        problem_of=_later("problem_of"),
        is_told=_later("is_told"),
        withheld=("relation",),
        asked=_later("asked"),
        answers=_later("answers"),
        measures=_later("measures"),
        conll=AnswersInConll(
            name=PREDICTED_HEAD, columns=_later("answer_columns", "trees"), mended=_later("mended", "trees")
        ),
    ),
    case=attachment_case,
    verdicts=(
        Verdict("wrong", "the learner is wrong"),
        Verdict("defensible", "another defensible analysis", "lenient"),
        Verdict("gold-wrong", "the treebank is wrong", "left out"),
    ),
    breakdowns={
        "tag": _in_place(_tag),
        "length": _length,
        "sentence": _in_place(_sentence),
        "seen": _seen,
    },
    from_training=frozenset({"seen"}),
    shares=("directed", "undirected", "ned"),
    told=told,
    item_in_words=item_in_words,
    in_words=in_words,
    shows="kind",
    right_kind=RIGHT,
    change="relation, kind and tags",
    changes=changes,
)
