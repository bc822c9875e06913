"""Which plural a Goedish form shows, from the sure cases to the doubtful.

    or    the lemma + -or             barek–barekor
    n     the lemma + -n              kelo–kelon
    i     -i in the place of -a       tuma–tumi
    irr   a or o of the lemma is e    tak–tek
    ?     anything else

Word lists are tables beside this file, read by goed_classifiers.word_lists: rows(__package__, "doublets.tsv").
"""

from __future__ import annotations

from goed_classifiers.classifier import Classifier
from goed_classifiers.forms import all_composed, composed, stretch_changed, unreadable
from goed_classifiers.values import CORRECT, NO_CLASS, UNNATURAL, VARIANT, Case, Label, Reading

CLASSES = ("or", "n", "i", "irr", NO_CLASS)


def classify(case: Case) -> Label:
    """Label an output: the class of the gold form, that of the predicted form, and the error that they make."""
    lemma, gold, predicted = composed(case.lemma), composed(case.gold), composed(case.predicted)
    of_gold, shown = read(lemma, gold), read(lemma, predicted)
    if predicted == gold:
        return Label(of_gold.shown_class, of_gold.shown_class, CORRECT, (), shown.rule, shown.evidence)
    # Marks of a wrong form, sorted; a variant is as right as the gold form, and no error of the learner.
    flags = (VARIANT,) if predicted in all_composed(case.accepted) else ()
    error = error_name(of_gold.shown_class, shown.shown_class, flags)
    return Label(of_gold.shown_class, shown.shown_class, error, flags, shown.rule, shown.evidence, shown.confidence)


def error_name(gold_class: str, pred_class: str, flags: tuple[str, ...]) -> str:
    """The name of the error that two classes make, also for labels that people give."""
    return UNNATURAL if pred_class == NO_CLASS else f"{gold_class}→{pred_class}"


def read(lemma: str, form: str) -> Reading:
    """The class that a form shows, by which rule, for which reason, and how often such readings are right."""
    nothing_read = unreadable(form)  # it is empty, or holds a sign of the learner's own: <UNK>
    if nothing_read:
        return nothing_read
    for ending in ("or", "n"):
        if form == lemma + ending:
            return Reading(ending, "ending", f"-{ending} on the lemma", 0.99)
    if lemma.endswith("a") and form == lemma[:-1] + "i":
        return Reading("i", "other-ending", "-i for -a", 0.99)
    if form != lemma and form == lemma.replace("a", "e").replace("o", "e"):
        return Reading("irr", "vowel-change", stretch_changed(lemma, form), 0.95)
    return Reading(NO_CLASS, "no-pattern", "no plural is made so", 0.9)


# Another version may label otherwise: raise it with every change of the rules, and `goed check` says which labels of a
# study are older. Built in: goed trusts its labels, and the errors of its code are not caught.
CLASSIFIER = Classifier(
    "qgo",
    "goedish",
    "1",
    classify,
    error_name,
    CLASSES,
    is_built_in=True,
    shown_as={"or": "-or", "n": "-n", "i": "-i"},  # what people are shown in the place of a class
)
