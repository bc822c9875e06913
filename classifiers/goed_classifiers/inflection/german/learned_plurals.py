"""Plurals of learned and foreign words that replace the lemma's ending: Museum–Museen.

A final -um, -us, -a, -o, -on, -is or -os replaced by -en is the class (e)n. The other patterns were counted in the
German Wiktionary (german-nouns 1.2.5): each is attested by several nouns, and listed with their ending.
"""

from __future__ import annotations

from typing import NamedTuple

from goed_classifiers.inflection.german.endings import OTHER, N
from goed_classifiers.inflection.german.letters import VOWELS, without_doublings
from goed_classifiers.values import Reading
from goed_classifiers.word_lists import rows

TRUNCATED = ("us", "um", "on", "os", "is", "a", "o")
NATIVE = ("aus", "aum", "eis", "ais", "oos", "oo", "aa")  # Haus, Baum, Reis, Zoo end in a stem, Jubiläum does not


class Pattern(NamedTuple):
    """The ending of lemmas, how much of it goes, and what replaces it."""

    lemma: str
    lost: str
    new: str
    example: str


PATTERNS = tuple(
    Pattern(lemma, lost.replace("-", ""), new, example)
    for lemma, lost, new, example in rows(__package__, "learned_plurals.tsv")
)
_BY_LAST_LETTER = {
    letter: tuple(pattern for pattern in PATTERNS if pattern.lemma[-1] == letter)
    for letter in {pattern.lemma[-1] for pattern in PATTERNS}
}
_NEW = tuple({pattern.new for pattern in PATTERNS})


def has_learned_ending(lemma: str, word: str) -> bool:
    """Whether the lemma ends in -um, -us and so on, and has a stem before it: Museum, but not Baum, Haus, Ton."""
    return lemma.endswith(TRUNCATED) and not word.endswith(NATIVE) and not VOWELS.isdisjoint(lemma[:-2])


def truncated(lemma: str, word: str, form: str) -> Reading | None:
    """-en for a learned ending: Museum–Museen. All folded but the word, which has its umlauts: Jubiläum."""
    if not form.endswith("en") or not has_learned_ending(lemma, word):
        return None
    ending = next(ending for ending in TRUNCATED if lemma.endswith(ending))
    stem = lemma[: -len(ending)]
    if form == stem + "en":
        if lemma.endswith("nis"):  # Hindernis–Hindernen
            return Reading(N, "truncated", f"-en for -{ending}", 0.8, "?: letters lost")
        return Reading(N, "truncated", f"-en for -{ending}", 0.98)
    if without_doublings(form) == without_doublings(stem + "en"):  # Freilichtmuseum–Freilichtmusen
        slip = f"-en for -{ending}; a doubling missing or too many"
        return Reading(N, "truncated-doubling", slip, 0.9, "?: a letter changed")
    return None


def attested_pattern(lemma: str, word: str, form: str) -> Reading | None:
    """A pattern of other nouns that end as the lemma does: Komma–Kommata. All folded but the word."""
    if not form.endswith(_NEW):
        return None
    for pattern in _BY_LAST_LETTER.get(lemma[-1:], ()):
        if lemma.endswith(pattern.lemma) and form == lemma[: len(lemma) - len(pattern.lost)] + pattern.new:
            if pattern.lost in TRUNCATED and not has_learned_ending(lemma, word):  # Haus–Hai
                continue
            change = f"-{pattern.new} for -{pattern.lost}" if pattern.lost else f"-{pattern.new}"
            return Reading(OTHER, "attested-pattern", f"{change}, as in {pattern.example}", 0.85, "?: letters changed")
    return None
