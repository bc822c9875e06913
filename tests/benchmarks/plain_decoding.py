"""How the original CLUZH decodes: greedily in small batches, and with a beam item by item, over heaps.

Greedy output is cut at END, as in the repaired program.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import torch
from plain_transducer import ACTION_BOS, END, PAD, Transducer, padded
from torch import Tensor

MOST_ACTIONS = 150


@dataclass(frozen=True)
class Hypothesis:
    """A derivation of the beam that is under way."""

    cost: Tensor
    actions: list[int]
    pointer: int
    state: tuple[Tensor, Tensor] | None


@torch.no_grad()
def greedy(model: Transducer, questions: Sequence[tuple[str, str]], batch: int) -> list[str]:
    """The likeliest action at every step, in batches."""
    forms: list[str] = []
    for start in range(0, len(questions), batch):
        forms += _greedy_batch(model, questions[start : start + batch])
    return forms


def _greedy_batch(model: Transducer, questions: Sequence[tuple[str, str]]) -> list[str]:
    numbered = [model.numbered(*question) for question in questions]
    encoded, features = model.network.encode(
        padded([c for c, _ in numbered], PAD), padded([f for _, f in numbered], PAD)
    )
    lengths = [len(lemma) for lemma, _ in questions]
    pointers = [0] * len(questions)
    before = [ACTION_BOS] * len(questions)
    taken: list[list[int]] = [[] for _ in questions]
    state = None
    for _ in range(MOST_ACTIONS):
        read = encoded[torch.arange(len(questions)), torch.tensor(pointers)].unsqueeze(1)
        logits, state = model.network.decode(read, features, torch.tensor(before).unsqueeze(1), state)
        valid = torch.stack([model.actions.valid(p, n) for p, n in zip(pointers, lengths, strict=True)])
        before = logits[:, 0].masked_fill(~valid, -math.inf).log_softmax(1).argmax(1).tolist()
        for i, action in enumerate(before):
            taken[i].append(action)
            pointers[i] += model.actions.moves(action)
        if all(END in actions for actions in taken):
            break
    return [model.written(lemma, actions) for (lemma, _), actions in zip(questions, taken, strict=True)]


@torch.no_grad()
def beam(model: Transducer, lemma: str, features: str, width: int) -> str:
    """The form of the best finished hypothesis; every action of every hypothesis goes over a heap."""
    characters, feature_numbers = model.numbered(lemma, features)
    encoded, feature_sum = model.network.encode(torch.tensor([characters]), torch.tensor([feature_numbers]))
    order = count()
    alive: list[Hypothesis] = [Hypothesis(torch.tensor(0.0), [], 0, None)]
    finished: list[Hypothesis] = []
    for _ in range(MOST_ACTIONS):
        heap: list[tuple[Tensor, int, Hypothesis]] = []
        for one in alive:
            read = encoded[:, one.pointer].unsqueeze(1)
            before = torch.tensor([[one.actions[-1] if one.actions else ACTION_BOS]])
            logits, state = model.network.decode(read, feature_sum, before, one.state)
            valid = model.actions.valid(one.pointer, len(lemma))
            log_p = logits[0, 0].masked_fill(~valid, -math.inf).log_softmax(0)
            for action in valid.nonzero()[:, 0].tolist():
                pointer = one.pointer + model.actions.moves(action)
                longer = Hypothesis(one.cost - log_p[action], [*one.actions, action], pointer, state)
                heapq.heappush(heap, (longer.cost, next(order), longer))
        best = [heapq.heappop(heap)[2] for _ in range(min(width, len(heap)))]
        finished += [one for one in best if one.actions[-1] == END]
        alive = [one for one in best if one.actions[-1] != END]
        width -= len(best) - len(alive)
        if not alive or width == 0:
            break
    best_of_all = min(finished or alive, key=lambda one: float(one.cost))
    return model.written(lemma, best_of_all.actions)
