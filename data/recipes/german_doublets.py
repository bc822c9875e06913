"""Which plurals of a German noun are both right: the word list of the German classifier.

1. Entries of the German Wiktionary (`german_entries`) that give more than one nominative plural. An entry is one sense
   of a noun, so that its plurals are forms of one word: Balkons, Balkone. Bänke and Banken stand in two entries.
2. An entry is left out where another one of the same noun and gender has some of its plurals and not the others: Bäre,
   which are rammers, stand with Bären in an entry of their own.
3. Left out are the plurals of `german_rejected_variants.tsv`, and of compounds with them (Leinentuche as Tuche).
   `german_more_doublets.tsv` says which are added.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from .german_entries import Entry, read_entries
from .tables import corrections, write_word_list

SHORTEST_HEAD = 4  # of a noun whose compounds can be told by their end: Wort is none of Ort

ON_TOP = """
German nouns with more than one right plural: lemma, genders, plurals.
From the German Wiktionary by way of german-nouns 1.2.5, under CC BY-SA 4.0
(https://creativecommons.org/licenses/by-sa/4.0/). Written by data/recipes/german_doublets.py, which says how its
entries were chosen; change that, not this.
"""


def build(folder: Path, packages: Path) -> int:
    """Write `doublets.tsv` into the classifier's folder and give the number of nouns."""
    senses = sorted({*doublets(read_entries(packages)), *more_doublets()})
    write_word_list(folder / "doublets.tsv", ON_TOP, [(lemma, genders, *plurals) for lemma, genders, plurals in senses])
    return len(senses)


def doublets(entries: Iterable[Entry]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Lemma, initials of the genders and plurals of every sense that has several plurals."""
    of_lemma: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        of_lemma[entry.lemma].append(entry)
    rejected = [(lemma, form) for lemma, form in corrections("german_rejected_variants.tsv")]
    for homographs in of_lemma.values():
        for entry in homographs:
            plurals = tuple(form for form in entry.plurals if not is_rejected(entry.lemma, form, rejected))
            if len(plurals) > 1 and not any(is_doubtful(entry, other) for other in homographs):
                yield entry.lemma, "".join(gender[0] for gender in entry.genders), plurals


def is_doubtful(entry: Entry, other: Entry) -> bool:
    """Whether another entry has some of the plurals only: in its sense, the others are wrong."""
    shared = {*entry.plurals} & {*other.plurals}
    return 0 < len(shared) < len(entry.plurals) and not {*entry.genders}.isdisjoint(other.genders)


def is_rejected(lemma: str, plural: str, rejected: Iterable[tuple[str, str]]) -> bool:
    """Whether a plural, or that of the noun's last part, is none that is accepted."""
    for noun, form in rejected:
        if (lemma, plural) == (noun, form):
            return True
        first = lemma.removesuffix(noun.lower())
        if first != lemma and plural == first + form.lower() and len(noun) >= SHORTEST_HEAD:
            return True
    return False


def more_doublets() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Those that were added by hand."""
    for lemma, gender, *plurals, _ in corrections("german_more_doublets.tsv"):
        yield lemma, gender[0], tuple(plurals)
