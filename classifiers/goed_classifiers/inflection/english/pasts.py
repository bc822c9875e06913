"""The pasts of English verbs: those of the word lists, and the lemma with -(e)d.

The ending may have its usual spelling, or any other that reads aloud as the same: walked, tryed, graspd, rateeed.
"""

from __future__ import annotations

import re

from goed_classifiers.forms import FIRST_GROUP
from goed_classifiers.values import Reading
from goed_classifiers.word_lists import lines, rows

VOWELS = frozenset("aeiou")
MOST_E = 2  # e's more than the usual spelling has: accuseeed
MOST_LETTERS = 6  # more than the lemma has
SURE = 0.97

_CONSONANT_REPEATED = re.compile(r"([^aeiou])\1+")
_REPEATED = re.compile(r"(.)\1+")
_SOFT_C = re.compile("c(?=[ei])")

_VOWEL_REPEATED = re.compile(r"(u)u+|([aeo])\2\2+")  # uu reads as u, ooo as oo


# Unusual spellings of -(e)d
E_KEPT = Reading("reg", "e-or-y-kept", "-ed; e or y of the lemma kept", 0.99)  # faceed, tryed
E_REPEATED = Reading("reg", "e-repeated", "-ed, its e repeated", 0.95)  # rateeed
E_ADDED = E_REPEATED._replace(confidence=0.8, considered="?: a letter more in the stem")  # walkeed
E_LEFT_OUT = Reading("reg", "e-left-out", "-d without its e", 0.95)  # graspd, obeid, cryd
LETTER_LOST_TOO = E_LEFT_OUT._replace(confidence=0.8, considered="?: a doubling is lost, too")  # cald
OTHER_VOWEL_LEFT = E_LEFT_OUT._replace(confidence=0.8, considered="?: it reads aloud with another vowel")  # crid, namd
NO_SYLLABLE_LEFT = E_LEFT_OUT._replace(  # bleedd
    confidence=0.7, considered="?: after t or d it reads aloud as nothing"
)
D_REPEATED = Reading("reg", "d-repeated", "-ed, its d repeated", 0.7, "?: an ending that is nobody's")
DOUBLING_INSIDE = Reading(  # throtled, listtened
    "reg", "doubling-in-stem", "-ed; a doubling more or less in the stem", 0.95
)
E_ONCE = Reading(  # seked, peled
    "reg", "e-once-in-stem", "-ed; ee written e, as in theme–themed", 0.7, "?: a letter lost"
)
WEAK_VOWEL = Reading(  # stuttred, speckeled
    "reg",
    "weak-vowel-in-stem",
    "-ed; the weak vowel of the last syllable lost or moved",
    0.75,
    "?: a letter lost or moved",
)
SAME_SOUND = Reading(  # gipped, bicicled, vacummed
    "reg", "same-sound-in-stem", "-ed; the stem reads aloud as the lemma", 0.8, "?: the stem has other letters"
)


def exact_reading(lemma: str, form: str) -> str:
    """How a form is the lemma and -ed by the rules of spelling, or nothing: plain, doubled, y-to-i, k, y-id."""
    if not form.endswith("d") or len(lemma) < 2:
        return ""
    stem = form[:-2]
    if form[-2:-1] != "e":
        is_paid = form[-3:] == "aid" and stem == lemma[:-1] and lemma[-1] == "y" and not lemma.endswith("say")
        return "y-id" if is_paid else "plain" if form == lemma + "'d" else ""  # paid, laid; OK'd
    last = lemma[-1]
    if last == "e":
        return "plain" if stem == lemma[:-1] else ""  # loved
    if last == "y" and lemma[-2] not in VOWELS:
        return "y-to-i" if stem == lemma[:-1] + "i" else ""  # tried
    if stem == lemma:
        return "plain"  # walked
    if stem == lemma + last and last not in VOWELS and lemma[-2] != last:
        return "doubled"  # planned
    return "k" if last == "c" and stem == lemma + "k" else ""  # panicked


