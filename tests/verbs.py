"""English verbs and German nouns with forms that are wrong in a known way, for statistics of errors."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from goed_classifiers.registry import registry
from goed_classifiers.values import Case

DATA = Path(__file__).resolve().parents[1] / "data"
Row = list[str]  # lemma, form, features


@cache
def words(language: str, gold_class: str, predicted_class: str) -> tuple[tuple[str, str, str, str], ...]:
    """Lemma, form, features and a wrong form of embedded words, sure to be of one class and shown as of another."""
    classify = registry().of(language).classify
    found = []
    for line in (DATA / language / "items.tsv").read_text("utf-8").splitlines():
        lemma, form, features, *_ = line.split("\t")
        wrong = WRONG_FORMS[predicted_class](lemma)
        label = classify(Case(lemma, features, form, wrong))
        if (label.gold_class, label.pred_class) == (gold_class, predicted_class) and not label.flags and wrong != form:
            found.append((lemma, form, features, wrong))
    return tuple({lemma: (lemma, *rest) for lemma, *rest in found}.values())


WRONG_FORMS = {
    "reg": lambda lemma: lemma + ("d" if lemma.endswith("e") else "ed"),  # bringed
    "irr": lambda lemma: lemma + "t",  # yapt
    "(e)s": lambda lemma: lemma + "s",  # Hunds
}


def gold(language: str, gold_class: str, predicted_class: str, n: int) -> list[Row]:
    """The right rows of the first n such words."""
    return [list(word[:3]) for word in words(language, gold_class, predicted_class)[:n]]


def answers(language: str, gold_class: str, predicted_class: str, n: int, n_wrong: int, first: int = 0) -> list[Row]:
    """Predictions for the first n such words: n_wrong of them are wrong, from the place `first` on."""
    places = {(first + place) % n for place in range(n_wrong)}
    chosen = words(language, gold_class, predicted_class)[:n]
    assert len(chosen) == n
    return [
        [lemma, wrong if place in places else form, features]
        for place, (lemma, form, features, wrong) in enumerate(chosen)
    ]
