"""Kinds of German nouns that subtitles are fuller of than what is said to a child."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .german_counts import FREQUENT, Counts
from .german_entries import Noun

HEAD_RANK = 100  # of a noun that makes another one a compound of it
ENGLISH_TO_GERMAN = 7.0  # times the German count: the English list is 4.7 times as long, so the word is an English one
ABSTRACT = re.compile(".+(ung|[hk]eit|schaft|tät|[stx]ion|enz|anz|ik|ur|ie|erei)")  # Wohnung, Energie
LEARNED = re.compile(".+(ent|ant|ist|at|et|it|ot|oph|graf|nom|rch|or|us|ismus)")  # Patient, Motor
VOWEL = re.compile("[aeiouyäöü]")
LINKS = ("", "s", "es", "n", "en", "er", "e")  # between the parts of a compound: Geburt-s-tag
# First parts that make a word of its own meaning rather than a transparent compound: Auftrag, Vorteil
PREFIXES = {
    *("ab", "an", "auf", "aus", "bei", "durch", "ein", "ent", "er", "ge", "her", "hin", "miss", "mit", "nach", "um"),
    *("un", "unter", "ver", "vor", "weg", "zer", "zu", "über"),
}


class Kinds:
    """Tells the kinds of which a list may hold only so many."""

    def __init__(self, nouns: Iterable[Noun], counts: Counts, english_counts: Mapping[str, int]) -> None:
        self._heads = {noun.entry.lemma.lower(): noun for noun in nouns if noun.rank >= HEAD_RANK}
        self._counts = counts
        self._english_counts = english_counts

    def of(self, noun: Noun) -> str:
        """One of the keys of QUOTAS, or other."""
        lemma, plural = noun.entry.lemma, noun.plural
        if noun.entry.gender == "FEM" and ABSTRACT.fullmatch(lemma):
            return "abstract"
        if noun.entry.gender == "MASC" and LEARNED.fullmatch(lemma) and plural == lemma + "en":
            return "learned"
        if plural == lemma + "s" and self.is_english(lemma):
            return "English"
        return "compound" if self.is_compound(noun) else "other"

    def is_english(self, lemma: str) -> bool:
        """Whether the word is clearly more usual in English subtitles than in German ones: Truck, not Pizza."""
        return self._english_counts.get(lemma.lower(), 0) > ENGLISH_TO_GERMAN * self._counts.of_any_case(lemma)

    def is_compound(self, noun: Noun) -> bool:
        """Whether the noun is a word before another noun that has the same gender and plural: Handtuch."""
        lemma, plural = noun.entry.lemma.lower(), noun.plural.lower()
        for start in range(3, len(lemma) - 2):
            first, head = lemma[:start], self._heads.get(lemma[start:])
            if head is None or head.entry.gender != noun.entry.gender or plural != first + head.plural.lower():
                continue
            if self.is_first_part(first):
                return True
        return False

    def is_first_part(self, text: str) -> bool:
        """Whether it is a word or its stem, with or without a linking element: Geburt-s, Schul, Schreib."""
        if text in PREFIXES or not VOWEL.search(text):
            return False
        stems = [text.removesuffix(link) for link in LINKS if text.endswith(link)]
        words = (stem + ending for stem in stems if len(stem) >= 3 for ending in ("", "e", "en"))
        return any(self._counts.of_any_case(word) >= FREQUENT for word in words)
