"""A made-up domain: learners that add two numbers. It knows nothing of words, and no file of goed knows of it.

3+4    ADD    7
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goed.domains.domain import Answered, Domain, OneScheme, Told, Verdict
from goed.models.interface import Answers, Prediction, Task
from goed.models.model import Model
from goed.study.items import Item, Measure
from goed.study.output_words import OutputWords
from goed.study.splits import TrainingSet
from goed_classifiers.classifier import Classifier
from goed_classifiers.error_scheme import ErrorScheme, Rate
from goed_classifiers.values import CORRECT, NO_CLASS, Case, Label


def digits(text: str) -> tuple[int, int]:
    """3+4 as 3 and 4."""
    first, _, second = text.partition("+")
    return int(first), int(second)


def without_carry(text: str) -> str:
    """What comes out where tens are forgotten: 7+8 is 5."""
    return str(sum(digits(text)) % 10)


def class_of(problem: str, answer: str) -> str:
    """What an answer shows: the sum, the sum without its ten, both numbers side by side, or nothing."""
    if answer == str(sum(digits(problem))):
        return "carried" if sum(digits(problem)) > 9 else "added"
    if answer == without_carry(problem):
        return "dropped"
    return "joined" if answer == problem.replace("+", "") else NO_CLASS


def error_name(gold_class: str, pred_class: str, flags: tuple[str, ...]) -> str:
    return {"dropped": "no-carry", "joined": "concatenation"}.get(pred_class, "wrong-sum")


def classify(case: Case) -> Label:
    gold, shown = class_of(case.lemma, case.gold), class_of(case.lemma, case.predicted)
    error = CORRECT if case.predicted == case.gold else error_name(gold, shown, ())
    return Label(gold, shown, error, (), "arithmetic", f"{case.lemma} gives {case.gold}", 0.9)


CLASSIFIER = Classifier(
    "*", "sums", "1", classify, error_name, ("added", "carried", "dropped", "joined", NO_CLASS), is_built_in=True
)
SCHEME = ErrorScheme(
    labelled_by=CLASSIFIER,
    title="Sums of two numbers",
    class_order=("added", "carried"),
    colours=(0, 3),
    rates=(Rate("no-carry", ("no-carry",), ("correct:carried",)),),
)


def learn(task: Task) -> Answers:
    """A learner that has memorised what it was shown, and otherwise forgets tens."""
    known = {example.lemma: example.form for example in task.train}
    answers = [known.get(asked.lemma, without_carry(asked.lemma)) for asked in task.questions]
    return Answers({"forgetful": [Prediction(answer) for answer in answers]})


def same_numbers(item: Item) -> str:
    """3+4 and 4+3 are not parted."""
    return "+".join(map(str, sorted(digits(item.word))))


def mirrored(item: Item, learned_from: TrainingSet) -> str:
    first, second = digits(item.word)
    return "seen" if f"{second}+{first}" in learned_from.words else "unseen"


def circumstances(learned_from: TrainingSet, answered: Sequence[Answered]) -> Mapping[str, Mapping[int, str]]:
    """Whether the answer to another sum of the training set was given."""
    golds = {item.gold for item in learned_from.items}
    return {"parroted": {each.item.id: "parroted" for each in answered if each.answer in golds}}


def measures(learned_from: TrainingSet, answered: Sequence[Answered]) -> Mapping[str, Measure]:
    """How far off the answers are."""
    off = [abs(int(each.answer) - int(each.item.gold)) for each in answered if each.answer]
    return {"distance": Measure(sum(off) / len(off) if off else None, len(off), "" if off else "no answers")}


def told(output: OutputWords) -> Sequence[Told]:
    asked = Told("the sum", f"{output.word} = {output.predicted}", ((0, len(output.word)),))
    return [asked, Told("it is", output.gold)]


DOMAIN = Domain(
    name="sums",
    schemes=lambda: OneScheme(SCHEME),
    word="sum",
    features="operation",
    learners=lambda: [Model("forgetful", "knows by heart, and forgets tens", "sums:learn", uses_seed=False)],
    group=same_numbers,
    largest_set=lambda language: 40,
    verdicts=(
        Verdict("learner-wrong", "the learner is wrong"),
        Verdict("both-possible", "both are possible", "lenient"),
        Verdict("gold-wrong", "gold is wrong", "left out"),
    ),
    breakdowns={"mirrored": mirrored},
    from_training=frozenset({"mirrored"}),
    circumstance_names=("parroted",),
    circumstances=circumstances,
    measures=measures,
    told=told,
)
