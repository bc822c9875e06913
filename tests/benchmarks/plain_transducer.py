"""The original CLUZH's transducer in torch: vocabularies, the network, and its loss under teacher forcing.

Encoders read the padding, as in the original.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch
from plain_aligner import Action
from torch import Tensor, nn

BOS, EOS, PAD, UNKNOWN = range(4)
ACTION_BOS, END, ACTION_PAD, DELETE, COPY = range(5)
Triple = tuple[str, str, str]  # lemma, form, features


class Numbers(dict[str, int]):
    """A vocabulary: symbols in the order of their first appearance, after the special ones."""

    def __init__(self, symbols: Iterable[str]) -> None:
        super().__init__()
        for symbol in symbols:
            self.setdefault(symbol, len(self) + 4)

    def of(self, symbols: Iterable[str]) -> list[int]:
        """Their numbers."""
        return [self.get(symbol, UNKNOWN) for symbol in symbols]


class Actions:
    """The vocabulary of edit actions, with the kind and the character of each."""

    def __init__(self, forms: Iterable[str]) -> None:
        named: list[Action] = [("BOS", ""), ("END", ""), ("PAD", ""), ("DELETE", ""), ("COPY", "")]
        for c in dict.fromkeys("".join(forms)):
            named += [("SUB", c), ("INS", c)]
        self.named = named
        self.number = {action: number for number, action in enumerate(named)}
        self.always = torch.tensor([kind in ("END", "INS") for kind, _ in named])
        self.while_input = torch.tensor([kind in ("COPY", "DELETE", "SUB") for kind, _ in named])

    def valid(self, pointer: int, length: int) -> Tensor:
        """Which actions are allowed."""
        return self.always | self.while_input if pointer < length else self.always

    def moves(self, number: int) -> bool:
        """Whether an action takes a character of the input."""
        return bool(self.while_input[number])


class Network(nn.Module):
    """Encoder and decoder with one layer each."""

    def __init__(self, n_characters: int, n_features: int, n_actions: int) -> None:
        super().__init__()
        self.characters = nn.Embedding(n_characters, 100, padding_idx=PAD)
        self.features = nn.Embedding(n_features, 100, padding_idx=PAD)
        self.actions = nn.Embedding(n_actions, 100, padding_idx=ACTION_PAD)
        self.encoder = nn.LSTM(100, 200, bidirectional=True, batch_first=True)
        self.decoder = nn.LSTM(400 + 100 + 100, 200, batch_first=True)
        self.output = nn.Linear(200, n_actions)

    def encode(self, characters: Tensor, features: Tensor) -> tuple[Tensor, Tensor]:
        """What the decoder reads: one vector a place of the input, without BOS, and the sum of the features'."""
        return self.encoder(self.characters(characters))[0][:, 1:], self.features(features).sum(1)

    def decode(
        self, read: Tensor, features: Tensor, actions: Tensor, state: tuple[Tensor, Tensor] | None = None
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """Logits after each of the steps."""
        features = features.unsqueeze(1).expand(-1, actions.shape[1], -1)
        hidden, state = self.decoder(torch.cat([read, self.actions(actions), features], dim=2), state)
        return self.output(hidden), state


@dataclass(frozen=True)
class Sample:
    """A training pair in numbers, with the expert's actions."""

    characters: list[int]
    features: list[int]
    actions: list[int]
    pointers: list[int]
    valid: Tensor


class Transducer:
    """A network with its vocabularies."""

    def __init__(self, training: Sequence[Triple]) -> None:
        self.characters = Numbers(c for lemma, _, _ in training for c in lemma)
        self.features = Numbers(f for _, _, features in training for f in features.split(";"))
        self.actions = Actions(form for _, form, _ in training)
        self.network = Network(len(self.characters) + 4, len(self.features) + 4, len(self.actions.named))

    def sample(self, lemma: str, features: str, walk: Sequence[Action]) -> Sample:
        """A training pair."""
        actions = [self.actions.number[action] for action in walk]
        pointers = [0]
        for action in actions[:-1]:
            pointers.append(pointers[-1] + self.actions.moves(action))
        valid = torch.stack([self.actions.valid(pointer, len(lemma)) for pointer in pointers])
        return Sample(*self.numbered(lemma, features), actions, pointers, valid)

    def numbered(self, lemma: str, features: str) -> tuple[list[int], list[int]]:
        """The input of an item."""
        return [BOS, *self.characters.of(lemma), EOS], self.features.of(features.split(";"))

    def loss(self, batch: Sequence[Sample]) -> Tensor:
        """The mean over items of the mean over their actions of −log Σ p(optimal)."""
        encoded, features = self.network.encode(
            padded([each.characters for each in batch], PAD), padded([each.features for each in batch], PAD)
        )
        pointers = padded([each.pointers for each in batch], 0)
        gold = padded([each.actions for each in batch], ACTION_PAD)
        before = padded([[ACTION_BOS, *each.actions[:-1]] for each in batch], ACTION_PAD)
        read = encoded.gather(1, pointers.unsqueeze(2).expand(-1, -1, encoded.shape[2]))
        logits, _ = self.network.decode(read, features, before)
        valid = nn.utils.rnn.pad_sequence([each.valid for each in batch], batch_first=True, padding_value=True)
        optimal = nn.functional.one_hot(gold, logits.shape[2]).bool()
        log_p = logits.masked_fill(~optimal, -math.inf).logsumexp(2) - logits.masked_fill(~valid, -math.inf).logsumexp(
            2
        )
        there = gold != ACTION_PAD
        return -(log_p.masked_fill(~there, 0).sum(1) / there.sum(1)).mean()

    def written(self, lemma: str, actions: Sequence[int]) -> str:
        """What actions write."""
        pointer, form = 0, ""
        for number in actions:
            if number == END:
                break
            form += lemma[pointer] if number == COPY else self.actions.named[number][1]
            pointer += self.actions.moves(number)
        return form


def padded(rows: Sequence[Sequence[int]], padding: int) -> Tensor:
    """Rows of one length."""
    return nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True, padding_value=padding)
