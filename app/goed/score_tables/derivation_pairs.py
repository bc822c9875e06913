"""Gold and predicted CCG derivations of the same words, put beside each other."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from unicodedata import normalize

import numpy as np

from goed.corpora.derivation_file import DerivationFile
from goed.errors import InputError, quoted
from goed.forms import MOST_ACCENTS
from goed.scores.derivations.derivations import Derivations
from goed.scores.values import Marks, Numbers

BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LCB-": "{", "-RCB-": "}", "-LSB-": "[", "-RSB-": "]"}  # as words


def in_step(gold: DerivationFile, predicted: DerivationFile) -> DerivationFile:
    """Predicted derivations in the places of the gold ones: in order, or, where some are missing, by their IDs."""
    if len(gold) == len(predicted):
        return predicted
    places = {name: place for place, name in enumerate(gold.ids) if name}
    found = [places.get(name, -1) for name in predicted.ids]
    if -1 in found or not all(first < second for first, second in pairwise(found)):
        problem = f"{len(predicted):,} derivations where {gold.path} has {len(gold):,}"
        raise InputError(predicted.path, f"{problem}, and no IDs (ID=…) that tell which")
    return predicted.placed(np.array(found, dtype=np.int64), len(gold))


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
    n_other_punctuation: int  # words that only one of the two has as punctuation

    @cached_property
    def has_parse(self) -> Marks:
        """Which sentences have a predicted derivation."""
        return np.asarray(self.predicted.sentence_lengths > 0)

    @cached_property
    def is_parsed(self) -> Marks:
        """Which gold words have one."""
        return self.has_parse[self.gold.word_sentences]

    @property
    def n_missing(self) -> int:
        """How many sentences have none."""
        return int((~self.has_parse).sum())

    @cached_property
    def positions(self) -> tuple[Numbers, Numbers]:
        """Each word that is no punctuation and has a parse, in both."""
        return np.flatnonzero(~self.gold_punctuation & self.is_parsed), np.flatnonzero(~self.predicted_punctuation)

    @cached_property
    def unparsed(self) -> Numbers:
        """Each gold word that is no punctuation and has no parse."""
        return np.flatnonzero(~self.gold_punctuation & ~self.is_parsed)


def paired(gold: DerivationFile, predicted: DerivationFile, punctuation: Collection[str]) -> DerivationPair:
    """Put two files in step beside each other.

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
    """Say where sentences do not have the same words."""
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
    """Words that differ in case, or in how brackets and slashes are written, are the same."""
    if len(word) > MOST_ACCENTS:
        return word
    return normalize("NFC", BRACKETS.get(word, word).replace("\\", "").casefold())
