"""The transformer over packed sequences: four pre-norm layers of encoder and four of decoder."""

from __future__ import annotations

from functools import lru_cache

import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import Tensor

from goed.models.chr_trm.attention import attend, future_mask, join_heads, padding_mask, split_heads
from goed.models.chr_trm.sequences import Batch, Packed
from goed.models.chr_trm.weights import LAYERS, WIDTH, Weights
from goed.models.dropout import Dropout


def scores(weights: Weights, batch: Batch, dropout: Dropout) -> Tensor:
    """For each target token of a batch, how likely each token is to follow it (logits)."""
    return decode(weights, batch, encode(weights, batch.source, dropout), dropout)


def encode(weights: Weights, source: Packed, dropout: Dropout) -> Tensor:
    """What the encoder makes of each source token."""
    x = dropout(embed_source(weights, source))
    mask = padding_mask(source.is_padding, source.longest, x.dtype)
    for layer in range(LAYERS):
        x = _add_self_attention(weights, f"encoder.{layer}.self", x, source, mask, dropout)
        x = add_feed_forward(weights, f"encoder.{layer}.feed", x, dropout)
    return norm(weights, "encoder.norm", x)


def decode(weights: Weights, batch: Batch, memory: Tensor, dropout: Dropout) -> Tensor:
    """Logits of what follows each target token, which sees the whole source, and the target up to itself."""
    source, target = batch.source, batch.target
    x = dropout(embed_target(weights, target.tokens, target.positions))
    own_mask = padding_mask(target.is_padding, target.longest, x.dtype)
    own_mask = own_mask + future_mask(own_mask)
    source_mask = padding_mask(source.is_padding, target.longest, x.dtype)
    for layer in range(LAYERS):
        x = _add_self_attention(weights, f"decoder.{layer}.self", x, target, own_mask, dropout)
        name = f"decoder.{layer}.cross"
        (query,) = split_heads(queries(weights, name, norm(weights, f"{name}.norm", x)), target, 1)
        key, value = split_heads(keys_and_values(weights, name, memory), source, 2)
        found = join_heads(attend(query, key, value, source_mask, dropout), target)
        x = dropout.add(x, linear(weights, f"{name}.out", found))
        x = add_feed_forward(weights, f"decoder.{layer}.feed", x, dropout)
    return linear(weights, "output", norm(weights, "decoder.norm", x))


def _add_self_attention(
    weights: Weights, name: str, x: Tensor, sequences: Packed, mask: Tensor, dropout: Dropout
) -> Tensor:
    rows = linear(weights, f"{name}.in", norm(weights, f"{name}.norm", x))
    query, key, value = split_heads(rows, sequences, 3)
    found = join_heads(attend(query, key, value, mask, dropout), sequences)
    return dropout.add(x, linear(weights, f"{name}.out", found))


def add_feed_forward(weights: Weights, name: str, x: Tensor, dropout: Dropout) -> Tensor:
    """Add to each row what the two feed-forward layers make of it."""
    inner = linear(weights, f"{name}.in", norm(weights, f"{name}.norm", x)).relu()
    return dropout.add(x, linear(weights, f"{name}.out", dropout(inner)))


def queries(weights: Weights, name: str, x: Tensor) -> Tensor:
    """What each row looks for: the first third of the attention's matrix."""
    return F.linear(x, weights[f"{name}.in.weight"][:WIDTH], weights[f"{name}.in.bias"][:WIDTH])


def keys_and_values(weights: Weights, name: str, memory: Tensor) -> Tensor:
    """How each row of the encoder is found, and what it then gives: the other two thirds."""
    return F.linear(memory, weights[f"{name}.in.weight"][WIDTH:], weights[f"{name}.in.bias"][WIDTH:])


def linear(weights: Weights, name: str, x: Tensor) -> Tensor:
    """A matrix and a bias."""
    return F.linear(x, weights[f"{name}.weight"], weights[f"{name}.bias"])


def norm(weights: Weights, name: str, x: Tensor) -> Tensor:
    """Each row with mean 0 and variance 1, then a factor and a bias."""
    return F.layer_norm(x, (WIDTH,), weights[f"{name}.weight"], weights[f"{name}.bias"])


def embed_source(weights: Weights, source: Packed) -> Tensor:
    """√256 times a token's and its type's vector, plus the sinusoid of its position (zeros at position 0)."""
    tokens, types = weights["source.tokens"], weights["source.types"]
    vectors = F.embedding(source.tokens, tokens) + F.embedding(source.types, types)
    return torch.add(sinusoids_at(source.positions, vectors), vectors, alpha=WIDTH**0.5)


def embed_target(weights: Weights, tokens: Tensor, positions: Tensor) -> Tensor:
    """√256 times a token's vector, plus the sinusoid of its position."""
    vectors = F.embedding(tokens, weights["target.tokens"])
    return torch.add(sinusoids_at(positions, vectors), vectors, alpha=WIDTH**0.5)


def sinusoids_at(positions: Tensor, like: Tensor) -> Tensor:
    """The vectors that stand for positions."""
    size = 64
    while size <= int(positions.max()):
        size *= 2
    return sinusoids(size, like.device, like.dtype)[positions]


@lru_cache(maxsize=16)
def sinusoids(size: int, device: torch.device, dtype: torch.dtype) -> Tensor:
    """A row for each position: 128 sines, then 128 cosines of it, at frequencies from 1 down to 1/10000.

    Position 0, where tags stand, is all zeros.
    """
    half = WIDTH // 2
    frequencies = 10_000.0 ** (-torch.arange(half, dtype=torch.float64) / (half - 1))
    angles = torch.arange(size, dtype=torch.float64)[:, None] * frequencies
    table = torch.cat([angles.sin(), angles.cos()], dim=1)
    table[0] = 0
    return table.to(device, dtype)
