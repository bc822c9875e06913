"""What tags mean: which tokens are punctuation, and UPOS tags by a table.

Users choose tags of punctuation by patterns, as a shell chooses files: `I*` is every tag that begins with I, and `!ID`
excludes ID.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

import numpy as np

from goed.corpora.corpus import Column, Corpus, codes_of
from goed.corpora.corpus_file import read_corpus
from goed.corpora.layouts import COLUMNS, CONLL_X
from goed.errors import WrongUsageError, quoted
from goed.scores.values import Marks

NONE = "none"


def punctuation_of(corpus: Corpus, patterns: Sequence[str] | None = None, name: str = "tag") -> Marks:
    """Which tokens are punctuation: by patterns of a column's tags, else by the tag that the layout knows."""
    is_asked = bool(patterns)
    if patterns is None:
        patterns = _known_tags(corpus)
    column = corpus.column(name)
    chosen = [tag for tag in column.values if _fits(tag, patterns)]
    if is_asked and not chosen and len(corpus) and set(patterns) != {NONE}:
        there = ", ".join(sorted(column.values)[:12]) + (" …" if len(column.values) > 12 else "")
        raise WrongUsageError(f"no {name} of {corpus.path} fits --punctuation {' '.join(patterns)}; there are {there}")
    return column.is_any_of(set(chosen))


def _known_tags(corpus: Corpus) -> Sequence[str]:
    if corpus.layout is CONLL_X:  # has no punctuation tag of its own, but UPOS from a table has
        return (".", "PUNCT")
    return () if corpus.layout.punctuation is None else (corpus.layout.punctuation,)


def _fits(tag: str, patterns: Sequence[str]) -> bool:
    """Whether one of the patterns fits a tag, and none with a ! excludes it; `none` fits nothing."""
    if any(fnmatchcase(tag, pattern[1:]) for pattern in patterns if pattern.startswith("!")):
        return False
    return any(fnmatchcase(tag, pattern) for pattern in patterns if pattern != NONE and not pattern.startswith("!"))


def signs_among_words(forms: Column, is_punctuation: Marks, most: int = 3) -> tuple[int, list[str]]:
    """How many tokens without letter or digit count as words, and the commonest: were they to be punctuation?"""
    words = forms.chosen(~is_punctuation)
    counts = np.bincount(words.codes, minlength=len(words.values))
    found = [code for code, word in enumerate(words.values) if counts[code] and not any(map(str.isalnum, word))]
    found.sort(key=lambda code: -counts[code])
    return sum(int(counts[code]) for code in found), [words.values[code] for code in found[:most]]


def read_upos_table(path: Path) -> dict[str, str]:
    """Read the UPOS of each tag from a table of two columns: TAG<tab>UPOS, where TAG is a POSTAG or a CPOSTAG."""
    table = read_corpus(path, ("tag",), COLUMNS)
    table.refuse("tag", [""], "the UPOS is empty")
    tags, universal = table.forms, table.column("tag")
    found: dict[str, str] = {}
    for place in range(len(table)):
        tag, upos = tags.word(place), universal.word(place)
        if found.setdefault(tag, upos) != upos:
            before = f"{quoted(tag, 20)} stands for {quoted(found[tag], 20)} before"
            raise table.error(place, f"{before}, and for another here")
    return found


def with_upos(corpus: Corpus, table: dict[str, str]) -> Corpus:
    """A treebank with an added column upostag: by the table, for its POSTAG or else its CPOSTAG."""
    fine, coarse = corpus.columns["postag"], corpus.columns["cpostag"]
    numbers = {"": 0}
    of_fine, of_coarse = (
        codes_of([table.get(tag, "") for tag in column.values], numbers)[column.codes] for column in (fine, coarse)
    )
    upos = Column(np.where(of_fine == 0, of_coarse, of_fine), tuple(numbers))
    missing = np.flatnonzero(upos.codes == 0)
    if len(missing):
        place = int(missing[0])
        raise corpus.error(place, f"the table of UPOS has neither {fine.word(place)} nor {coarse.word(place)}")
    return replace(corpus, columns={**corpus.columns, "upostag": upos})
