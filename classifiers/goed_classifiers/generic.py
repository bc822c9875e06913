"""The classifier for languages without their own: where a form changes its lemma.

    suffix       at its end          walk   walked
    prefix       at its beginning    ntu    bantu
    circumfix    at both             mach   gemacht
    stem         inside              Vater  Väter
    bare         nowhere             sheep  sheep
    ?            nothing of the lemma is left, or nothing is there:  go  went

A form that changes both an edge of the lemma and its inside goes by the edge (*Mann–Männer* is `suffix`), since an
affix can be recognised without knowing the language.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Any

from rapidfuzz.distance import Indel

from goed_classifiers.forms import (
    all_composed,
    change_notation,
    composed,
    other_initial,
    stretch_changed,
    unreadable,
    with_initial_of,
)
from goed_classifiers.values import CORRECT, NO_CLASS, UNNATURAL, Case, Label, Reading

CLASSES = ("suffix", "prefix", "circumfix", "stem", "bare", NO_CLASS)
LEAST_KEPT = 1 / 3  # of the lemma's letters: *bought* keeps one of *buy*, *went* none of *go*


def classify(case: Case) -> Label:
    """Label an output by where the gold form and the predicted form change the lemma."""
    lemma, features, gold_form, predicted, accepted = case
    case = Case(composed(lemma), features, composed(gold_form), composed(predicted), all_composed(accepted))
    gold = read_gold(case.lemma, case.gold)
    if case.predicted == case.gold:
        return Label(gold.shown_class, gold.shown_class, CORRECT, (), gold.rule, gold.evidence, gold.confidence)
    shown = read(case.lemma, case.predicted)
    marks = flags(case)
    error = error_name(gold.shown_class, shown.shown_class, marks)
    return Label(gold.shown_class, shown.shown_class, error, marks, shown.rule, shown.evidence, shown.confidence)


def error_name(gold_class: str, pred_class: str, flags: tuple[str, ...]) -> str:
    """The name of the error that two classes make; flags play no part here."""
    if pred_class == NO_CLASS:
        return UNNATURAL
    if pred_class == "bare":
        return "bare-stem"
    return "same-place" if pred_class == gold_class else f"{gold_class}→{pred_class}"


def flags(case: Case) -> tuple[str, ...]:
    """The marks of a wrong form that do not depend on the language."""
    lemma, _, gold, predicted, accepted = case
    found = []
    if other_initial(predicted, gold):
        found.append("case")  # Hund: hunde for Hunde
        if with_initial_of(lemma, predicted) == lemma:
            found.append("copy")  # Hund: hund; a full copy has the class `bare`, which says as much
    affix = gold[len(lemma) :] if gold.startswith(lemma) else ""
    if affix and predicted.endswith(affix) and not with_initial_of(lemma, predicted).startswith(lemma):
        found.append("stem")  # walk: wolked, the -ed is the real one
    if predicted in accepted:
        found.append("variant")  # dream: dreamt, where the gold form is dreamed
    return tuple(found)


def read(lemma: str, form: str) -> Reading:
    """Where a form changes the lemma, from the sure cases to the doubtful."""
    form = with_initial_of(lemma, form)
    nothing_read = unreadable(form, confidence=1.0)
    if nothing_read:
        return nothing_read
    if form == lemma:
        return Reading("bare", "unchanged", "the lemma as it is", 1.0)
    if form.startswith(lemma):  # walk → walked
        return Reading("suffix", "added-end", f"+{form[len(lemma) :]}", 0.95)
    if form.endswith(lemma):  # ntu → bantu
        return Reading("prefix", "added-beginning", f"{form[: -len(lemma)]}+", 0.95)
    start = form.find(lemma)
    if start > 0:  # mach → gemacht
        return Reading("circumfix", "added-both", f"{form[:start]}+ +{form[start + len(lemma) :]}", 0.9)
    return _aligned_change(lemma, form)


# Many outputs share an item, and so its gold form; predicted forms are seldom seen twice.
read_gold = lru_cache(maxsize=50_000)(read)


def _aligned_change(lemma: str, form: str) -> Reading:
    """Where the change is, by the letters that lemma and form share in order; marks are not letters."""
    lemma_letters, form_letters = letters_of_lemma(lemma), letters(form)
    if lemma_letters == form_letters:  # Apfel → Äpfel
        return Reading("stem", "marks", stretch_changed(lemma, form), 0.85)
    n_kept, start, end, start_in_form, end_in_form = 0, -1, 0, 0, 0  # what is outside of these is an affix
    steps: list[Any] = Indel.opcodes(lemma_letters, form_letters).as_list()
    for what, here, to, here_in_form, to_in_form in steps:
        if what == "equal":
            if start < 0:
                start, start_in_form = here, here_in_form
            end, end_in_form = to, to_in_form
            n_kept += to - here
    if not _is_recognizable(lemma_letters, form_letters, n_kept):
        return Reading(NO_CLASS, "nothing-kept", "too little of the lemma is left", 0.7)
    lost_beginning, beginning = lemma_letters[:start], form_letters[:start_in_form]
    lost_ending, ending = lemma_letters[end:], form_letters[end_in_form:]
    if ending and len(beginning) > len(lost_beginning):  # machen → gemacht; but a letter spoilt: Quelle → Cuellen
        return Reading("circumfix", "changed-both", f"{beginning}+ {change_notation(lost_ending, ending)}", 0.75)
    if ending or (lost_ending and not beginning):  # hablar → hablo, Franken → Frank
        return Reading("suffix", "changed-end", change_notation(lost_ending, ending), 0.85)
    if beginning or lost_beginning:  # mtoto → watoto
        return Reading("prefix", "changed-beginning", change_notation(lost_beginning, beginning), 0.8)
    return Reading("stem", "changed-inside", stretch_changed(lemma, form), 0.85)  # sing → sang


def _is_recognizable(lemma: str, form: str, kept: int) -> bool:
    """Whether enough of the lemma is left: a third of it with one of its edges, or half of it."""
    if not kept or kept < LEAST_KEPT * len(lemma):
        return False
    return lemma[0] == form[0] or lemma[-1] == form[-1] or (kept > 1 and kept >= len(lemma) / 2)


class _Unmarked(dict[int, str | None]):
    """Maps characters to what they are without marks (ä → a, the mark alone → None), when they are first met."""

    def __missing__(self, code: int) -> str | None:
        parts = unicodedata.normalize("NFD", chr(code))
        self[code] = "".join(c for c in parts if not unicodedata.combining(c)) or None
        return self[code]


UNMARKED = _Unmarked()


def letters(form: str) -> str:
    """A form without its combining marks: ä is a, and an Arabic word keeps its consonants and long vowels.

    >>> letters("Mütter")
    'Mutter'
    """
    return form if form.isascii() else form.translate(UNMARKED) or form  # a form of nothing but marks stays


letters_of_lemma = lru_cache(maxsize=50_000)(letters)
