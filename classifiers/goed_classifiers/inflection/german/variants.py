"""Forms of a word that are as right as the gold form, by a list."""

from __future__ import annotations

from goed_classifiers.inflection.german.doublets import DOUBLETS

GENDERS = {"MASC": "M", "FEM": "F", "NEUT": "N"}


def _read(table: str) -> dict[str, list[list[str]]]:
    """Lemma → genders and plurals of each sense that has several."""
    senses: dict[str, list[list[str]]] = {}
    for line in table.splitlines():
        lemma, *sense = line.split(" ")
        senses.setdefault(lemma, []).append(sense)
    return senses


_DOUBLETS = _read(DOUBLETS)


def is_doublet(lemma: str, features: str, gold: str, form: str) -> bool:
    """Whether both forms are listed as plurals of the word in one sense: Balkone, Balkons; not Bänke, Banken.

    Where the features name a gender, it is a sense of that gender: Gehalte (der) are no Gehälter (das).
    """
    return any(
        gold in plurals and form in plurals and _has_gender(genders, features)
        for genders, *plurals in _DOUBLETS.get(lemma, ())
    )


def _has_gender(genders: str, features: str) -> bool:
    named = {initial for name, initial in GENDERS.items() if name in features.split(";")}
    return not named or not named.isdisjoint(genders)
