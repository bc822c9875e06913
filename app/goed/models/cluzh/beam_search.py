"""Greedy and beam search over edit actions, with one decoder call per step.

All words and hypotheses are searched together. At each step every hypothesis is extended by every action, and the
`width` extensions with the highest summed log-probability are kept. A hypothesis that ends is finished, and its place
is not given to another. Width 1 is greedy search.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from goed.models.cluzh.actions import BOS, END
from goed.models.cluzh.batches import Word, batch_of
from goed.models.cluzh.network import DecoderState, Networks

STATES_AT_ONCE = 16_384  # numbers in the hidden states of all words that are searched together; more is no faster
NEVER = -torch.inf


class DecodedActions(NamedTuple):
    """The actions found for a word, END left out, and their summed log-probability."""

    actions: list[int]
    score: float


def decode(networks: Networks, words: Sequence[Word], width: int, longest: int) -> list[DecodedActions]:
    """The best sequence of actions for each word, by the mean of the members' probabilities."""
    by_length = sorted(range(len(words)), key=lambda i: len(words[i].characters))
    decoded: dict[int, DecodedActions] = {}
    members, hidden, _ = networks.decoder.recurrent.shape
    at_once = max(1, 2 * STATES_AT_ONCE // (max(2, width) * members * hidden))
    with torch.inference_mode():
        for start in range(0, len(words), at_once):
            chosen = by_length[start : start + at_once]
            search = _Search(networks, [words[i] for i in chosen], width)
            decoded.update(zip(chosen, search.result(longest), strict=True))
    return [decoded[i] for i in range(len(words))]


class _Search:
    """Hypotheses that have not ended: `width` rows for each word that is still searched, in the order of words."""

    def __init__(self, networks: Networks, words: Sequence[Word], width: int) -> None:
        self._networks, self._width = networks, width
        device, n = networks.actions.device, len(words)
        self._read = networks.read(batch_of(words, device))
        self._finished: list[DecodedActions | None] = [None] * n
        self._words = torch.arange(n, device=device)  # that are still searched
        self._left = torch.full((n,), width, device=device)  # (word): how many hypotheses may still end
        self._scores = torch.full((n, width), NEVER, device=device)  # (word, width); −∞ where there is none
        self._scores[:, 0] = 0.0
        self._pointers = torch.zeros(n * width, dtype=torch.long, device=device)  # (word × width)
        self._actions = torch.full((n * width, 1), BOS, device=device)  # (word × width, step), after BOS
        self._state: DecoderState | None = None  # before the first step

    def result(self, longest: int) -> list[DecodedActions]:
        """Search until all hypotheses have ended, or for this many actions."""
        for _ in range(longest):
            self._extend()
            if not len(self._words):
                break
        self._take_unfinished()
        return [each if each is not None else DecodedActions([], NEVER) for each in self._finished]

    def _extend(self) -> None:
        """Extend every hypothesis by one action, and keep the best."""
        width, n = self._width, len(self._words)
        rows = self._words.repeat_interleave(width)
        by_member, state = self._networks.step(self._read, rows, self._pointers, self._actions[:, -1], self._state)
        log_chances = by_member[0]
        if len(by_member) > 1:  # the log of the mean of the members' probabilities
            log_chances = by_member.logsumexp(dim=0) - math.log(len(by_member))
        n_actions = log_chances.shape[1]
        continued = (self._scores.view(-1, 1) + log_chances).view(n, width * n_actions)
        scores, places = continued.topk(width, dim=1)
        # Of each word, only as many hypotheses are kept as have not ended yet.
        scores = scores.masked_fill(torch.arange(width, device=scores.device) >= self._left.unsqueeze(1), NEVER)
        first = torch.arange(0, n * width, width, device=rows.device).unsqueeze(1)
        parents = (first + places // n_actions).view(-1)
        actions = (places % n_actions).view(-1)
        # Where fewer than `width` continuations are possible, impossible ones fill the places: they lead nowhere.
        ends = self._read.words.lengths[rows]
        pointers = torch.minimum(self._pointers[parents] + self._networks.reads(actions), ends)
        taken = torch.cat([self._actions[parents], actions.unsqueeze(1)], dim=1)
        ended = (actions == END).view(n, width) & (scores > NEVER)
        self._finish(ended, scores, taken)
        left = self._left - ended.sum(dim=1)
        scores = scores.masked_fill(ended, NEVER)
        going_on = (left > 0) & (scores > NEVER).any(dim=1)
        stay = going_on.repeat_interleave(width)
        kept = parents[stay]
        self._words, self._left, self._scores = self._words[going_on], left[going_on], scores[going_on]
        self._pointers, self._actions = pointers[stay], taken[stay]
        self._state = DecoderState(state.hidden[:, kept], state.cell[:, kept])

    def _finish(self, ended: Tensor, scores: Tensor, taken: Tensor) -> None:
        """Record hypotheses that have ended, if they are their words' best so far."""
        words = self._words.repeat_interleave(self._width)[ended.view(-1)].tolist()
        sequences = taken[ended.view(-1), 1:-1].tolist()
        for word, score, actions in zip(words, scores[ended].tolist(), sequences, strict=True):
            best = self._finished[word]
            if best is None or score > best.score:
                self._finished[word] = DecodedActions(actions, score)

    def _take_unfinished(self) -> None:
        """Give words without an ended hypothesis their best one as it stands."""
        scores, places = self._scores.max(dim=1)
        rows = torch.arange(len(places), device=places.device) * self._width + places
        sequences = self._actions[rows, 1:].tolist()
        for word, score, actions in zip(self._words.tolist(), scores.tolist(), sequences, strict=True):
            if self._finished[word] is None:
                self._finished[word] = DecodedActions(actions, score)
