"""The transformer over packed sequences: four encoder and four decoder layers.

Layers are pre-norm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import Tensor

from goed.models.chr_trm.batches import HEADS, PAD, Packed, PackedBatch, Vocabulary
from goed.models.regularization import Dropout

Weights = Mapping[str, Tensor]
Attention = Callable[[str, Tensor], Tensor]  # (name of its weights, rows) → what each row attends to

LAYERS = 4  # in the encoder, and in the decoder
WIDTH = 256
HEAD_WIDTH = 64
INNER_WIDTH = 1024  # of the feed-forward layers


def initial_weights(vocabulary: Vocabulary, generator: torch.Generator) -> dict[str, Tensor]:
    """The weights before training. The layers of a stack start with identical weights, as in the original."""
    weights = {
        "source.tokens": _embedding(vocabulary.source_size, generator),
        "source.types": _embedding(2, generator, has_padding=False),
        "target.tokens": _embedding(vocabulary.target_size, generator),
        **_norm("encoder.norm"),
        **_norm("decoder.norm"),
        **_linear("output", vocabulary.target_size, WIDTH, generator),
    }
    for stack, attentions in (("encoder", ("self",)), ("decoder", ("self", "cross"))):
        prototype = {
            **_norm("feed.norm"),
            **_linear("feed.in", INNER_WIDTH, WIDTH, generator),
            **_linear("feed.out", WIDTH, INNER_WIDTH, generator),
        }
        for attention in attentions:
            prototype |= _norm(f"{attention}.norm")
            prototype |= _linear(f"{attention}.in", 3 * WIDTH, WIDTH, generator)  # queries, keys and values
            prototype |= _linear(f"{attention}.out", WIDTH, WIDTH, generator, 1 / math.sqrt(WIDTH))  # joins the heads
        for layer in range(LAYERS):
            weights.update({f"{stack}.{layer}.{name}": tensor.clone() for name, tensor in prototype.items()})
    return weights


def _embedding(size: int, generator: torch.Generator, has_padding: bool = True) -> Tensor:
    table = torch.empty(size, WIDTH).normal_(0, WIDTH**-0.5, generator=generator)
    if has_padding:
        table[PAD] = 0
    return table


def _linear(
    name: str, outputs: int, inputs: int, generator: torch.Generator, bound: float | None = None
) -> dict[str, Tensor]:
    """A linear layer's weights: a matrix drawn within `bound`, or by Glorot's rule, and a bias of zeros."""
    bound = bound or math.sqrt(6 / (outputs + inputs))
    matrix = torch.empty(outputs, inputs).uniform_(-bound, bound, generator=generator)
    return {f"{name}.weight": matrix, f"{name}.bias": torch.zeros(outputs)}


def _norm(name: str) -> dict[str, Tensor]:
    return {f"{name}.weight": torch.ones(WIDTH), f"{name}.bias": torch.zeros(WIDTH)}


def split_heads(x: Tensor, sequences: Packed, parts: int) -> tuple[Tensor, ...]:
    """Cut rows of queries, keys and values (or some of these) into blocks of (count × heads, longest, 64).

    Places of padding repeat another row of their sequence; a mask hides them, and they pass on no gradient.
    """
    pieces, places = sequences.head_block_indices(parts)
    blocks: Tensor = _ToBlocks.apply(x.view(-1, HEAD_WIDTH), pieces, places)
    return blocks.view(parts, sequences.count * HEADS, sequences.longest, HEAD_WIDTH).unbind()


def join_heads(x: Tensor, sequences: Packed) -> Tensor:
    """Turn blocks back into packed rows, with the results of a token's heads side by side."""
    _, places = sequences.head_block_indices(1)
    rows: Tensor = _FromBlocks.apply(x.view(-1, HEAD_WIDTH), places)
    return rows.view(-1, HEADS * HEAD_WIDTH)


def attend(query: Tensor, key: Tensor, value: Tensor, mask: Tensor, dropout: Dropout) -> Tensor:
    """The values that each query finds, weighted by how well their keys match it."""
    scores = torch.baddbmm(mask, query, key.transpose(1, 2), alpha=HEAD_WIDTH**-0.5)
    return dropout(scores.softmax(-1)).bmm(value)


def padding_mask(is_padding: Tensor, queries: int, dtype: torch.dtype) -> Tensor:
    """-inf at padding keys, else 0: for every head of every sequence, and this many queries."""
    mask = torch.zeros(is_padding.shape, dtype=dtype, device=is_padding.device).masked_fill_(is_padding, -torch.inf)
    count, longest = is_padding.shape
    return mask[:, None, None].expand(count, HEADS, queries, longest).reshape(-1, queries, longest)


