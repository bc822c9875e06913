"""Which plurals the Buckwalter lexicon lists for a noun.

The lexicon does not say "plural of": a category allows an ending (NAt: ات), or a stem of its own is glossed with the
English plural (kutub 'books' beside kitAb 'book').
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from typing import NamedTuple

from .arabic_lexicon import Block, Stem
from .arabic_meanings import is_plural_of

FEMININE, MASCULINE, BROKEN = "sound feminine", "sound masculine", "broken"

# What a plural rests on: a stem or category of its own; a category of nouns with this plural, or the rule for ة; a
# category that takes every ending.
LISTED, REGULAR, POSSIBLE = 2, 1, 0

_WITH_AT = {"NAt", "N/At", "NduAt", "NapAt"}
_BARE = {"N", "Ndip", "N0", "N0_Nh", "N0_Nhy", "N0F", "N0F_Nh", "Ndu", "N/At", "NduAt"}
_WITH_AP = {"Nap", "Napdu", "NapAt"}

# The shapes of broken plurals, C for a consonant: kutub, luSuwS, rijAl, >aqolAm ... Shapes that are commoner in
# singulars (CuCoC, CaCAC) are left out.
_SHAPES = """
    CuCuC CuCuwC CuCaC CiCaC CiCAC CuC~AC CuC~aC CuCuwCap CiCACap CaCaCap CiCaCap CuCAp
    >aCoCAC |CAC >aCoCuC >aCuC~ >aCoCiCap >aCiC~ap |CiCap >aCoCiCA' >aCiC~A' CuCaCA' CiCoCAn CuCoCAn CiyCAn CiCoCap
    CaCACiC CaCACiyC CaCACiy CaCACiCap CaCAyA CaCACaY CuCACaY CaCoCaY CuCaY CiCaY CaCAC~
"""
_SHAPES_OF_PERSONS = "CuCaCA' >aCoCiCA' >aCiC~A' CuC~AC CuCAp"  # wuzarA', >aTib~A', kut~Ab, ruwAp
_CONSONANT = "['|>&<}bptvjHxd*rzs$SDTZEgfqklmnhwy]"
_WEAK_LETTER_OR_MARK = re.compile("['|>&<}{AwyYaiuo~p]")


class Plural(NamedTuple):
    """A plural in transliteration, its kind, and how much the lexicon says for it."""

    text: str
    kind: str
    evidence: int


def own_stems(block: Block) -> list[Stem]:
    """The stems that are the lemma's, not its plurals': the lemma itself, or less an ending (madiyn of madiynap)."""
    lemmas = {block.lemma, *(block.lemma.removesuffix(ending) for ending in ("ap", "p", "iy", "Y"))}
    return [stem for stem in block.stems if stem.text in lemmas]


def joined(lexicon: list[Block]) -> list[Block]:
    """The lexicon with plurals that have a block of their own put into their singulars' blocks, within a root.

    DarA}ib 'taxes' goes to Dariybap 'tax'; muEad~At 'equipment' to muEad~ 'prepared'.
    """
    of_root: dict[str, list[Block]] = defaultdict(list)
    for block in lexicon:
        of_root[block.root].append(block)
    more: dict[Block, list[Stem]] = defaultdict(list)
    for block in lexicon:
        singulars = [other for other in of_root[block.root] if _has_plural_in(other, block)]
        if singulars:
            more[singulars[0]] += block.stems
    return [replace(block, stems=(*block.stems, *more[block])) for block in lexicon]


def _has_plural_in(singular: Block, plural: Block) -> bool:
    """Whether a block lists nothing but the plural of another block's lemma."""
    if singular.lemma == plural.lemma:
        return False
    if all(stem.category == "NAt" for stem in plural.stems):
        return plural.lemma == singular.lemma + "At"
    stems, meant = own_stems(plural), {gloss for stem in own_stems(singular) for gloss in stem.glosses}
    return (
        bool(stems)
        and _consonants(plural.lemma) == _consonants(singular.lemma)
        and all(stem.category in _BARE | _WITH_AP for stem in stems)
        and all(stem.category.startswith("N") and stem.tag != "ADJ" for stem in own_stems(singular))
        and all(any(is_plural_of(gloss, one) for gloss in stem.glosses for one in meant) for stem in stems)
    )


