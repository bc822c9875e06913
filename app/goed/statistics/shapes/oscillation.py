"""How much single runs swing to and fro, beyond what the noise of items explains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import chdtrc

from goed.statistics.shapes.paths import by_chance, distances_of_one, p_value
from goed.statistics.shapes.trajectory import SeedOutcomes, Trajectory, of_seeds

LEAST_SIZES = 4  # with three, a path of one turn goes through all


@dataclass(frozen=True)
class Oscillation:
    """Swings around the best paths of one turn."""

    sd: float  # of runs around the paths, beyond what items explain
    p: float  # how often items alone give as much


def oscillation_of(seeds: Sequence[SeedOutcomes], together: Trajectory) -> Oscillation:
    """How far the runs of each seed swing around its own best path that turns once at most.

    Seeds that swing each at its own sizes count as much as those that swing together; the p values of seeds are
    combined by Fisher's method.
    """
    p_values, squares, by_items, freedom = [], 0.0, 0.0, 0.0
    for seed in seeds:
        there = ~np.isnan(seed.right).all(axis=0)
        if there.sum() < LEAST_SIZES:
            continue
        is_known = len(seeds) == 1 and bool(there.all())
        path = together if is_known else of_seeds([SeedOutcomes(seed.items, seed.right[:, there])])
        distance = float(distances_of_one(path.accuracies).one_turn[0])
        chance = by_chance(int(there.sum()))
        p_values.append(p_value(distance / path.item_variance, chance.one_turn))
        squares += distance
        by_items += path.item_variance * chance.mean_one_turn
        freedom += chance.mean_one_turn
    if not p_values:
        return Oscillation(float("nan"), float("nan"))
    by_fisher = float(chdtrc(2 * len(p_values), -2 * np.log(p_values).sum()))
    p = p_values[0] if len(p_values) == 1 else by_fisher
    return Oscillation(float(np.sqrt(max(0.0, squares - by_items) / freedom)), p)
