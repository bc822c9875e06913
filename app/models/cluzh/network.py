"""The transducer's networks: a bidirectional LSTM reads the lemma, another LSTM chooses edit actions one by one.

Several networks of one shape (members) are held and trained side by side, every weight with a first dimension for the
member: small networks cost calls, not arithmetic, and a call for three costs little more than one for one.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from app.models.cluzh import words as symbols
from app.models.cluzh.actions import BOS, COPY, DELETE, N_SPECIAL, PAD
from app.models.cluzh.lstm import lstm
from app.models.cluzh.settings import CluzhSettings
from app.models.cluzh.words import Words


class State(NamedTuple):
    """Where the decoders stand: their hidden and cell states (member, sequence of actions, hidden)."""

    hidden: Tensor
    cell: Tensor


class ReadWords(NamedTuple):
    """What words and actions add to the decoders' gates, worked out once for all steps."""

    by_position: Tensor  # (member, position, word, gates)
    by_word: Tensor  # (member, word, gates): of the features
    by_action: Tensor  # (member, action before, gates)
    lengths: Tensor


class Networks(nn.Module):
    """The members. The same word gets the same answer from them, whatever other words are in the batch."""

    def __init__(self, n_characters: int, n_features: int, n_actions: int, settings: CluzhSettings) -> None:
        super().__init__()
        hidden, members = settings.hidden_size, settings.members
        self.characters = nn.Parameter(_embeddings(members, n_characters, settings.character_size, symbols.PAD))
        self.features = nn.Parameter(_embeddings(members, n_features, settings.feature_size, symbols.PAD))
        self.actions = nn.Parameter(_embeddings(members, n_actions, settings.action_size, PAD))
        sizes = [settings.character_size, *[2 * hidden] * (settings.encoder_layers - 1)]
        # The layers that read forwards come first, then those that read backwards.
        self.encoder = nn.ModuleList(LstmWeights(2 * members, size, hidden) for size in sizes)
        # The decoder reads three things side by side: a position, the action before, and the features.
        self.decoder = LstmWeights(members, 2 * hidden, hidden)
        self.from_action = nn.Parameter(_drawn(members, settings.action_size, 4 * hidden, fan=hidden))
        self.from_features = nn.Parameter(_drawn(members, settings.feature_size, 4 * hidden, fan=hidden))
        self.scorer = nn.Parameter(_drawn(members, hidden, n_actions, fan=hidden))
        self.scorer_bias = nn.Parameter(_drawn(members, 1, n_actions, fan=hidden))
        self.dropout = nn.Dropout(settings.dropout)
        self.register_buffer("_reads", _reading_actions(n_actions), persistent=False)
        self.register_buffer("_never", _impossible_actions(n_actions), persistent=False)

    def log_chances(self, words: Words, pointers: Tensor, actions_before: Tensor) -> Tensor:
        """Log-probabilities (step, member, word, action) along sequences of actions (step, word)."""
        read = self.read(words)
        rows = torch.arange(pointers.shape[1], device=pointers.device)
        gates = read.by_position[:, pointers, rows] + read.by_action[:, actions_before] + read.by_word.unsqueeze(1)
        hidden = self.dropout(lstm(gates.transpose(0, 1), self.decoder.recurrent))
        return self._choose(hidden, (pointers < words.lengths).unsqueeze(1))

    def read(self, words: Words) -> ReadWords:
        """Read words, and multiply whatever stays the same from step to step."""
        seen = self._encode(words)
        members, positions, batch, size = seen.shape
        by_position = seen.reshape(members, positions * batch, size) @ self.decoder.input
        features = self.features[:, words.features] * (words.features != symbols.PAD).unsqueeze(-1)
        return ReadWords(
            by_position.view(members, positions, batch, -1),
            features.sum(dim=2) @ self.from_features + self.decoder.bias,
            self.dropout(self.actions) @ self.from_action,
            words.lengths,
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
        return self._choose(hidden, pointers < read.lengths[rows]), State(hidden, cell)

    def reads(self, actions: Tensor) -> Tensor:
        """1 for each of the actions that uses up a letter of the lemma, 0 for the others."""
        return self._reads[actions].long()

    def _encode(self, words: Words) -> Tensor:
        """Every position (member, position, word) in its context; the one before the first letter is left out."""
        characters = words.characters.t()
        # Each word is turned round within its own length: padding is read last, and nothing comes of it.
        turn, rows = words.backwards.t(), torch.arange(len(words.lengths), device=characters.device)
        letters = self.dropout(self.characters)
        table = torch.baddbmm(self.encoder[0].bias, letters.repeat(2, 1, 1), self.encoder[0].input)
        forwards, backwards = table.chunk(2)
        gates = torch.cat([forwards[:, characters], backwards[:, characters[turn, rows]]])
        inside = self._both_ways(gates, self.encoder[0].recurrent, turn, rows)
        for layer in list(self.encoder)[1:]:
            flat = inside.reshape(len(inside), -1, inside.shape[-1]).repeat(2, 1, 1)
            forwards, backwards = torch.baddbmm(layer.bias, flat, layer.input).view(-1, *gates.shape[1:]).chunk(2)
            gates = torch.cat([forwards, backwards[:, turn, rows]])
            inside = self._both_ways(gates, layer.recurrent, turn, rows)
        return inside[:, 1:]

    def _both_ways(self, gates: Tensor, recurrent: Tensor, turn: Tensor, rows: Tensor) -> Tensor:
        """One layer of the encoder: what reading forwards and reading backwards tell of each position."""
        forwards, backwards = lstm(gates.transpose(0, 1), recurrent).transpose(0, 1).chunk(2)
        return self.dropout(torch.cat([forwards, backwards[:, turn, rows]], dim=-1))

    def _choose(self, hidden: Tensor, letters_left: Tensor) -> Tensor:
        impossible = self._never | (self._reads & ~letters_left.unsqueeze(-1))
        scores = torch.matmul(hidden, self.scorer) + self.scorer_bias
        return torch.log_softmax(scores.masked_fill(impossible, -torch.inf), dim=-1)


class LstmWeights(nn.Module):
    """The weights of LSTM layers side by side, drawn as torch draws its own: U(±1/√hidden).

    torch adds up two biases, both drawn; here their sum is one parameter.
    """

    def __init__(self, stack: int, inputs: int, hidden: int) -> None:
        super().__init__()
        self.input = nn.Parameter(_drawn(stack, inputs, 4 * hidden, fan=hidden))
        self.recurrent = nn.Parameter(_drawn(stack, hidden, 4 * hidden, fan=hidden))
        biases = [_drawn(stack, 1, 4 * hidden, fan=hidden) for _ in range(2)]
        self.bias = nn.Parameter(biases[0] + biases[1])


def _drawn(*shape: int, fan: int) -> Tensor:
    return torch.empty(shape).uniform_(-(fan**-0.5), fan**-0.5)


def _embeddings(members: int, number: int, size: int, padding: int) -> Tensor:
    """Embeddings as torch draws them: N(0, 1), padding zero."""
    drawn = torch.randn(members, number, size)
    drawn[:, padding] = 0
    return drawn


def _reading_actions(n_actions: int) -> Tensor:
    """Which actions use up a letter of the lemma, and so need one."""
    reads = torch.zeros(n_actions, dtype=torch.bool)
    reads[[COPY, DELETE]] = True
    reads[N_SPECIAL::2] = True
    return reads


def _impossible_actions(n_actions: int) -> Tensor:
    never = torch.zeros(n_actions, dtype=torch.bool)
    never[[BOS, PAD]] = True
    return never