def other_reading(lemma: str, form: str) -> Reading | None:
    """Another spelling that reads aloud as the lemma and -(e)d: tryed, graspd, rateeed, throtled, bicicled."""
    if form.endswith("edd") and exact_reading(lemma, form[:-1]):  # walkedd
        return D_REPEATED
    parts = _stems(lemma, form)
    if parts is None:
        return None
    lemma_without_e, stem, n_e_of_lemma, n_e = parts
    if n_e_of_lemma > 1 and n_e < n_e_of_lemma:  # fred is no freed
        return None
    if lemma_without_e[-1] == "y" and stem[-1] == "i":
        lemma_without_e = lemma_without_e[:-1] + "i"  # cry: crid
    if stem == lemma_without_e:
        return _reading_by_e(lemma_without_e, n_e_of_lemma, n_e)
    if stem[1:2] == stem[:1] != lemma_without_e[1:2]:  # iiced
        return None
    if _CONSONANT_REPEATED.sub(FIRST_GROUP, stem) == _CONSONANT_REPEATED.sub(FIRST_GROUP, lemma_without_e):
        return DOUBLING_INSIDE if n_e else LETTER_LOST_TOO  # cald
    if "uu" in stem and "uu" not in lemma_without_e:  # buugged, which is no vacummed
        return None
    if n_e and _differ_in_weak_vowel(lemma_without_e, stem, n_e_of_lemma):
        return WEAK_VOWEL
    if n_e and lemma_without_e[-3:-1] == "ee" and stem == lemma_without_e[:-2] + lemma_without_e[-1]:
        return E_ONCE
    c = _last_c(lemma_without_e, n_e_of_lemma)
    return SAME_SOUND if _as_read(stem, c) == _as_read(lemma_without_e, c) else None


def _last_c(lemma_without_e: str, n_e_of_lemma: int) -> str:
    """How a c at the end of a stem is read: soft in practiced, whose lemma has the e, hard in paniced."""
    return "k" if lemma_without_e[-1] == "c" and not n_e_of_lemma else "s"


def _differ_in_weak_vowel(lemma_without_e: str, stem: str, n_e_of_lemma: int) -> bool:
    """Whether the weak vowel of a last syllable is lost or moved: stuttred, chickned, speckeled."""
    if n_e_of_lemma:
        return (
            lemma_without_e[-1] == "l" and stem == lemma_without_e[:-1] + "el" and lemma_without_e[-2:-1] not in VOWELS
        )
    return (
        lemma_without_e[-2:-1] in VOWELS
        and lemma_without_e[-1] in "lnr"
        and stem == lemma_without_e[:-2] + lemma_without_e[-1]
        and _has_syllable(lemma_without_e[:-2])
    )


def _has_syllable(start: str) -> bool:
    """Whether the beginning of a word has a vowel, and a consonant after it."""
    return start[-1:] not in VOWELS and not VOWELS.isdisjoint(start)


def is_false_ied(lemma: str, form: str) -> bool:
    """Whether -ied stands on a lemma without y: vomitied, bakied."""
    return form.endswith("ied") and form[:-3] in (lemma, lemma + lemma[-1:], lemma.removesuffix("e"))


def differ_in_doubling(one: str, other: str) -> bool:
    """Whether two forms differ only in consonants that one doubles, not the first one: withheld, witheld."""
    if abs(len(one) - len(other)) > MOST_LETTERS or (other[1:2] == other[:1] != one[1:2]):
        return False
    return _CONSONANT_REPEATED.sub(FIRST_GROUP, one) == _CONSONANT_REPEATED.sub(FIRST_GROUP, other)


def near_miss(lemma: str, form: str) -> tuple[str, float]:
    """The small thing that keeps a form in -ed from reading aloud as the lemma and -ed, and how sure that is.

    Each comes close to something that the manual allows: *hovered* (a doubling undone), *shimmed* (y lost), *cuddeled*.
    """
    parts = _stems(lemma, form)
    if parts is None:
        return "", SURE
    lemma_without_e, stem, n_e_of_lemma, _ = parts
    c = _last_c(lemma_without_e, n_e_of_lemma)
    once, once_in_form = (
        _REPEATED.sub(FIRST_GROUP, _as_read(lemma_without_e, c)),
        _REPEATED.sub(FIRST_GROUP, _as_read(stem, c)),
    )
    if once == once_in_form:
        return "reg: a vowel or the first letter is repeated, or lost its double", 0.9  # pepped, iiced
    if once == once_in_form + "i" and lemma_without_e[-1] == "y":  # shimmy: shimmed
        return "reg: y lost", 0.7
    if lemma.endswith("le") and once == once_in_form[:-2] + "l" and once_in_form.endswith("el"):  # cudeled
        return "reg: reads aloud as that, but e is moved", 0.7
    if _differ_in_digraph(once, once_in_form):
        return "reg: the vowel is spelled otherwise", 0.9  # receved, craized
    return "", SURE


def _differ_in_digraph(one: str, other: str) -> bool:
    """Whether two stems differ only in one vowel letter beside another: receiv, recev; board, bord."""
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    if len(longer) != len(shorter) + 1:
        return False
    at = next((at for at, letter in enumerate(shorter) if longer[at] != letter), len(shorter))
    if longer[at + 1 :] != shorter[at:] or longer[at] not in VOWELS:
        return False
    return not VOWELS.isdisjoint((longer[at - 1 : at], longer[at + 1 : at + 2]))


