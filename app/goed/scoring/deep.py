"""Deep dependencies of two sides as arrays: read off derivations, or from files of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from goed.corpora.dependency_file import DependencyFile, Sentence
from goed.corpora.derivation_file import DerivationFile
from goed.errors import InputError, quoted
from goed.scores.arrays import Marks, Numbers
from goed.scores.ccg.deep_dependencies import DeepDependencies, Dependency, extracted
from goed.scores.ccg.derivations import Derivations
from goed.scores.ccg.markup import Markup
from goed.scoring.derivation_pairs import normal_word


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
    sentences: list[list[Dependency]] = [[] for _ in derivations.sentence_lengths]
    n_unexplained, first = 0, -1
    for each in extracted(derivations, heads, markup):
        sentences[each.sentence] = each.dependencies
        if each.n_unexplained and not n_unexplained:
            first = each.sentence
        n_unexplained += each.n_unexplained
    return Extraction(sentences, n_unexplained, first)


def without_punctuation(
    sentences: Sequence[list[Dependency]], derivations: Derivations, is_punctuation: Marks
) -> list[list[Dependency]]:
    """The same with words numbered as if there were no punctuation, for files of which only one has some."""
    numbers = np.cumsum(~is_punctuation)
    first = np.cumsum(derivations.sentence_lengths) - derivations.sentence_lengths
    renumbered: list[list[Dependency]] = []
    for begin, sentence in zip(first.tolist(), sentences, strict=True):
        if not sentence:
            renumbered.append([])
            continue
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


def same_sentences(gold: DependencyFile, predicted: DependencyFile) -> None:
    """Two files must be of the same sentences, as far as they tell."""
    for ours, theirs in zip(gold.sentences, predicted.sentences, strict=False):
        if ours.name and theirs.name and ours.name != theirs.name:
            problem = (
                f"sentence {quoted(theirs.name, 30)} where {gold.path}, line {ours.line}, has {quoted(ours.name, 30)}"
            )
            raise predicted.error(theirs.line, problem)
        words = dict(enumerate(ours.words)) if ours.words else {place: word for place, (word, _) in ours.named.items()}
        _check_words(predicted, theirs, words, f"{gold.path}, line {ours.line}")


def same_words(file: DependencyFile, trees: DerivationFile) -> None:
    """The words of dependencies must be those of derivations."""
    for sentence, words, line in zip(file.sentences, words_of(trees.derivations), trees.lines.tolist(), strict=False):
        where = f"{trees.path}, line {line}"
        longest = max(sentence.named, default=0)
        if longest >= len(words):
            raise file.error(sentence.named[longest][1], f"word {longest + 1} where {where}, has {len(words)} words")
        _check_words(file, sentence, dict(enumerate(words)), where)


def _check_words(file: DependencyFile, sentence: Sentence, words: Mapping[int, str], where: str) -> None:
    for place, (word, line) in sentence.named.items():
        other = words.get(place, "")
        if word and other and word != other and normal_word(word) != normal_word(other):
            raise file.error(line, f"{quoted(word, 30)} where {where}, has {quoted(other, 30)}")


def filled_up(file: DependencyFile, n: int, other: DependencyFile | DerivationFile) -> list[list[Dependency]]:
    """The dependencies of each sentence, with as many empty ones at the end as there may be."""
    n_missing = n - len(file)
    if n_missing < 0 or n_missing > file.n_empty_behind:
        raise InputError(file.path, f"{len(file):,} sentences with dependencies where {other.path} has {n:,}")
    return [sentence.dependencies for sentence in file.sentences] + [[] for _ in range(n_missing)]


def words_of(derivations: Derivations) -> list[tuple[str, ...]]:
    """The words of each sentence."""
    ends = np.cumsum(derivations.sentence_lengths)
    spans = zip((ends - derivations.sentence_lengths).tolist(), ends.tolist(), strict=True)
    return [derivations.words[begin:end] for begin, end in spans]


def words_without(derivations: Derivations, is_punctuation: Marks) -> list[dict[int, str]]:
    """For each sentence its words, numbered as if there were no punctuation."""
    ends = np.cumsum(derivations.sentence_lengths)
    kept = [
        np.flatnonzero(~is_punctuation[end - length : end]) + end - length
        for end, length in zip(ends.tolist(), derivations.sentence_lengths.tolist(), strict=True)
    ]
    return [dict(enumerate(derivations.words[place] for place in places)) for places in kept]


def words_known(*files: DependencyFile | DerivationFile) -> list[dict[int, str]]:
    """For each sentence the words that files of dependencies name, or those of derivations."""
    known: list[dict[int, str]] = [{} for _ in range(max(map(len, files), default=0))]
    for file in files:
        if isinstance(file, DerivationFile):
            for words, of_file in zip(known, words_of(file.derivations), strict=False):
                words.update(enumerate(of_file))
        else:
            for words, sentence in zip(known, file.sentences, strict=False):
                words.update({place: word for place, (word, _) in sentence.named.items()})
    return known
