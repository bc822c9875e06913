"""Lemmas and their root consonants, and whether a form has them, in their order.

All of the lemma's consonants count, its prefixes too: those of مَصَبّ are m-S-b-b. A weak one (w y ') may
surface as another, or go into a long vowel; a long vowel of the lemma may turn out to be a weak radical (باب–أَبْواب) or
the template's alone (كِتاب–كُتُب).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from goed_classifiers.forms import FIRST_GROUP
from goed_classifiers.inflection.arabic.sounds import LONG_VOWELS, SHORT_VOWELS, WEAK, sounds
from goed_classifiers.inflection.arabic.templates import ABSORBED, SECOND

_NO_SHORT_VOWELS = str.maketrans("", "", SHORT_VOWELS)
_STRONG_ONLY = str.maketrans("", "", SHORT_VOWELS + LONG_VOWELS + WEAK + SECOND)
_TWO_ALIKE = re.compile(r"([^aiuAIU])\1")
LETTER_OF = dict(zip("btvjHxd*rzs$SDTZEgfqklmnhwy'AIU", "بتثجحخدذرزسشصضطظعغفقكلمنهويءايو", strict=True))
_SURFACES_WEAK = frozenset(WEAK + ABSORBED)


class Root(NamedTuple):
    """What can be a radical in a lemma, in order."""

    chain: str  # consonants, long vowels, = for a consonant doubled: سَبّاق sb=Aq
    n_needed: int  # of these; the rest may go: the nisba of أَرْمَنِيّ, the hamza of صَحْراء
    n_strong: int  # consonants that are not weak, the second of two like ones among them
    n_consonants: int


NISBA = "iyy"
FINAL_RADICAL = {"A": "y", "I": "y", "U": "w"}  # the long vowel at the end of قاضِي is its third radical
FEWEST = 3  # an ending is one only if this many radicals are left without it


def _marked(two_alike: re.Match[str]) -> str:
    return two_alike[1] + SECOND


def root_of(stem: str) -> Root:
    """The root of a lemma's stem (a final ة dropped)."""
    chain = _TWO_ALIKE.sub(_marked, stem).translate(_NO_SHORT_VOWELS)
    n_needed = len(chain)
    if stem.endswith(NISBA) and n_needed - 2 >= FEWEST:
        chain, n_needed = chain[:-1], n_needed - 2
    elif stem.endswith("A'") and n_needed - 2 >= FEWEST:
        n_needed -= 2
    if chain[-1:] in FINAL_RADICAL and sum(sign not in LONG_VOWELS for sign in chain) < FEWEST:
        chain = chain[:-1] + FINAL_RADICAL[chain[-1]]
    needed = chain[:n_needed]
    n_long = sum(map(needed.count, LONG_VOWELS))
    return Root(chain, n_needed, n_needed - n_long - sum(map(needed.count, WEAK)), n_needed - n_long)


class Lemma(NamedTuple):
    """A lemma as it sounds, its stem (without ة), and its root."""

    text: str
    stem: str
    root: Root


def lemma_of(word: str) -> Lemma:
    """Read a lemma.

    >>> lemma_of("شَرِكَة").stem
    '$arik'
    """
    text, _ = sounds(word)
    stem = text
    if text[-1:] == "p":
        stem = text[:-2] if text[-2:] == "ap" else text[:-1]  # حَياة has no short vowel there
    return Lemma(text, stem, root_of(stem))


def strong(text: str) -> str:
    """The strong consonants of a form, each of two like ones that touch once.

    >>> strong("muHibbIn")
    'mHbn'
    """
    return _TWO_ALIKE.sub(FIRST_GROUP, text).translate(_STRONG_ONLY)


def in_letters(root: Root) -> str:
    """A root as it is written: ح-ض-ن; long vowels only where there are not three consonants."""
    needed = root.chain[: root.n_needed]
    shown = needed if root.n_consonants < FEWEST else [sign for sign in needed if sign not in LONG_VOWELS]
    letters = [LETTER_OF.get(sign, "") for sign in shown]
    return "-".join(letters[place - 1] if sign == SECOND else letters[place] for place, sign in enumerate(shown))


