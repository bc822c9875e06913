"""English past tenses: the verbs of everyday English with their past, other pasts that are right too, and frequency.

1. Verbs and their forms come from the NLM SPECIALIST Lexicon, as lemminflect packages it. Some verbs of the house and
   the street that it lacks (meow, squish) come from AGID, as pyinflect packages it; `english_everyday.txt` names them.
   `english_blocked.txt` names what is left out: modals and be, adjectives that pass for verbs, coarse words.
2. The past is the first one listed, unless a later one is clearly more frequent (leapt, leaped). Where all listed pasts
   are regular and differ in spelling only (traveled, travelled) it is the most frequent. The others are variants.
3. `english_pasts.tsv` names the pasts of verbs where that goes wrong, and says why: misprints (torpedoes), other verbs
   of the same name (lied), good pasts that SPECIALIST does not know (snuck).
4. Frequency is how often film subtitles have the past (the counts of pyspellchecker), corrected where the same spelling
   is something else besides: the verb's base (put), its participle (abandoned) or another word (saw, left).
5. A verb stays where its past has at least `LEAST_FREQUENCY` and its -ing form is about, too: beard has bearded, but no
   bearding, so that is an adjective. The everyday verbs stay in any case.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from recipes.packages import Package
from recipes.tables import Row, corrections, listed_words, write_items

LEMMINFLECT = Package(
    name="lemminflect",
    version="0.2.3",
    file="lemminflect-0.2.3-py3-none-any.whl",
    sha256="1cf470efa783733ca5654cc1a6ee1de774e59031e61bf6210467625e84a8cf1c",
)
PYINFLECT = Package(
    name="pyinflect",
    version="0.5.1",
    file="pyinflect-0.5.1-py3-none-any.whl",
    sha256="94f052d48939bd4748942d807b2b87f15dcb94acb32b99d7162dba5d37188ea8",
)
PYSPELLCHECKER = Package(
    name="pyspellchecker",
    version="0.9.1",
    file="pyspellchecker-0.9.1-py3-none-any.whl",
    sha256="c79b144b4bad20024bf489ad3ffd96b76f3f53439e9fa59ac607896352852f3d",
)

FEATURES = "V;PST"
LEAST_FREQUENCY = 420

# pyspellchecker gives 50 to words that it knows from elsewhere: listed, but not counted in the subtitles.
NOT_COUNTED = 50

# A later past replaces the first one listed where it is this many times as frequent: leapt, leaped.
CLEARLY_MORE = 1.5

# Irregular verbs have 1.38 pasts for each -ing form (median, SUBTLEX-US), so put and cut are given about as many.
PASTS_PER_ING = 1.4

# Three in four irregular verbs whose past is only that (took beside taken) have at most 1.25 pasts for each -ing and -s
# form together, so a spelling that is something else besides is given no more: left, ground, supposed, abandoned.
PASTS_PER_ING_AND_S = 1.25

# Adjectives in -ed have next to no -ing forms (skilled, skilling). Very frequent pasts may (seemed, seeming).
LEAST_ING_SHARE = 0.01
SURELY_A_VERB = 50_000


class Verb(NamedTuple):
    """A verb as a lexicon lists it, each form with its variants."""

    lemma: str
    pasts: tuple[str, ...]
    participles: tuple[str, ...]
    ing_forms: tuple[str, ...]
    s_forms: tuple[str, ...]


def build(folder: Path, packages: Path) -> int:
    """Write the English tables into the folder and give the number of items."""
    specialist = gzip.decompress(LEMMINFLECT.read("lemminflect/resources/infl_lu.csv.gz", packages)).decode("utf-8")
    agid = PYINFLECT.read("pyinflect/infl.csv", packages).decode("utf-8")
    counts = json.loads(gzip.decompress(PYSPELLCHECKER.read("spellchecker/resources/en.json.gz", packages)))
    verbs = candidates(specialist, agid)
    past_tense = PastTense(verbs, base_forms(specialist), counts)
    everyday = listed_words("english_everyday.txt")
    rows = [past_tense.row(verb) for verb in verbs if verb.lemma in everyday or past_tense.is_common(verb)]
    write_items(folder, rows)
    return len(rows)


def candidates(specialist: str, agid: str) -> list[Verb]:
    """The verbs of SPECIALIST and the everyday ones of AGID, without the blocked ones, with their corrected pasts."""
    everyday = listed_words("english_everyday.txt")
    verbs = {verb.lemma: verb for verb in listed_verbs(agid, "V") if verb.lemma in everyday}
    verbs |= {verb.lemma: verb for verb in listed_verbs(specialist, "verb")}
    for lemma, pasts in corrected_pasts().items():
        verbs[lemma] = verbs[lemma]._replace(pasts=pasts)
    blocked = listed_words("english_blocked.txt")
    return [verb for lemma, verb in sorted(verbs.items()) if verb.pasts and lemma not in blocked]


def listed_verbs(lexicon: str, part_of_speech: str) -> Iterator[Verb]:
    """Verbs from lines of lemma, part of speech, past, participle, -ing and -s form: dive,verb,dived/dove,dived,…"""
    for line in lexicon.splitlines():
        lemma, part, *forms = line.split(",")
        if part == part_of_speech and is_plain(lemma) and len(forms) == 4:  # modals have fewer, be has more
            past, participle, ing_form, s_form = (tuple(filter(is_plain, form.split("/"))) for form in forms)
            yield Verb(lemma, past, participle or past, ing_form, s_form)


def base_forms(lexicon: str) -> frozenset[str]:
    """The base forms of all parts of speech: saw, left, ground."""
    return frozenset(line.split(",")[0] for line in lexicon.splitlines())


def is_plain(word: str) -> bool:
    """Written in small letters only, without hyphen or apostrophe: not over-came, OK'd."""
    return re.fullmatch("[a-z]{2,}", word) is not None


