"""The transducer's networks: a bidirectional LSTM reads the lemma, another LSTM chooses edit actions one by one.

Several networks of one shape (members) are held and trained side by side, every weight with a first dimension for the
member: small networks cost calls, not arithmetic, and a call for three costs little more than one for one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, cast

import torch
from torch import Tensor, nn

from goed.models.cluzh import words as symbols
from goed.models.cluzh.actions import COPY, N_SPECIAL, PAD
from goed.models.cluzh.choosing import NO_ACTION, Chooser, Situation
from goed.models.cluzh.lstm import lstm, lstm_both_ways
from goed.models.cluzh.products import product
from goed.models.cluzh.settings import CluzhSettings
from goed.models.cluzh.summing import sums_of_rows
from goed.models.cluzh.weights import LstmWeights, drawn, embeddings
from goed.models.cluzh.words import Words, both_ways
from goed.models.dropout import Dropout


class Shape(NamedTuple):
    """What networks have to know of the training set: how many symbols it has, and which action inserts a letter."""

    n_characters: int
    n_features: int
    n_actions: int
    insertions: tuple[int, ...]  # for each character the action that inserts it, NO_ACTION where there is none
    barred: tuple[tuple[int, int], ...] = ()  # actions that must not follow the letter of an insertion


class State(NamedTuple):
    """Where the decoders stand: their hidden and cell states (member, sequence of actions, hidden)."""

    hidden: Tensor
    cell: Tensor


class ReadWords(NamedTuple):
    """What words and actions add to the decoders' gates, worked out once for all steps."""

    by_position: Tensor  # (member, position, word, gates)
    by_word: Tensor  # (member, word, gates): of the features
    by_action: Tensor  # (member, action before, gates)
    words: Words


