"""Readings of forms that are the lemma and an ending, spelt rightly or with a slip.

All forms are folded here (`letters.folded`), so that umlauts do not matter.
"""

from __future__ import annotations

from rapidfuzz.distance import OSA

from goed_classifiers.inflection.german.letters import (
    VOWELS,
    has_doubled_vowel,
    has_other_doubled_vowels,
    with_short_vowels,
    without_doublings,
)
from goed_classifiers.values import NO_CLASS, Reading

ZERO, E, N, R, S, OTHER = "zero", "e", "(e)n", "(e)r", "(e)s", "other"
SHOWN = {ZERO: "-∅", E: "-e", N: "-(e)n", R: "-(e)r", S: "-(e)s"}  # as they are shown to people

ENDINGS = {"": ZERO, "e": E, "n": N, "en": N, "er": R, "s": S, "es": S}
AFFIXES = ("nen", "en", "er", "es", "e", "n", "s", "r")  # endings of forms with a spoilt stem
LONG_E = ("iel", "ier", "eel", "eer")  # Ziel, Tier, Speer; in Feier the i belongs to another vowel


def ending_class(lemma: str, ending: str) -> str:
    """The class of an ending that stands on the whole lemma, or `?`."""
    plural_class = ENDINGS.get(ending)
    if plural_class:
        return plural_class
    if ending == "r" and lemma.endswith("e"):  # Tscheche–Tschecher
        return R
    if ending == "nen" and lemma.endswith("in"):  # Löwin–Löwinnen
        return N
    return NO_CLASS


def lemma_and_ending(lemma: str, form: str) -> Reading | None:
    """The lemma with an ending on it: Hund–Hunde."""
    ending = form[len(lemma) :]
    plural_class = ending_class(lemma, ending)
    if plural_class == NO_CLASS:
        return None
    if not ending:
        return Reading(ZERO, "no-ending", "the lemma, umlaut ignored", 0.99)
    if ending == lemma[-1] and ending in "ns":  # Gas–Gass, Prinzessin–Prinzessinn, Wagen–Wagenn
        rejected = f"-∅: -{ending} is an ending before it is a doubling"
        return Reading(plural_class, "ending-like-doubling", f"-{ending} on the lemma", 0.9, rejected)
    if ending == "n" and lacks_e(lemma):  # Weisheit–Weisheitn
        return Reading(N, "e-missing", "-n on a consonant, for -en", 0.97)
    if ending in ("er", "en", "es") and lemma.endswith("e"):  # Tante–Tanteen
        return Reading(plural_class, "ending-after-e", f"-{ending} on the lemma's e", 0.8, "?: e twice")
    return Reading(plural_class, "ending", f"-{ending} on the lemma", 0.99)


def n_without_e(lemma: str, form: str) -> Reading | None:
    """-n in the place of the lemma's e, after a consonant: Antennn, as Weisheitn."""
    if lemma[-1:] != "e" or lemma[-2:-1] in VOWELS or form != lemma[:-1] + "n":
        return None
    return Reading(N, "e-missing", "-n on a consonant, the lemma's e missing", 0.75, "?: a letter of the stem lost")


def lacks_e(lemma: str) -> bool:
    """Whether -n cannot follow the lemma (Feuerwehrn, Stieln) as it follows -el and -er (Klappern)."""
    if lemma[-1:] in VOWELS:
        return False
    if not lemma.endswith(("el", "er")) or VOWELS.isdisjoint(lemma[:-2]):
        return True
    return lemma.endswith(LONG_E) and lemma[-4:-3] != "e"


def doubling_slip(lemma: str, form: str) -> Reading | None:
    """The lemma and an ending with a doubling missing or too many, also in the stem: Kontrolen, Flussse."""
    stem, whole = without_doublings(lemma), without_doublings(form)
    if not whole.startswith(stem):
        return None
    ending = whole[len(stem) :]
    if not ending and form.startswith(lemma) and lemma[-1] in "ns":  # Köchin–Köchinnn
        ending = lemma[-1]
    plural_class = ending_class(lemma, ending)
    if plural_class == NO_CLASS:
        return None
    shown = SHOWN[plural_class]
    if form == lemma + lemma[-1] + ending:  # Hindernis-s-e, Fuchs-s-e
        return Reading(plural_class, "final-doubled", f"{shown}, the last letter doubled before it", 0.97)
    if ending and not _ends_cleanly(form, ending):
        return _doubled_in_the_ending(plural_class, ending, form)
    if form == with_short_vowels(lemma) + ending:  # Saal–Säle
        return Reading(plural_class, "short-vowel", f"{shown}; one vowel for two, as in Saal–Säle", 0.8)
    if has_other_doubled_vowels(lemma, form):  # Teelefone
        return Reading(plural_class, "vowel-doubling", f"{shown}; a vowel doubled or not", 0.7, "?: a letter changed")
    return Reading(plural_class, "doubling", f"{shown}; a doubling missing or too many", 0.96, "?: a letter changed")


def _ends_cleanly(form: str, ending: str) -> bool:
    """Whether the ending stands there once, no letter of it doubled."""
    return form.endswith(ending) and form[-len(ending) - 1] != ending[0]


def _doubled_in_the_ending(plural_class: str, ending: str, form: str) -> Reading:
    """Hundenn has a false doubling; Hundee has its ending twice, which nobody's does."""
    shown = SHOWN[plural_class]
    if has_doubled_vowel(form[-len(ending) - 2 :]):
        return Reading(NO_CLASS, "ending-twice", f"the e of -{ending} twice", 0.6, f"{shown} with a slip")
    return Reading(plural_class, "doubled-ending", f"{shown}, doubled", 0.7, "?: an ending twice")


def likely_stem(lemma: str, form: str) -> str:
    """The form without the ending that makes it most like its lemma, where one does: Cuelle-n, Hinterho-s. All folded.

    A swap of two letters is one difference: Kren is no Kr-en, but Kern.
    """
    stem, least = form, OSA.distance(lemma, form)
    for affix in AFFIXES:
        if form.endswith(affix):
            shorter = form.removesuffix(affix)
            distance = OSA.distance(lemma, shorter)
            if distance < least or (distance == least and stem == form):
                stem, least = shorter, distance
    return stem
