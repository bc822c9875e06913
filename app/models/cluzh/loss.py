"""What networks lose on lessons: how far their choices are from the expert's."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from app.models.cluzh.kernels import loss_and_gradient
from app.models.cluzh.lessons import Batch
from app.models.cluzh.network import Networks
from app.models.cluzh.tensors import array, can_be_compiled


def loss_of(networks: Networks, batch: Batch, smoothing: float = 0.0) -> Tensor:
    """For each member the mean over words of the mean over their steps of −log p(any optimal action), added up.

    With smoothing, a share of it is the mean of −log p over all possible actions.
    """
    scores = networks.scores(batch.words, batch.pointers, batch.before)
    n_steps, n_words = batch.pointers.shape
    steps = torch.arange(n_steps, device=scores.device).unsqueeze(1)
    shares = (steps < batch.lengths) / (batch.lengths * n_words)
    if can_be_compiled(scores):
        rows = [each.flatten(0, 1) for each in (batch.optimal, batch.is_there, shares)]
        loss: Tensor = _Loss.apply(scores.flatten(1, 2), *rows, smoothing)  # type: ignore[no-untyped-call]
        return loss
    return _by_calls(scores, batch, shares, smoothing)


def _by_calls(scores: Tensor, batch: Batch, shares: Tensor, smoothing: float) -> Tensor:
    """The same by calls of torch, for other devices and other numbers."""
    all_chances = scores.log_softmax(dim=-1)
    log_chances = all_chances.gather(3, batch.optimal.expand(len(scores), -1, -1, -1))
    of_steps = log_chances.masked_fill(~batch.is_there, -torch.inf).logsumexp(dim=3)
    is_possible = all_chances > -torch.inf
    of_all = all_chances.masked_fill(~is_possible, 0).sum(dim=3) / is_possible.sum(dim=3)
    return -(((1 - smoothing) * of_steps + smoothing * of_all) * shares).sum()


class _Loss(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, scores: Tensor, optimal: Tensor, is_there: Tensor, shares: Tensor, smoothing: float
    ) -> Tensor:
        to_scores = torch.empty_like(scores)
        loss = loss_and_gradient(
            array(scores), array(optimal), array(is_there), array(shares), smoothing, array(to_scores)
        )
        ctx.save_for_backward(to_scores)
        return scores.new_tensor(loss)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        (to_scores,) = ctx.saved_tensors
        return to_scores * gradients[0], None, None, None, None