class Networks(nn.Module):
    """The members. The same word gets the same answer from them, whatever other words are in the batch."""

    insertions: Tensor

    def __init__(self, shape: Shape, settings: CluzhSettings) -> None:
        super().__init__()
        hidden, members = settings.hidden_size, settings.members
        self.characters = nn.Parameter(embeddings(members, shape.n_characters, settings.character_size, symbols.PAD))
        self.features = nn.Parameter(embeddings(members, shape.n_features, settings.feature_size, symbols.PAD))
        self.actions = nn.Parameter(embeddings(members, shape.n_actions, settings.action_size, PAD))
        sizes = [settings.character_size, *[2 * hidden] * (settings.encoder_layers - 1)]
        # The layers that read forwards come first in each stack, then those that read backwards.
        self.encoder = nn.ModuleList(LstmWeights(2 * members, size, hidden) for size in sizes)
        # The decoder reads three things side by side: a position, the action before, and the features.
        self.decoder = LstmWeights(members, 2 * hidden, hidden)
        self.from_action = nn.Parameter(drawn(members, settings.action_size, 4 * hidden, fan=hidden))
        self.from_features = nn.Parameter(drawn(members, settings.feature_size, 4 * hidden, fan=hidden))
        self.choose = Chooser(members, hidden, shape.n_actions, settings.repeats, shape.barred)
        self._dropout = Dropout(settings.dropout)
        self.register_buffer("insertions", torch.tensor(shape.insertions), persistent=False)

    def scores(self, words: Words, pointers: Tensor, actions_before: Tensor) -> Tensor:
        """Scores (member, step, word, action) along sequences of actions (step, word); −∞ for impossible ones."""
        hidden = self.states(words, pointers, actions_before)
        rows = torch.arange(pointers.shape[1], device=pointers.device)
        situation = self.situation(words, rows, pointers, actions_before)
        scores = self._scored(hidden.flatten(1, 2), situation.flat())
        return scores.view(*hidden.shape[:3], -1)

    def states(self, words: Words, pointers: Tensor, actions_before: Tensor) -> Tensor:
        """The decoders' hidden states (member, step, word, hidden) along sequences of actions."""
        read = self.read(words)
        rows = torch.arange(pointers.shape[1], device=pointers.device)
        tables = read.by_position.flatten(1, 2), read.by_action, read.by_word
        places = pointers * len(rows) + rows, actions_before, rows.expand_as(pointers)
        return self._dropped(lstm(tables, [each.unsqueeze(0) for each in places], self.decoder.recurrent))

    def situation(self, words: Words, rows: Tensor, pointers: Tensor, before: Tensor) -> Situation:
        """What the chooser has to know of sequences of the words `rows`, each after an action."""
        of_copied = self.insertions[words.characters[rows, pointers]]  # BOS stands first: the letter before the pointer
        of_written = (before - N_SPECIAL) // 2 * 2 + N_SPECIAL + 1
        repeating = torch.where(before == COPY, of_copied, torch.where(before >= N_SPECIAL, of_written, NO_ACTION))
        return Situation(pointers < words.lengths[rows], repeating)

    def read(self, words: Words) -> ReadWords:
        """Read words, and multiply whatever stays the same from step to step."""
        seen = self._encode(words)
        members, positions, batch, size = seen.shape
        by_position = product(seen.reshape(members, positions * batch, size), self.decoder.input)
        features = sums_of_rows(self.features, words.features, padding=symbols.PAD)
        return ReadWords(
            by_position.view(members, positions, batch, -1),
            features @ self.from_features + self.decoder.bias,
            product(self._dropped(self.actions), self.from_action),
            words,
        )

    def step(
        self, read: ReadWords, rows: Tensor, pointers: Tensor, before: Tensor, state: State | None
    ) -> tuple[Tensor, State]:
        """Log-probabilities (member, sequence, action) of the next action of sequences of the words `rows`."""
        gates = read.by_position[:, pointers, rows] + read.by_action[:, before] + read.by_word[:, rows]
        if state is not None:
            gates = torch.baddbmm(gates, state.hidden, self.decoder.recurrent)
        let_in, forget, let_out, candidate = gates.chunk(4, dim=2)
        cell = torch.sigmoid(let_in) * torch.tanh(candidate)
        if state is not None:
            cell = cell + torch.sigmoid(forget) * state.cell
        hidden = torch.sigmoid(let_out) * torch.tanh(cell)
        scores = self._scored(hidden, self.situation(read.words, rows, pointers, before))
        return scores.log_softmax(dim=-1), State(hidden, cell)

    def reads(self, actions: Tensor) -> Tensor:
        """1 for each of the actions that uses up a letter of the lemma, 0 for the others."""
        return self.choose.reading[actions].long()

    def _scored(self, hidden: Tensor, situation: Situation) -> Tensor:
        return cast(Tensor, self.choose(hidden, situation))

    def _encode(self, words: Words) -> Tensor:
        """Every position (member, position, word) in its context; the one before the first letter is left out."""
        turn = words.turn  # of each word within its own length: padding is read last, and nothing comes of it
        first, *others = cast(Iterable[LstmWeights], self.encoder)
        letters = self._dropped(self.characters)
        table = product(letters.repeat(2, 1, 1), first.input) + first.bias
        inside = self._both_ways(table, words.seen, first, turn)
        for layer in others:
            table = product(inside.flatten(1, 2).repeat(2, 1, 1), layer.input) + layer.bias
            places = both_ways(torch.arange(turn.numel(), device=turn.device).view(turn.shape), turn)
            inside = self._both_ways(table, places, layer, turn)
        return inside[:, 1:]

    def _both_ways(self, table: Tensor, places: Tensor, layer: LstmWeights, turn: Tensor) -> Tensor:
        """One layer of the encoder: what reading forwards and reading backwards tell of each position."""
        return self._dropped(lstm_both_ways(table, places, layer.recurrent, turn))

    def _dropped(self, x: Tensor) -> Tensor:
        """In training, values with some of them dropped."""
        return self._dropout(x) if self.training else x
