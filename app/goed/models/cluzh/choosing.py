"""From the decoder's state to scores of the next action."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import torch
from torch import Tensor, nn

from goed.models.cluzh.actions import BOS, COPY, DELETE, N_SPECIAL, PAD
from goed.models.cluzh.weights import drawn

NO_ACTION = BOS  # stands where there is no insertion that would repeat a letter


class Situation(NamedTuple):
    """What the choice of an action depends on beside the decoder's state."""

    letters_left: Tensor  # whether the pointer stands before a letter
    repeating: Tensor  # the insertion that would repeat the letter just written; NO_ACTION where none was

    def flat(self) -> Situation:
        """The same in one dimension."""
        return Situation(self.letters_left.flatten(), self.repeating.flatten())


class Chooser(nn.Module):
    """A linear layer over actions; those that are impossible get −∞, and in predictions those that are barred.

    With `repeats`, inserting the letter that was just written gets a score of its own on top, whatever the letter:
    so *drop → dropped* tells of *grab → grabbed*.
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
        self.register_buffer("reading", _reading_actions(n_actions), persistent=False)
        self.register_buffer("barred", _as_table(barred, n_actions), persistent=False)
        self.register_buffer("impossible", _impossible_actions(self.reading), persistent=False)

    def forward(self, hidden: Tensor, situation: Situation) -> Tensor:
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


def _reading_actions(n_actions: int) -> Tensor:
    """Which actions use up a letter of the lemma, and so need one."""
    reads = torch.zeros(n_actions, dtype=torch.bool)
    reads[[COPY, DELETE]] = True
    reads[N_SPECIAL::2] = True
    return reads


def _as_table(barred: Collection[tuple[int, int]], n_actions: int) -> Tensor:
    """Where the letter of one insertion has just been written, whether an action is barred (insertion, action).

    Nothing where nothing is barred: a script of ten thousand letters would make it gigabytes.
    """
    size = n_actions if barred else 0
    table = torch.zeros(size, size, dtype=torch.bool)
    for insertion, action in barred:
        table[insertion, action] = True
    return table


def _impossible_actions(reading: Tensor) -> Tensor:
    """Which actions are impossible where the pointer stands at the end, and which where letters are left."""
    never = torch.zeros_like(reading)
    never[[BOS, PAD]] = True
    return torch.stack([never | reading, never])
