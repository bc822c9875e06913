"""Greedy decoding, a token a step for many items at once; keys and values of earlier steps are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from goed.models.chr_trm.network import (
    HEAD_WIDTH,
    LAYERS,
    WIDTH,
    Weights,
    add_feed_forward,
    attend,
    embed_target,
    encode,
    keys_and_values,
    linear,
    norm,
    queries,
    split_heads,
)
from goed.models.chr_trm.sequences import HEADS, pack_sources
from goed.models.chr_trm.vocabulary import BOS, EOS, EncodedSource
from goed.models.regularization import NO_DROPOUT

MOST_SYMBOLS = 32  # of a form, EOS included
AT_ONCE = 128  # items; more would take more memory and no less time


class DecodedTokens(NamedTuple):
    """Target tokens without BOS and EOS, and the natural logarithm of their probability, EOS included."""

    tokens: tuple[int, ...]
    score: float


def decode_greedily(weights: Weights, sources: Sequence[EncodedSource], device: torch.device) -> list[DecodedTokens]:
    """At each step the likeliest token, until EOS or 32 symbols."""
    decoded: list[DecodedTokens] = []
    with torch.inference_mode():
        for start in range(0, len(sources), AT_ONCE):
            decoded += _decode_together(weights, sources[start : start + AT_ONCE], device)
    return decoded


def _decode_together(weights: Weights, sources: Sequence[EncodedSource], device: torch.device) -> list[DecodedTokens]:
    count = len(sources)
    state = DecoderCache.of(weights, sources, device)
    running = torch.arange(count, device=device)  # the items that the state is about
    last = torch.full((count,), BOS, device=device)
    symbols = torch.full((count, MOST_SYMBOLS), EOS, device=device)
    scores = torch.zeros(count, device=device)
    for step in range(MOST_SYMBOLS):
        best, last = state.step(weights, last).log_softmax(-1).max(-1)
        symbols[running, step] = last
        scores[running] += best
        goes_on = last != EOS
        if not goes_on.all():
            state, running, last = state.only(goes_on), running[goes_on], last[goes_on]
        if not len(running):
            break
    return [
        DecodedTokens(tuple(tokens[: tokens.index(EOS)] if EOS in tokens else tokens), score)
        for tokens, score in zip(symbols.tolist(), scores.tolist(), strict=True)
    ]


@dataclass
class DecoderCache:
    """Where a batch stands: for each layer what can be attended to, as items × heads × tokens × 64."""

    own: list[tuple[Tensor, Tensor]]  # keys and values of the target tokens so far
    source: list[tuple[Tensor, Tensor]]
    is_padding: Tensor  # items × source tokens
    length: int = 0  # of the targets so far

    @classmethod
    def of(cls, weights: Weights, sources: Sequence[EncodedSource], device: torch.device) -> DecoderCache:
        """The state before the first step."""
        packed = pack_sources(sources, device)
        memory = encode(weights, packed, NO_DROPOUT)
        shape = packed.count, HEADS, packed.longest, HEAD_WIDTH
        blocks = [
            split_heads(keys_and_values(weights, f"decoder.{layer}.cross", memory), packed, 2)
            for layer in range(LAYERS)
        ]
        nothing = memory.new_empty(packed.count, HEADS, 0, HEAD_WIDTH)
        source = [(key.view(shape), value.view(shape)) for key, value in blocks]
        return cls([(nothing, nothing)] * LAYERS, source, packed.is_padding)

    def only(self, these: Tensor) -> DecoderCache:
        """The state of some of the items."""
        own, source = ([(key[these], value[these]) for key, value in each] for each in (self.own, self.source))
        return DecoderCache(own, source, self.is_padding[these], self.length)

    def step(self, weights: Weights, last: Tensor) -> Tensor:
        """Append a token to each target; the logits of what may follow it."""
        self.length += 1
        x = embed_target(weights, last, torch.full_like(last, self.length))
        source_mask = torch.zeros_like(self.is_padding, dtype=x.dtype).masked_fill_(self.is_padding, -torch.inf)
        for layer in range(LAYERS):
            x = self._add_self_attention(weights, layer, x)
            name = f"decoder.{layer}.cross"
            query = queries(weights, name, norm(weights, f"{name}.norm", x))
            x = x + linear(weights, f"{name}.out", _look(query, *self.source[layer], source_mask))
            x = add_feed_forward(weights, f"decoder.{layer}.feed", x, NO_DROPOUT)
        return linear(weights, "output", norm(weights, "decoder.norm", x))

    def _add_self_attention(self, weights: Weights, layer: int, x: Tensor) -> Tensor:
        name = f"decoder.{layer}.self"
        query, key, value = linear(weights, f"{name}.in", norm(weights, f"{name}.norm", x)).tensor_split(3, dim=-1)
        shape = len(x), HEADS, 1, HEAD_WIDTH
        earlier_key, earlier_value = self.own[layer]
        keys = torch.cat([earlier_key, key.reshape(shape)], dim=2)
        values = torch.cat([earlier_value, value.reshape(shape)], dim=2)
        self.own[layer] = keys, values
        return x + linear(weights, f"{name}.out", _look(query, keys, values, x.new_zeros(len(x), self.length)))


def _look(query: Tensor, keys: Tensor, values: Tensor, mask: Tensor) -> Tensor:
    """What one query of each item finds, where mask (items × keys) is not -inf."""
    count, _, length, _ = keys.shape
    masks = mask[:, None].expand(count, HEADS, length).reshape(count * HEADS, 1, length)
    blocks = query.reshape(-1, 1, HEAD_WIDTH), keys.flatten(0, 1), values.flatten(0, 1)
    return attend(*blocks, masks, NO_DROPOUT).view(count, WIDTH)
