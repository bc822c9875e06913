"""A gold and an induced tagging of one text, made ready for measures: words, tags and clusters as numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from goed.corpora.column import Column
from goed.corpora.corpus import Corpus
from goed.corpora.layouts import NO_VALUE
from goed.errors import WrongUsageError, quoted
from goed.scores.arrays import Marks, Numbers
from goed.scores.categories.unclustered import NO_CLUSTER, drawn, merged, split

UNCLUSTERED = "(unclustered)"
NO_TAGS = ("", NO_VALUE)


@dataclass(frozen=True)
class Tagged:
    """The word, gold tag and cluster of each token; tags and clusters are numbered in their natural order."""

    words: Column
    tags: Column
    clusters: Column

    def __len__(self) -> int:
        return len(self.words)

    def without(self, dropped: Marks) -> Tagged:
        """The same without some tokens."""
        return Tagged(*(column.chosen(~dropped) for column in (self.words, self.tags, self.clusters)))


def in_natural_order(column: Column) -> Column:
    """Values in the order of numbers, where they are some, then by their letters: 2, 10, A, b."""
    order = sorted(range(len(column.values)), key=lambda code: _natural(column.values[code]))
    places = np.empty(len(order), np.int32)
    places[order] = np.arange(len(order))
    return Column(places[column.codes] if len(order) else column.codes, tuple(column.values[code] for code in order))


def _natural(value: str) -> tuple[int, int, str]:
    is_number = value.isascii() and value.isdigit() and len(value) < 20
    return (0, int(value), value) if is_number else (1, 0, value)


def clusters_of_tokens(predicted: Corpus, column: str) -> Column:
    """The cluster of each token as a column; where none is said (_ or nothing), the code is -1."""
    clusters = in_natural_order(predicted.column(column))
    return _without_values(clusters, NO_TAGS)


def clusters_of_words(words: Column, lexicon: Corpus, seed: int) -> Column:
    """The cluster that a list of words gives each token; one is drawn where a word stands in several."""
    column = in_natural_order(lexicon.column("tag"))
    numbers = {word: code for code, word in enumerate(words.values)}
    listed = _without_values(column, NO_TAGS)
    members = np.array([numbers.setdefault(word, len(numbers)) for word in lexicon.forms.values] or [0])
    known = listed.codes >= 0
    pairs = np.unique(np.column_stack((members[lexicon.forms.codes[known]], listed.codes[known])), axis=0)
    codes = drawn(words.codes, pairs[:, 0], pairs[:, 1], seed)
    return Column(codes.astype(np.int32), listed.values)


def n_ambiguous(lexicon: Corpus) -> int:
    """How many words of a list stand in several clusters."""
    pairs = np.unique(np.column_stack((lexicon.forms.codes, lexicon.column("tag").codes)), axis=0)
    return int((np.bincount(pairs[:, 0]) > 1).sum()) if len(pairs) else 0


def _without_values(column: Column, unwanted: tuple[str, ...]) -> Column:
    """The column with -1 in the place of some of its values."""
    kept = [value not in unwanted for value in column.values]
    codes = np.where(kept, np.cumsum(kept) - 1, NO_CLUSTER).astype(np.int32) if kept else np.empty(0, np.int32)
    values = tuple(value for value, is_kept in zip(column.values, kept, strict=True) if is_kept)
    return Column(codes[column.codes] if kept else column.codes, values)


def with_all_clustered(clusters: Column, words: Column, unclustered: str | None, source: Corpus) -> Column:
    """Clusters also for the tokens that have none: one for all of them (merge), or one for each word (split)."""
    missing = np.flatnonzero(clusters.codes == NO_CLUSTER)
    if not len(missing):
        return clusters
    if unclustered is None:
        raise WrongUsageError(
            f"{len(missing):,} of {len(clusters):,} tokens have no cluster in {source.path} "
            f"({quoted(words.word(int(missing[0])))} is the first); say --unclustered merge or --unclustered split"
        )
    if unclustered == "merge":
        codes = merged(clusters.codes, len(clusters.values))
        return Column(codes.astype(np.int32), (*clusters.values, UNCLUSTERED))
    codes = split(clusters.codes, words.codes, len(clusters.values))
    return Column(codes.astype(np.int32), (*clusters.values, *(f"({word})" for word in words.values)))


def gold_tags(gold: Corpus, column: str) -> Column:
    """The gold tags of a text, each of whose tokens must have one."""
    gold.refuse(column, NO_TAGS, "the gold tag is missing ({value})")
    return in_natural_order(gold.column(column))


def codes_of_words(corpora: list[Column]) -> list[Numbers]:
    """The words of several texts, numbered alike."""
    numbers: dict[str, int] = {}
    return [
        np.array([numbers.setdefault(word, len(numbers)) for word in column.values] or [0])[column.codes]
        for column in corpora
    ]
