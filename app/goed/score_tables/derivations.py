"""Tables of scores of CCG derivations: categories, brackets and dependencies."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from unicodedata import normalize

import numpy as np
import pandas as pd

from goed.corpora.derivation_file import DerivationFile
from goed.errors import InputError, quoted
from goed.forms import MAX_ACCENTS
from goed.scores.derivations import derivations as measures
from goed.scores.derivations.derivations import NO_LABEL, Derivations, TreeDependencies
from goed.scores.values import Marks, Numbers, PrecisionRecall, Ratio

BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LCB-": "{", "-RCB-": "}", "-LSB-": "[", "-RSB-": "]"}  # as words
SCORE_COLUMNS = ("measure", "precision", "recall", "f", "n_right", "n_predicted", "n_right_gold", "n_gold", "flag")
RATES = ("precision", "recall", "f")

Row = tuple[object, ...]


# ---- two files ----


def matched_to_gold(gold: DerivationFile, predicted: DerivationFile) -> DerivationFile:
    """Predicted derivations matched with the gold ones: in order or, if some are missing, by their IDs."""
    if len(gold) == len(predicted):
        return predicted
    places = {name: place for place, name in enumerate(gold.ids) if name}
    found = [places.get(name, -1) for name in predicted.ids]
    if -1 in found or not all(first < second for first, second in pairwise(found)):
        problem = f"{len(predicted):,} derivations where {gold.path} has {len(gold):,}"
        raise InputError(predicted.path, f"{problem}, and no IDs (ID=…) that tell which")
    return predicted.moved_to(np.array(found, dtype=np.int64), len(gold))


@dataclass(frozen=True)
class DerivationPair:
    """Gold and predicted derivations over the same words; categories are numbered alike.

    A sentence without a predicted derivation has no words on that side: all of its gold side counts as missed.
    """

    gold: Derivations
    predicted: Derivations
    gold_punctuation: Marks
    predicted_punctuation: Marks
    has_same_words: bool  # punctuation included
    n_punctuation_disagreements: int  # words that only one of the two has as punctuation

    @cached_property
    def has_parse(self) -> Marks:
        """Which sentences have a predicted derivation."""
        return np.asarray(self.predicted.sentence_lengths > 0)

    @cached_property
    def is_parsed(self) -> Marks:
        """Which gold words are in a sentence with a predicted derivation."""
        return self.has_parse[self.gold.word_sentences]

    @property
    def n_missing(self) -> int:
        """How many sentences have no predicted derivation."""
        return int((~self.has_parse).sum())

    @cached_property
    def positions(self) -> tuple[Numbers, Numbers]:
        """The words that are not punctuation and have a parse, on both sides."""
        return np.flatnonzero(~self.gold_punctuation & self.is_parsed), np.flatnonzero(~self.predicted_punctuation)

    @cached_property
    def unparsed(self) -> Numbers:
        """The gold words that are not punctuation and have no parse."""
        return np.flatnonzero(~self.gold_punctuation & ~self.is_parsed)


def paired(gold: DerivationFile, predicted: DerivationFile, punctuation: Collection[str]) -> DerivationPair:
    """Match two files, sentence by sentence.

    Where both have the same words, the gold tree says which are punctuation. Else each tree says so itself, and the
    other words must be the same.
    """
    ours, theirs = _numbered_alike(gold.derivations, predicted.derivations)
    is_ours, is_theirs = ours.punctuation(punctuation), theirs.punctuation(punctuation)
    has_parse = theirs.sentence_lengths > 0
    has_same_words = bool(((ours.sentence_lengths == theirs.sentence_lengths) | ~has_parse).all())
    n_other = 0
    if has_same_words and len(ours.words):
        in_gold = is_ours[has_parse[ours.word_sentences]]
        n_other = int((in_gold != is_theirs).sum())
        is_theirs = in_gold
    pair = DerivationPair(ours, theirs, is_ours, is_theirs, has_same_words, n_other)
    _check_words(gold, predicted, pair)
    return pair


def _numbered_alike(gold: Derivations, predicted: Derivations) -> tuple[Derivations, Derivations]:
    numbers = {category: code for code, category in enumerate(gold.categories)}
    codes = [numbers.setdefault(category, len(numbers)) for category in predicted.categories]
    labels = np.array(codes, dtype=np.int64)[predicted.labels]
    categories = tuple(numbers)
    return replace(gold, categories=categories), replace(predicted, labels=labels, categories=categories)


def _check_words(gold: DerivationFile, predicted: DerivationFile, pair: DerivationPair) -> None:
    """Raise an error for sentences that do not have the same words."""
    ours, theirs = pair.positions
    n_ours, n_theirs = (
        np.bincount(derivations.word_sentences[places], minlength=len(gold))
        for derivations, places in ((pair.gold, ours), (pair.predicted, theirs))
    )
    differs = np.flatnonzero(n_ours != n_theirs)
    if len(differs):
        place = int(differs[0])
        where = f"{gold.path}, line {gold.lines[place]}"
        raise predicted.error(place, f"{n_theirs[place]} words where {where}, has {n_ours[place]}")
    for our, their in zip(ours, theirs, strict=True):
        word, other = pair.gold.words[our], pair.predicted.words[their]
        if word != other and normal_word(word) != normal_word(other):
            place = int(pair.gold.word_sentences[our])
            where = f"{gold.path}, line {gold.lines[place]}"
            raise predicted.error(place, f"{quoted(other, 30)} where {where}, has {quoted(word, 30)}")


def normal_word(word: str) -> str:
    """A word without regard to case, or to how brackets and slashes are written."""
    if len(word) > MAX_ACCENTS:
        return word
    return normalize("NFC", BRACKETS.get(word, word).replace("\\", "").casefold())


# ---- scores ----


def score_row(measure: str, score: PrecisionRecall) -> Row:
    """The row of a measure, as the table has it."""
    precision, recall = score.precision, score.recall
    counts = (precision.n, precision.of, recall.n, recall.of)
    return (measure, *score.rates, *counts, precision.flag or recall.flag)


def derivation_scores(pair: DerivationPair, gold_heads: Numbers, predicted_heads: Numbers) -> Iterator[Row]:
    """Lexical categories, brackets and tree dependencies."""
    ours, theirs = pair.positions
    yield _of_words("lexical categories", pair, pair.gold.lexical[ours] == pair.predicted.lexical[theirs])
    gold = measures.brackets_of(pair.gold, pair.gold_punctuation)
    predicted = measures.brackets_of(pair.predicted, pair.predicted_punctuation)
    yield score_row("Parseval labelled", measures.parseval(gold, predicted))
    yield score_row("Parseval unlabelled", measures.parseval(gold, predicted, labelled=False))
    labelled, unlabelled = measures.right_words(*_compared_trees(pair, gold_heads, predicted_heads))
    yield _of_words("tree dependencies labelled", pair, labelled)
    yield _of_words("tree dependencies unlabelled", pair, unlabelled)


def _of_words(measure: str, pair: DerivationPair, is_right: Marks) -> Row:
    """A score that counts words; those without a parse are missed."""
    n_predicted = len(is_right)
    n_gold = n_predicted + len(pair.unparsed)
    return score_row(measure, PrecisionRecall.of(int(is_right.sum()), n_predicted, n_gold))


def _compared_trees(
    pair: DerivationPair, gold_heads: Numbers, predicted_heads: Numbers
) -> tuple[TreeDependencies, TreeDependencies]:
    """The tree dependencies of the words that have a parse and are no punctuation; governors are numbered alike."""
    ours, theirs = pair.positions
    gold = measures.tree_dependencies(pair.gold, gold_heads)
    predicted = measures.tree_dependencies(pair.predicted, predicted_heads)
    if pair.has_same_words:
        our_numbers, their_numbers = np.cumsum(pair.is_parsed) - 1, np.arange(len(pair.predicted.words))
    else:  # number all words but punctuation; a governor that is punctuation matches none on the other side
        our_numbers = -2 - 2 * np.arange(len(pair.gold.words))
        their_numbers = -3 - 2 * np.arange(len(pair.predicted.words))
        our_numbers[ours] = their_numbers[theirs] = np.arange(len(ours))
    return _renumbered(gold, ours, our_numbers), _renumbered(predicted, theirs, their_numbers)


def _renumbered(dependencies: TreeDependencies, words: Numbers, numbers: Numbers) -> TreeDependencies:
    governors = np.append(numbers, measures.HEAD)[dependencies.governors[words]]  # HEAD is the last place
    return TreeDependencies(governors, dependencies.labels[words])


def tree_relation_frame(pair: DerivationPair, gold_heads: Numbers, predicted_heads: Numbers) -> pd.DataFrame:
    """Precision and recall of each relation of tree dependencies."""
    gold, predicted = _compared_trees(pair, gold_heads, predicted_heads)
    missed = measures.tree_dependencies(pair.gold, gold_heads).labels[pair.unparsed]
    right, _ = measures.right_words(gold, predicted)
    labels = np.concatenate((gold.labels, missed, predicted.labels))
    distinct, numbers = np.unique(labels, axis=0, return_inverse=True)
    numbers = numbers.reshape(-1)
    n_gold = len(right) + len(missed)
    in_gold = np.concatenate((right, np.zeros(len(missed), bool)))
    categories = pair.gold.categories
    names = [
        ("HEAD", "", "") if NO_LABEL in row else tuple(categories[code] for code in row) for row in distinct.tolist()
    ]
    return relation_frame(["parent", "head", "dependent"], names, numbers[:n_gold], numbers[n_gold:], in_gold, right)


def relation_frame(
    columns: Sequence[str],
    names: Sequence[tuple[object, ...]],
    gold: Numbers,
    predicted: Numbers,
    right: Marks,
    hits: Marks,
) -> pd.DataFrame:
    """Precision and recall of each relation, from its occurrences on either side, and which of them are right."""
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
