"""CHR-TRM's network and one update of it from torch's own parts: the stand-in that goed's update is timed against.

Pre-norm layers from nn.MultiheadAttention, nn.LayerNorm and nn.Dropout; label smoothing, clipping and Adam as told.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

WIDTH, HEADS, INNER, LAYERS, DROPOUT = 256, 4, 1024, 4, 0.3
PAD = 0
SMOOTHING = 0.1


class FeedForward(nn.Sequential):
    """The wide middle of a layer."""

    def __init__(self) -> None:
        super().__init__(nn.Linear(WIDTH, INNER), nn.ReLU(), nn.Dropout(DROPOUT), nn.Linear(INNER, WIDTH))
        for layer in (self[0], self[3]):
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)


class Layer(nn.Module):
    """A layer of the encoder, or of the decoder where it attends to what the encoder read."""

    def __init__(self, is_decoder: bool) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(WIDTH, HEADS, DROPOUT, batch_first=True)
        self.cross = nn.MultiheadAttention(WIDTH, HEADS, DROPOUT, batch_first=True) if is_decoder else None
        self.inner = FeedForward()
        self.norms = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in range(3 if is_decoder else 2))
        self.drop = nn.Dropout(DROPOUT)

    def forward(
        self,
        x: Tensor,
        padding: Tensor,
        future: Tensor | None = None,
        read: Tensor | None = None,
        read_padding: Tensor | None = None,
    ) -> Tensor:
        """Pre-norm, with residuals."""
        y = self.norms[0](x)
        x = x + self.drop(self.attention(y, y, y, key_padding_mask=padding, attn_mask=future)[0])
        if self.cross is not None:
            x = x + self.drop(self.cross(self.norms[1](x), read, read, key_padding_mask=read_padding)[0])
        return x + self.drop(self.inner(self.norms[-1](x)))


class Transformer(nn.Module):
    """The whole network; the layers of a stack start equal."""

    def __init__(self, n_source: int, n_target: int) -> None:
        super().__init__()
        self.source = embedding(n_source)
        self.target = embedding(n_target)
        self.types = nn.Embedding(2, WIDTH)
        nn.init.normal_(self.types.weight, 0, WIDTH**-0.5)
        encoder, decoder = Layer(False), Layer(True)
        self.encoder = nn.ModuleList(copy.deepcopy(encoder) for _ in range(LAYERS))
        self.decoder = nn.ModuleList(copy.deepcopy(decoder) for _ in range(LAYERS))
        self.encoder_norm, self.decoder_norm = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.output = nn.Linear(WIDTH, n_target)
        nn.init.xavier_uniform_(self.output.weight)
        nn.init.zeros_(self.output.bias)
        self.drop = nn.Dropout(DROPOUT)
        self.register_buffer("sinusoids", sinusoids(200))

    def forward(self, source: Tensor, n_tags: Tensor, target: Tensor) -> Tensor:
        """Log-probabilities of the next target symbols; `n_tags` stand in front of each lemma."""
        source_padding, target_padding = source == PAD, target == PAD
        place = torch.arange(source.shape[1]).expand_as(source)
        is_tag = (place > 0) & (place <= n_tags.unsqueeze(1))
        counted = ~is_tag & ~source_padding
        x = math.sqrt(WIDTH) * (self.source(source) + self.types((~is_tag).long()))
        x = self.drop(x + self.sinusoids[counted.cumsum(1) * counted])
        for layer in self.encoder:
            x = layer(x, source_padding)
        read = self.encoder_norm(x)
        places = torch.arange(1, target.shape[1] + 1) * ~target_padding
        y = self.drop(math.sqrt(WIDTH) * self.target(target) + self.sinusoids[places])
        future = torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).triu(1)
        for layer in self.decoder:
            y = layer(y, target_padding, future, read, source_padding)
        return self.output(self.decoder_norm(y)).log_softmax(2)


def embedding(n_symbols: int) -> nn.Embedding:
    """A table of symbols."""
    table = nn.Embedding(n_symbols, WIDTH, padding_idx=PAD)
    nn.init.normal_(table.weight, 0, WIDTH**-0.5)
    with torch.no_grad():
        table.weight[PAD] = 0
    return table


def sinusoids(n_places: int) -> Tensor:
    """Sines in the first half, cosines in the second; nothing at place 0."""
    half = WIDTH // 2
    angles = torch.arange(n_places).unsqueeze(1) * 10000 ** (-torch.arange(half) / (half - 1))
    table = torch.cat([angles.sin(), angles.cos()], dim=1)
    table[0] = 0
    return table


@dataclass(frozen=True)
class Batch:
    """Items in numbers."""

    source: Tensor
    n_tags: Tensor
    target: Tensor  # BOS, characters, EOS


class Trainer:
    """A network and its Adam."""

    def __init__(self, n_source: int, n_target: int) -> None:
        self.network = Transformer(n_source, n_target)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=1e-3, betas=(0.9, 0.98), eps=1e-8)

    def update(self, batch: Batch) -> float:
        """One update; the loss."""
        self.network.train()
        self.optimizer.zero_grad()
        value = loss(self.network, batch)
        value.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        return float(value.detach())


def loss(network: Transformer, batch: Batch) -> Tensor:
    """The smoothed mean over all target symbols after BOS."""
    log_p = network(batch.source, batch.n_tags, batch.target[:, :-1])
    gold = batch.target[:, 1:]
    right = -log_p.gather(2, gold.unsqueeze(2)).squeeze(2)
    return ((1 - SMOOTHING) * right - SMOOTHING * log_p.mean(2)).masked_select(gold != PAD).mean()


def batch_of(rows: Sequence[tuple[str, str, str]]) -> tuple[Batch, int, int]:
    """Lemma, form, features as one batch, with the sizes of the source and the target vocabulary."""
    characters = {c: i for i, c in enumerate(sorted({c for lemma, form, _ in rows for c in lemma + form}), start=4)}
    tags = sorted({tag for *_, features in rows for tag in features.split(";")})
    of_tag = {tag: i for i, tag in enumerate(tags, start=4 + len(characters))}
    sources = [
        [1, *(of_tag[tag] for tag in features.split(";")), *(characters[c] for c in lemma), 2]
        for lemma, _, features in rows
    ]
    targets = [[1, *(characters[c] for c in form), 2] for _, form, _ in rows]
    n_tags = torch.tensor([len(features.split(";")) for *_, features in rows])
    batch = Batch(padded(sources), n_tags, padded(targets))
    return batch, 4 + len(characters) + len(tags), 4 + len(characters)


def padded(sequences: Sequence[Sequence[int]]) -> Tensor:
    """Sequences of one length."""
    return nn.utils.rnn.pad_sequence([torch.tensor(each) for each in sequences], batch_first=True, padding_value=PAD)