def listed_plurals(block: Block, is_person: bool) -> list[Plural]:
    """The plurals in the block's order, each once."""
    own = own_stems(block)
    singulars = {gloss for stem in own for gloss in stem.glosses}
    broken = {stem: _broken_plural(block, stem, singulars) for stem in block.stems if stem not in own}
    plurals = []
    for stem in block.stems:
        if stem in own or _keeps_letters(stem.text, block.lemma) or stem.text in broken.values():
            plurals += _sound_plurals(block.lemma, stem, is_person)
        if text := broken.get(stem):
            plurals.append(Plural(text, BROKEN, LISTED))
    if not plurals and any(stem.category in _WITH_AP for stem in own) and block.lemma.endswith("ap"):
        plurals = _regular_plural(block.lemma)
    return [plural for plural in dict.fromkeys(plurals) if plural.text != block.lemma]


def _sound_plurals(lemma: str, stem: Stem, is_person: bool) -> list[Plural]:
    """What the category allows: ين for persons, ات for things and for what ends in ة.

    Nall takes every ending, N/ap all but ين; for a person their ات is that of women and no plural of the lemma. With
    NapAt the feminine plural is that of a lemma in ة, not of the masculine beside it.
    """
    if stem.category == "N-|t":
        return [Plural(stem.text + "|t", FEMININE, LISTED)]
    if stem.category in {"Nall", "Nuwn_Niyn"} and is_person:
        return [Plural(stem.text + "iyn", MASCULINE, LISTED)]
    if stem.category in {"Nall", "N/ap"} and not is_person and lemma == stem.text:
        return [Plural(stem.text + "At", FEMININE, POSSIBLE)]
    if stem.category == "NapAt" and lemma.endswith("ap"):
        return _regular_plural(lemma)
    if stem.category in _WITH_AT - {"NapAt"}:
        return [Plural(stem.text + "At", FEMININE, LISTED if stem.category == "NAt" else REGULAR)]
    return []


def _regular_plural(lemma: str) -> list[Plural]:
    """ات for ة, with the helping vowel that a noun like jalosap has: jalasAt, but dawolap, xiTap without."""
    stem = lemma.removesuffix("ap")
    short = re.fullmatch(f"({_CONSONANT})a({_CONSONANT})o({_CONSONANT})", stem)
    if short and short[2] not in "wy":
        stem = f"{short[1]}a{short[2]}a{short[3]}"
    return [Plural(stem + "At", FEMININE, REGULAR)]


def _broken_plural(block: Block, stem: Stem, singulars: set[str]) -> str | None:
    """The stem as a broken plural where its gloss is plural, or it has the lemma's consonants in a plural's shape."""
    if stem.category not in _BARE | _WITH_AP:
        return None
    ending = "" if stem.category in _BARE else "p" if stem.text.endswith("A") else "ap"
    text = stem.text + ending
    if any(is_plural_of(gloss, singular) for gloss in stem.glosses for singular in singulars):
        return text
    return text if _has_shape(text, _SHAPES) and _consonants(text) == _consonants(block.lemma) else None


def is_of_persons(plural: Plural) -> bool:
    """Whether the form itself tells that persons are meant: all in ين, and shapes like wuzarA'."""
    return plural.kind == MASCULINE or (plural.kind == BROKEN and _has_shape(plural.text, _SHAPES_OF_PERSONS))


def _has_shape(text: str, shapes: str) -> bool:
    pattern = "|".join(re.escape(shape).replace("C", _CONSONANT) for shape in shapes.split())
    return re.fullmatch(pattern, text) is not None


def _consonants(text: str) -> str:
    """The strong consonants, a doubled one once: the same for rad~ and ruduwd."""
    return re.sub(r"(.)\1+", r"\1", _WEAK_LETTER_OR_MARK.sub("", text))


def _keeps_letters(stem: str, lemma: str) -> bool:
    """Whether a stem is the lemma's but for short vowels and a weak end: jalas of jalosap, sanaw of sanap."""
    stem, lemma = (re.sub("[aiuo~]", "", text) for text in (stem, lemma.removesuffix("p")))
    core = re.sub("[AYt]$", "", lemma)
    return stem in {lemma, core, *(core + letter for letter in "wyh")}
