"""The transducer's networks: one LSTM reads the lemma, another chooses edit actions.

The reading LSTM is bidirectional. Several networks of one shape (members) are trained side by side, with the member as
the first dimension of every weight: in small networks calls cost more than arithmetic, so that three members cost
little more than one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple, cast

import torch
from torch import Tensor, nn

from goed.models.cluzh import batches as symbols
from goed.models.cluzh.actions import BOS, COPY, DELETE, N_SPECIAL, NO_ACTION, PAD
from goed.models.cluzh.batches import ChooserContext, WordBatch, both_ways
from goed.models.cluzh.cpu_arithmetic import product, sums_of_rows
from goed.models.cluzh.lstm import lstm, lstm_both_ways, next_states
from goed.models.cluzh.settings import CluzhSettings
from goed.models.regularization import Dropout


class LstmWeights(nn.Module):
    """The weights of LSTM layers side by side, drawn from U(±1/√hidden).

    As in torch, a gate has two biases, which are summed. This differs from one bias, since each update moves both.
    """

    def __init__(self, stack: int, inputs: int, hidden: int) -> None:
        super().__init__()
        self.input = nn.Parameter(drawn(stack, inputs, 4 * hidden, fan=hidden))
        self.recurrent = nn.Parameter(drawn(stack, hidden, 4 * hidden, fan=hidden))
        self.biases = nn.Parameter(drawn(2, stack, 1, 4 * hidden, fan=hidden))

    @property
    def bias(self) -> Tensor:
        """What is added to the gates (stack, 1, gates)."""
        return self.biases.sum(dim=0)


def drawn(*shape: int, fan: int) -> Tensor:
    """Weights drawn from U(±1/√fan)."""
    return torch.empty(shape).uniform_(-(fan**-0.5), fan**-0.5)


def embeddings(members: int, number: int, size: int, padding: int) -> Tensor:
    """Embeddings drawn from N(0, 1); that of padding is zero."""
    numbers = torch.randn(members, number, size)
    numbers[:, padding] = 0
    return numbers


class Chooser(nn.Module):
    """A linear layer that scores actions: −∞ for impossible ones and, in predictions, for barred ones.

    With `repeats`, inserting the letter that was just written gets an extra score, the same for every letter, so that
    *drop → dropped* helps with *grab → grabbed*.
    """

    reading: Tensor
    barred: Tensor
    impossible: Tensor

    def __init__(
        self, members: int, hidden: int, n_actions: int, repeats: bool, barred: Collection[tuple[int, int]]
    ) -> None:
        super().__init__()
        self.weights = nn.Parameter(drawn(members, hidden, n_actions, fan=hidden))
        self.bias = nn.Parameter(drawn(members, 1, n_actions, fan=hidden))
        self.repeats = repeats
        if repeats:
            self.to_repeat = nn.Parameter(drawn(members, hidden, 1, fan=hidden))
        # Which actions use up a letter; and which are impossible at the end of the lemma, and where letters are left.
        reading, never = torch.zeros(2, n_actions, dtype=torch.bool)
        reading[[COPY, DELETE]] = True
        reading[N_SPECIAL::2] = True
        never[[BOS, PAD]] = True
        self.register_buffer("reading", reading, persistent=False)
        self.register_buffer("impossible", torch.stack([never | reading, never]), persistent=False)
        # Whether an action is barred right after an insertion's letter was written (insertion, action).
        size = n_actions if barred else 0  # for a script of ten thousand letters a table would take gigabytes
        table = torch.zeros(size, size, dtype=torch.bool)
        if barred:
            table[tuple(zip(*barred, strict=True))] = True
        self.register_buffer("barred", table, persistent=False)

    def forward(self, hidden: Tensor, situation: ChooserContext) -> Tensor:
        """Scores (member, row, action), whose softmax is the actions' probabilities."""
        letters_left, repeating = situation
        scores = torch.baddbmm(self.bias, hidden, self.weights)
        if self.repeats:
            places = repeating.view(1, -1, 1).expand(len(scores), -1, -1)
            scores = scores.scatter_add(2, places, hidden @ self.to_repeat)
        impossible = self.impossible[letters_left.long()]
        if len(self.barred) and not self.training:
            impossible = impossible | self.barred[repeating]
        return scores.masked_fill(impossible, -torch.inf)


class NetworkShape(NamedTuple):
    """What networks need to know about the training set: how many symbols it has, and which action inserts a letter."""

    n_characters: int
    n_features: int
    n_actions: int
    insertions: tuple[int, ...]  # for each character the action that inserts it, NO_ACTION where there is none
    barred: tuple[tuple[int, int], ...] = ()  # actions that must not follow the letter of an insertion


