"""Slips of spelling: a doubling, ß for ss, -n for -en."""

from __future__ import annotations

from goed_classifiers.inflection.german.letters import VOWELS, small_initial, with_short_vowels, without_umlaut

DOUBLES = ("us", "is", "in")  # may double before a vowel: Bus, Kürbis; -nis must
LONG = ("aus", "eus", "eis", "ais", "ein", "ain")  # and these may not: Mäuse, Kreise
MISSPELT = {"e-missing", "doubling", "doubled-ending", "vowel-doubling", "short-vowel", "truncated-doubling"}


def is_respelt(gold: str, predicted: str, has_other_umlaut: bool) -> bool:
    """Whether two forms of one class differ in more than umlaut and initial: Hindernisse, Hindernise."""
    one, other = without_umlaut(small_initial(gold)), without_umlaut(small_initial(predicted))
    if has_other_umlaut:  # Säle, Saale
        one, other = with_short_vowels(one), with_short_vowels(other)
    return one != other


def is_sharp_s_wrong(gold: str, predicted: str) -> bool:
    """Whether one has ß and the other not: Späße, Spasse."""
    return ("ß" in gold) != ("ß" in predicted)


def is_misspelt(lemma: str, gold: str, form: str, rule: str) -> bool:
    """Whether a form of another class than the gold form's is misspelt for what it is, all plain: Hinderniser."""
    if rule == "final-doubled":  # Fuchs-s-e
        return not _may_double(lemma, gold)
    if rule == "ending":  # Hindernis-er
        return _must_double(lemma, gold, form[len(lemma) :])
    return rule in MISSPELT


def _must_double(lemma: str, gold: str, ending: str) -> bool:
    """Whether the lemma's last letter is written twice before a vowel: in Hindernis always, in Bus as in Busse."""
    return ending[:1] in VOWELS and not lemma.endswith("in") and (lemma.endswith("nis") or _doubles(lemma, gold))


def _may_double(lemma: str, gold: str) -> bool:
    """Whether it can be: Organismusse is as good as Organismuse, Atlasse has no Atlase beside it."""
    if lemma.endswith(DOUBLES):
        return not lemma.endswith(LONG)
    return _doubles(lemma, gold) or (lemma.endswith("s") and not gold.startswith(lemma))


def _doubles(lemma: str, gold: str) -> bool:
    """Whether the gold form does it: Quiz–Quizze."""
    return gold[len(lemma) + 1 : len(lemma) + 2] in VOWELS and gold.startswith(lemma + lemma[-1:])