class PastTense:
    """Chooses among the listed pasts of a verb and says how frequent they are."""

    def __init__(self, verbs: list[Verb], other_words: frozenset[str], counts: dict[str, int]) -> None:
        self._counts = counts
        self._words = other_words
        self._lemmas = {verb.lemma for verb in verbs}
        self._first_pasts = {verb.pasts[0]: verb.lemma for verb in reversed(verbs)}
        self._settled = corrected_pasts().keys()

    def row(self, verb: Verb) -> Row:
        """The verb as an item, with the other pasts that are right too."""
        chosen = self._chosen(verb)
        others = tuple(past for past in verb.pasts if past != chosen and self._is_accepted(past, verb))
        return Row(verb.lemma, chosen, FEATURES, self._frequency(chosen, verb), others)

    def is_common(self, verb: Verb) -> bool:
        """Whether the past is frequent, and is a verb form rather than an adjective."""
        past = self._chosen(verb)
        return self._frequency(past, verb) >= LEAST_FREQUENCY and self._has_ing_forms(past, verb)

    def _chosen(self, verb: Verb) -> str:
        """The first past listed, unless a later one is clearly more frequent and belongs to this verb alone."""
        first = verb.pasts[0]
        if verb.lemma in self._settled:
            return first
        if all(is_regular(past, verb.lemma) for past in verb.pasts):
            return max(verb.pasts, key=self._count)
        better = [past for past in verb.pasts[1:] if self._belongs_to(past, verb)]
        best = max(better, key=lambda past: self._frequency(past, verb), default=first)
        clearly = self._frequency(best, verb) >= CLEARLY_MORE * self._frequency(first, verb)
        return best if clearly else first

    def _belongs_to(self, past: str, verb: Verb) -> bool:
        """Whether the form is neither a base form (crew) nor the past of another verb (boded, of bide and bode)."""
        return past not in self._lemmas and self._first_pasts.get(past, verb.lemma) == verb.lemma

    def _is_accepted(self, past: str, verb: Verb) -> bool:
        """Whether a listed past is in use. Regular ones must be counted, but for British -lled: grinded is not."""
        if verb.lemma in self._settled or not is_regular(past, verb.lemma):
            return True
        return self._count(past) > NOT_COUNTED or past == verb.lemma + "led"

    def _frequency(self, past: str, verb: Verb) -> int:
        """The count of the past; where the spelling is something else too, at most what other forms make likely."""
        ing_forms = self._most(verb.ing_forms)
        if past == verb.lemma:
            return min(self._count(past), round(PASTS_PER_ING * ing_forms))
        if past in verb.participles or past in self._words:
            return min(self._count(past), round(PASTS_PER_ING_AND_S * (ing_forms + self._most(verb.s_forms))))
        return self._count(past)

    def _has_ing_forms(self, past: str, verb: Verb) -> bool:
        count = self._count(past)
        ing_forms = self._most(verb.ing_forms)
        if past == verb.lemma or count >= SURELY_A_VERB:
            return True
        return ing_forms > NOT_COUNTED and ing_forms >= LEAST_ING_SHARE * count

    def _most(self, forms: tuple[str, ...]) -> int:
        return max(map(self._count, forms), default=0)

    def _count(self, form: str) -> int:
        return self._counts.get(form, 0)


def is_regular(past: str, lemma: str) -> bool:
    """Whether the past is the lemma and -ed, in some spelling: loved, tried, stopped, mimicked."""
    stem = lemma.removesuffix("e")
    if re.search("[^aeiou]y$", lemma):
        stem = lemma[:-1] + "i"
    return past in (stem + "ed", stem + stem[-1] + "ed", stem + "ked")


def corrected_pasts() -> dict[str, tuple[str, ...]]:
    """The pasts of `english_pasts.tsv` by verb, the first of them the item's own."""
    return {lemma: tuple(pasts.split()) for lemma, pasts, _ in corrections("english_pasts.tsv")}
