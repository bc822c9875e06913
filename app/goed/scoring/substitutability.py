"""Substitutable precision and recall of two corpora, tagged with clusters themselves or by a list of words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from goed.corpora.column import Column
from goed.corpora.corpus import Corpus
from goed.corpora.layouts import PLAIN
from goed.errors import WrongUsageError, quoted
from goed.scores.arrays import Marks, Numbers
from goed.scores.categories.substitutable import Labelled, Substitutable, substitutable
from goed.scores.categories.unclustered import NO_CLUSTER, merged, split
from goed.scoring.scored import PLAIN as PLAIN_UNIT
from goed.scoring.scored import Scored, of_ratio
from goed.scoring.tagged import codes_of_words


@dataclass(frozen=True)
class TypeClusters:
    """One cluster for each word that has some: the one of most of its tokens, the first of equals."""

    words: tuple[str, ...]
    clusters: Numbers
    values: tuple[str, ...]
    n_ambiguous: int


def clusters_by_type(words: Column, clusters: Column) -> TypeClusters:
    """The cluster of each word of a text."""
    known = clusters.codes != NO_CLUSTER
    pairs, n = np.unique(np.column_stack((words.codes[known], clusters.codes[known])), axis=0, return_counts=True)
    order = np.lexsort((pairs[:, 1], -n, pairs[:, 0]))
    found, first, n_clusters = np.unique(pairs[order, 0], return_index=True, return_counts=True)
    names = tuple(words.values[code] for code in found)
    return TypeClusters(names, pairs[order, 1][first], clusters.values, int((n_clusters > 1).sum()))


def label(
    corpora: tuple[Corpus, Corpus], by_type: TypeClusters | None, unclustered: str | None
) -> tuple[Labelled, Labelled]:
    """Both corpora with a cluster for each token: its own tag, or that of its word where there are no tags."""
    train_words, test_words = codes_of_words([corpus.forms for corpus in corpora])
    numbers: dict[str, int] = {} if by_type is None else {value: code for code, value in enumerate(by_type.values)}
    train_clusters, test_clusters = (_clusters(corpus, by_type, numbers) for corpus in corpora)
    is_known = np.isin(test_words, train_words)  # other words are left out, with or without a cluster
    train, test = corpora
    everything = np.ones(len(train), bool)
    train_clusters = _filled(train, train_words, train_clusters, unclustered, len(numbers), everything)
    test_clusters = _filled(test, test_words, test_clusters, unclustered, len(numbers), is_known)
    return Labelled(train_words, train_clusters, train.starts), Labelled(test_words, test_clusters, test.starts)


def _clusters(corpus: Corpus, by_type: TypeClusters | None, numbers: dict[str, int]) -> Numbers:
    if corpus.layout is not PLAIN:
        tags = corpus.column("tag")
        codes = [NO_CLUSTER if tag in ("", "_") else numbers.setdefault(tag, len(numbers)) for tag in tags.values]
        return np.array(codes or [NO_CLUSTER])[tags.codes]
    if by_type is None:
        raise WrongUsageError(
            f"{corpus.path} has no clusters: give GOLD and PREDICTED, whose words tell them, or tag it (word/CLUSTER)"
        )
    of_word = dict(zip(by_type.words, by_type.clusters, strict=True))
    codes = [int(of_word.get(word, NO_CLUSTER)) for word in corpus.forms.values]
    return np.array(codes or [NO_CLUSTER])[corpus.forms.codes]


def _filled(
    corpus: Corpus, words: Numbers, clusters: Numbers, unclustered: str | None, n_clusters: int, counts: Marks
) -> Numbers:
    """Clusters also for tokens that have none; how, must be said if there are some that count."""
    missing = clusters == NO_CLUSTER
    if unclustered is None and (missing & counts).any():
        word = corpus.forms.word(int((missing & counts).argmax()))
        raise WrongUsageError(
            f"{int((missing & counts).sum()):,} tokens of {corpus.path} have no cluster ({quoted(word)} is the first); "
            "say --unclustered merge or --unclustered split"
        )
    filled = split(clusters, words, n_clusters + 1) if unclustered == "split" else merged(clusters, n_clusters)
    return np.where(missing & ~counts, n_clusters, filled)


def substitutable_scores(train: Labelled, test: Labelled, in_both: bool) -> Iterator[Scored]:
    """The scores as rows: precision with clusters counted in types and in tokens, and recall."""
    found: Substitutable = substitutable(train, test, in_both)
    how = f"{found.n_frames:,} frames"
    yield of_ratio("SP types", found.precision_by_types, PLAIN_UNIT, how)
    yield of_ratio("SP tokens", found.precision_by_tokens, PLAIN_UNIT, how)
    yield of_ratio("SR", found.recall, how=how)
