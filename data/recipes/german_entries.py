"""The common nouns of the German Wiktionary, as german-nouns has them."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from .packages import Package

GERMAN_NOUNS = Package(
    "german-nouns",
    "1.2.5",
    "german_nouns-1.2.5-py3-none-any.whl",
    "0f113c59ea331aae750bc03c7b6c7217bae975c6677b4df8d8932093093f509f",
)

GENDERS = {"m": "MASC", "f": "FEM", "n": "NEUT"}
WORD = re.compile("[A-ZÄÖÜ][a-zäöüßáàâçéèêñôû]+")
NOT_COMMON_NOUNS = {
    *("Abkürzung", "Adjektiv", "Affix", "Buchstabe", "Deklinierte Form", "Gebundenes Lexem"),
    *("Geflügeltes Wort", "Grußformel", "Nachname", "Partikel", "Redewendung", "Straßenname", "Suffix", "Symbol"),
    *("Toponym", "Vorname", "Wortverbindung", "adjektivische Deklination"),
}


class Entry(NamedTuple):
    """A noun in one sense, as the Wiktionary has it."""

    lemma: str
    gender: str
    plurals: tuple[str, ...]
    dative_plural: str
    genitives: tuple[str, ...]
    genders: tuple[str, ...]  # all that the entry gives; the first one is its gender


class Noun(NamedTuple):
    """An entry with the plural chosen, and the estimated counts of its singular and plural."""

    entry: Entry
    plural: str
    n_singular: float
    n_plural: float

    @property
    def rank(self) -> float:
        """The geometric mean of both counts."""
        return math.sqrt(self.n_singular * self.n_plural)


def read_entries(packages: Path) -> list[Entry]:
    """The common nouns with a plural, in the order of the source."""
    table = GERMAN_NOUNS.read("german_nouns/nouns.csv", packages).decode()
    found = (entry_of(cells) for cells in csv.DictReader(io.StringIO(table, newline="")))
    return [entry for entry in found if entry]


def entry_of(cells: Mapping[str, str]) -> Entry | None:
    """What a row says, or None where it is no common noun with gender and plural."""
    lemma = cells["lemma"]
    gender = cells["genus"] or cells["genus 1"]
    plurals = [form for form in filled(cells, "nominativ plural") if WORD.fullmatch(form)]
    if not set(cells["pos"].split(",")).isdisjoint(NOT_COMMON_NOUNS) or not WORD.fullmatch(lemma):
        return None
    if gender not in GENDERS or not plurals or lemma not in filled(cells, "nominativ singular"):
        return None
    dative = next(filled(cells, "dativ plural"), "")
    genitives = tuple(filled(cells, "genitiv singular"))
    genders = tuple(dict.fromkeys(GENDERS[name] for name in filled(cells, "genus") if name in GENDERS))
    return Entry(lemma, GENDERS[gender], tuple(dict.fromkeys(plurals)), dative, genitives, genders)


def filled(cells: Mapping[str, str], case: str) -> Iterator[str]:
    """The forms of a case in the order of trust: the only one, numbered ones, then the one marked as lesser."""
    columns = [case, *(f"{case} {n}" for n in "1234"), f"{case}*"]
    return (cells[column] for column in columns if cells.get(column))
