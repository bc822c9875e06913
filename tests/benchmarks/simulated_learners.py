"""Learners whose true trajectory is known, with noise as in real runs: what the statistics of shape are tried on.

What the real ones show (NONNEUR on the embedded items by 3 and 5 seeds; CLUZH and NONNEUR of SIGMORPHON 2022, by gold
class): from a size to the next 1 to 13 % of the items flip between right and wrong, about a quarter of what independent
answers of the same accuracy would flip; from the first size to the last 3 to 4 times as many, so that most flips stay.
Runs of different seeds differ by 0 to 2 points beyond their items, and seeds drift apart by another 0 to 5.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from goed.statistics.shapes.trajectory import SeedOutcomes

Floats = NDArray[np.float64]
Chance = np.random.Generator
OF_ITEM, OF_LEARNING, OF_RUN = 0.5, 0.45, 0.05  # shares of the variance of an answer: CLUZH's flips come out of these
LEARNING_STAYS = 0.92  # correlation of the second from a size to the next
RUN_NOISE, DRIFT, DRIFT_STAYS = 0.05, 0.04, 0.8  # of all items of a run at once: 2 points and 1.5 points at 50 %


class Truth(NamedTuple):
    """A true shape: the accuracies of so many seeds at so many sizes, drawn anew for each learner."""

    name: str
    kind: str
    draw: Callable[[Chance, int, int], Floats]


def truths() -> list[Truth]:
    """Every true shape that is tried."""
    found = [
        Truth("rising", "monotone", _alike(lambda x: 0.3 + 0.4 * x)),
        Truth("rising to a ceiling", "monotone", _alike(lambda x: 0.95 - 0.55 * np.exp(-5 * x))),
        Truth("falling by 10 points", "monotone", _alike(lambda x: 0.8 - 0.1 * x)),
        Truth("one step up", "monotone", _step),
        *(
            Truth(f"flat at {share:.0%}", "flat", _alike(lambda x, share=share: share + 0 * x))
            for share in (0.3, 0.6, 0.95)
        ),
    ]
    for points in (5, 10, 20):
        for name, n_phases in (("together", 1), ("each its own way", None)):
            found.append(Truth(f"to and fro by {points}, {name}", "oscillating", _waves(points / 100, 2, n_phases)))
            found.append(Truth(f"waves of {points}, {name}", "oscillating", _waves(points / 100, 3, n_phases)))
    found.append(Truth("flat, one run off by 20", "flat", _one_run_off))
    found += [Truth(f"u of {points}", "u", _dip(points / 100)) for points in (10, 20, 30)]
    return found


def learner(truth: Truth, n_seeds: int, n_sizes: int, n_items: int, chance: Chance) -> list[SeedOutcomes]:
    """What a learner of this truth gets right, by seed; each seed is asked other items.

    An answer is right where a normal number, made of the item, of how it was learnt so far and of this run, lies below
    what gives the accuracy.
    """
    accuracies = truth.draw(chance, n_seeds, n_sizes)
    of_run = RUN_NOISE * chance.standard_normal((n_seeds, n_sizes)) + DRIFT * _chain(
        (n_seeds, n_sizes), DRIFT_STAYS, chance
    )
    answers = (
        OF_ITEM**0.5 * chance.standard_normal((n_seeds, n_items, 1))
        + OF_LEARNING**0.5 * _chain((n_seeds, n_items, n_sizes), LEARNING_STAYS, chance)
        + OF_RUN**0.5 * chance.standard_normal((n_seeds, n_items, n_sizes))
    )
    right = answers < (norm.ppf(accuracies.clip(0.01, 0.99)) + of_run)[:, None, :]
    return [SeedOutcomes(np.arange(n_items) + seed * n_items, right[seed].astype(float)) for seed in range(n_seeds)]


def _chain(shape: tuple[int, ...], stays: float, chance: Chance) -> Floats:
    """Normal numbers of which each is like the one before."""
    numbers = chance.standard_normal(shape)
    for place in range(1, shape[-1]):
        numbers[..., place] = stays * numbers[..., place - 1] + (1 - stays**2) ** 0.5 * numbers[..., place]
    return numbers


def _alike(curve: Callable[[Floats], Floats]) -> Callable[[Chance, int, int], Floats]:
    return lambda chance, n_seeds, n_sizes: np.tile(curve(np.linspace(0, 1, n_sizes)), (n_seeds, 1))


def _step(chance: Chance, n_seeds: int, n_sizes: int) -> Floats:
    return np.tile(np.where(np.arange(n_sizes) < chance.integers(1, n_sizes), 0.5, 0.7), (n_seeds, 1))


def _one_run_off(chance: Chance, n_seeds: int, n_sizes: int) -> Floats:
    accuracies = np.full((n_seeds, n_sizes), 0.6)
    accuracies[chance.integers(n_seeds), chance.integers(n_sizes)] += chance.choice([-0.2, 0.2])
    return accuracies


def _waves(height: float, period: int, n_phases: int | None) -> Callable[[Chance, int, int], Floats]:
    """Up and down by `height` within `period` sizes, around a level or a rise; seeds alike or each its own way."""

    def draw(chance: Chance, n_seeds: int, n_sizes: int) -> Floats:
        phases = (
            chance.random((n_phases or n_seeds, 1))
            if period > 2
            else chance.integers(2, size=(n_phases or n_seeds, 1)) / 2
        )
        rise = chance.choice([0.0, 0.15]) * np.linspace(-1, 1, n_sizes)
        waves = height * np.cos(2 * np.pi * (np.arange(n_sizes) / period + phases))
        return np.broadcast_to(0.6 + rise + waves, (n_seeds, n_sizes))

    return draw


def _dip(depth: float) -> Callable[[Chance, int, int], Floats]:
    """A fall by `depth` from where it was, then a rise to there or above; narrow or wide, round, sharp or square."""

    def draw(chance: Chance, n_seeds: int, n_sizes: int) -> Floats:
        x = np.linspace(0, 1, n_sizes)
        at, width = chance.uniform(0.35, 0.65), chance.uniform(0.25, 0.35)
        away = abs(x - at) / width
        form = chance.integers(3)
        dip = np.exp(-2 * away**2) if form == 0 else (1 - away).clip(0) if form == 1 else (away < 0.9).astype(float)
        rise = chance.choice([0.0, 0.1]) * np.where(x > at, x - at, 0)
        curve = rise - dip
        fall = curve[: curve.argmin() + 1].max() - curve.min()
        return np.tile(0.7 + rise - dip * depth / fall, (n_seeds, 1))

    return draw
