"""Scores of CCG derivations and of deep dependencies as rows, those of each relation, and the details behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from goed.score_tables.derivation_pairs import DerivationPair
from goed.scores.derivations.brackets import brackets_of, parseval
from goed.scores.derivations.deep_dependencies import (
    DeepDependencies,
    DeepDependencyPair,
    in_both,
    labelled_score,
    unlabelled_score,
)
from goed.scores.derivations.tree_dependencies import (
    HEAD,
    NO_LABEL,
    TreeDependencies,
    right_words,
    tree_dependencies,
)
from goed.scores.values import Marks, Numbers, PrecisionRecall, Ratio

SCORE_COLUMNS = ("measure", "precision", "recall", "f", "n_right", "n_predicted", "n_right_gold", "n_gold", "flag")
RATES = ("precision", "recall", "f")

Row = tuple[object, ...]


def _scored(measure: str, score: PrecisionRecall) -> Row:
    precision, recall = score.precision, score.recall
    counts = (precision.n, precision.of, recall.n, recall.of)
    return (measure, *score.rates, *counts, precision.flag or recall.flag)


def derivation_scores(pair: DerivationPair, gold_heads: Numbers, predicted_heads: Numbers) -> Iterator[Row]:
    """Lexical categories, brackets and tree dependencies."""
    ours, theirs = pair.positions
    yield _of_words("lexical categories", pair, pair.gold.lexical[ours] == pair.predicted.lexical[theirs])
    gold = brackets_of(pair.gold, pair.gold_punctuation)
    predicted = brackets_of(pair.predicted, pair.predicted_punctuation)
    yield _scored("Parseval labelled", parseval(gold, predicted))
    yield _scored("Parseval unlabelled", parseval(gold, predicted, labelled=False))
    labelled, unlabelled = right_words(*_compared_trees(pair, gold_heads, predicted_heads))
    yield _of_words("tree dependencies labelled", pair, labelled)
    yield _of_words("tree dependencies unlabelled", pair, unlabelled)


def _of_words(measure: str, pair: DerivationPair, is_right: Marks) -> Row:
    """A score with one thing for each word; words without a parse are missed."""
    n_predicted = len(is_right)
    score = PrecisionRecall.of(int(is_right.sum()), n_predicted, n_predicted + len(pair.unparsed))
    return _scored(measure, score)


def _compared_trees(
    pair: DerivationPair, gold_heads: Numbers, predicted_heads: Numbers
) -> tuple[TreeDependencies, TreeDependencies]:
    """The tree dependencies of the words that have a parse and are no punctuation; governors are numbered alike."""
    ours, theirs = pair.positions
    gold, predicted = tree_dependencies(pair.gold, gold_heads), tree_dependencies(pair.predicted, predicted_heads)
    if pair.has_same_words:
        our_numbers, their_numbers = np.cumsum(pair.is_parsed) - 1, np.arange(len(pair.predicted.words))
    else:  # words that are no punctuation are counted; a governor that is punctuation is nobody's on the other side
        our_numbers = -2 - 2 * np.arange(len(pair.gold.words))
        their_numbers = -3 - 2 * np.arange(len(pair.predicted.words))
        our_numbers[ours] = their_numbers[theirs] = np.arange(len(ours))
    return _renumbered(gold, ours, our_numbers), _renumbered(predicted, theirs, their_numbers)


def _renumbered(dependencies: TreeDependencies, words: Numbers, numbers: Numbers) -> TreeDependencies:
    governors = dependencies.governors[words]
    of_governors = numbers[governors] if len(numbers) else governors
    return TreeDependencies(np.where(governors == HEAD, HEAD, of_governors), dependencies.labels[words])


def deep_scores(deep: DeepDependencyPair, ordered: bool) -> Iterator[Row]:
    """Deep dependencies."""
    yield _scored("deep dependencies labelled", labelled_score(deep.gold, deep.predicted))
    yield _scored("deep dependencies unlabelled", unlabelled_score(deep.gold, deep.predicted, ordered))


def tree_relation_frame(pair: DerivationPair, gold_heads: Numbers, predicted_heads: Numbers) -> pd.DataFrame:
    """Precision and recall of each relation of tree dependencies."""
    gold, predicted = _compared_trees(pair, gold_heads, predicted_heads)
    missed = tree_dependencies(pair.gold, gold_heads).labels[pair.unparsed]
    right, _ = right_words(gold, predicted)
    labels = np.concatenate((gold.labels, missed, predicted.labels))
    distinct, numbers = np.unique(labels, axis=0, return_inverse=True)
    numbers = numbers.reshape(-1)
    n_gold = len(right) + len(missed)
    in_gold = np.concatenate((right, np.zeros(len(missed), bool)))
    names = [_relation_name(row, pair.gold.categories) for row in distinct.tolist()]
    return _relation_frame(["parent", "head", "dependent"], names, numbers[:n_gold], numbers[n_gold:], in_gold, right)


def _relation_name(row: Sequence[int], categories: Sequence[str]) -> tuple[str, str, str]:
    if row[0] == NO_LABEL:
        return ("HEAD", "", "")
    return (categories[row[0]], categories[row[1]], categories[row[2]])


def deep_relation_frame(deep: DeepDependencyPair) -> pd.DataFrame:
    """Precision and recall of each slot of each category."""
    in_gold, in_predicted = in_both(deep.gold, deep.predicted)
    return _relation_frame(
        ["category", "slot"], deep.relations, deep.gold.relations, deep.predicted.relations, in_gold, in_predicted
    )


def _relation_frame(
    columns: Sequence[str],
    names: Sequence[tuple[object, ...]],
    gold: Numbers,
    predicted: Numbers,
    right: Marks,
    hits: Marks,
) -> pd.DataFrame:
    n_gold, n_predicted, n_right, n_hits = (
        np.bincount(codes, minlength=len(names)) for codes in (gold, predicted, gold[right], predicted[hits])
    )
    rows = []
    for code in np.argsort(-n_gold, kind="stable").tolist():
        precision = Ratio(int(n_hits[code]), int(n_predicted[code]))
        recall = Ratio(int(n_right[code]), int(n_gold[code]))
        rows.append((*names[code], *PrecisionRecall(precision, recall).rates, precision.n, precision.of, recall.of))
    return pd.DataFrame(rows, columns=[*columns, *RATES, "n_right", "n_predicted", "n_gold"])


def category_frame(pair: DerivationPair) -> pd.DataFrame:
    """Words whose lexical category is wrong, by both categories, the most frequent first."""
    ours, theirs = pair.positions
    names, words = (np.array(values, dtype=object) for values in (pair.gold.categories, pair.gold.words))
    columns = {
        "category": names[pair.gold.lexical[ours]],
        "taken_for": names[pair.predicted.lexical[theirs]],
        "words": words[ours],
    }
    tokens = pd.DataFrame(columns)
    wrong = tokens[tokens["category"] != tokens["taken_for"]]
    cells = wrong.groupby(["category", "taken_for"], sort=False)["words"].agg(n="size", words="first").reset_index()
    cells.insert(3, "share", cells["n"] / len(wrong))
    return cells.sort_values("n", ascending=False, kind="stable", ignore_index=True)


def dependency_frame(deep: DeepDependencyPair, words: Sequence[Mapping[int, str]]) -> pd.DataFrame:
    """Every deep dependency of either side: right, missed (gold only), or wrong (predicted only)."""
    in_gold, in_predicted = in_both(deep.gold, deep.predicted)
    rows = [
        *_dependency_rows(deep, deep.gold, ["right" if here else "missed" for here in in_gold.tolist()], words),
        *_dependency_rows(deep, deep.predicted, ["" if here else "wrong" for here in in_predicted.tolist()], words),
    ]
    rows.sort(key=lambda row: row[:2] + row[3:6])
    columns = ["sentence", "functor_id", "functor", "category", "slot", "argument_id", "argument", "outcome"]
    return pd.DataFrame(rows, columns=columns)


def _dependency_rows(
    deep: DeepDependencyPair, side: DeepDependencies, outcomes: Sequence[str], words: Sequence[Mapping[int, str]]
) -> Iterator[tuple[int, int, str, str, int, int, str, str]]:
    columns = (side.sentences.tolist(), side.functors.tolist(), side.relations.tolist(), side.arguments.tolist())
    for sentence, functor, relation, argument, outcome in zip(*columns, outcomes, strict=True):
        if outcome:
            category, slot = deep.relations[relation]
            names = [_word(words, sentence, place) for place in (functor, argument)]
            yield (sentence + 1, functor + 1, names[0], category, slot, argument + 1, names[1], outcome)


def _word(words: Sequence[Mapping[int, str]], sentence: int, place: int) -> str:
    """A word, where the words are known: files of dependencies have only those that stand in some."""
    return words[sentence].get(place, "") if sentence < len(words) else ""
