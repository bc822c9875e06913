"""Tables of scores of dependency trees, and of each wrong attachment.

Scores are of whole files, by relation, and by length.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.corpora.corpus import Corpus, check_same_sentences, check_same_words
from goed.corpora.tags import signs_among_words
from goed.scores.dependencies import (
    KINDS,
    RIGHT,
    Trees,
    attachment,
    attachment_kinds,
    counted,
    in_circles,
    places_of,
    without,
)
from goed.scores.values import UNDEFINED, Marks, Numbers

RATES = ("directed", "undirected", "ned")
COUNTS = tuple(f"n_{rate}" for rate in RATES)
SCORE_COLUMNS = ("reference", "length", "sentences", "tokens", *RATES, *COUNTS, "flag")
LONGEST = 9  # arcs that have a row of their own; longer ones are pooled
ALL = "all"


@dataclass(frozen=True)
class GoldTrees:
    """A gold treebank without its punctuation."""

    corpus: Corpus
    is_punctuation: Marks

    @cached_property
    def trees(self) -> Trees:
        """Its trees; dependents of punctuation attach to the next head above."""
        return without(trees_of(self.corpus), self.is_punctuation)

    @property
    def tokens(self) -> Numbers:
        """The place in the file of each token that is left."""
        return np.flatnonzero(~self.is_punctuation)

    def kept_punctuation(self) -> tuple[int, list[str]]:
        """How many tokens without letter or digit are left, and the commonest: was punctuation to be dropped?"""
        return signs_among_words(self.corpus.forms, self.is_punctuation)


def trees_of(corpus: Corpus) -> Trees:
    """The trees of a treebank; every token must have a head."""
    assert corpus.heads is not None
    missing = np.flatnonzero(corpus.heads < 0)
    if len(missing):
        raise corpus.error(int(missing[0]), "HEAD is _, so that there is nothing to score")
    return Trees(corpus.heads, corpus.lengths)


def first_circle(corpus: Corpus) -> tuple[int, int] | None:
    """The number of sentences whose heads go round in a circle, and the line of the first; None where none does."""
    circles = in_circles(trees_of(corpus))
    if not circles.any():
        return None
    return len(np.unique(corpus.sentences[circles])), int(corpus.lines[int(circles.argmax())])


def predicted_trees(gold: GoldTrees, predicted: Corpus) -> Trees:
    """Predicted trees without the gold punctuation, which the predicted file may lack anyway."""
    lengths = gold.trees.lengths
    if len(predicted) != len(gold.corpus) and np.array_equal(predicted.lengths, lengths[lengths > 0]):
        check_same_words(gold.corpus.without(gold.is_punctuation), predicted)
        return Trees(trees_of(predicted).heads, lengths)
    check_same_text(gold.corpus, predicted)
    return without(trees_of(predicted), gold.is_punctuation)


def check_same_text(gold: Corpus, other: Corpus) -> None:
    """Check that two files have the same words in the same sentences."""
    check_same_words(gold, other)
    check_same_sentences(gold, other)


@dataclass(frozen=True)
class TreePair:
    """Predicted trees beside one gold annotation."""

    gold: GoldTrees
    predicted: Trees

    @cached_property
    def kinds(self) -> NDArray[np.int8]:
        """What each predicted head is in the gold tree."""
        return attachment_kinds(self.gold.trees, self.predicted)

    def sentences_within(self, longest: int | None) -> Marks:
        """The sentences that have at most so many tokens, punctuation included."""
        lengths = self.gold.corpus.lengths
        return np.ones(len(lengths), bool) if longest is None else lengths <= longest

    def tokens_within(self, longest: int | None) -> Marks:
        """The tokens of these sentences."""
        return np.repeat(self.sentences_within(longest), self.gold.trees.lengths)


def score_frame(several: Sequence[TreePair], lengths: Sequence[int | None]) -> pd.DataFrame:
    """The scores for each limit of sentence length: against each gold annotation and, of several, the best."""
    rows = [row for each in several for row in _score_rows(each, lengths)]
    if len(several) > 1:
        rows += [_best([row for row in rows if row["length"] == _length_name(longest)]) for longest in lengths]
    return pd.DataFrame(rows, columns=list(SCORE_COLUMNS), dtype=object)  # keeps whole numbers whole beside empty cells


def _score_rows(pair: TreePair, lengths: Sequence[int | None]) -> Iterator[dict[str, object]]:
    for longest in lengths:
        tokens = pair.tokens_within(longest)
        yield {
            "reference": str(pair.gold.corpus.path),
            "length": _length_name(longest),
            "sentences": int((pair.sentences_within(longest) & (pair.gold.trees.lengths > 0)).sum()),
            **_scored(counted(pair.kinds[tokens])),
            "flag": "" if tokens.any() else UNDEFINED,
        }


def _length_name(longest: int | None) -> str:
    return ALL if longest is None else f"<={longest}"


def _scored(counts: Numbers) -> dict[str, object]:
    ratios = attachment(counts)
    shares = dict(zip(RATES, (ratio.value for ratio in ratios), strict=True))
    return {"tokens": int(counts.sum()), **shares, **dict(zip(COUNTS, (ratio.n for ratio in ratios), strict=True))}


def _best(rows: Sequence[dict[str, object]]) -> dict[str, object]:
    """The best of each score against several annotations of a text: for the whole text, never by sentence."""
    best = {**rows[0], "reference": "best"}
    for rate, count in zip(RATES, COUNTS, strict=True):
        row = max(rows, key=lambda each: each[rate])  # type: ignore[arg-type, return-value]
        best[rate], best[count] = row[rate], row[count]
    if len({row["tokens"] for row in rows}) > 1:
        best["tokens"] = None
    return best


def relation_frame(pair: TreePair, lengths: Sequence[int | None]) -> pd.DataFrame:
    """Scores by the gold relation; roots are kept apart from other tokens with the same relation."""
    relations = pair.gold.corpus.columns["deprel"].chosen(~pair.gold.is_punctuation)
    groups = relations.codes * 2 + (pair.gold.trees.heads == 0)
    names = [{"relation": name, "is_root": is_root} for name in relations.values for is_root in (False, True)]
    frame = _by_group(pair, lengths, ["relation", "is_root"], groups, names)
    return frame.sort_values(["length", "tokens"], ascending=[True, False], kind="stable", ignore_index=True)


def arc_frame(pair: TreePair, lengths: Sequence[int | None]) -> pd.DataFrame:
    """Scores by the length of the gold arc: 1 to 9, 10 and more together, and roots."""
    trees = pair.gold.trees
    arcs = np.minimum(np.abs(places_of(trees.lengths) - trees.heads), LONGEST + 1)
    groups = np.where(trees.heads == 0, LONGEST + 2, arcs)
    names = [{"arc": name} for name in (*map(str, range(LONGEST + 1)), f"{LONGEST + 1}+", "root")]
    return _by_group(pair, lengths, ["arc"], groups, names)


def _by_group(
    pair: TreePair,
    lengths: Sequence[int | None],
    columns: Sequence[str],
    groups: Numbers,
    names: Sequence[Mapping[str, object]],
) -> pd.DataFrame:
    """Scores of each group of tokens that occurs; `names` has the cells that name each group."""
    rows = []
    for longest in lengths:
        chosen = pair.tokens_within(longest)
        cells = groups[chosen].astype(np.int64) * len(KINDS) + pair.kinds[chosen]
        counts = np.bincount(cells, minlength=len(names) * len(KINDS)).reshape(-1, len(KINDS))
        for group in np.flatnonzero(counts.sum(axis=1)).tolist():
            rows.append({**names[group], "length": _length_name(longest), **_scored(counts[group])})
    return pd.DataFrame(rows, columns=[*columns, "length", "tokens", *RATES, *COUNTS])


def kind_frame(pair: TreePair, lengths: Sequence[int | None]) -> pd.DataFrame:
    """How often each kind of wrong attachment occurs."""
    rows = []
    for longest in lengths:
        counts = dict(zip(KINDS, counted(pair.kinds[pair.tokens_within(longest)]).tolist(), strict=True))
        n_tokens = sum(counts.values())
        n_wrong = n_tokens - counts.pop(KINDS[RIGHT])
        for kind, n in counts.items():
            rows.append((kind, _length_name(longest), n, n / max(n_wrong, 1), n / max(n_tokens, 1)))
    return pd.DataFrame(rows, columns=["kind", "length", "n", "share", "rate"])


def wrong_frame(pair: TreePair, longest: int | None) -> pd.DataFrame:
    """Every wrong attachment, with what the head is and what it should be; numbers are those of the file."""
    corpus, tokens = pair.gold.corpus, pair.gold.tokens
    wrong = np.flatnonzero((pair.kinds != RIGHT) & pair.tokens_within(longest))
    places = tokens[wrong]
    forms, tags, relations = corpus.forms, corpus.column("tag"), corpus.columns["deprel"]
    columns: dict[str, object] = {
        "line": corpus.lines[places],
        "sentence": corpus.sentences[places] + corpus.first_sentence,
        "id": corpus.ids[places],
        "form": forms.words(places),
        "tag": tags.words(places),
        "relation": relations.words(places),
    }
    for name, trees in (("gold_head", pair.gold.trees), ("predicted_head", pair.predicted)):
        parents = trees.parents[wrong]
        heads = np.append(tokens, -1)[parents]
        columns[name] = np.where(heads < 0, 0, corpus.ids[heads])
        columns[f"{name}_form"] = np.where(heads < 0, "", forms.words(heads))
    columns["kind"] = [KINDS[code] for code in pair.kinds[wrong]]
    return pd.DataFrame(columns)
