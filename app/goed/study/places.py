"""The places of items in corpora: the sentence that a word stands in, and where."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from goed.corpora.corpus import Column
from goed.errors import GoedError
from goed.models.sentence import Place, Sentence
from goed.models.text import Text
from goed.study.corpora import CorpusRow, stored_corpora
from goed.study.corpus_texts import corpus_text, utterances_of
from goed.study.study import WAY_BACK, Study


class _CorpusSentences(NamedTuple):
    """The sentences of a corpus, each made when it is first asked for."""

    name: str
    text: Text
    starts: list[int]  # the first token of each
    notes: Column
    made: dict[int, Sentence]  # by utterance


def corpus_of(study: Study, corpus_id: int) -> CorpusRow:
    """The corpus of this number; raises GoedError where a damaged study has none."""
    for corpus in stored_corpora(study):
        if corpus.id == corpus_id:
            return corpus
    raise GoedError(f"{study.path}: a corpus is missing; {WAY_BACK}")


def text_of(study: Study, corpus_id: int) -> Text:
    """The text of a corpus, which is read once."""
    key = ("text", corpus_id)
    if key not in study.kept:
        study.kept[key] = corpus_text(study, corpus_id)
    text: Text = study.kept[key]
    return text


def place_in_corpus(study: Study, corpus_id: int, token: int) -> Place | None:
    """The place of a token; None where the corpus has no such token, as in a damaged study."""
    of_corpus = _sentences(study, corpus_id)
    if not 0 <= token < len(of_corpus.text):
        return None
    utterance = bisect_right(of_corpus.starts, token) - 1
    if utterance not in of_corpus.made:
        of_corpus.made[utterance] = of_corpus.text.sentence(utterance)
    position = token - of_corpus.starts[utterance] + 1
    return Place(of_corpus.made[utterance], position, of_corpus.name, utterance, of_corpus.notes.word(utterance))


def _sentences(study: Study, corpus_id: int) -> _CorpusSentences:
    key = ("sentences", corpus_id)
    if key not in study.kept:
        text = text_of(study, corpus_id)
        notes = utterances_of(study, corpus_id).notes
        study.kept[key] = _CorpusSentences(corpus_of(study, corpus_id).name, text, text.starts.tolist(), notes, {})
    found: _CorpusSentences = study.kept[key]
    return found
