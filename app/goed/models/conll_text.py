"""Texts as they are written into CoNLL files.

In both layouts the column of universal tags marks as punctuation exactly what is punctuation in the corpus: with `.` in
PASCAL's nine columns, with PUNCT in CoNLL-U. So `goed score` and `goed import` read the files as the corpus has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from goed.corpora.conll_writer import ConllSentence
from goed.corpora.corpus import Column
from goed.corpora.layouts import CONLL_U, NO_VALUE, PASCAL, Layout
from goed.models.text import NO_HEAD, Text

Columns = Mapping[str, Sequence[str]]  # of a layout, by their names: a value for each token
MARKS = (CONLL_U.punctuation, PASCAL.punctuation)  # as a tag, these stand for punctuation
# A layout's column → the layers of a corpus that may stand in it, the first that is there.
LAYERS: Mapping[str, Mapping[str, Sequence[str]]] = {
    PASCAL.name: {
        "form": ("form",),
        "lemma": ("lemma",),
        "cpostag": ("cpostag", "tag", "upos"),
        "postag": ("postag", "cpostag", "tag", "upos"),
    },
    CONLL_U.name: {"form": ("form",), "lemma": ("lemma",), "postag": ("postag", "cpostag", "tag")},
}


def text_columns(layout: Layout, text: Text) -> dict[str, Sequence[str]]:
    """The words of a text and their tags, without trees."""
    found: dict[str, Sequence[str]] = {"upostag": _universal_tags(layout, text)}
    for name, layers in LAYERS[layout.name].items():
        layer = next((layer for layer in layers if layer in text.columns), None)
        if layer is not None:
            found[name] = _words(text.columns[layer])
    return found


def gold_columns(text: Text) -> dict[str, Sequence[str]]:
    """The gold heads and relations of a text, as far as its corpus has them."""
    found: dict[str, Sequence[str]] = {}
    if text.heads is not None:
        found["head"] = [NO_VALUE if head == NO_HEAD else str(head) for head in text.heads.tolist()]
    if "relation" in text.columns:
        found["deprel"] = _words(text.columns["relation"])
    return found


def sentences_of(
    text: Text, columns: Columns, comments: Sequence[Sequence[tuple[str, str]]] | None = None
) -> Iterator[ConllSentence]:
    """The utterances of a text that are not empty, each with its part of the columns and its comments."""
    for number, (start, length) in enumerate(zip(text.starts.tolist(), text.lengths.tolist(), strict=True)):
        if length:
            of_sentence = {name: values[start : start + length] for name, values in columns.items()}
            yield ConllSentence(of_sentence, comments[number] if comments else ())


def _universal_tags(layout: Layout, text: Text) -> list[str]:
    mark = str(layout.punctuation)
    tags = [NO_VALUE] * len(text)
    if "upos" in text.columns:
        tags = [NO_VALUE if tag in MARKS else tag for tag in _words(text.columns["upos"])]
    return [mark if is_mark else tag for tag, is_mark in zip(tags, text.is_punctuation.tolist(), strict=True)]


def _words(column: Column) -> list[str]:
    values = [value or NO_VALUE for value in column.values]
    return [values[code] for code in column.codes.tolist()]
