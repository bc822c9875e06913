"""Deep dependencies of two sides as arrays: read off derivations, or from files of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.corpora.dependency_file import DependencyFile
from app.corpora.derivation_file import DerivationFile
from app.errors import InputError
from app.scores.arrays import Marks, Numbers
from app.scores.ccg.deep_dependencies import DeepDependencies, Dependency, extracted
from app.scores.ccg.derivations import Derivations
from app.scores.ccg.markup import Markup


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
