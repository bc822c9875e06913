"""UPOS for a treebank in CoNLL-X, by a table of two columns: TAG<tab>UPOS, where TAG is a POSTAG or a CPOSTAG."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from goed.corpora.column import Column, Words
from goed.corpora.corpus import Corpus
from goed.corpora.corpus_file import read_corpus
from goed.corpora.layouts import COLUMNS
from goed.errors import quoted


def read_upos_table(path: Path) -> dict[str, str]:
    """What each tag is in UPOS."""
    table = read_corpus(path, ("tag",), COLUMNS)
    table.refuse("tag", [""], "the UPOS is empty")
    tags, universal = table.forms, table.column("tag")
    found: dict[str, str] = {}
    for place in range(len(table)):
        tag, upos = tags.word(place), universal.word(place)
        if found.setdefault(tag, upos) != upos:
            raise table.error(
                place, f"{quoted(tag, 20)} stands for {quoted(found[tag], 20)} before, and for another here"
            )
    return found


def with_upos(corpus: Corpus, table: dict[str, str]) -> Corpus:
    """A treebank with a column upostag: the table's word for its POSTAG, else for its CPOSTAG."""
    fine, coarse = corpus.columns["postag"], corpus.columns["cpostag"]
    words = Words()
    of_fine = words.codes_of([table.get(tag, "") for tag in fine.values])[fine.codes]
    of_coarse = words.codes_of([table.get(tag, "") for tag in coarse.values])[coarse.codes]
    empty = words.codes_of([""])[0]
    upos = Column(np.where(of_fine == empty, of_coarse, of_fine), words.values)
    missing = np.flatnonzero(upos.codes == empty)
    if len(missing):
        place = int(missing[0])
        raise corpus.error(place, f"the table of UPOS has neither {fine.word(place)} nor {coarse.word(place)}")
    return replace(corpus, columns={**corpus.columns, "upostag": upos})