class _ToBlocks(torch.autograd.Function):
    """Copy pieces to their places in the blocks; padding repeats some other piece and passes on no gradient."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, pieces: Tensor, places: Tensor) -> Tensor:
        ctx.save_for_backward(places)
        return x.index_select(0, pieces)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None]:
        (places,) = ctx.saved_tensors
        return gradients[0].index_select(0, places), None, None


class _FromBlocks(torch.autograd.Function):
    """Copy pieces back from their places in the blocks; padding is left out."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, places: Tensor) -> Tensor:
        ctx.save_for_backward(places)
        ctx.size = len(x)
        return x.index_select(0, places)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        (places,) = ctx.saved_tensors
        (gradient,) = gradients
        return gradient.new_zeros(ctx.size, HEAD_WIDTH).index_copy_(0, places, gradient), None


def encode(weights: Weights, source: Packed, dropout: Dropout) -> Tensor:
    """The encoder's output for each source token."""
    x = dropout(embed_source(weights, source))
    mask = padding_mask(source.is_padding, source.longest, x.dtype)
    own = partial(_self_attention, weights, source, mask, dropout)
    return layers(weights, "encoder", x, {"self": own}, dropout)


def scores(weights: Weights, batch: PackedBatch, dropout: Dropout) -> Tensor:
    """Logits of the token after each target token, given the whole source and the target so far."""
    source, target = batch.source, batch.target
    memory = encode(weights, source, dropout)
    x = dropout(embed_target(weights, target.tokens, target.positions))
    own_mask = padding_mask(target.is_padding, target.longest, x.dtype)
    own_mask = own_mask + torch.full_like(own_mask[0], -torch.inf).triu_(1)  # where a key comes after its query
    source_mask = padding_mask(source.is_padding, target.longest, x.dtype)
    own = partial(_self_attention, weights, target, own_mask, dropout)

    def of_source(name: str, x: Tensor) -> Tensor:
        (query,) = split_heads(queries(weights, name, x), target, 1)
        key, value = split_heads(keys_and_values(weights, name, memory), source, 2)
        return join_heads(attend(query, key, value, source_mask, dropout), target)

    return linear(weights, "output", layers(weights, "decoder", x, {"self": own, "cross": of_source}, dropout))


def layers(weights: Weights, stack: str, x: Tensor, attentions: Mapping[str, Attention], dropout: Dropout) -> Tensor:
    """Run the encoder's or decoder's layers: each adds to a row what it attends to, then a feed-forward result."""
    for layer in range(LAYERS):
        for kind, attention in attentions.items():
            name = f"{stack}.{layer}.{kind}"
            found = attention(name, norm(weights, f"{name}.norm", x))
            x = dropout.add(x, linear(weights, f"{name}.out", found))
        name = f"{stack}.{layer}.feed"
        inner = linear(weights, f"{name}.in", norm(weights, f"{name}.norm", x)).relu()
        x = dropout.add(x, linear(weights, f"{name}.out", dropout(inner)))
    return norm(weights, f"{stack}.norm", x)


def _self_attention(
    weights: Weights, sequences: Packed, mask: Tensor, dropout: Dropout, name: str, x: Tensor
) -> Tensor:
    query, key, value = split_heads(linear(weights, f"{name}.in", x), sequences, 3)
    return join_heads(attend(query, key, value, mask, dropout), sequences)


def queries(weights: Weights, name: str, x: Tensor) -> Tensor:
    """The query of each row, by the first third of the attention's input matrix."""
    return F.linear(x, weights[f"{name}.in.weight"][:WIDTH], weights[f"{name}.in.bias"][:WIDTH])


def keys_and_values(weights: Weights, name: str, memory: Tensor) -> Tensor:
    """The key and the value of each row of the encoder, by the other two thirds of the matrix."""
    return F.linear(memory, weights[f"{name}.in.weight"][WIDTH:], weights[f"{name}.in.bias"][WIDTH:])


def linear(weights: Weights, name: str, x: Tensor) -> Tensor:
    """Apply a linear layer: a matrix and a bias."""
    return F.linear(x, weights[f"{name}.weight"], weights[f"{name}.bias"])


def norm(weights: Weights, name: str, x: Tensor) -> Tensor:
    """Layer norm: scale each row to mean 0 and variance 1, then apply a factor and a bias."""
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
    """The sinusoid of each position."""
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
