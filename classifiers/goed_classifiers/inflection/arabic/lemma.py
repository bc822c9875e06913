"""What the rules ask of a lemma."""

from __future__ import annotations

from typing import NamedTuple

from goed_classifiers.inflection.arabic.roots import Root, root_of
from goed_classifiers.inflection.arabic.sounds import sounds


class Lemma(NamedTuple):
    """A lemma as it sounds, without its ة, and its root."""

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
