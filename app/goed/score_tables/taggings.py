"""Tagged texts made ready for measures: words, gold tags and clusters as numbers.

Tokens that a model leaves without a cluster, and words that are in several, get one as in Frank, Goldwater & Keller
(2009).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goed.corpora.corpus import Codes, Column, Corpus
from goed.corpora.layouts import NO_VALUE, PLAIN
from goed.errors import WrongUsageError, quoted
from goed.scores.categories.substitutable import ClusteredCorpus
from goed.scores.values import Marks, Numbers

UNCLUSTERED = "(unclustered)"
NO_TAGS = ("", NO_VALUE)
NO_CLUSTER = -1


@dataclass(frozen=True)
class TaggedText:
    """The word, gold tag and cluster of each token; tags and clusters are numbered in their natural order."""

    words: Column
    tags: Column
    clusters: Column

    def __len__(self) -> int:
        return len(self.words)

    @property
    def n_types(self) -> int:
        """How many different words there are."""
        return len(np.unique(self.words.codes))

    def without(self, dropped: Marks) -> TaggedText:
        """The same without some tokens."""
        return TaggedText(*(column.chosen(~dropped) for column in (self.words, self.tags, self.clusters)))


def gold_tags(gold: Corpus, column: str) -> Column:
    """The gold tags of a text; every token must have one."""
    gold.refuse(column, NO_TAGS, "the gold tag is missing ({value})")
    return _in_natural_order(gold.column(column))


def clusters_of_tokens(predicted: Corpus, column: str) -> Column:
    """The cluster of each token as a column; the code is -1 if none is given (_ or nothing)."""
    clusters = _in_natural_order(predicted.column(column))
    kept = np.array([value not in NO_TAGS for value in clusters.values], dtype=bool)
    codes = np.where(kept, np.cumsum(kept) - 1, NO_CLUSTER).astype(np.int32)
    return Column(codes[clusters.codes], tuple(value for value in clusters.values if value not in NO_TAGS))


def _in_natural_order(column: Column) -> Column:
    """Sort values naturally: numbers by size, then all others by their letters: 2, 10, A, b."""
    order = sorted(range(len(column.values)), key=lambda code: _natural(column.values[code]))
    places = np.argsort(np.array(order, dtype=np.int32)).astype(np.int32)
    return Column(places[column.codes], tuple(column.values[code] for code in order))


def _natural(value: str) -> tuple[int, int, str]:
    is_number = value.isascii() and value.isdigit() and len(value) < 20
    return (0, int(value), value) if is_number else (1, 0, value)


def clusters_of_words(words: Column, lexicon: Corpus, seed: int) -> Column:
    """The cluster of each token by a list of words; one is drawn if a word is in several."""
    listed = clusters_of_tokens(lexicon, "tag")
    members = lexicon.forms.shared_codes({word: code for code, word in enumerate(words.values)})
    known = listed.codes != NO_CLUSTER
    pairs = np.unique(np.column_stack((members[known], listed.codes[known])), axis=0)
    codes = drawn(words.codes, pairs[:, 0], pairs[:, 1], seed)
    return Column(codes.astype(np.int32), listed.values)


def drawn(
    words: NDArray[np.integer],
    member_words: NDArray[np.integer],
    member_clusters: NDArray[np.integer],
    seed: int,
    given: NDArray[np.integer] | None = None,
) -> Numbers:
    """A cluster for each token, from a list of words and the clusters that they are in.

    A token that was `given` one, because it is in a frame of that cluster, keeps it. Other tokens get one of their
    word's clusters, drawn in proportion to the clusters' numbers of words: of clusters of 3 and 5 words, the first for
    3 of 8 tokens. A word in no cluster gets -1.
    """
    order = np.argsort(member_words, kind="stable")
    weights = np.bincount(member_clusters)[member_clusters[order]].astype(np.float64)
    ends = np.cumsum(weights)
    sorted_words = member_words[order]
    first = np.searchsorted(sorted_words, words, side="left")
    behind = np.searchsorted(sorted_words, words, side="right")
    is_member = behind > first
    before = np.concatenate(([0.0], ends))
    lots = np.random.default_rng(seed).random(len(words))
    target = before[first] + lots * (before[behind] - before[first])
    place = np.clip(np.searchsorted(ends, target, side="right"), first, np.maximum(behind - 1, first))
    clusters = np.full(len(words), NO_CLUSTER, np.int64)
    clusters[is_member] = member_clusters[order][place[is_member]]
    return clusters if given is None else np.where(given == NO_CLUSTER, clusters, given)


def n_ambiguous(lexicon: Corpus) -> int:
    """How many words of a list stand in several clusters."""
    pairs = np.unique(np.column_stack((lexicon.forms.codes, lexicon.column("tag").codes)), axis=0)
    return int((np.bincount(pairs[:, 0]) > 1).sum())


# ---- tokens that a model leaves without a cluster ----


def with_all_clustered(clusters: Column, words: Column, unclustered: str | None, source: Corpus) -> Column:
    """Give clusters to tokens without one: one for all of them (merge), or one for each word (split)."""
    missing = clusters.codes == NO_CLUSTER
    if not missing.any():
        return clusters
    if unclustered is None:
        n = f"{int(missing.sum()):,} of {len(clusters):,}"
        raise _no_cluster(f"{n} tokens have no cluster in {source.path}", words, missing)
    own = words.codes if unclustered == "split" else 0
    codes = np.where(missing, len(clusters.values) + own, clusters.codes)
    more = [UNCLUSTERED] if unclustered == "merge" else [f"({word})" for word in words.values]
    return Column(codes.astype(np.int32), (*clusters.values, *more))


def _no_cluster(problem: str, words: Column, missing: Marks) -> WrongUsageError:
    first = quoted(words.word(int(missing.argmax())))
    return WrongUsageError(f"{problem} ({first} is the first); say --unclustered merge or --unclustered split")


# ---- corpora of frames: tagged with clusters themselves, or by a list of words ----


def clusters_by_type(words: Column, clusters: Column) -> tuple[dict[str, str], int]:
    """The commonest cluster of each word, the first of equals, and how many words have several clusters."""
    known = clusters.codes != NO_CLUSTER
    pairs, n = np.unique(np.column_stack((words.codes[known], clusters.codes[known])), axis=0, return_counts=True)
    pairs = pairs[np.lexsort((pairs[:, 1], -n, pairs[:, 0]))]
    _, first, n_clusters = np.unique(pairs[:, 0], return_index=True, return_counts=True)
    of_word = {words.values[word]: clusters.values[cluster] for word, cluster in pairs[first].tolist()}
    return of_word, int((n_clusters > 1).sum())


def labelled(
    train: Corpus, test: Corpus, by_type: Mapping[str, str] | None, unclustered: str | None
) -> tuple[ClusteredCorpus, ClusteredCorpus]:
    """Both corpora with a cluster for each token: its own tag, or that of its word where there are no tags."""
    of_words: dict[str, int] = {}
    of_clusters: dict[str, int] = {}
    train_words, test_words = (corpus.forms.shared_codes(of_words) for corpus in (train, test))
    train_clusters, test_clusters = (_clusters(corpus, by_type, of_clusters) for corpus in (train, test))
    is_known = np.isin(test_words, train_words)  # other words are left out, with or without a cluster
    n, everything = len(of_clusters), np.ones(len(train), bool)
    train_clusters = _filled(train, train_words, train_clusters, unclustered, n, everything)
    test_clusters = _filled(test, test_words, test_clusters, unclustered, n, is_known)
    return (
        ClusteredCorpus(train_words, train_clusters, train.starts),
        ClusteredCorpus(test_words, test_clusters, test.starts),
    )


def _clusters(corpus: Corpus, by_type: Mapping[str, str] | None, numbers: dict[str, int]) -> Numbers:
    if corpus.layout is PLAIN:
        if by_type is None:
            how = "give GOLD and PREDICTED, whose words tell them, or tag it (word/CLUSTER)"
            raise WrongUsageError(f"{corpus.path} has no clusters: {how}")
        column, names = corpus.forms, [by_type.get(word, "") for word in corpus.forms.values]
    else:
        column, names = corpus.column("tag"), list(corpus.column("tag").values)
    codes = [NO_CLUSTER if name in NO_TAGS else numbers.setdefault(name, len(numbers)) for name in names]
    return np.array(codes, dtype=np.int64)[column.codes]


def _filled(
    corpus: Corpus, words: Codes, clusters: Numbers, unclustered: str | None, n_clusters: int, counts: Marks
) -> Numbers:
    """Give clusters to tokens without one; an error if such tokens count and `unclustered` does not say how."""
    missing = clusters == NO_CLUSTER
    unsaid = missing & counts
    if unclustered is None and unsaid.any():
        raise _no_cluster(f"{int(unsaid.sum()):,} tokens of {corpus.path} have no cluster", corpus.forms, unsaid)
    new = np.where(counts, n_clusters + 1 + (words if unclustered == "split" else 0), n_clusters)
    return np.where(missing, new, clusters)
