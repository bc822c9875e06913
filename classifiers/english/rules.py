"""The main path, from the sure cases to the doubtful; the first that holds decides.

control token, nothing there     ?
the lemma                        bare
an irregular past of the verb    irr    ring–rang, shrink–shrank, dream–dreamt
lemma + -ed, spelled rightly     reg    walked, planned, tried
own past + -ed                   reg    broked, wented
lemma + -(e)d, spelled otherwise reg    tryed, graspd, throtled
after an irregular pattern       irr    fine–fon, beep–bept, chink–chought
anything else                    ?
"""

from __future__ import annotations

from typing import NamedTuple

from classifiers.english.analogy import find_analogy, missing_pattern, pattern_inside
from classifiers.english.regular_past import exact_reading, is_false_ied, near_miss, other_reading
from classifiers.english.verbs import IRREGULAR_PASTS, is_accepted, is_wrong_gold
from classifiers.forms import composed, has_control_token, other_initial, with_initial_of
from classifiers.values import CORRECT, NO_CLASS, UNNATURAL, Case, Label

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


class Reading(NamedTuple):
    """What a form shows, and by which rule."""

    name: str  # of the class
    rule: str
    evidence: str
    confidence: float
    flags: tuple[str, ...] = ()
    considered: str = ""


def classify(case: Case) -> Label:
    """Label an English past tense."""
    case = composed(case)
    lemma, _, gold, predicted, accepted = _without_particle(case) if " " in case.lemma else case
    gold_class = class_of_gold(lemma, gold)
    marks = ["gold-error"] if is_wrong_gold(lemma, gold) else []
    if case.predicted == case.gold:
        return Label(gold_class, gold_class, CORRECT, tuple(marks), "gold", "the gold form", 1.0)
    if other_initial(predicted, gold) or other_initial(predicted, lemma):
        marks.append("case")
        predicted = with_initial_of(lemma, with_initial_of(gold, predicted))
    if predicted != gold and (predicted in accepted or is_accepted(lemma, predicted)):
        marks.append("variant")
    shown = read(lemma, predicted, gold_class, own_pasts(lemma, gold, gold_class, accepted))
    flags = tuple(sorted((*marks, *shown.flags)))
    error = error_name(gold_class, shown.name, flags)
    return Label(gold_class, shown.name, error, flags, shown.rule, shown.evidence, shown.confidence, shown.considered)


def _without_particle(case: Case) -> Case:
    """The verb alone, where other words stand after it: look up, looked up."""
    after = case.lemma[case.lemma.index(" ") :]
    if not case.gold.endswith(after):
        return case
    lemma, gold, predicted = (form.removesuffix(after) for form in (case.lemma, case.gold, case.predicted))
    return Case(lemma, "", gold, predicted, frozenset(form.removesuffix(after) for form in case.accepted))


def error_name(gold_class: str, pred_class: str, flags: tuple[str, ...]) -> str:
    """The name of the error that two classes make; flags have no part in it here."""
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


def read(lemma: str, form: str, gold_class: str, pasts: tuple[str, ...]) -> Reading:
    """What a wrong form shows, where the verb has these irregular pasts of its own."""
    if not form:
        return Reading(NO_CLASS, "empty", "nothing is there", 0.99)
    if has_control_token(form):
        return Reading(NO_CLASS, "control-token", "a control token", 0.99)
    if form == lemma:
        return Reading("bare", "unchanged", "the lemma as it is", 0.99)
    if form in pasts:  # ring: rung
        return Reading("irr", "own-irregular-past", "another past of this verb", 0.99)
    spelling = exact_reading(lemma, form)
    if spelling:
        return Reading("reg", spelling, EXACT[spelling], 0.99)
    for past in pasts:
        if gold_class == "irr" and past != lemma and exact_reading(past, form):  # break: broked
            return Reading("reg", "past-and-ed", f"{past} + -ed", 0.97, ("past+ed",))
    slip = other_reading(lemma, form)
    if slip:
        return Reading("reg", slip.name, slip.evidence, slip.confidence, (), slip.considered)
    analogy = find_analogy(lemma, form)
    if analogy:
        return Reading("irr", analogy.name, analogy.evidence, analogy.confidence, (), analogy.considered)
    return _unnatural(lemma, form, pasts)


def _unnatural(lemma: str, form: str, pasts: tuple[str, ...]) -> Reading:
    """Neither a rule nor an analogy gives the form; the stem may be spoilt, and the ending right."""
    if form[-2:] != "ed" or (lemma.endswith("ed") and not form.endswith("ded")):
        return Reading(NO_CLASS, "no-pattern", "no rule and no analogy", *_nearest_pattern(lemma, form))
    if is_false_ied(lemma, form):
        return Reading(NO_CLASS, "false-ied", "-ied on a lemma without y", 0.97)  # vomitied
    if form.endswith("eded") and any(exact_reading(base, form[:-2]) for base in (lemma, *pasts)):
        return Reading(NO_CLASS, "affix-twice", "-ed twice", 0.97)  # blededed
    considered = near_miss(lemma, form)
    return Reading(NO_CLASS, "spoilt-stem", "-ed on a spoilt stem", 0.6 if considered else 0.97, ("stem",), considered)


def _nearest_pattern(lemma: str, form: str) -> tuple[float, tuple[str, ...], str]:
    """How sure it is that no analogy gives the form, no flags, and the irregular pattern that comes nearest."""
    inside = pattern_inside(lemma, form)
    if inside:
        return 0.6, (), inside
    missing = missing_pattern(lemma, form)
    return 0.8 if missing else 0.97, (), missing