def has_root_of(stem: str, lemma_stem: str) -> bool:
    """Whether a form's stem has the strong consonants of the lemma, two like ones apart or together: شُكُوكات, مَبَرات."""
    return strong(stem) == strong(lemma_stem) or stem.translate(_STRONG_ONLY) == lemma_stem.translate(_STRONG_ONLY)


def fault_of_root(stem: str, lemma_stem: str) -> str:
    """What is wrong with the strong consonants of a form's stem; empty if they are the lemma's."""
    if has_root_of(stem, lemma_stem):
        return ""
    found, root = strong(stem), strong(lemma_stem)
    if _is_in(root, found):
        return "a consonant more than"
    return "a consonant less than" if _is_in(found, root) else "other consonants than"


def _is_in(few: str, many: str) -> bool:
    """Whether all letters of `few` occur in `many`, in the same order."""
    rest = iter(many)
    return all(letter in rest for letter in few)


class RootFit(NamedTuple):
    """How the radicals of a form fit a root."""

    lost_strong: int = 0
    lost_weak: int = 0
    added_weak: int = 0
    repeated: int = 0  # the last consonant again: دَم–دُمُوم


def fit_radicals(radicals: str, root: Root) -> RootFit | None:
    """How radicals fit a root; None if one of them is a consonant that the root does not have there."""
    chain = root.chain
    place = lost_strong = lost_weak = added_weak = repeated = 0
    for at, radical in enumerate(radicals):
        if radical in _SURFACES_WEAK:
            found = _next_weak(chain, place, is_last=radicals[at + 1 : at + 2] not in _SURFACES_WEAK)
            if found < 0 and not place:  # أَدْمان: no root begins with more than the lemma has
                return None
            if found < 0:
                added_weak += 1
            else:
                place = found + 1
            continue
        found = _next(chain, radical, place)
        if found >= 0:
            strong_between, weak_between = _lost(chain, place, found)
            lost_strong, lost_weak = lost_strong + strong_between, lost_weak + weak_between
            place = found + 1
        elif place and chain[place - 1] == radical and place == len(chain):
            repeated += 1
        else:
            return None
    strong_left, weak_left = _lost(chain, place, root.n_needed)
    return RootFit(lost_strong + strong_left, lost_weak + weak_left, added_weak, repeated)


def _next(chain: str, radical: str, place: int) -> int:
    """Where a strong radical stands next, as itself or as the second of two like ones."""
    for here in range(place, len(chain)):
        if chain[here] == radical or (chain[here] == SECOND and here and chain[here - 1] == radical):
            return here
    return -1


def _next_weak(chain: str, place: int, is_last: bool) -> int:
    """Where the chain has a weak consonant, else a long vowel, before its next strong one.

    Where another weak radical follows, whatever comes first: the w of أَمْواء is the alif of ماء, its hamza comes after.
    """
    long_vowel = -1
    for here in range(place, len(chain)):
        if chain[here] in WEAK or (chain[here] == SECOND and here and chain[here - 1] in WEAK):
            return here if is_last or long_vowel < 0 else long_vowel
        if chain[here] not in LONG_VOWELS:
            break
        long_vowel = here if long_vowel < 0 else long_vowel
    return long_vowel


def _lost(chain: str, start: int, end: int) -> tuple[int, int]:
    """How many strong and how many weak consonants a form skips in a stretch of the chain."""
    n_strong = n_weak = 0
    for here in range(start, end):
        sign = chain[here]
        if sign in WEAK:
            n_weak += 1
        elif sign == SECOND:
            n_strong += chain[here - 1] not in WEAK  # هَدِيَّة has y twice, هَدايا once
        elif sign not in LONG_VOWELS:
            n_strong += 1
    return n_strong, n_weak
