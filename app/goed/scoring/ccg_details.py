"""What is wrong in CCG derivations: lexical categories that are taken for others, and each deep dependency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from goed.scores.ccg.deep_dependencies import DeepDependencies, in_both
from goed.scoring.deep import Deep
from goed.scoring.derivation_pairs import Pair


def category_frame(pair: Pair) -> pd.DataFrame:
    """Words whose lexical category is wrong, by both categories, the most frequent first."""
    ours, theirs = pair.positions
    gold, predicted = pair.gold.lexical[ours], pair.predicted.lexical[theirs]
    wrong = np.flatnonzero(gold != predicted)
    cells, first, n = np.unique(
        np.column_stack((gold[wrong], predicted[wrong])), axis=0, return_index=True, return_counts=True
    )
    order = np.lexsort((first, -n))
    names = pair.gold.categories
    rows = [
        (
            names[cells[cell][0]],
            names[cells[cell][1]],
            int(n[cell]),
            int(n[cell]) / len(wrong),
            pair.gold.words[ours[wrong[first[cell]]]],
        )
        for cell in order.tolist()
    ]
    return pd.DataFrame(rows, columns=["category", "taken_for", "n", "share", "words"])


def dependency_frame(deep: Deep, words: Sequence[Mapping[int, str]]) -> pd.DataFrame:
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
    deep: Deep, side: DeepDependencies, outcomes: Sequence[str], words: Sequence[Mapping[int, str]]
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
