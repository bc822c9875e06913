"""Lemmas with their features as numbers, and batches of them as tensors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from goed.models.interface import Example

BOS, EOS, PAD, UNKNOWN = range(4)
N_SPECIAL = 4


class Symbols:
    """Characters or features of a training set, numbered in order of first appearance after the special ones."""

    def __init__(self, symbols: Iterable[str]) -> None:
        self._numbers = {symbol: N_SPECIAL + i for i, symbol in enumerate(dict.fromkeys(symbols))}

    def __len__(self) -> int:
        return N_SPECIAL + len(self._numbers)

    def numbers(self, symbols: Iterable[str]) -> list[int]:
        """The numbers of these symbols; those never seen have one together."""
        return [self._numbers.get(symbol, UNKNOWN) for symbol in symbols]


class Word(NamedTuple):
    """A lemma between its edges, and its features, as numbers."""

    characters: list[int]
    features: list[int]


class Words(NamedTuple):
    """A batch of words."""

    characters: Tensor  # (word, position), with BOS and EOS
    seen: Tensor  # (direction, position, word): what networks read, from each word's start and from its end
    turn: Tensor  # (position, word): in which step each position is read from the end; padding stays at the end
    lengths: Tensor  # of the lemmas
    features: Tensor  # (word, feature)

    def chosen(self, rows: Tensor) -> Words:
        """Some of the words, no wider than they need."""
        lengths = self.lengths[rows]
        longest = int(lengths.max()) + 2
        return Words(
            self.characters[rows, :longest],
            self.seen[:, :longest, rows],
            self.turn[:longest, rows],
            lengths,
            self.features[rows],
        )

    def spelled(self, characters: Tensor, masked: float = 0.0) -> Words:
        """These words with other characters, a share of whose letters networks do not get to see."""
        seen = characters.t()
        if masked:
            is_hidden = torch.rand(seen.shape, device=seen.device) < masked
            seen = seen.masked_fill(is_hidden & (seen >= N_SPECIAL), UNKNOWN)
        return self._replace(characters=characters, seen=both_ways(seen, self.turn))

    def last(self, letters: int) -> Tensor:
        """The last letters of each word (word, letter); BOS in place of those that a short word has not."""
        places = self.lengths.unsqueeze(1) - torch.arange(letters, device=self.lengths.device)
        return self.characters.gather(1, places.clamp(min=0))


class Reader:
    """Reads lemmas and features as the training set's characters and features."""

    def __init__(self, examples: Sequence[Example]) -> None:
        self.characters = Symbols(letter for example in examples for letter in example.lemma)
        self.features = Symbols(feature for example in examples for feature in example.features.split(";"))

    def word(self, lemma: str, features: str) -> Word:
        """A word as numbers."""
        return Word(
            [BOS, *self.characters.numbers(lemma), EOS],
            self.features.numbers(features.split(";")),
        )


def batch_of(words: Sequence[Word], device: torch.device) -> Words:
    """Words side by side, shorter ones filled up."""
    longest = max(len(word.characters) for word in words)
    backwards = [[*range(len(word.characters) - 1, -1, -1), *range(len(word.characters), longest)] for word in words]
    turn = torch.tensor(backwards, device=device).t()
    characters = filled([word.characters for word in words], PAD, device)
    return Words(
        characters,
        both_ways(characters.t(), turn),
        turn,
        torch.tensor([len(word.characters) - 2 for word in words], device=device),
        filled([word.features for word in words], PAD, device),
    )


def both_ways(characters: Tensor, turn: Tensor) -> Tensor:
    """Words (position, word) read from their starts and from their ends (direction, position, word)."""
    return torch.stack([characters, characters.gather(0, turn)])


def filled(rows: Sequence[Sequence[int]], filling: int, device: torch.device) -> Tensor:
    """Rows of numbers as one tensor, the ends of shorter rows filled up."""
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[filling] * (longest - len(row))] for row in rows], device=device)
