"""Labelling German plurals: which suffix a form shows, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from goed_classifiers.classifier import Classifier
from goed_classifiers.forms import all_composed, composed, stretch_changed, unreadable
from goed_classifiers.inflection.german.endings import (
    OTHER,
    SHOWN,
    ZERO,
    E,
    N,
    R,
    S,
    doubling_slip,
    lemma_and_ending,
    likely_stem,
    n_without_e,
)
from goed_classifiers.inflection.german.flags import flags, is_variant_of_gold
from goed_classifiers.inflection.german.learned_plurals import attested_pattern, truncated
from goed_classifiers.inflection.german.letters import folded, small_initial
from goed_classifiers.values import CORRECT, NO_CLASS, UNNATURAL, Case, Label, Reading

_TWO_ENDINGS = re.compile("(nen|en|er|es|e|n|s)(en|er|es|e|n|r|s)")

CLASSES = (ZERO, E, N, R, S, OTHER, NO_CLASS)


def classify(case: Case) -> Label:
    """Label an output by the suffixes that the gold form and the predicted form show on the lemma."""
    return of_word(case)(case.predicted)


def of_word(case: Case) -> Callable[[str], Label]:
    """A function that labels predicted forms of a word."""
    lemma, features, gold, _, accepted = case
    word = Case(composed(lemma), features, composed(gold), "", all_composed(accepted))
    return partial(_labelled, word, shown_by_right_form(word.lemma, word.gold))


def _labelled(word: Case, of_gold: Reading, predicted: str) -> Label:
    lemma, features, gold, _, accepted = word
    predicted = composed(predicted)
    if predicted == gold:
        return _label(of_gold, of_gold, CORRECT, ())
    case = Case(lemma, features, gold, predicted, accepted)
    is_variant = is_variant_of_gold(case)
    of_prediction = (shown_by_right_form if is_variant else shown)(lemma, predicted)
    marks = flags(case, of_gold, of_prediction, is_variant)
    error = error_name(of_gold.shown_class, of_prediction.shown_class, marks)
    return _label(of_gold, of_prediction, error, marks)


def error_name(gold_class: str, pred_class: str, flags: tuple[str, ...]) -> str:
    """The name of the error that two classes make; where they are equal, the first slip that is flagged.

    A form of the right class without a flagged slip (Sandwichs beside Sandwiches) differs in its spelling alone.
    """
    if pred_class == NO_CLASS:
        return UNNATURAL
    if pred_class != gold_class:
        return f"{gold_class}→{pred_class}"
    if "umlaut+" in flags or "umlaut-" in flags:
        return "umlaut"
    return "case" if "case" in flags and "spelling" not in flags else "spelling"


# Classes


def shown(lemma: str, form: str) -> Reading:
    """The class that a form shows."""
    nothing_read = unreadable(form)  # Hund<UNK>
    if nothing_read:
        return nothing_read
    stem, whole = folded(lemma), folded(form)
    if stem and whole.startswith(stem):
        reading = lemma_and_ending(stem, whole)  # Hund–Hunde, Apfel–Äpfel
        if reading:
            return reading
    word = small_initial(lemma)
    return (
        attested_pattern(stem, word, whole)  # Komma–Kommata
        or truncated(stem, word, whole)  # Museum–Museen
        or (doubling_slip(stem, whole) if stem else None)  # Hindernis–Hindernisse, Kontrolle–Kontrolen
        or n_without_e(stem, whole)  # Antenne–Antennn
        or _no_class(stem, whole, (word, small_initial(form)))  # Quelle–Cuellen
    )


def shown_by_right_form(lemma: str, form: str) -> Reading:
    """The class of a form that is known to be right: it has no slip, and any change without a class is a pattern."""
    reading = shown(lemma, form)
    if reading.rule in ("empty", "control-token"):
        return reading
    if reading.shown_class == NO_CLASS:  # Praxis–Praktiken
        return Reading(OTHER, "right-form", "a right form with an ending of its own", 0.95)
    if reading.rule == "e-missing":  # Nachbar–Nachbarn
        return Reading(N, "ending", "-n on the lemma", 0.99)
    return reading._replace(confidence=max(reading.confidence, 0.97), considered="")


def _no_class(lemma: str, form: str, words: tuple[str, str]) -> Reading:
    """The reading of a form that no rule could give, and why; `words` are lemma and form as they are spelt."""
    if lemma and form.startswith(lemma):  # Bugse
        return _nobodys_ending(form[len(lemma) :])
    stem = likely_stem(lemma, form)
    affix = form[len(stem) :]
    word, word_shown = words
    changed = stretch_changed(word, word_shown.removesuffix(affix))
    if not affix:  # Teleskep
        return Reading(NO_CLASS, "changed-stem", changed, 0.97)
    if affix == "e" and lemma.endswith(("el", "er")) and stem == lemma[:-2] + lemma[-1]:  # Abenteuer–Abenteure
        return Reading(NO_CLASS, "changed-stem", f"{changed}, -e on it", 0.8, "-e: the e lost as in teuer, teure")
    return Reading(NO_CLASS, "changed-stem", f"{changed}, -{affix} on it", 0.97, f"-{affix}: {changed} in the stem")


def _nobodys_ending(ending: str) -> Reading:
    if ending == "r":  # Kindr
        return Reading(NO_CLASS, "nobodys-ending", "-r on no e", 0.7, "-(e)r: a slip for -er")
    if _TWO_ENDINGS.fullmatch(ending):  # Kind-er-e, Häus-er-n
        return Reading(NO_CLASS, "nobodys-ending", f"-{ending}: an ending on an ending", 0.9)
    return Reading(NO_CLASS, "nobodys-ending", f"-{ending} is no ending", 0.97)


def _label(gold: Reading, shown: Reading, error: str, marks: tuple[str, ...]) -> Label:
    confidence = min(gold.confidence, shown.confidence)
    return Label(
        gold.shown_class, shown.shown_class, error, marks, shown.rule, shown.evidence, confidence, shown.considered
    )


CLASSIFIER = Classifier(
    "deu", "german", "1", classify, error_name, CLASSES, is_built_in=True, shown_as=SHOWN, of_word=of_word
)
