"""Lessons with letters exchanged: in the lemma, and in the actions that write them."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from goed.models.cluzh.actions import N_SPECIAL
from goed.models.cluzh.choosing import NO_ACTION
from goed.models.cluzh.lessons import Batch
from goed.models.exchange import KEPT_AT_END, Exchange

NO_LETTER = -1


class Exchanger:
    """Makes other words of lessons; what they have to do stays the same."""

    def __init__(self, exchange: Exchange, insertions: Sequence[int], n_actions: int) -> None:
        self._exchange = exchange
        device = exchange.ordered.device
        self._insertions = torch.tensor(insertions, device=device)
        written = [NO_LETTER] * n_actions  # for each action the letter that it writes, where it names one
        for letter, insertion in enumerate(insertions):
            if insertion != NO_ACTION:
                written[insertion - 1] = written[insertion] = letter  # a substitution stands before its insertion
        self._written = torch.tensor(written, device=device)

    def exchanged(self, batch: Batch, share: float) -> Batch:
        """The lessons with a share of each word's letters exchanged, wherever they stand in it."""
        table = self._exchange.table(batch.words.last(KEPT_AT_END), share)
        return batch._replace(
            words=batch.words.spelled(table.gather(1, batch.words.characters)),
            before=self._actions(batch.before, table),
            optimal=torch.stack([self._actions(each, table) for each in batch.optimal.unbind(2)], dim=2),
        )

    def _actions(self, actions: Tensor, table: Tensor) -> Tensor:
        """Actions (step, word) that write the letters of a table in place of their own, where there are such."""
        letters = self._written[actions]
        others = self._insertions[table.t().gather(0, letters.clamp(min=0))]
        is_substitution = 1 - (actions - N_SPECIAL) % 2
        return torch.where((letters != NO_LETTER) & (others != NO_ACTION), others - is_substitution, actions)
