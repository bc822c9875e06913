"""Labelling English pasts: from sure cases to doubtful ones, the first that fits wins.

the gold form, another initial   as the gold form
an accepted form of the study    reg or irr
control token, nothing there     ?
the lemma                        bare
an irregular past of the verb    irr    ring–rang, shrink–shrank, dream–dreamt
lemma + -ed, spelled rightly     reg    walked, planned, tried
own past + -ed                   reg    broked, wented
lemma + -(e)d, spelled otherwise reg    tryed, graspd, throtled
after an irregular pattern       irr    fine–fon, beep–bept, chink–chought
own past, a doubling apart       irr    witheld, mispelt
anything else                    ?
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from goed_classifiers.classifier import Classifier
from goed_classifiers.forms import all_composed, composed, other_initial, unreadable, with_initial_of
from goed_classifiers.inflection.english.analogy import find_analogy, missing_pattern, pattern_inside
from goed_classifiers.inflection.english.pasts import (
    IRREGULAR_PASTS,
    differ_in_doubling,
    exact_reading,
    is_accepted,
    is_false_ied,
    is_wrong_gold,
    near_miss,
    other_reading,
)
from goed_classifiers.values import CORRECT, NO_CLASS, UNNATURAL, Case, Label, Reading

CLASSES = ("reg", "irr", "bare", NO_CLASS)

ERRORS = {
    ("irr", "reg"): "over-regularization",
    ("reg", "irr"): "over-irregularization",
    ("irr", "irr"): "wrong-irregular",
    ("reg", "reg"): "regular-spelling",
}

EXACT = {
    "plain": "lemma + -ed",
    "doubled": "lemma + -ed, last consonant doubled",
    "y-to-i": "lemma + -ed, y→i",
    "y-id": "lemma + -d, y→i as in pay–paid",
    "k": "lemma + -ed, k added as in panic–panicked",
}


class Verb(NamedTuple):
    """A verb without the words that stand after it, and what its gold form shows."""

    lemma: str
    gold: str
    accepted: frozenset[str]
    after: str  # up, of look up
    gold_class: str
    is_wrong: bool  # its gold form
    own_pasts: tuple[str, ...]


def classify(case: Case) -> Label:
    """Label an English past tense."""
    return of_word(case)(case.predicted)


def of_word(case: Case) -> Callable[[str], Label]:
    """A function that labels predicted forms of a verb."""
    lemma, gold, accepted = composed(case.lemma), composed(case.gold), all_composed(case.accepted)
    after = lemma[lemma.index(" ") :] if " " in lemma else ""  # look up, looked up
    if after and gold.endswith(after):
        lemma, gold = lemma.removesuffix(after), gold.removesuffix(after)
        accepted = frozenset(form.removesuffix(after) for form in accepted)
    else:
        after = ""
    gold_class = class_of_gold(lemma, gold)
    pasts = own_pasts(lemma, gold, gold_class, accepted)
    return partial(_labelled, Verb(lemma, gold, accepted, after, gold_class, is_wrong_gold(lemma, gold), pasts))


def _labelled(verb: Verb, predicted: str) -> Label:
    lemma, gold, accepted, after, gold_class, is_wrong, pasts = verb
    predicted = composed(predicted)
    marks = ["gold-error"] if is_wrong else []
    if predicted == gold + after:
        return Label(gold_class, gold_class, CORRECT, tuple(marks), "gold", "the gold form", 1.0)
    if after and predicted and not predicted.endswith(after):  # look up: looked
        return Label(gold_class, NO_CLASS, UNNATURAL, tuple(marks), "particle-lost", f"{after.strip()} is missing", 0.9)
    predicted = predicted.removesuffix(after)
    is_accepted_here = predicted in accepted
    if not is_accepted_here and (other_initial(predicted, gold) or other_initial(predicted, lemma)):  # Went, Walk
        marks.append("case")
        predicted = with_initial_of(lemma, with_initial_of(gold, predicted))
    if predicted != gold and (is_accepted_here or predicted in accepted or is_accepted(lemma, predicted)):
        marks.append("variant")
    shown = _shown_by_right_form(verb, predicted) or read(lemma, predicted, gold_class, pasts)
    flags = tuple(sorted((*marks, *shown.flags)))
    error = error_name(gold_class, shown.shown_class, flags)
    return Label(
        gold_class, shown.shown_class, error, flags, shown.rule, shown.evidence, shown.confidence, shown.considered
    )


def error_name(gold_class: str, pred_class: str, flags: tuple[str, ...]) -> str:
    """The name of the error that two classes make; flags play no part here."""
    if pred_class == NO_CLASS:
        return UNNATURAL
    return ERRORS.get((gold_class, pred_class), "bare-stem")


def class_of_gold(lemma: str, gold: str) -> str:
    """`reg` where the gold form is the lemma and -(e)d in any spelling, else `irr`: cut, heard, said, went."""
    if exact_reading(lemma, gold):
        return "reg"
    is_listed = gold in IRREGULAR_PASTS.get(lemma, ())
    return "reg" if gold != lemma and not is_listed and other_reading(lemma, gold) else "irr"


def own_pasts(lemma: str, gold: str, gold_class: str, accepted: frozenset[str]) -> tuple[str, ...]:
    """The verb's own irregular pasts: the gold form where it is one, those of the word list and other accepted ones."""
    listed = IRREGULAR_PASTS.get(lemma, ())
    pasts = (gold, *listed) if gold_class == "irr" else listed
    return (*pasts, *sorted(form for form in accepted if class_of_gold(lemma, form) == "irr")) if accepted else pasts


