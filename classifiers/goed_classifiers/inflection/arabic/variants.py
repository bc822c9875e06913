"""Plurals that are as right as the gold form, by a list."""

from __future__ import annotations

from goed_classifiers.inflection.arabic.doublets import DOUBLETS


def _read(table: str) -> dict[str, tuple[frozenset[str], ...]]:
    """Lemma → the plurals of each word that is spelt so."""
    words: dict[str, tuple[frozenset[str], ...]] = {}
    for line in table.splitlines():
        lemma, *plurals = line.split(" ")
        words[lemma] = (*words.get(lemma, ()), frozenset(plurals))
    return words


_PLURALS = _read(DOUBLETS)


def are_doublets(lemma: str, gold: str, form: str) -> bool:
    """Whether both forms are listed as plurals of one word: مُدَراء and مُدِيرِين of مُدِير."""
    return any(gold in plurals and form in plurals for plurals in _PLURALS.get(lemma, ()))
