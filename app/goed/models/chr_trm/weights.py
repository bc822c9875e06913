"""The weights of the network by name, and how they start."""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor

from goed.models.chr_trm.vocabulary import PAD, Vocabulary

Weights = Mapping[str, Tensor]

LAYERS = 4  # in the encoder, and in the decoder
WIDTH = 256
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
        prototype = _feed_forward(generator)
        for attention in attentions:
            prototype.update(_attention(attention, generator))
        for layer in range(LAYERS):
            weights.update({f"{stack}.{layer}.{name}": tensor.clone() for name, tensor in prototype.items()})
    return weights


def _attention(name: str, generator: torch.Generator) -> dict[str, Tensor]:
    """A norm, queries, keys and values in one matrix, and the matrix that joins the heads."""
    bound = 1 / math.sqrt(WIDTH)
    return {
        **_norm(f"{name}.norm"),
        **_linear(f"{name}.in", 3 * WIDTH, WIDTH, generator),
        f"{name}.out.weight": torch.empty(WIDTH, WIDTH).uniform_(-bound, bound, generator=generator),
        f"{name}.out.bias": torch.zeros(WIDTH),
    }


def _feed_forward(generator: torch.Generator) -> dict[str, Tensor]:
    return {
        **_norm("feed.norm"),
        **_linear("feed.in", INNER_WIDTH, WIDTH, generator),
        **_linear("feed.out", WIDTH, INNER_WIDTH, generator),
    }


def _embedding(size: int, generator: torch.Generator, has_padding: bool = True) -> Tensor:
    table = torch.empty(size, WIDTH).normal_(0, WIDTH**-0.5, generator=generator)
    if has_padding:
        table[PAD] = 0
    return table


def _linear(name: str, outputs: int, inputs: int, generator: torch.Generator) -> dict[str, Tensor]:
    """A matrix by Xavier and Glorot, and a bias of zeros."""
    bound = math.sqrt(6 / (outputs + inputs))
    matrix = torch.empty(outputs, inputs).uniform_(-bound, bound, generator=generator)
    return {f"{name}.weight": matrix, f"{name}.bias": torch.zeros(outputs)}


def _norm(name: str) -> dict[str, Tensor]:
    return {f"{name}.weight": torch.ones(WIDTH), f"{name}.bias": torch.zeros(WIDTH)}
