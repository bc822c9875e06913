"""Scores of CCG derivations and of files of deep dependencies as tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
import pandas as pd

from app.corpora.dependency_file import DependencyFile
from app.corpora.derivation_file import DerivationFile
from app.errors import InputError, quoted
from app.scores.arrays import Marks, Numbers
from app.scores.ccg.brackets import PrecisionRecall, brackets_of, parseval
from app.scores.ccg.deep_dependencies import (
    DeepDependencies,
    Dependency,
    extracted,
    in_both,
    labelled_score,
    unlabelled_score,
)
from app.scores.ccg.derivations import Derivations
from app.scores.ccg.markup import Markup
from app.scores.ccg.tree_dependencies import (
    HEAD,
    NO_LABEL,
    RightWords,
    TreeDependencies,
    heads_by_rule,
    right_words,
    says_nothing,
    tree_dependencies,
)
from app.scores.ratio import Ratio, f_score
from app.scoring.scored import UNDEFINED

SCORE_COLUMNS = ("measure", "precision", "recall", "f", "n_right", "n_predicted", "n_right_gold", "n_gold", "flag")
RATES = ("precision", "recall", "f")
HEAD_RULES = ("auto", "file", "rule")
BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LCB-": "{", "-RCB-": "}", "-LSB-": "[", "-RSB-": "]"}  # as words

Row = tuple[object, ...]


# ---- putting two files beside each other ----


def in_step(gold: DerivationFile, predicted: DerivationFile) -> tuple[DerivationFile, DerivationFile]:
    """The sentences that both files have: all in their order, or, where some have no parse, those of the same ID."""
    if len(gold) != len(predicted):
        gold = gold.chosen(_with_parse(gold, predicted))
    return gold, predicted


def _with_parse(gold: DerivationFile, predicted: DerivationFile) -> Numbers:
    places = {name: place for place, name in enumerate(gold.ids)}
    found = [places.get(name, -1) for name in predicted.ids]
    is_in_order = all(first < second for first, second in pairwise(found))
    if "" in predicted.ids or -1 in found or not is_in_order:
        raise InputError(
            predicted.path,
            f"{len(predicted):,} derivations where {gold.path} has {len(gold):,}, and no IDs (ID=…) that tell which",
        )
    return np.array(found, dtype=np.int64)


@dataclass(frozen=True)
class Pair:
    """A gold and a predicted derivation of each sentence, over the same words; categories are numbered alike."""

    gold: Derivations
    predicted: Derivations
    gold_punctuation: Marks
    predicted_punctuation: Marks
    n_other_punctuation: int  # words that only one of the two has as punctuation

    @cached_property
    def positions(self) -> tuple[Numbers, Numbers]:
        """For each word that is no punctuation its place among those of all sentences, in both."""
        return np.flatnonzero(~self.gold_punctuation), np.flatnonzero(~self.predicted_punctuation)


def paired(gold: DerivationFile, predicted: DerivationFile, punctuation: Collection[str]) -> Pair:
    """Put two files in step beside each other.

    Where both have the same words, the gold tree says which are punctuation. Else each tree says so itself, and the
    other words must be the same.
    """
    ours, theirs = _numbered_alike(gold.derivations, predicted.derivations)
    is_ours, is_theirs = ours.punctuation(punctuation), theirs.punctuation(punctuation)
    same = ours.sentence_lengths == theirs.sentence_lengths
    n_other = 0
    if same.all():
        n_other = int((is_ours != is_theirs).sum())
        is_theirs = is_ours
    pair = Pair(ours, theirs, is_ours, is_theirs, n_other)
    _check_words(gold, predicted, pair)
    return pair


def _numbered_alike(gold: Derivations, predicted: Derivations) -> tuple[Derivations, Derivations]:
    numbers = {category: code for code, category in enumerate(gold.categories)}
    codes = [numbers.setdefault(category, len(numbers)) for category in predicted.categories]
    labels = np.array(codes or [0])[predicted.labels]
    categories = tuple(numbers)
    return replace(gold, categories=categories), replace(predicted, labels=labels, categories=categories)


def _check_words(gold: DerivationFile, predicted: DerivationFile, pair: Pair) -> None:
    """Say where sentences do not have the same words."""
    ours, theirs = pair.positions
    n_ours, n_theirs = (
        np.bincount(derivations.word_sentences[places], minlength=len(gold))
        for derivations, places in ((pair.gold, ours), (pair.predicted, theirs))
    )
    differs = np.flatnonzero(n_ours != n_theirs)
    if len(differs):
        place = int(differs[0])
        raise predicted.error(
            place, f"{n_theirs[place]} words where {gold.path}, line {gold.lines[place]}, has {n_ours[place]}"
        )
    for our, their in zip(ours, theirs, strict=True):
        word, other = pair.gold.words[our], pair.predicted.words[their]
        if word != other and _normal(word) != _normal(other):
            place = int(pair.gold.word_sentences[our])
            raise predicted.error(
                place, f"{quoted(other, 30)} where {gold.path}, line {gold.lines[place]}, has {quoted(word, 30)}"
            )


def _normal(word: str) -> str:
    """Words that differ in case, or in how brackets and slashes are written, are the same."""
    return BRACKETS.get(word, word).replace("\\\\", "").casefold()


def heads_of(derivations: Derivations, rule: str) -> tuple[Numbers, bool]:
    """The head daughter of each node, and whether it comes from the rule rather than the file."""
    if rule == "rule" or (rule == "auto" and says_nothing(derivations)):
        return heads_by_rule(derivations), True
    return derivations.heads, False


# ---- scores ----


def _scored(measure: str, score: PrecisionRecall) -> Row:
    precision, recall = score.precision, score.recall
    flag = UNDEFINED if precision.is_undefined or recall.is_undefined else ""
    counts = (precision.n, precision.of, recall.n, recall.of)
    return (measure, precision.value, recall.value, f_score(precision, recall), *counts, flag)


def derivation_scores(pair: Pair, trees: RightWords) -> Iterator[Row]:
    """Lexical categories, brackets and tree dependencies."""
    ours, theirs = pair.positions
    right = Ratio(int((pair.gold.lexical[ours] == pair.predicted.lexical[theirs]).sum()), len(ours))
    yield _scored("lexical categories", PrecisionRecall(right, right))
    gold = brackets_of(pair.gold, pair.gold_punctuation)
    predicted = brackets_of(pair.predicted, pair.predicted_punctuation)
    yield _scored("Parseval labelled", parseval(gold, predicted))
    yield _scored("Parseval unlabelled", parseval(gold, predicted, labelled=False))
    yield _scored("tree dependencies labelled", trees.score())
    yield _scored("tree dependencies unlabelled", trees.score(labelled=False))


def compared_trees(
    pair: Pair, gold_heads: Numbers, predicted_heads: Numbers
) -> tuple[TreeDependencies, TreeDependencies]:
    """The tree dependencies of the words that are no punctuation; governors are numbered alike."""
    ours, theirs = pair.positions
    found = []
    for derivations, heads, places in ((pair.gold, gold_heads, ours), (pair.predicted, predicted_heads, theirs)):
        of_all = tree_dependencies(derivations, heads)
        numbers = np.full(len(derivations.words) + 1, HEAD - 1, np.int64)  # a governor that is punctuation
        numbers[places] = np.arange(len(places))
        numbers[-1] = HEAD
        found.append(TreeDependencies(numbers[of_all.governors[places]], of_all.labels[places]))
    return found[0], found[1]


def deep_scores(gold: DeepDependencies, predicted: DeepDependencies, ordered: bool) -> Iterator[Row]:
    """Deep dependencies."""
    yield _scored("deep dependencies labelled", labelled_score(gold, predicted))
    yield _scored("deep dependencies unlabelled", unlabelled_score(gold, predicted, ordered))


# ---- deep dependencies ----


@dataclass(frozen=True)
class Extraction:
    """The dependencies of each sentence; how many nodes no rule explained, and the first sentence with one, or -1."""

    sentences: list[list[Dependency]]
    n_unexplained: int
    first_unexplained: int


@dataclass(frozen=True)
class Deep:
    """Deep dependencies of two files, with the names of their relations."""

    gold: DeepDependencies
    predicted: DeepDependencies
    relations: tuple[tuple[str, int], ...]


def numbered(gold: Sequence[list[Dependency]], predicted: Sequence[list[Dependency]]) -> Deep:
    """Dependencies of two files as arrays."""
    numbers: dict[tuple[str, int], int] = {}
    both = [_arrays(sentences, numbers) for sentences in (gold, predicted)]
    return Deep(both[0], both[1], tuple(numbers))


def _arrays(sentences: Sequence[list[Dependency]], numbers: dict[tuple[str, int], int]) -> DeepDependencies:
    rows = [
        (place, each.functor, numbers.setdefault((each.category, each.slot), len(numbers)), each.argument)
        for place, sentence in enumerate(sentences)
        for each in dict.fromkeys(sentence)
    ]
    columns = np.array(rows, dtype=np.int64).reshape(-1, 4)
    return DeepDependencies(*(columns[:, place] for place in range(4)))


def extract(derivations: Derivations, heads: Numbers, markup: Markup) -> Extraction:
    """The deep dependencies of each derivation."""
    found = list(extracted(derivations, heads, markup))
    unexplained = [place for place, each in enumerate(found) if each.n_unexplained]
    n_unexplained = sum(each.n_unexplained for each in found)
    return Extraction([each.dependencies for each in found], n_unexplained, unexplained[0] if unexplained else -1)


def without_punctuation(
    sentences: Sequence[list[Dependency]], derivations: Derivations, is_punctuation: Marks
) -> list[list[Dependency]]:
    """The same with words numbered as if there were no punctuation, for files of which only one has some."""
    numbers = np.cumsum(~is_punctuation)
    first = np.cumsum(derivations.sentence_lengths) - derivations.sentence_lengths
    renumbered = []
    for begin, sentence in zip(first.tolist(), sentences, strict=True):
        before = int(numbers[begin]) - int(not is_punctuation[begin])
        renumbered.append(
            [
                each._replace(
                    functor=int(numbers[begin + each.functor]) - before - 1,
                    argument=int(numbers[begin + each.argument]) - before - 1,
                )
                for each in sentence
            ]
        )
    return renumbered


def same_sentences(
    gold: DependencyFile, predicted: DependencyFile
) -> tuple[list[list[Dependency]], list[list[Dependency]]]:
    """Sentences of two files, as many in one as in the other."""
    n = max(len(gold.sentences), len(predicted.sentences))
    return filled_up(gold, n, predicted), filled_up(predicted, n, gold)


def filled_up(file: DependencyFile, n: int, other: DependencyFile | DerivationFile) -> list[list[Dependency]]:
    """The sentences of a file, with as many empty ones at the end as there may be."""
    n_missing = n - len(file.sentences)
    if n_missing < 0 or n_missing > file.n_empty_behind:
        raise InputError(file.path, f"{len(file.sentences):,} sentences with dependencies where {other.path} has {n:,}")
    return file.sentences + [[] for _ in range(n_missing)]


# ---- details ----


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


def tree_relation_frame(pair: Pair, gold: TreeDependencies, predicted: TreeDependencies) -> pd.DataFrame:
    """Precision and recall of each relation of tree dependencies."""
    right = right_words(gold, predicted).labelled
    distinct, numbers = np.unique(np.concatenate((gold.labels, predicted.labels)), axis=0, return_inverse=True)
    numbers = numbers.reshape(-1)
    ours, theirs = numbers[: len(right)], numbers[len(right) :]
    names = [_relation_name(row, pair.gold.categories) for row in distinct.tolist()]
    return _relation_frame(["parent", "head", "dependent"], names, ours, theirs, right, right)


def _relation_name(row: Sequence[int], categories: Sequence[str]) -> tuple[str, str, str]:
    if row[0] == NO_LABEL:
        return ("HEAD", "", "")
    return (categories[row[0]], categories[row[1]], categories[row[2]])


def deep_relation_frame(deep: Deep) -> pd.DataFrame:
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
        scores = (precision.value, recall.value, f_score(precision, recall))
        rows.append((*names[code], *scores, precision.n, precision.of, recall.of))
    return pd.DataFrame(rows, columns=[*columns, *RATES, "n_right", "n_predicted", "n_gold"])


def words_of(derivations: Derivations) -> list[tuple[str, ...]]:
    """The words of each sentence."""
    ends = np.cumsum(derivations.sentence_lengths)
    spans = zip((ends - derivations.sentence_lengths).tolist(), ends.tolist(), strict=True)
    return [derivations.words[begin:end] for begin, end in spans]


def dependency_frame(deep: Deep, words: Sequence[Sequence[str]]) -> pd.DataFrame:
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
    deep: Deep, side: DeepDependencies, outcomes: Sequence[str], words: Sequence[Sequence[str]]
) -> Iterator[tuple[int, int, str, str, int, int, str, str]]:
    columns = (side.sentences.tolist(), side.functors.tolist(), side.relations.tolist(), side.arguments.tolist())
    for sentence, functor, relation, argument, outcome in zip(*columns, outcomes, strict=True):
        if outcome:
            category, slot = deep.relations[relation]
            names = [_word(words, sentence, place) for place in (functor, argument)]
            yield (sentence + 1, functor + 1, names[0], category, slot, argument + 1, names[1], outcome)


def _word(words: Sequence[Sequence[str]], sentence: int, place: int) -> str:
    """A word, where the words are known: files of dependencies have only those that stand in some."""
    return words[sentence][place] if sentence < len(words) and place < len(words[sentence]) else ""
