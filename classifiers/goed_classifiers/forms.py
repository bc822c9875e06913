"""What all classifiers share: normal forms, unreadable forms, and changed stretches."""

from __future__ import annotations

import re
from operator import itemgetter
from unicodedata import normalize

from goed_classifiers.values import NO_CLASS, Reading

# For `sub`: the text of a pattern's first group. Before Python 3.12, four times as fast as r"\1".
FIRST_GROUP = itemgetter(1)

# Signs that learners print instead of letters: <UNK>, </s>, and NONNEUR's RULE_SUFF, a part of a rule.
_CONTROL_TOKEN = re.compile(r"<[^<>\s]+>|\b[A-Z]+_[A-Z]+\b|[\x00-\x1f\x7f-\x9f\ufffd]")


def composed(form: str) -> str:
    """A form in NFC: a + combining diaeresis is ä."""
    return form if form.isascii() else normalize("NFC", form)


def normal(text: str) -> str:
    """A form in NFC, without white space around it."""
    return composed(text.strip())


def all_composed(forms: frozenset[str]) -> frozenset[str]:
    """Several forms in NFC."""
    return frozenset(map(composed, forms)) if forms else forms


def unreadable(form: str, confidence: float = 0.99) -> Reading | None:
    """The reading of a form that cannot be read, being empty or holding a sign of the learner's own; else None."""
    if not form:
        return Reading(NO_CLASS, "empty", "nothing is there", confidence)
    if not form.isalpha() and _CONTROL_TOKEN.search(form):
        return Reading(NO_CLASS, "control-token", "a control token", confidence)
    return None


def other_initial(form: str, other: str) -> bool:
    """Whether two forms begin with the same letter in different case: *Went*, *went*."""
    first, others_first = form[:1], other[:1]
    return first != others_first and first.casefold() == others_first.casefold()


def with_initial_of(lemma: str, form: str) -> str:
    """A form with its first letter in the case of the lemma's: *hunde* is judged as *Hunde*."""
    return lemma[0] + form[1:] if lemma and other_initial(form, lemma) else form


def change_notation(lost: str, new: str) -> str:
    """What is lost, and what comes in its place: i→a."""
    return f"{lost or '∅'}→{new or '∅'}"


def stretch_changed(lemma: str, form: str) -> str:
    """The stretch in which a form differs from its lemma: i→a for sing–sang."""
    shortest = min(len(lemma), len(form))
    start = next((place for place in range(shortest) if lemma[place] != form[place]), shortest)
    room = shortest - start
    end = next((place for place in range(room) if lemma[-1 - place] != form[-1 - place]), room)
    return change_notation(lemma[start : len(lemma) - end], form[start : len(form) - end])
