"""Sentences of real treebanks with their gold trees, and the heads that baselines give to their words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from goed.corpora.corpus_file import read_corpus
from goed.corpora.tags import punctuation_of
from goed.scores.dependencies import Trees, baseline_trees, without
from goed.scores.values import Numbers
from goed_classifiers.dependencies.values import AttachmentCase, ParsedSentence

TREEBANKS = {  # punctuation by the tags of each
    "danish-cdt.conll": ["XP"],
    "eve-brown-dev.conll": ["punct"],
    "eve-brown-test.conll": ["punct"],
    "gum-free.conllu": ["PUNCT"],
    "swedish-talbanken-test.conll": ["I*", "PU", "!ID", "!IM"],
}


def read_sentences(path: Path, every: int = 1) -> Iterator[ParsedSentence]:
    """Sentences of a treebank that have words, or one of each `every`; what hangs on punctuation is hung higher."""
    corpus = read_corpus(path, ("tag", "head", "deprel"))
    assert corpus.heads is not None
    is_mark = punctuation_of(corpus, TREEBANKS[path.name])
    heads = without(Trees(corpus.heads, corpus.lengths), is_mark).heads
    columns = [corpus.column(name).words(np.arange(len(corpus))) for name in ("form", "tag", "deprel")]
    before = np.concatenate(([0], np.cumsum(~is_mark)))  # words before each token
    for start, length in list(zip(corpus.starts, corpus.lengths, strict=True))[::every]:
        here = slice(start, start + length)
        places = [0, *(np.flatnonzero(~is_mark[here]) + 1).tolist()]
        own = iter(heads[before[start] : before[start + length]].tolist())
        found = tuple(-1 if mark else places[next(own)] for mark in is_mark[here])
        forms, tags, relations = (tuple(column[here]) for column in columns)
        if len(places) > 1:
            yield ParsedSentence(forms, tags, found, relations, tuple(is_mark[here].tolist()))


def cases_of(sentences: list[ParsedSentence], baseline: str) -> list[AttachmentCase]:
    """The heads that a baseline gives to all words."""
    words = [kept(sentence) for sentence in sentences]
    lengths: Numbers = np.array([len(places) for places in words])
    heads = iter(baseline_trees(lengths, baseline, seed=1).heads.tolist())
    return [
        AttachmentCase(sentence, place, places[head - 1] if (head := next(heads)) else 0)
        for sentence, places in zip(sentences, words, strict=True)
        for place in places
    ]


def kept(sentence: ParsedSentence) -> list[int]:
    """The places of the words that are no punctuation."""
    return [place for place, is_mark in enumerate(sentence.is_punctuation, start=1) if not is_mark]
