"""Scores of dependency trees as tables: of whole files, by relation and length, and each wrong attachment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goed.corpora.column import Column
from goed.corpora.corpus import Corpus
from goed.scores.arrays import Marks, Numbers
from goed.scores.dependencies.attachment import KINDS, RIGHT, Kinds, attachment, counted, kinds_of
from goed.scores.dependencies.branching import left_branching, random_trees, right_branching
from goed.scores.dependencies.trees import Trees, in_circles, without
from goed.scoring.punctuation import Punctuation, is_punctuation, may_be_punctuation
from goed.scoring.same_words import check_same_sentences, check_same_words
from goed.scoring.scored import UNDEFINED

RATES = ("directed", "undirected", "ned")
COUNTS = tuple(f"n_{rate}" for rate in RATES)
SCORE_COLUMNS = ("reference", "length", "sentences", "tokens", *RATES, *COUNTS, "flag")
LONGEST = 9  # arcs that have a row of their own; longer ones are pooled
ALL = "all"


@dataclass(frozen=True)
class Gold:
    """A gold treebank without its punctuation."""

    corpus: Corpus
    is_punctuation: Marks
    trees: Trees

    @property
    def tokens(self) -> Numbers:
        """The place in the file of each token that is left."""
        return np.flatnonzero(~self.is_punctuation)


def gold_of(corpus: Corpus, punctuation: Punctuation) -> Gold:
    """A gold treebank made ready to be compared with."""
    dropped = is_punctuation(corpus, punctuation)
    return Gold(corpus, dropped, without(trees_of(corpus), dropped))


def trees_of(corpus: Corpus) -> Trees:
    """The trees of a treebank, all of whose tokens must have a head."""
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


def predicted_trees(gold: Gold, predicted: Corpus) -> Trees:
    """Predicted trees without the gold punctuation, which the file may not have in the first place."""
    if len(predicted) != len(gold.corpus) and np.array_equal(predicted.lengths, _without_empty(gold.trees.lengths)):
        check_same_words(gold.corpus.without(gold.is_punctuation), predicted)
        return Trees(trees_of(predicted).heads, gold.trees.lengths)
    check_same_words(gold.corpus, predicted)
    check_same_sentences(gold.corpus, predicted)
    return without(trees_of(predicted), gold.is_punctuation)


def _without_empty(lengths: Numbers) -> Numbers:
    return lengths[lengths > 0]


def baseline_trees(gold: Gold, baseline: str, seed: int) -> Trees:
    """Left or right branching, or random trees, over the tokens that are left."""
    if baseline == "random":
        return random_trees(gold.trees.lengths, seed)
    return (left_branching if baseline == "left" else right_branching)(gold.trees.lengths)


@dataclass(frozen=True)
class Compared:
    """What each predicted head is in one gold annotation."""

    gold: Gold
    predicted: Trees
    kinds: Kinds

    def within(self, longest: int | None) -> Marks:
        """The tokens of sentences that have at most so many tokens, punctuation included."""
        lengths = self.gold.corpus.lengths
        chosen = np.ones(len(lengths), bool) if longest is None else lengths <= longest
        return np.repeat(chosen, self.gold.trees.lengths)


def compared(gold: Gold, predicted: Trees) -> Compared:
    """Put predicted trees beside gold ones."""
    return Compared(gold, predicted, kinds_of(gold.trees, predicted))


def score_frame(several: Sequence[Compared], lengths: Sequence[int | None]) -> pd.DataFrame:
    """The scores against each gold annotation, and of several the best, for sentences of some lengths."""
    rows = [row for each in several for row in _score_rows(each, lengths)]
    if len(several) > 1:
        rows += [_best([row for row in rows if row["length"] == _length_name(longest)]) for longest in lengths]
    return pd.DataFrame(rows, columns=list(SCORE_COLUMNS), dtype=object)  # whole numbers beside nothing stay whole


def _score_rows(each: Compared, lengths: Sequence[int | None]) -> Iterator[dict[str, object]]:
    for longest in lengths:
        chosen = each.within(longest)
        sentences = np.unique(np.repeat(np.arange(len(each.gold.trees.lengths)), each.gold.trees.lengths)[chosen])
        yield {
            "reference": str(each.gold.corpus.path),
            "length": _length_name(longest),
            "sentences": len(sentences),
            **_scored(counted(each.kinds[chosen])),
            "flag": "" if chosen.any() else UNDEFINED,
        }


def _length_name(longest: int | None) -> str:
    return ALL if longest is None else f"<={longest}"


def _scored(counts: Numbers) -> dict[str, object]:
    found = attachment(counts)
    ratios = (found.directed, found.undirected, found.ned)
    values = dict(zip(RATES, (ratio.value for ratio in ratios), strict=True))
    return {"tokens": int(counts.sum()), **values, **dict(zip(COUNTS, (ratio.n for ratio in ratios), strict=True))}


def _best(rows: Sequence[dict[str, object]]) -> dict[str, object]:
    """Of several annotations of the same text the best of each score, over the whole of it and never by sentence."""
    best: dict[str, object] = {"reference": "best", "length": rows[0]["length"], "sentences": rows[0]["sentences"]}
    best["tokens"], best["flag"] = rows[0]["tokens"], rows[0]["flag"]
    for rate, count in zip(RATES, COUNTS, strict=True):
        row = max(rows, key=lambda each: each[rate])  # type: ignore[arg-type, return-value]
        best[rate], best[count] = row[rate], row[count]
    if len({row["tokens"] for row in rows}) > 1:
        best["tokens"] = None
    return best


def relation_frame(each: Compared, lengths: Sequence[int | None]) -> pd.DataFrame:
    """Scores by the gold relation; roots stand apart from other tokens of the same relation."""
    relations = each.gold.corpus.columns["deprel"].chosen(each.gold.tokens)
    groups = relations.codes * 2 + (each.gold.trees.heads == 0)
    frame = _by_group(each, lengths, "relation", groups, [name for name in relations.values for _ in range(2)])
    frame.insert(1, "is_root", [bool(code % 2) for code in frame.pop("group")])
    return frame.sort_values(["length", "tokens"], ascending=[True, False], kind="stable", ignore_index=True)


def arc_frame(each: Compared, lengths: Sequence[int | None]) -> pd.DataFrame:
    """Scores by the length of the gold arc: 1 to 9, 10 and more together, and roots."""
    trees = each.gold.trees
    arcs = np.minimum(np.abs(trees.places - trees.heads), LONGEST + 1)
    groups = np.where(trees.heads == 0, LONGEST + 2, arcs)
    names = [*map(str, range(LONGEST + 1)), f"{LONGEST + 1}+", "root"]
    return _by_group(each, lengths, "arc", groups, names).drop(columns="group")


def _by_group(
    each: Compared, lengths: Sequence[int | None], column: str, groups: Numbers, names: Sequence[str]
) -> pd.DataFrame:
    """Scores of each group of tokens that there is."""
    rows = []
    for longest in lengths:
        chosen = each.within(longest)
        cells = groups[chosen].astype(np.int64) * len(KINDS) + each.kinds[chosen]
        counts = np.bincount(cells, minlength=len(names) * len(KINDS)).reshape(-1, len(KINDS))
        for group in np.flatnonzero(counts.sum(axis=1)).tolist():
            row = {column: names[group], "length": _length_name(longest), **_scored(counts[group]), "group": group}
            rows.append(row)
    return pd.DataFrame(rows, columns=[column, "length", "tokens", *RATES, *COUNTS, "group"])


def kind_frame(each: Compared, lengths: Sequence[int | None]) -> pd.DataFrame:
    """How often each kind of wrong attachment occurs."""
    rows = []
    for longest in lengths:
        kinds = each.kinds[each.within(longest)]
        counts = counted(kinds)
        n_wrong = len(kinds) - int(counts[RIGHT])
        for code, kind in enumerate(KINDS):
            if code != RIGHT:
                n = int(counts[code])
                rows.append((kind, _length_name(longest), n, n / n_wrong if n_wrong else 0.0, n / max(len(kinds), 1)))
    return pd.DataFrame(rows, columns=["kind", "length", "n", "share", "rate"])


def wrong_frame(each: Compared, longest: int | None) -> pd.DataFrame:
    """Every wrong attachment, with what the head is and what it should be; numbers are those of the file."""
    corpus, tokens = each.gold.corpus, each.gold.tokens
    wrong = np.flatnonzero((each.kinds != RIGHT) & each.within(longest))
    places = tokens[wrong]
    ids = np.arange(len(corpus)) - corpus.starts[corpus.sentences] + 1
    forms, tags, relations = corpus.forms, corpus.column("tag"), corpus.columns["deprel"]
    columns: dict[str, object] = {
        "line": corpus.lines[places],
        "sentence": corpus.sentences[places] + corpus.first_sentence,
        "id": ids[places],
        "form": _words(forms, places),
        "tag": _words(tags, places),
        "relation": _words(relations, places),
    }
    for name, trees in (("gold_head", each.gold.trees), ("predicted_head", each.predicted)):
        parents = trees.parents[wrong]
        heads = np.append(tokens, -1)[parents]
        columns[name] = np.where(heads < 0, 0, ids[heads])
        columns[f"{name}_form"] = np.where(heads < 0, "", _words(forms, heads))
    columns["kind"] = [KINDS[code] for code in each.kinds[wrong]]
    return pd.DataFrame(columns)


def _words(column: Column, places: Numbers) -> NDArray[np.object_]:
    return np.array(column.values, dtype=object)[column.codes[places]]


def kept_punctuation(gold: Gold, most: int = 3) -> tuple[int, list[str]]:
    """How many tokens without letter or digit are scored, and the commonest of them: was punctuation meant to go?"""
    forms = gold.corpus.forms.chosen(gold.tokens)
    counts = np.bincount(forms.codes, minlength=len(forms.values))
    found = [code for code, word in enumerate(forms.values) if counts[code] and may_be_punctuation(word)]
    found.sort(key=lambda code: -counts[code])
    return int(counts[found].sum()) if found else 0, [forms.values[code] for code in found[:most]]


def check_references(gold: Gold, reference: Gold) -> None:
    """References annotate the same sentences."""
    check_same_words(gold.corpus, reference.corpus)
    check_same_sentences(gold.corpus, reference.corpus)
