"""What the word lists say of a verb: its irregular pasts, every accepted past, and whether a gold form can be right."""

from __future__ import annotations

from goed_classifiers.inflection.english import irregular_verbs, regular_verbs
from goed_classifiers.inflection.english.regular_past import exact_reading


def _pasts_by_verb(table: str) -> dict[str, tuple[str, ...]]:
    """The lines of a table, verb and pasts, as a dictionary."""
    rows = (line.split() for line in table.split("\n") if line)
    return {lemma: tuple(pasts) for lemma, *pasts in rows}


PASTS = _pasts_by_verb(irregular_verbs.TABLE)  # of irregular verbs: dive → dove, dived
IRREGULAR_PASTS = {
    lemma: tuple(past for past in pasts if not exact_reading(lemma, past)) for lemma, pasts in PASTS.items()
}
_DOUBLETS = _pasts_by_verb(regular_verbs.DOUBLETS)
_DOUBLING = frozenset(regular_verbs.DOUBLING.split())
_PLAIN = frozenset(regular_verbs.PLAIN.split())
_VERBS_OF_PAST: dict[str, str] = {past: lemma for lemma, pasts in IRREGULAR_PASTS.items() for past in pasts}


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
    if gold == lemma + "ed":  # char: chared, where the lists have charred alone
        return lemma in _DOUBLING and _is_short(lemma)
    other = _VERBS_OF_PAST.get(gold, lemma)  # awaken: awoke, which belongs to awake
    return other != lemma and (lemma in _PLAIN or lemma in _DOUBLING) and gold != lemma


def _is_short(lemma: str) -> bool:
    """One syllable in one vowel letter and one consonant letter that is doubled: char, but not fix, sew, play."""
    return sum(letter in "aeiouy" for letter in lemma) == 1 and lemma[-2:-1] in "aeiou" and lemma[-1:] not in "wxy"
