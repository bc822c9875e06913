"""Texts for learners of dependencies: the real treebanks with PASCAL's sections and tags, and small made-up ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from goed.corpora.corpus import Column, Corpus, codes_of
from goed.corpora.corpus_file import read_corpus
from goed.corpora.tags import punctuation_of, read_upos_table
from goed.models.dependencies import learner_named
from goed.models.model import Model
from goed.models.text import Text, TextTask
from goed.scores.dependencies import Trees, attachment, attachment_kinds, counted, without
from goed.scores.values import Numbers

DANISH_UPOS = {  # of PASCAL's treebank
    tag: upos
    for upos, tags in {
        "ADJ": "AC AN AO",
        "CONJ": "CC CS",
        "NOUN": "NC NP",
        "VERB": "VA VE",
        "PRON": "PC PD PI PO PP PT",
        "ADV": "RG",
        "ADP": "SP",
        ".": "XP",
        "X": "I U XA XF XR XS XX",
    }.items()
    for tag in tags.split()
}
TAGS = ("cpostag", "postag")


@dataclass(frozen=True)
class GoldSection:
    """A section of a treebank, to be answered and scored."""

    text: Text

    def scores(self, heads: Numbers) -> tuple[float, ...]:
        """Directed, undirected and NED in per cent; then the same of sentences of at most ten tokens."""
        assert self.text.heads is not None
        lengths, is_punctuation = self.text.lengths, self.text.is_punctuation
        gold = without(Trees(self.text.heads.astype(np.int64), lengths), is_punctuation)
        found = without(Trees(heads.astype(np.int64), lengths), is_punctuation)
        kinds = attachment_kinds(gold, found)
        is_short = np.repeat(lengths <= 10, lengths)[~is_punctuation]
        return tuple(100 * each.value for some in (kinds, kinds[is_short]) for each in attachment(counted(some)))


def treebank(corpus: Corpus, upos: dict[str, str], is_punctuation: np.ndarray) -> Text:
    """A treebank with an added column of universal tags; tags that the table lacks are X."""
    coarse, fine = corpus.columns["cpostag"], corpus.columns["postag"]
    numbers: dict[str, int] = {}
    codes = codes_of([upos.get(tag, upos.get(tag.split("|")[0], "X")) for tag in coarse.values], numbers)
    columns = {
        "form": corpus.forms,
        "cpostag": coarse,
        "postag": fine,
        "upos": Column(codes[coarse.codes], tuple(numbers)),
    }
    assert corpus.heads is not None
    return Text(columns, corpus.lengths, is_punctuation, corpus.heads.astype(np.int32))


def danish(shared: Path) -> Text:
    """The Danish treebank in the order of PASCAL: train, dev, test."""
    corpus = read_corpus(shared / "treebanks" / "danish-cdt.conll", (*TAGS, "head"))
    text = treebank(corpus, DANISH_UPOS, punctuation_of(corpus, ["XP"]))
    everything = np.arange(len(text.lengths))
    return text.utterances(np.concatenate([everything[2000:], everything[:2000]]))


def swedish(shared: Path) -> Text:
    """The test section of the Swedish treebank."""
    folder = shared / "treebanks"
    corpus = read_corpus(folder / "swedish-talbanken-test.conll", (*TAGS, "head"))
    table = read_upos_table(folder / "sv-talbanken-upos.tsv")
    return treebank(corpus, table, punctuation_of(corpus, ["I*", "PU", "!ID", "!IM"]))


def dev_section(text: Text) -> GoldSection:
    """The last thousand utterances but another thousand: PASCAL's dev section of Danish."""
    n = len(text.lengths)
    return GoldSection(text.utterances(np.arange(n - 2000, n - 1000)))


def gold_test_section(text: Text) -> GoldSection:
    """The last thousand utterances: PASCAL's test section of Danish."""
    n = len(text.lengths)
    return GoldSection(text.utterances(np.arange(n - 1000, n)))


def answers(model: Model | str, train: Text, questions: Text, seed: int = 0) -> Numbers:
    """What a learner answers, shown no gold heads."""
    found = learner_named(model) if isinstance(model, str) else model
    assert found is not None
    task = TextTask(train.without(), questions.without(), seed, {"name": found.name, **found.settings})
    return np.asarray(found.load()(task).by_model[found.name])


def text_of(sentences: Sequence[str], column: str = "upos") -> Text:
    """A small text of word/TAG; the tag `.` is punctuation."""
    tokens = [token.rpartition("/") for sentence in sentences for token in sentence.split()]
    forms, tags = [form for form, _, _ in tokens], [tag for _, _, tag in tokens]
    columns = {}
    for name, words in (("form", forms), (column, tags)):
        numbers: dict[str, int] = {}
        columns[name] = Column(codes_of(words, numbers), tuple(numbers))
    lengths = np.array([len(sentence.split()) for sentence in sentences], np.int64)
    return Text(columns, lengths, np.array([tag == "." for tag in tags], bool))


def with_heads(text: Text, heads: Sequence[int]) -> Text:
    """A text with its gold heads."""
    return replace(text, heads=np.array(heads, np.int32))