class DecoderState(NamedTuple):
    """Where the decoders stand: their hidden and cell states (member, sequence of actions, hidden)."""

    hidden: Tensor
    cell: Tensor


class ReadWords(NamedTuple):
    """What words and actions add to the decoders' gates, computed once for all steps."""

    by_position: Tensor  # (member, position, word, gates)
    by_word: Tensor  # (member, word, gates): of the features
    by_action: Tensor  # (member, action before, gates)
    words: WordBatch


class Networks(nn.Module):
    """All members. A word gets the same answer whatever other words are in the batch."""

    insertions: Tensor

    def __init__(self, shape: NetworkShape, settings: CluzhSettings) -> None:
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

    def scores(self, words: WordBatch, pointers: Tensor, actions_before: Tensor) -> Tensor:
        """Scores (member, step, word, action) along sequences of actions (step, word); −∞ for impossible ones."""
        hidden = self.states(words, pointers, actions_before)
        rows = torch.arange(pointers.shape[1], device=pointers.device)
        situation = self.situation(words, rows, pointers, actions_before)
        scores: Tensor = self.choose(hidden.flatten(1, 2), situation.flat())
        return scores.view(*hidden.shape[:3], -1)

    def states(self, words: WordBatch, pointers: Tensor, actions_before: Tensor) -> Tensor:
        """The decoders' hidden states (member, step, word, hidden) along sequences of actions."""
        read = self.read(words)
        rows = torch.arange(pointers.shape[1], device=pointers.device)
        tables = read.by_position.flatten(1, 2), read.by_action, read.by_word
        places = pointers * len(rows) + rows, actions_before, rows.expand_as(pointers)
        return self._dropped(lstm(tables, [each.unsqueeze(0) for each in places], self.decoder.recurrent))

    def situation(self, words: WordBatch, rows: Tensor, pointers: Tensor, before: Tensor) -> ChooserContext:
        """What the chooser needs to know about each sequence: `rows` gives its word, `before` its last action."""
        of_copied = self.insertions[words.characters[rows, pointers]]  # BOS stands first: the letter before the pointer
        of_written = (before - N_SPECIAL) // 2 * 2 + N_SPECIAL + 1
        repeating = torch.where(before == COPY, of_copied, torch.where(before >= N_SPECIAL, of_written, NO_ACTION))
        return ChooserContext(pointers < words.lengths[rows], repeating)

    def read(self, words: WordBatch) -> ReadWords:
        """Encode words, and compute whatever stays the same from step to step."""
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
        self, read: ReadWords, rows: Tensor, pointers: Tensor, before: Tensor, state: DecoderState | None
    ) -> tuple[Tensor, DecoderState]:
        """Log-probabilities (member, sequence, action) of the next action of each sequence; `rows` gives its word."""
        gates = read.by_position[:, pointers, rows] + read.by_action[:, before] + read.by_word[:, rows]
        if state is not None:
            gates = torch.baddbmm(gates, state.hidden, self.decoder.recurrent)
        hidden, cell = next_states(gates, gates.new_zeros(()) if state is None else state.cell)
        scores: Tensor = self.choose(hidden, self.situation(read.words, rows, pointers, before))
        return scores.log_softmax(dim=-1), DecoderState(hidden, cell)

    def reads(self, actions: Tensor) -> Tensor:
        """1 for each of the actions that uses up a letter of the lemma, 0 for the others."""
        return self.choose.reading[actions].long()

    def _encode(self, words: WordBatch) -> Tensor:
        """Every position (member, position, word) in its context; the one before the first letter is left out."""
        backward_order = words.backward_order  # within each word's own length: padding is read last and has no effect
        inside, places = self._dropped(self.characters), words.seen
        for number, layer in enumerate(cast(Iterable[LstmWeights], self.encoder)):
            if number:
                inside = inside.flatten(1, 2)
                places = both_ways(
                    torch.arange(backward_order.numel(), device=backward_order.device).view(backward_order.shape),
                    backward_order,
                )
            table = product(inside.repeat(2, 1, 1), layer.input) + layer.bias
            inside = self._dropped(lstm_both_ways(table, places, layer.recurrent, backward_order))
        return inside[:, 1:]

    def _dropped(self, x: Tensor) -> Tensor:
        """Apply dropout, in training only."""
        return self._dropout(x) if self.training else x
