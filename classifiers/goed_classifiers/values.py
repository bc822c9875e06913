"""What a classifier takes and gives: cases and labels, with flags and readings."""

from __future__ import annotations

from typing import NamedTuple

CORRECT = "correct"
UNNATURAL = "unnatural"  # the error of a form that no rule and no analogy could give
NO_CLASS = "?"  # the predicted class of such a form
VARIANT, GOLD_ERROR = "variant", "gold-error"  # flags of wrong forms that are no errors of the learner


class Flag(NamedTuple):
    """A mark of a wrong form, in addition to its class."""

    name: str
    is_seen: bool = False  # visible in the forms, without any judgement
    only_with: tuple[str, ...] = ()  # the predicted classes or errors that it goes with; none: with all
    said_by: str = ""  # an error that says the same by its name


COMMON_FLAGS = (
    Flag(VARIANT),
    Flag(GOLD_ERROR),
    Flag("spelling"),
    Flag("case", is_seen=True),
    Flag("stem", only_with=(NO_CLASS,)),
    Flag("copy", is_seen=True),
)


class Case(NamedTuple):
    """One output to be labelled; all forms in NFC, without white space around them."""

    lemma: str
    features: str
    gold: str
    predicted: str
    accepted: frozenset[str] = frozenset()  # other forms that a source lists as right for this word


class Label(NamedTuple):
    """What an output shows, by the coding manual, and why the classifier says so."""

    gold_class: str
    pred_class: str
    error: str  # follows from the two classes and the flags
    flags: tuple[str, ...] = ()
    rule: str = ""  # the name of the rule that decided
    evidence: str = ""  # its reason, for people: i→a as in ring–rang
    confidence: float = 1.0  # how often labels like this one are right: of those with 0.9, nine in ten
    considered: str = ""  # other readings, and why they were not taken: irr: no verb has i→u before p


class Reading(NamedTuple):
    """What one form shows, and why; a label is made of what the gold form shows and what the predicted form does."""

    shown_class: str
    rule: str
    evidence: str
    confidence: float
    considered: str = ""
    flags: tuple[str, ...] = ()
