"""Arabic nouns with their plurals in diacritised Modern Standard Arabic, from the Buckwalter lexicon.

1. Read the lexicon's blocks of nouns (`arabic_lexicon`); put plurals with a block of their own into their singulars'.
2. Take each block's plurals: sound ones that its categories allow, stems glossed with an English plural, and the
   regular ات of nouns in ة that have none (`arabic_plurals`). Pairs known to be wrong are in `arabic_blocked.tsv`.
3. Tell persons and adjectives by the glosses (`arabic_meanings`): adjectives are left out but for what stands for
   persons (أَغْنِياء) and for plurals that the lexicon lists as nouns (مُقَرَّرات).
4. Count the undiacritised plural (`arabic_counts`), less where it is spelt like another noun's singular (كُتّاب, كِتاب).
5. Choose: the first plural listed unless another one is 1.5 times as frequent; of lemmas that are spelt alike, and of
   plurals that are printed alike, the most frequent. The block's other plurals are variants.
6. Features: N, HUM or NHUM, the lemma's gender (exceptions: `arabic_features.tsv`), PL. Keep the most frequent nouns.

The pairs are derived from the lexicon (GPL-2.0), the counts from wordfreq (CC BY-SA 4.0): so they stand in two files.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .arabic_counts import Counts
from .arabic_lexicon import Block, blocks, in_arabic, is_spellable, without_vowels
from .arabic_meanings import Meanings
from .arabic_plurals import (
    FEMININE,
    LISTED,
    MASCULINE,
    POSSIBLE,
    Plural,
    is_of_persons,
    joined,
    listed_plurals,
    own_stems,
)
from .tables import Row, corrections, in_order, write, write_variants

LIST_SIZE = 3000
COUNTED_IN = 10**8  # the frequency column: times in so many words
CLEARLY_MORE = 1.5  # a plural this much more frequent is chosen before one that is listed earlier
HOMOGRAPH_WEIGHT = 0.3  # in that choice, for a plural that is printed like another noun
VARIANT_SHARE = 0.02  # a variant is at least this frequent beside the plural chosen
MOST_PER_SINGULAR = 25  # a plural more frequent than this beside its singular is another word's
COMPARATIVE = "Nel"  # >aqorab 'nearer', whose plural >aqArib 'relatives' is rather that of qariyb
_NOT_NOUNS = {"Nprop", "NF", "Numb"}  # names, adverbs, numerals
_FEMININE_SHAPE = re.compile(r"[^m<{][aiu].o.(aY|A')")  # daEowaY, SaHorA'; but not masoEaY, <ijorA'


@dataclass(frozen=True)
class Noun:
    """A block that is a noun's, its lemma in Arabic letters and as it is printed, and what its glosses tell."""

    block: Block
    lemma: str
    printed: str
    is_person: bool
    is_adjective: bool


@dataclass(frozen=True)
class Candidate:
    """A plural of a noun in Arabic letters, an estimate of how often it is met, and its weight beside the others."""

    noun: Noun
    plural: Plural
    form: str
    frequency: float
    weight: float
    singular_frequency: float


def build(folder: Path, packages: Path) -> int:
    """Write `pairs.tsv` and `counts.tsv`, which have the same rows in the same order, and `variants.tsv`."""
    rows = in_order(_rows(packages))[:LIST_SIZE]
    write(folder / "pairs.tsv", [(row.lemma, row.form, row.features) for row in rows])
    write(folder / "counts.tsv", [(row.lemma, row.form, row.frequency) for row in rows])
    write_variants(folder, rows)
    return len(rows)


def _rows(packages: Path) -> list[Row]:
    """All items, one a lemma."""
    features = dict(corrections("arabic_features.tsv"))
    return [
        Row(best.noun.lemma, best.form, _features(best, features), round(best.frequency * COUNTED_IN), variants)
        for best, variants in _one_per_spelling(choices(packages))
    ]


def choices(packages: Path) -> Iterator[tuple[Candidate, tuple[str, ...]]]:
    """Of each noun the plural to take, and those that are right besides."""
    return map(_choice, _Estimates(list(_nouns(packages)), Counts(packages)).candidates())


def _nouns(packages: Path) -> Iterator[Noun]:
    """The blocks whose own stems are nouns' or adjectives'."""
    meanings = Meanings(packages)
    for block in joined(list(blocks(packages))):
        own = own_stems(block)
        categories = {stem.category for stem in own if stem.category.startswith("N")}
        if not is_spellable(block.lemma) or not categories - _NOT_NOUNS or COMPARATIVE in categories:
            continue
        glosses = {gloss for stem in own for gloss in stem.glosses}
        is_adjective = all(stem.tag == "ADJ" for stem in own) or all(map(meanings.is_quality, glosses))
        names_people = block.lemma.endswith("iy~") and any(
            stem.tag == "NOUN" and stem.category == "Nall" for stem in own
        )
        is_person = 2 * sum(map(meanings.is_person, glosses)) >= len(glosses) or names_people
        lemma = in_arabic(block.lemma)
        yield Noun(block, lemma, without_vowels(lemma), is_person and not is_adjective, is_adjective)