def _stems(lemma: str, form: str) -> tuple[str, str, int, int] | None:
    """The lemma and the form without -(e)d, both without their e's, and how many e's each had."""
    if not form.endswith("d") or form[:1] != lemma[:1] or len(form) > len(lemma) + MOST_LETTERS:
        return None
    body, lemma_without_e = form[:-1], lemma.rstrip("e")
    stem = body.rstrip("e")
    n_e, n_e_of_lemma = len(body) - len(stem), len(lemma) - len(lemma_without_e)
    is_in_reach = lemma_without_e and stem and n_e <= max(n_e_of_lemma, 1) + MOST_E
    return (lemma_without_e, stem, n_e_of_lemma, n_e) if is_in_reach else None


def _reading_by_e(lemma_without_e: str, n_e_of_lemma: int, n_e: int) -> Reading | None:
    """The reading of a form with the right stem, by what became of its e."""
    if n_e > max(n_e_of_lemma, 1):
        return E_REPEATED if n_e_of_lemma else E_ADDED  # rateeed, walkeed
    if n_e:
        return E_KEPT
    if lemma_without_e[-1] in "td":
        return NO_SYLLABLE_LEFT  # bleedd
    if n_e_of_lemma and lemma_without_e[-1] in "aeio":
        return None  # hod is no hoed, tid no tied; but argud is argued
    is_closed = n_e_of_lemma or (lemma_without_e[-1] in "aeiou" and VOWELS.isdisjoint(lemma_without_e[:-1]))
    return OTHER_VOWEL_LEFT if is_closed else E_LEFT_OUT


def _as_read(stem: str, last_c: str) -> str:
    """A stem respelled so that stems that sound alike are equal: gyp, gip; vacuum, vacum; phone, fone."""
    first, rest = stem[:1], stem[1:].replace("y", "i").replace("ck", "k").replace("ph", "f").replace("z", "s")
    if "c" in rest:
        rest = _SOFT_C.sub("s", rest[:-1] + last_c if rest[-1] == "c" else rest)
    if rest.endswith("our") and not VOWELS.isdisjoint(rest[:-3]):  # favour, favor
        rest = rest[:-2] + "r"
    if rest.endswith("ii"):
        rest = rest.rstrip("i") + "i"  # dryied
    once = _CONSONANT_REPEATED.sub(FIRST_GROUP, first + rest)
    return _VOWEL_REPEATED.sub(lambda found: found[1] or found[2] * 2, once)


# The word lists

PASTS = {verb: tuple(pasts) for verb, *pasts in rows(__package__, "irregular_verbs.tsv")}  # dive → dove, dived
IRREGULAR_PASTS = {
    lemma: tuple(past for past in pasts if not exact_reading(lemma, past)) for lemma, pasts in PASTS.items()
}
_DOUBLETS = {verb: spellings for verb, *spellings in rows(__package__, "spelling_doublets.tsv")}
_DOUBLING = frozenset(lines(__package__, "doubling_verbs.txt"))
_PLAIN = frozenset(lines(__package__, "plain_verbs.txt"))
_VERBS_OF_PAST = {past: lemma for lemma, pasts in IRREGULAR_PASTS.items() for past in pasts}


def is_accepted(lemma: str, form: str) -> bool:
    """Whether a form is a past of this verb in the word lists: hiccupped, lighted, sprung, awakened."""
    if lemma in PASTS:
        return form in PASTS[lemma]
    if lemma in _DOUBLETS:
        return form in _DOUBLETS[lemma]
    if lemma in _DOUBLING:
        return form == lemma + lemma[-1] + "ed"
    return lemma in _PLAIN and exact_reading(lemma, form) in ("plain", "y-to-i")


def is_wrong_gold(lemma: str, gold: str) -> bool:
    """Whether a gold form cannot be right: an -ed that must be doubled, or the past of another verb."""
    if gold == lemma + "ed":  # char: chared, where the lists have only charred
        return lemma in _DOUBLING and _is_short(lemma)
    other = _VERBS_OF_PAST.get(gold, lemma)  # awaken: awoke, which belongs to awake
    return other != lemma and (lemma in _PLAIN or lemma in _DOUBLING) and gold != lemma


def _is_short(lemma: str) -> bool:
    """Whether the lemma has one vowel letter and one final consonant letter that doubles: char, not fix, sew, play."""
    return sum(letter in "aeiouy" for letter in lemma) == 1 and lemma[-2:-1] in "aeiou" and lemma[-1:] not in "wxy"
