"""What choices of actions lose, and the gradients of their scores, in a compiled loop."""

from __future__ import annotations

import math

import numpy as np

from goed.models.cluzh.compiling import Number, Numbers, Places, Truths, compiled, inlined


@compiled
def loss_and_gradient(
    scores: Numbers,
    impossible: Truths,
    letters_left: Truths,
    optimal: Places,
    is_there: Truths,
    lengths: Places,
    smoothing: float,
    to: Numbers,
) -> Number:
    """For each member the mean over words of the mean over their steps of what these lose, added up.

    A row of scores (member, row, action) is a step of a word: of all words the first, of all words the second … A step
    loses −log p(any optimal action), of which there are one or several (row, action); with smoothing, a share of it is
    the mean of −log p over all possible actions. Which are impossible depends on whether letters are left (0 or 1,
    action). The scores' gradients are filled in.
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
                of_row = _of_row(scores[m, r], choices, optimal[r], is_there[r], share, smoothing, to[m, r])
                loss += share * of_row
            else:
                for action in range(n_actions):
                    to[m, r, action] = 0
    return loss


@inlined
def _of_row(
    scores: Numbers,
    impossible: Truths,
    optimal: Places,
    is_there: Truths,
    share: Number,
    smoothing: float,
    to: Numbers,
) -> Number:
    highest = np.float32(-np.inf)
    for action in range(len(scores)):
        if not impossible[action]:
            highest = max(highest, scores[action])
    total = wanted = all_scores = 0.0
    n_possible = 0
    for action in range(len(scores)):
        to[action] = 0
        if not impossible[action]:
            to[action] = math.exp(scores[action] - highest)
            total += to[action]
            all_scores += scores[action] - highest
            n_possible += 1
    for i in range(len(optimal)):
        if is_there[i]:
            wanted += to[optimal[i]]
    lost = (1 - smoothing) * -math.log(wanted / total) + smoothing * (math.log(total) - all_scores / n_possible)
    for i in range(len(optimal)):
        if is_there[i]:
            to[optimal[i]] *= 1 - (1 - smoothing) * total / wanted
    for action in range(len(scores)):
        to[action] *= share / total
        if not impossible[action]:
            to[action] -= share * smoothing / n_possible
    return lost
