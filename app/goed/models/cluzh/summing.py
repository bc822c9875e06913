"""Sums of rows of tables: a word's features are the sum of their embeddings."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from goed.models.cluzh.compiling import Numbers, Places, array, can_be_compiled, compiled


def sums_of_rows(table: Tensor, places: Tensor, padding: int) -> Tensor:
    """For each word the sum (stack, word, size) of a table's rows (stack, row, size) at its places (word, any number).

    Rows at the place `padding` are left out.
    """
    if not can_be_compiled(table):
        return (table[:, places] * (places != padding).unsqueeze(-1)).sum(dim=2)
    sums: Tensor = _Sums.apply(table, places, padding)
    return sums


class _Sums(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, table: Tensor, places: Tensor, padding: int) -> Tensor:
        ctx.height, ctx.places, ctx.padding = table.shape[1], array(places), padding
        sums = table.new_zeros(len(table), len(places), table.shape[2])
        _add_rows(array(table), ctx.places, padding, array(sums), back=False)
        return sums

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        (to_sums,) = gradients
        to_table = to_sums.new_zeros(len(to_sums), ctx.height, to_sums.shape[2])
        _add_rows(array(to_table), ctx.places, ctx.padding, array(to_sums), back=True)
        return to_table, None, None


@compiled
def _add_rows(table: Numbers, places: Places, padding: int, sums: Numbers, back: bool) -> None:
    """Add rows to the sums, or on the way back the sums' gradients to those of the rows."""
    stack, words, size = sums.shape
    for s in range(stack):
        for w in range(words):
            for place in places[w]:
                if place != padding:
                    row, total = table[s, place], sums[s, w]
                    for j in range(size):
                        if back:
                            row[j] += total[j]
                        else:
                            total[j] += row[j]
