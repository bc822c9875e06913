"""Deep dependencies of two files: category markup, matching the files, score tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from pathlib import Path

import numpy as np
import pandas as pd

from goed.corpora.blocks import lines_of_text
from goed.corpora.dependency_file import DependencyFile, SentenceDependencies
from goed.corpora.derivation_file import DerivationFile
from goed.errors import InputError, quoted
from goed.own_data import data_folder
from goed.score_tables.derivations import Row, normal_word, relation_frame, score_row
from goed.scores.derivations import deep_dependencies as measures
from goed.scores.derivations.categories import ANY_FEATURE, Category, NoCategoryError, parsed
from goed.scores.derivations.deep_dependencies import DeepDependencyPair, Dependency
from goed.scores.derivations.derivations import Derivations
from goed.scores.values import Marks

# ---- marked-up categories ----


def own_markup() -> dict[str, Category]:
    """The categories that goed has marked up itself."""
    return read_markup(data_folder() / "ccg" / "markup.txt")


def read_markup(path: Path) -> dict[str, Category]:
    """The marked-up form of each category in a file of goed or of the C&C tools: (NP{a}/N{a}<1>){_}, one to a line.

    What stands before it on the line (a number of slots) and lines without a marked-up category (plain categories,
    grammatical relations, # comments) is ignored.
    """
    found: dict[str, Category] = {}
    for number, line in lines_of_text(path):
        words = [] if line.lstrip().startswith(("#", "!")) else re.split(r"[\s,\"]+", line)
        word = next((word for word in words if "{" in word), None)
        if word is None:
            continue
        category = _marked_up(path, number, word)
        plain = str(category).replace(ANY_FEATURE, "")
        if found.setdefault(plain, category) != category:
            raise InputError(path, f"{quoted(plain)} is marked up in two ways", number)
    if not found:
        raise InputError(path, "holds no marked-up category, as (NP{a}/N{a}<1>){_}")
    return found


def _marked_up(path: Path, number: int, word: str) -> Category:
    try:
        category = parsed(word)
    except NoCategoryError as error:
        raise InputError(path, f"{quoted(word)} is no marked-up category: {error}", number) from None
    slots = category.slots()
    if len(set(slots)) != len(slots):
        raise InputError(path, f"{quoted(word)} has a slot twice", number)
    return category


# ---- two files of the same sentences ----


def same_sentences(gold: DependencyFile, predicted: DependencyFile) -> None:
    """Check that two files are of the same sentences, as far as they tell."""
    for ours, theirs in zip(gold.sentences, predicted.sentences, strict=False):
        if ours.name and theirs.name and ours.name != theirs.name:
            where = f"{gold.path}, line {ours.line}"
            problem = f"sentence {quoted(theirs.name, 30)} where {where}, has {quoted(ours.name, 30)}"
            raise predicted.error(theirs.line, problem)
        words = dict(enumerate(ours.words)) if ours.words else ours.named_words
        _check_words(predicted, theirs, words, f"{gold.path}, line {ours.line}")


def same_words(file: DependencyFile, trees: DerivationFile) -> None:
    """Check that the words of dependencies are those of the derivations."""
    for sentence, words, line in zip(file.sentences, words_of(trees.derivations), trees.lines.tolist(), strict=False):
        where = f"{trees.path}, line {line}"
        longest = max(sentence.named, default=0)
        if longest >= len(words):
            raise file.error(sentence.named[longest][1], f"word {longest + 1} where {where}, has {len(words)} words")
        _check_words(file, sentence, dict(enumerate(words)), where)


def _check_words(file: DependencyFile, sentence: SentenceDependencies, words: Mapping[int, str], where: str) -> None:
    for place, (word, line) in sentence.named.items():
        other = words.get(place, "")
        if word and other and word != other and normal_word(word) != normal_word(other):
            raise file.error(line, f"{quoted(word, 30)} where {where}, has {quoted(other, 30)}")


def dependencies_per_sentence(
    file: DependencyFile, n: int, other: DependencyFile | DerivationFile
) -> list[list[Dependency]]:
    """The dependencies of each of `n` sentences; at the end there may be sentences without any."""
    n_missing = n - len(file)
    if n_missing < 0 or n_missing > file.n_empty_behind:
        raise InputError(file.path, f"{len(file):,} sentences with dependencies where {other.path} has {n:,}")
    return [sentence.dependencies for sentence in file.sentences] + [[] for _ in range(n_missing)]


# ---- words ----


def words_of(derivations: Derivations) -> list[tuple[str, ...]]:
    """The words of each sentence."""
    return [derivations.words[begin:end] for begin, end in _spans(derivations)]


def _spans(derivations: Derivations) -> list[tuple[int, int]]:
    """Where the words of each sentence begin, and where they end."""
    ends = np.cumsum(derivations.sentence_lengths)
    return list(zip((ends - derivations.sentence_lengths).tolist(), ends.tolist(), strict=True))


def words_without(derivations: Derivations, is_punctuation: Marks) -> list[dict[int, str]]:
    """For each sentence its words, numbered as if there were no punctuation."""
    kept = (~is_punctuation).tolist()
    spans = _spans(derivations)
    return [dict(enumerate(compress(derivations.words[begin:end], kept[begin:end]))) for begin, end in spans]


def without_punctuation(
    sentences: Sequence[list[Dependency]], derivations: Derivations, is_punctuation: Marks
) -> list[list[Dependency]]:
    """Dependencies with words numbered as if there were no punctuation, for files of which only one has it."""
    counted = np.concatenate(([0], np.cumsum(~is_punctuation))).tolist()  # before each word
    return [
        [
            each._replace(
                functor=counted[begin + each.functor + 1] - counted[begin] - 1,
                argument=counted[begin + each.argument + 1] - counted[begin] - 1,
            )
            for each in sentence
        ]
        for (begin, _), sentence in zip(_spans(derivations), sentences, strict=True)
    ]


def words_known(*files: DependencyFile | DerivationFile) -> list[dict[int, str]]:
    """For each sentence the words that files of dependencies name, or those of derivations."""
    known: list[dict[int, str]] = [{} for _ in range(max(map(len, files), default=0))]
    for file in files:
        if isinstance(file, DerivationFile):
            named = [dict(enumerate(words)) for words in words_of(file.derivations)]
        else:
            named = [sentence.named_words for sentence in file.sentences]
        for known_here, named_here in zip(known, named, strict=False):
            known_here.update(named_here)
    return known


# ---- tables ----


def deep_scores(deep: DeepDependencyPair, ordered: bool) -> Iterator[Row]:
    """The scores of deep dependencies, as rows."""
    yield score_row("deep dependencies labelled", measures.labelled_score(deep.gold, deep.predicted))
    yield score_row("deep dependencies unlabelled", measures.unlabelled_score(deep.gold, deep.predicted, ordered))


def deep_relation_frame(deep: DeepDependencyPair) -> pd.DataFrame:
    """Precision and recall of each slot of each category."""
    in_gold, in_predicted = measures.in_both(deep.gold, deep.predicted)
    return relation_frame(
        ["category", "slot"], deep.relations, deep.gold.relations, deep.predicted.relations, in_gold, in_predicted
    )


def dependency_frame(deep: DeepDependencyPair, words: Sequence[Mapping[int, str]]) -> pd.DataFrame:
    """Every deep dependency of either side: right, missed (gold only), or wrong (predicted only).

    Words are named if they are known: files of dependencies have only words that occur in a dependency.
    """
    in_gold, in_predicted = measures.in_both(deep.gold, deep.predicted)
    outcomes = np.where(in_gold, "right", "missed"), np.where(in_predicted, "", "wrong")
    rows = []
    for side, of_side in zip((deep.gold, deep.predicted), outcomes, strict=True):
        arrays = (side.sentences, side.functors, side.relations, side.arguments, of_side)
        for sentence, functor, relation, argument, outcome in zip(*(each.tolist() for each in arrays), strict=True):
            if outcome:
                known = words[sentence] if sentence < len(words) else {}
                names = known.get(functor, ""), known.get(argument, "")
                category, slot = deep.relations[relation]
                rows.append((sentence + 1, functor + 1, names[0], category, slot, argument + 1, names[1], outcome))
    rows.sort(key=lambda row: row[:2] + row[3:6])
    columns = ["sentence", "functor_id", "functor", "category", "slot", "argument_id", "argument", "outcome"]
    return pd.DataFrame(rows, columns=columns)
