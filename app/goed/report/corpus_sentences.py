"""The sentences of corpora as they are written into CoNLL files.

In both layouts the column of universal tags marks as punctuation exactly what is punctuation in the corpus: with `.` in
PASCAL's nine columns, with PUNCT in CoNLL-U. So `goed score` and `goed import` read the files as the corpus has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from goed.corpora.conll_writer import ConllSentence
from goed.corpora.corpus import Column
from goed.corpora.layouts import CONLL_U, NO_VALUE, PASCAL, Layout
from goed.models.text import NO_HEAD, Text
from goed.study.corpora import CorpusRow
from goed.study.corpus_texts import utterances_of
from goed.study.places import text_of
from goed.study.study import Study
from goed.study.text_splits import UtterancePlaces

Columns = Mapping[str, Sequence[str]]  # of a layout, by their names: a value for each token
MARKS = (CONLL_U.punctuation, PASCAL.punctuation)  # as a tag, these stand for punctuation
# A layout's column → the layers of a corpus that may stand in it, the first that is there.
LAYERS: Mapping[str, Mapping[str, Sequence[str]]] = {
    PASCAL.name: {"form": ("form",), "lemma": ("lemma",), "cpostag": ("cpostag", "tag"), "postag": ("postag",)},
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
    """The utterances of a text, each with its part of the columns and its comments."""
    for number, (start, length) in enumerate(zip(text.starts.tolist(), text.lengths.tolist(), strict=True)):
        of_sentence = {name: values[start : start + length] for name, values in columns.items()}
        yield ConllSentence(of_sentence, comments[number] if comments else ())


def _universal_tags(layout: Layout, text: Text) -> list[str]:
    mark = str(layout.punctuation)
    tags = [NO_VALUE] * len(text)
    if "upos" in text.columns:
        tags = [NO_VALUE if tag in MARKS else tag for tag in _words(text.columns["upos"])]
    return [mark if is_mark else tag for tag, is_mark in zip(tags, text.is_punctuation.tolist(), strict=True)]


def _words(column: Column) -> list[str]:
    return column.words(np.arange(len(column))).tolist()  # type: ignore[no-any-return]


class SentenceComments:
    """What CoNLL-U tells of the utterances of a corpus before their tokens."""

    def __init__(self, study: Study, corpus: CorpusRow) -> None:
        self._name = corpus.name
        self._told = utterances_of(study, corpus.id)
        self._forms = text_of(study, corpus.id)
        notes = self._told.notes
        are_ids = len(set(notes.codes.tolist())) == len(self._told) and not any(map(_has_blanks, notes.values))
        self._has_ids = are_ids

    def of(self, utterances: UtterancePlaces) -> list[list[tuple[str, str]]]:
        """The comments of some utterances."""
        return [self._of_one(number) for number in utterances.tolist()]

    def _of_one(self, number: int) -> list[tuple[str, str]]:
        told = self._told
        note, speaker, child = (column.word(number) for column in (told.notes, told.speakers, told.children))
        own = note if self._has_ids else f"{'_'.join(self._name.split())}-{number + 1}"
        age = told.ages[number]
        said = {
            "corpus": self._name,
            "sent_id": own,
            "note": note if note != own else "",
            "speaker": speaker,
            "child": child,
            "age_days": "" if np.isnan(age) else f"{age:g}",
            "text": self._text(number),
        }
        return [(key, value) for key, value in said.items() if value]

    def _text(self, number: int) -> str:
        start = int(self._forms.starts[number])
        codes = self._forms.columns["form"].codes[start : start + int(self._forms.lengths[number])]
        return " ".join(self._forms.columns["form"].values[code] for code in codes.tolist())


def _has_blanks(text: str) -> bool:
    return text.split() != [text]
