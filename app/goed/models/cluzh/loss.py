"""The training loss, which is how far choices are from the expert's, and its gradients."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from torch import Tensor

from goed.models.cluzh.batches import ChooserContext, LessonBatch
from goed.models.cluzh.cpu_arithmetic import Number, Numbers, Places, Truths, array, can_be_compiled, compiled, inlined
from goed.models.cluzh.network import Chooser, Networks


def loss_of(networks: Networks, batch: LessonBatch, smoothing: float = 0.0) -> Tensor:
    """−log p(any optimal action), averaged over each word's steps and then over words, and summed over members.

    With smoothing, a share of it is the mean of −log p over all possible actions.
    """
    walk = batch.words, batch.pointers, batch.before
    if not can_be_compiled(networks.choose.weights):
        return _by_calls(networks.scores(*walk), batch, smoothing)
    choose = networks.choose
    hidden = networks.states(*walk).flatten(1, 2)
    weights = [choose.weights, choose.bias, *([choose.to_repeat] if choose.repeats else [])]
    situation = batch.situation or networks.situation(batch.words, torch.arange(len(batch.lengths)), *walk[1:])
    loss: Tensor = _Loss.apply(choose, batch, situation.flat(), smoothing, hidden, *weights)
    return loss


def _by_calls(scores: Tensor, batch: LessonBatch, smoothing: float) -> Tensor:
    """The loss computed by torch, for other devices and number types."""
    n_steps, n_words = batch.pointers.shape
    steps = torch.arange(n_steps, device=scores.device).unsqueeze(1)
    shares = (steps < batch.lengths) / (batch.lengths * n_words)
    all_chances = scores.log_softmax(dim=-1)
    log_chances = all_chances.gather(3, batch.optimal.expand(len(scores), -1, -1, -1))
    of_steps = log_chances.masked_fill(~batch.is_there, -torch.inf).logsumexp(dim=3)
    is_possible = all_chances > -torch.inf
    of_all = all_chances.masked_fill(~is_possible, 0).sum(dim=3) / is_possible.sum(dim=3)
    return -(((1 - smoothing) * of_steps + smoothing * of_all) * shares).sum()


class _Loss(torch.autograd.Function):
    """Chooser and loss in one step, forwards and backwards."""

    @staticmethod
    def forward(
        ctx: Any,
        choose: Chooser,
        batch: LessonBatch,
        situation: ChooserContext,
        smoothing: float,
        hidden: Tensor,
        weights: Tensor,
        bias: Tensor,
        *to_repeat: Tensor,
    ) -> Tensor:
        letters_left, repeating = situation
        scores = torch.baddbmm(bias, hidden, weights)
        places = repeating.view(1, -1, 1).expand(len(scores), -1, -1)
        for each in to_repeat:
            scores.scatter_add_(2, places, hidden @ each)
        score_gradients = torch.empty_like(scores)
        optimal, is_there = batch.optimal.flatten(0, 1), batch.is_there.flatten(0, 1)
        loss = _loss_and_gradient(
            array(scores),
            array(choose.impossible),
            array(letters_left),
            array(optimal),
            array(is_there),
            array(batch.lengths),
            smoothing,
            array(score_gradients),
        )
        ctx.save_for_backward(hidden, score_gradients, places, weights, *to_repeat)
        return scores.new_tensor(loss)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        hidden, score_gradients, places, weights, *to_repeat = ctx.saved_tensors
        score_gradients = score_gradients * gradients[0]
        turned = hidden.transpose(1, 2)
        hidden_gradient = score_gradients @ weights.transpose(1, 2)
        weight_gradients = [turned @ score_gradients, score_gradients.sum(dim=1, keepdim=True)]
        for each in to_repeat:
            of_repeats = score_gradients.gather(2, places)
            hidden_gradient += of_repeats @ each.transpose(1, 2)
            weight_gradients.append(turned @ of_repeats)
        return None, None, None, None, hidden_gradient, *weight_gradients


@compiled
def _loss_and_gradient(
    scores: Numbers,
    impossible: Truths,
    letters_left: Truths,
    optimal: Places,
    is_there: Truths,
    lengths: Places,
    smoothing: float,
    score_gradients: Numbers,
) -> Number:
    """Compute `loss_of` from the chooser's scores, and write the gradients of the scores to `score_gradients`.

    A row of scores (member, row, action) is one step of one word: first the first step of every word, then the second
    of every word, and so on. Each row has one or several optimal actions. Which actions are impossible depends on
    whether letters are left (0 or 1, action).
    """
    members, rows, n_actions = scores.shape
    words = len(lengths)
    loss: Number = 0.0
    for m in range(members):
        for r in range(rows):
            length = lengths[r % words]
            if r // words < length:
                share = np.float32(1) / np.float32(length * words)
                choices = impossible[1 if letters_left[r] else 0]
                of_row = _of_row(
                    scores[m, r], choices, optimal[r], is_there[r], share, smoothing, score_gradients[m, r]
                )
                loss += share * of_row
            else:
                for action in range(n_actions):
                    score_gradients[m, r, action] = 0
    return loss


@inlined
def _of_row(
    scores: Numbers,
    impossible: Truths,
    optimal: Places,
    is_there: Truths,
    share: Number,
    smoothing: float,
    score_gradients: Numbers,
) -> Number:
    highest = np.float32(-np.inf)
    for action in range(len(scores)):
        if not impossible[action]:
            highest = max(highest, scores[action])
    total = wanted = all_scores = 0.0
    n_possible = 0
    for action in range(len(scores)):
        score_gradients[action] = 0
        if not impossible[action]:
            score_gradients[action] = math.exp(scores[action] - highest)
            total += score_gradients[action]
            all_scores += scores[action] - highest
            n_possible += 1
    for i in range(len(optimal)):
        if is_there[i]:
            wanted += score_gradients[optimal[i]]
    lost = (1 - smoothing) * -math.log(wanted / total) + smoothing * (math.log(total) - all_scores / n_possible)
    for i in range(len(optimal)):
        if is_there[i]:
            score_gradients[optimal[i]] *= 1 - (1 - smoothing) * total / wanted
    for action in range(len(scores)):
        score_gradients[action] *= share / total
        if not impossible[action]:
            score_gradients[action] -= share * smoothing / n_possible
    return lost
