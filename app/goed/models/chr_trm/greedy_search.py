"""Greedy decoding of many items at once; keys and values of earlier steps are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from goed.models.chr_trm import network
from goed.models.chr_trm.batches import BOS, EOS, HEADS, EncodedSource, pack_sources
from goed.models.chr_trm.network import HEAD_WIDTH, LAYERS, WIDTH, Weights
from goed.models.regularization import NO_DROPOUT

MOST_SYMBOLS = 32  # per form, EOS included
AT_ONCE = 128  # items decoded together; more would take more memory and no less time


class DecodedTokens(NamedTuple):
    """Target tokens without BOS and EOS, and the natural logarithm of their probability, EOS included."""

    tokens: tuple[int, ...]
    score: float


def decode_greedily(weights: Weights, sources: Sequence[EncodedSource], device: torch.device) -> list[DecodedTokens]:
    """Take the likeliest token at each step, until EOS or 32 symbols."""
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
            state, running, last = state.select(goes_on), running[goes_on], last[goes_on]
        if not len(running):
            break
    return [
        DecodedTokens(tuple(tokens[: tokens.index(EOS)] if EOS in tokens else tokens), score)
        for tokens, score in zip(symbols.tolist(), scores.tolist(), strict=True)
    ]


KeysAndValues = dict[str, tuple[Tensor, Tensor]]  # by the name of the attention, as items × heads × tokens × 64


@dataclass
class DecoderCache:
    """The state of decoding a batch: the keys and values that each attention can look at."""

    own: KeysAndValues  # of the target tokens so far
    source: KeysAndValues
    is_padding: Tensor  # items × source tokens
    length: int = 0  # of the targets so far

    @classmethod
    def of(cls, weights: Weights, sources: Sequence[EncodedSource], device: torch.device) -> DecoderCache:
        """The state before the first step."""
        packed = pack_sources(sources, device)
        memory = network.encode(weights, packed, NO_DROPOUT)
        nothing = memory.new_empty(packed.count, HEADS, 0, HEAD_WIDTH)
        own = {f"decoder.{layer}.self": (nothing, nothing) for layer in range(LAYERS)}
        source: KeysAndValues = {}
        shape = packed.count, HEADS, packed.longest, HEAD_WIDTH
        for name in (f"decoder.{layer}.cross" for layer in range(LAYERS)):
            key, value = network.split_heads(network.keys_and_values(weights, name, memory), packed, 2)
            source[name] = key.view(shape), value.view(shape)
        return cls(own, source, packed.is_padding)

    def select(self, items: Tensor) -> DecoderCache:
        """The state of some of the items."""
        own, source = (
            {name: (key[items], value[items]) for name, (key, value) in each.items()}
            for each in (self.own, self.source)
        )
        return DecoderCache(own, source, self.is_padding[items], self.length)

    def step(self, weights: Weights, last: Tensor) -> Tensor:
        """Append a token to each target, and return the logits of the next one."""
        self.length += 1
        x = network.embed_target(weights, last, torch.full_like(last, self.length))
        source_mask = torch.zeros_like(self.is_padding, dtype=x.dtype).masked_fill_(self.is_padding, -torch.inf)

        def own(name: str, x: Tensor) -> Tensor:
            query, *new = network.linear(weights, f"{name}.in", x).tensor_split(3, dim=-1)
            pairs = zip(self.own[name], new, strict=True)
            keys, values = (torch.cat([old, each.reshape(len(x), HEADS, 1, HEAD_WIDTH)], dim=2) for old, each in pairs)
            self.own[name] = keys, values
            return _attend_once(query, keys, values, x.new_zeros(len(x), self.length))

        def of_source(name: str, x: Tensor) -> Tensor:
            return _attend_once(network.queries(weights, name, x), *self.source[name], source_mask)

        return network.linear(
            weights, "output", network.layers(weights, "decoder", x, {"self": own, "cross": of_source}, NO_DROPOUT)
        )


def _attend_once(query: Tensor, keys: Tensor, values: Tensor, mask: Tensor) -> Tensor:
    """Attention with one query per item; keys where `mask` (items × keys) is -inf are ignored."""
    count, _, length, _ = keys.shape
    masks = mask[:, None].expand(count, HEADS, length).reshape(count * HEADS, 1, length)
    blocks = query.reshape(-1, 1, HEAD_WIDTH), keys.flatten(0, 1), values.flatten(0, 1)
    return network.attend(*blocks, masks, NO_DROPOUT).view(count, WIDTH)