class _Estimates:
    """Candidates with estimates of how often they are met, in the face of words that are printed alike."""

    def __init__(self, nouns: list[Noun], counts: Counts) -> None:
        self._counts = counts
        blocked = {(lemma, form) for lemma, form in corrections("arabic_blocked.tsv")}
        self._plurals = {noun: _plurals(noun, blocked) for noun in nouns}
        self._lemmas_printed = defaultdict(set)
        self._surely_printed = set()
        for noun, plurals in self._plurals.items():
            self._lemmas_printed[noun.printed].add(noun.lemma)
            self._surely_printed |= {without_vowels(form) for form, plural in plurals if plural.evidence > POSSIBLE}

    def candidates(self) -> Iterator[list[Candidate]]:
        """Each noun's candidates, as far as there are any."""
        for noun, plurals in self._plurals.items():
            candidates = [self._candidate(noun, form, plural) for form, plural in plurals]
            usable = [c for c in candidates if 0 < c.frequency <= MOST_PER_SINGULAR * c.singular_frequency]
            if usable:
                yield usable

    def _candidate(self, noun: Noun, form: str, plural: Plural) -> Candidate:
        """An estimate, which is capped where the plural is printed like another noun, and nil where it is hopeless."""
        printed = without_vowels(form)
        singular = self._counts.of([noun.printed])
        frequency = self._counts.of([printed, printed[:-2] + "ون"] if plural.kind == MASCULINE else [printed])
        weight = frequency
        if printed == noun.printed or (plural.evidence == POSSIBLE and printed in self._surely_printed):
            frequency = weight = 0.0
        elif self._lemmas_printed[printed] - {noun.lemma}:
            is_hopeless = noun.is_adjective or singular < HOMOGRAPH_WEIGHT * frequency
            frequency = 0.0 if is_hopeless else min(frequency, singular / 2)
            weight = HOMOGRAPH_WEIGHT * frequency
        return Candidate(noun, plural, form, frequency, weight, singular)


def _plurals(noun: Noun, blocked: set[tuple[str, str]]) -> list[tuple[str, Plural]]:
    """The block's plurals, spelt in Arabic, but for those blocked; of an adjective those that make a noun of it."""
    plurals = [plural for plural in listed_plurals(noun.block, noun.is_person) if is_spellable(plural.text)]
    if noun.is_adjective:
        as_noun = Plural(noun.block.lemma + "At", FEMININE, LISTED)
        plurals = [plural for plural in plurals if is_of_persons(plural) or plural == as_noun]
    spelt = [(in_arabic(plural.text).replace("ٱ", "ا"), plural) for plural in plurals]
    return [(form, plural) for form, plural in spelt if (noun.lemma, form) not in blocked]


def _choice(candidates: list[Candidate]) -> tuple[Candidate, tuple[str, ...]]:
    """The plural to take, and those that are right besides."""
    best = candidates[0]
    for candidate in candidates[1:]:
        if candidate.weight > CLEARLY_MORE * best.weight:
            best = candidate
    others = [candidate.form for candidate in candidates if _is_variant(candidate, best)]
    return best, tuple(form for form in dict.fromkeys(others) if form != best.form)


def _is_variant(candidate: Candidate, best: Candidate) -> bool:
    """Whether a plural is right beside the best: listed and in use, and not ات beside ين, which is of women."""
    is_of_others = best.plural.kind == MASCULINE and candidate.plural.kind == FEMININE
    is_in_use = candidate.weight >= VARIANT_SHARE * best.weight
    return is_in_use and candidate.plural.evidence > POSSIBLE and not is_of_others


def _one_per_spelling(
    choices: Iterator[tuple[Candidate, tuple[str, ...]]],
) -> Iterator[tuple[Candidate, tuple[str, ...]]]:
    """The most frequent choice for each lemma, and for each plural as it is printed: مُنَظَّمات, not مُنَظِّمات."""
    lemmas, printed = set(), set()
    for best, variants in sorted(choices, key=lambda choice: _rank(choice[0])):
        plural = without_vowels(best.form)
        if best.noun.lemma not in lemmas and plural not in printed:
            lemmas.add(best.noun.lemma)
            printed.add(plural)
            yield best, variants


def _rank(candidate: Candidate) -> tuple[float, int, float]:
    """By frequency; where that is the same by what the plural rests on, and then by the singular's frequency."""
    return -candidate.frequency, -candidate.plural.evidence, -candidate.singular_frequency


def _features(candidate: Candidate, exceptions: dict[str, str]) -> str:
    """Humanness by meaning, gender by the lemma's ending, as far as the table of exceptions says nothing else."""
    lemma, text = candidate.noun.lemma, candidate.noun.block.lemma
    is_human = candidate.noun.is_person or is_of_persons(candidate.plural)
    is_feminine = text.endswith("p") or _FEMININE_SHAPE.fullmatch(text) is not None
    exception = exceptions.get(lemma, "").split(";")
    humanness = next((tag for tag in exception if tag in {"HUM", "NHUM"}), "HUM" if is_human else "NHUM")
    gender = next((tag for tag in exception if tag in {"MASC", "FEM"}), "FEM" if is_feminine else "MASC")
    return f"N;{humanness};{gender};PL"