def _shown_by_right_form(verb: Verb, form: str) -> Reading | None:
    """The reading of a form known to be right: the gold form with another initial, or one that the study accepts."""
    if form == verb.gold:
        return Reading(verb.gold_class, "gold-but-for-initial", "the gold form, its initial apart", 0.99)
    if form in verb.accepted and form != verb.lemma:
        shown = class_of_gold(verb.lemma, with_initial_of(verb.lemma, form))
        return Reading(shown, "accepted-form", "a form that the study accepts", 0.97)
    return None


def read(lemma: str, form: str, gold_class: str, pasts: tuple[str, ...]) -> Reading:
    """The reading of a wrong form, where the verb has these irregular pasts of its own."""
    nothing_read = unreadable(form)
    if nothing_read:
        return nothing_read
    if form == lemma:
        return Reading("bare", "unchanged", "the lemma as it is", 0.99)
    if form in pasts:  # ring: rung
        return Reading("irr", "own-irregular-past", "another past of this verb", 0.99)
    spelling = exact_reading(lemma, form)
    if spelling:
        return Reading("reg", spelling, EXACT[spelling], 0.99)
    changed_pasts = [past for past in pasts if past != lemma] if gold_class == "irr" else []
    for past in changed_pasts:
        if exact_reading(past, form):  # break: broked
            return Reading("reg", "past-and-ed", f"{past} + -ed", 0.97, flags=("past+ed",))
    slip = other_reading(lemma, form)
    if slip:
        return slip
    for past in changed_pasts:
        if other_reading(past, form):  # break: brokeed
            return Reading("reg", "past-and-ed-misspelled", f"{past} + -ed, misspelled", 0.8, flags=("past+ed",))
    analogy = find_analogy(lemma, form)
    if analogy:
        return analogy
    for past in changed_pasts:
        if differ_in_doubling(past, form):  # withhold: witheld
            return Reading("irr", "past-misspelled", f"{past}, one doubling apart", 0.7, "?: letters lost or added")
    return _unnatural((lemma, *pasts), form)


def _unnatural(bases: tuple[str, ...], form: str) -> Reading:
    """The reading of a form that neither a rule nor an analogy gives; its ending may be right on a spoilt stem."""
    lemma = bases[0]
    if form[-2:] != "ed" or _is_own_ed(lemma, form):
        return Reading(NO_CLASS, "no-pattern", "no rule and no analogy", *_nearest_pattern(lemma, form))
    if is_false_ied(lemma, form):
        return Reading(NO_CLASS, "false-ied", "-ied on a lemma without y", 0.97)  # vomitied
    if form.endswith("eded") and _is_regular_of_any(bases, form[:-2]):
        return Reading(NO_CLASS, "affix-twice", "-ed twice", 0.97)  # blededed, tryeded
    if lemma.startswith(form):  # sledge: sled
        return Reading(NO_CLASS, "cut-short", "the lemma cut short", 0.97)
    considered, confidence = near_miss(lemma, form)
    return Reading(NO_CLASS, "spoilt-stem", "-ed on a spoilt stem", confidence, considered, ("stem",))


def _is_regular_of_any(bases: tuple[str, ...], form: str) -> bool:
    """Whether a form is -ed on the lemma, which comes first, or on one of its pasts: bleded, tryed."""
    return any(exact_reading(base, form) for base in bases) or other_reading(bases[0], form) is not None


def _is_own_ed(lemma: str, form: str) -> bool:
    """Whether the -ed may be the lemma's own: shed–sheed, but not sheded, shedoed."""
    return lemma.endswith("ed") and not form.endswith("ded") and len(form) < len(lemma) + 2


def _nearest_pattern(lemma: str, form: str) -> tuple[float, str]:
    """How sure it is that no analogy gives the form, and the irregular pattern that comes nearest."""
    inside = pattern_inside(lemma, form)
    if inside:
        return 0.6, inside
    if lemma == form + "e":  # hate: hat
        return 0.7, "irr: the e gone as in bite–bit, but no irregular verb changes its vowel so"
    missing = missing_pattern(lemma, form)
    return 0.8 if missing else 0.97, missing


CLASSIFIER = Classifier("eng", "english", "1", classify, error_name, CLASSES, is_built_in=True, of_word=of_word)
