"""How far trajectories are from the nearest path that rises, falls, or turns once."""

from __future__ import annotations

from functools import lru_cache
from operator import add
from typing import NamedTuple

import numpy as np

from goed.statistics.shapes.trajectory import Floats

SEED = 2023
MOST_DRAWS = 6_000
ROUNDING = 1e-12


class Distances(NamedTuple):
    """Sums of squares between trajectories and the nearest path of each kind, one number for each trajectory."""

    monotone: Floats  # only rises, or only falls
    u: Floats  # falls, then rises, or does only one of these
    one_turn: Floats  # turns at most once


def distances(accuracies: Floats) -> Distances:
    """The distances of many trajectories, one per row."""
    backwards = accuracies[:, ::-1]
    before = _prefix_distances(np.stack([accuracies, -accuracies, -backwards, backwards]))
    rising, falling = before[0], before[1]  # of all sizes up to each
    rising_on, falling_on = (np.pad(ends[:, ::-1][:, 1:], ((0, 0), (0, 1))) for ends in before[2:])  # of all after it
    u, hump = (falling + rising_on).min(axis=1), (rising + falling_on).min(axis=1)
    return Distances(np.minimum(rising[:, -1], falling[:, -1]), u, np.minimum(u, hump))


def distances_of_one(accuracies: Floats) -> Distances:
    """The distances of a single trajectory, many times faster than by `distances`."""
    falling, rising_on = _falling_then_rising(accuracies)
    rising, falling_on = _falling_then_rising(-accuracies)
    u, hump = min(map(add, falling, rising_on)), min(map(add, rising, falling_on))
    found = min(rising[-1], falling[-1]), u, min(u, hump)
    return Distances(*(np.array([distance]) for distance in found))


def u_fit(accuracies: Floats) -> Floats:
    """The nearest path that falls, then rises; of several equally near, the one that turns first."""
    sums = list(map(add, *_falling_then_rising(accuracies)))[:-1]
    nearest = min(sums) + ROUNDING
    turn = next(place for place, distance in enumerate(sums, start=1) if distance <= nearest)
    return np.concatenate([-_rising_fit(-accuracies[:turn]), _rising_fit(accuracies[turn:])])


def _falling_then_rising(accuracies: Floats) -> tuple[list[float], list[float]]:
    """For each size: how far values up to it are from a falling path, and how far those after it from a rising one."""
    falling, _ = _pooled((-accuracies).tolist())
    from_the_end, _ = _pooled((-accuracies[::-1]).tolist())
    return falling, [*from_the_end[-2::-1], 0.0]


def _rising_fit(values: Floats) -> Floats:
    _, blocks = _pooled(values.tolist())
    return np.repeat([mean for mean, _ in blocks], [n for _, n in blocks])


def _pooled(values: list[float]) -> tuple[list[float], list[tuple[float, int]]]:
    """Isotonic regression by pooling neighbours that do not rise.

    Returned are the sums of squares between the first 1, 2, 3 … values and their own regression, which come for free as
    values are taken one by one; and the levels of the whole regression, each with how many values have it (Ayer et al.
    1955, Annals of Mathematical Statistics 26).
    """
    blocks: list[tuple[float, int]] = []
    errors, error = [], 0.0
    for value in values:
        mean, n = value, 1
        while blocks and blocks[-1][0] > mean:
            before, n_before = blocks.pop()
            error += n * n_before / (n + n_before) * (before - mean) ** 2
            mean = (before * n_before + mean * n) / (n + n_before)
            n += n_before
        blocks.append((mean, n))
        errors.append(error)
    return errors, blocks


def rising_fits(values: Floats) -> Floats:
    """The isotonic regression along the last axis: scipy.optimize.isotonic_regression for many trajectories at once.

    For each start a ≤ i take the smallest mean of values a … b over all ends b ≥ i; the value at place i is the largest
    of these (Robertson, Wright & Dykstra 1988, Order Restricted Statistical Inference, chapter 1.4).
    """
    n = values.shape[-1]
    sums = np.concatenate([np.zeros((*values.shape[:-1], 1)), np.cumsum(values, axis=-1)], axis=-1)
    first, last = np.arange(n)[:, None], np.arange(n)[None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        means = (sums[..., None, 1:] - sums[..., :-1, None]) / (last - first + 1)
    means = np.where(last >= first, means, np.inf)
    least = np.minimum.accumulate(means[..., ::-1], axis=-1)[..., ::-1]
    return np.maximum.accumulate(least, axis=-2).diagonal(axis1=-2, axis2=-1)


def _prefix_distances(values: Floats) -> Floats:
    """The sums of squares between the first 1, 2, 3 … values and their isotonic regressions."""
    result = np.zeros_like(values)
    for n in range(2, values.shape[-1] + 1):
        beginning = values[..., :n]
        result[..., n - 1] = ((beginning - rising_fits(beginning)) ** 2).sum(axis=-1)
    return result


class ByChance(NamedTuple):
    """Distances of flat trajectories with noise of variance 1; the arrays are sorted."""

    monotone: Floats
    one_turn: Floats
    mean_u: float
    mean_one_turn: float


@lru_cache
def by_chance(n_sizes: int) -> ByChance:
    """The distances that chance gives for this number of sizes, by simulation.

    Of all monotone trajectories, flat ones stray furthest from monotone by chance, so tests against these are
    conservative.
    """
    n = max(500, min(MOST_DRAWS, 2_000_000 // n_sizes**2))
    draws = np.random.default_rng(SEED).standard_normal((n, n_sizes))
    parts = [distances(part) for part in np.array_split(draws, max(1, n * n_sizes**2 // 200_000))]
    monotone, u, one_turn = (np.sort(np.concatenate(of_parts)) for of_parts in zip(*parts, strict=True))
    return ByChance(monotone, one_turn, float(u.mean()), float(one_turn.mean()))


def p_value(distance: float, chance: Floats) -> float:
    """How often chance gives a distance at least as large."""
    n_as_large = len(chance) - int(np.searchsorted(chance, distance - ROUNDING))
    return (1 + n_as_large) / (1 + len(chance))
