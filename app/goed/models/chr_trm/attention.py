"""Attention between packed sequences: cut into heads and padded, weighed, and packed again."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from goed.models.chr_trm.sequences import HEADS, Packed
from goed.models.dropout import Dropout

HEAD_WIDTH = 64


def split_heads(x: Tensor, sequences: Packed, parts: int) -> tuple[Tensor, ...]:
    """Cut rows that hold queries, keys, values, or some of these, into blocks of (count × heads, longest, 64).

    Padding shows another row of its sequence; a mask hides it, and no gradient comes from it.
    """
    pieces, places = sequences.cut(parts)
    blocks: Tensor = _Spread.apply(x.view(-1, HEAD_WIDTH), pieces, places)
    return blocks.view(parts, sequences.count * HEADS, sequences.longest, HEAD_WIDTH).unbind()


def join_heads(x: Tensor, sequences: Packed) -> Tensor:
    """What the heads found for each token, as packed rows again."""
    _, places = sequences.cut(1)
    rows: Tensor = _Collect.apply(x.view(-1, HEAD_WIDTH), places)
    return rows.view(-1, HEADS * HEAD_WIDTH)


def attend(query: Tensor, key: Tensor, value: Tensor, mask: Tensor, dropout: Dropout) -> Tensor:
    """The values that each query finds, weighed by how well their keys fit it."""
    scores = torch.baddbmm(mask, query, key.transpose(1, 2), alpha=HEAD_WIDTH**-0.5)
    return dropout(scores.softmax(-1)).bmm(value)


def padding_mask(is_padding: Tensor, queries: int, dtype: torch.dtype) -> Tensor:
    """-inf at padding keys, else 0, for every head of every sequence, and each of so many queries."""
    mask = torch.zeros(is_padding.shape, dtype=dtype, device=is_padding.device).masked_fill_(is_padding, -torch.inf)
    count, longest = is_padding.shape
    return mask[:, None, None].expand(count, HEADS, queries, longest).reshape(-1, queries, longest)


def future_mask(like: Tensor) -> Tensor:
    """-inf where a key comes after its query, else 0."""
    return torch.full_like(like[0], -torch.inf).triu_(1)


class _Spread(torch.autograd.Function):
    """Pieces to places; a place of padding shows a piece that stands elsewhere too, and passes no gradient on."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, pieces: Tensor, places: Tensor) -> Tensor:
        ctx.save_for_backward(places)
        return x.index_select(0, pieces)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None]:
        (places,) = ctx.saved_tensors
        return gradients[0].index_select(0, places), None, None


class _Collect(torch.autograd.Function):
    """Places to pieces; places of padding are left out."""

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
