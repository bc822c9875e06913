"""German letters: folded forms without umlauts and ß, and doublings undone or compared."""

from __future__ import annotations

import re
from itertools import pairwise

from goed_classifiers.forms import FIRST_GROUP

VOWELS = frozenset("aeiouy")  # of folded forms, which have no ä, ö, ü
WITHOUT_UMLAUT = {"ä": "a", "ö": "o", "ü": "u"}

_UMLAUTS = str.maketrans(WITHOUT_UMLAUT)
# Accents are folded with the umlauts: Cafes is Café with a slip
_FOLDED = str.maketrans({**WITHOUT_UMLAUT, "ß": "ss"} | dict(zip("áàâçéèêîñôû", "aaaceeeinou", strict=True)))
_RUN = re.compile(r"(.)\1+", re.DOTALL)
_LONG_VOWEL = re.compile("(a)a|(o)o")


def folded(form: str) -> str:
    """A form as it is compared with its lemma: small letters, umlauts undone, ß as ss.

    >>> folded("Übergrößen")
    'ubergrossen'
    """
    form = form.lower()
    return form if form.isascii() else form.translate(_FOLDED)


def small_initial(form: str) -> str:
    """A form with a small first letter: *Hunde* and *hunde* are one form, with and without a slip."""
    return form[:1].lower() + form[1:]


def without_umlaut(form: str) -> str:
    """A form with its umlauts undone and nothing else."""
    return form if form.isascii() else form.translate(_UMLAUTS)


def without_doublings(form: str) -> str:
    """A form with every doubling undone, of vowels too: *Flussse*, *Flusse* and *Fluse* are one.

    >>> without_doublings("schifffahrt")
    'schifahrt'
    """
    return _RUN.sub(FIRST_GROUP, form)


def with_short_vowels(form: str) -> str:
    """A folded form with its doubled vowel single, as before an umlaut: Saal, Säle."""
    return _LONG_VOWEL.sub(r"\1\2", form)


def has_other_doubled_vowels(lemma: str, form: str) -> bool:
    """Whether the form doubles a vowel that the lemma has once, or has once what it doubles: *Teelefone*, *Hare*."""
    return _doubled_vowels(lemma) != _doubled_vowels(form[: len(lemma)])


def has_doubled_vowel(form: str) -> bool:
    """Whether two of the same vowel stand together."""
    return bool(_doubled_vowels(form))


def _doubled_vowels(form: str) -> list[str]:
    return [one for one, other in pairwise(form) if one == other and one in VOWELS]
