"""How far trajectories lie from the nearest path that only rises, only falls, or turns once."""

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
    """Sums of squares between trajectories and the nearest path of each kind, one number a trajectory."""

    monotone: Floats  # only rises, or only falls
    u: Floats  # falls, then rises; one that only falls or only rises is among them
    one_turn: Floats  # turns once at most


def distances(accuracies: Floats) -> Distances:
    """The distances of trajectories, one a row."""
    backwards = accuracies[:, ::-1]
    before = _of_beginnings(np.stack([accuracies, -accuracies, -backwards, backwards]))
    rising, falling = before[0], before[1]  # from the first size up to each
    rising_on, falling_on = (np.pad(ends[:, ::-1][:, 1:], ((0, 0), (0, 1))) for ends in before[2:])  # of all after it
    u, hump = (falling + rising_on).min(axis=1), (rising + falling_on).min(axis=1)
    return Distances(np.minimum(rising[:, -1], falling[:, -1]), u, np.minimum(u, hump))


def distances_of_one(accuracies: Floats) -> Distances:
    """The distances of a single trajectory, many times faster than among few."""
    falling, rising_on = _falling_then_rising(accuracies)
    rising, falling_on = _falling_then_rising(-accuracies)
    u, hump = min(map(add, falling, rising_on)), min(map(add, rising, falling_on))
    found = min(rising[-1], falling[-1]), u, min(u, hump)
    return Distances(*(np.array([distance]) for distance in found))


def u_fit(accuracies: Floats) -> Floats:
    """The nearest path that falls, then rises; of several equally near ones that which turns first."""
    sums = list(map(add, *_falling_then_rising(accuracies)))[:-1]
    nearest = min(sums) + ROUNDING
    turn = next(place for place, distance in enumerate(sums, start=1) if distance <= nearest)
    return np.concatenate([-_rising_fit(-accuracies[:turn]), _rising_fit(accuracies[turn:])])


def _falling_then_rising(accuracies: Floats) -> tuple[list[float], list[float]]:
    """For each size, the distances of all up to it from a falling path, and of all after it from a rising one."""
    falling, _ = _pooled((-accuracies).tolist())
    from_the_end, _ = _pooled((-accuracies[::-1]).tolist())
    return falling, [*from_the_end[-2::-1], 0.0]


def _rising_fit(values: Floats) -> Floats:
    _, blocks = _pooled(values.tolist())
    return np.repeat([mean for mean, _ in blocks], [n for _, n in blocks])


def _pooled(values: list[float]) -> tuple[list[float], list[tuple[float, int]]]:
    """The isotonic regression of some values by pooling neighbours that do not rise (Ayer et al. 1955, Annals of
    Mathematical Statistics 26): its levels, each with how many values have it. And, since the values are taken one by
    one, the sums of squares between the first 1, 2, 3 … of them and their own regression.
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
    """The isotonic regression of the last axis: scipy.optimize.isotonic_regression for many trajectories at once.

    At place i it is the most that the means of a … b can be for any a ≤ i where b ≥ i is chosen so that they are least
    (Robertson, Wright & Dykstra 1988, Order Restricted Statistical Inference, chapter 1.4).
    """
    n = values.shape[-1]
    sums = np.concatenate([np.zeros((*values.shape[:-1], 1)), np.cumsum(values, axis=-1)], axis=-1)
    first, last = np.arange(n)[:, None], np.arange(n)[None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        means = (sums[..., None, 1:] - sums[..., :-1, None]) / (last - first + 1)
    means = np.where(last >= first, means, np.inf)
    least = np.minimum.accumulate(means[..., ::-1], axis=-1)[..., ::-1]
    return np.maximum.accumulate(least, axis=-2).diagonal(axis1=-2, axis2=-1)


def _of_beginnings(values: Floats) -> Floats:
    """The sums of squares between the first 1, 2, 3 … places and their isotonic regressions."""
    result = np.zeros_like(values)
    for n in range(2, values.shape[-1] + 1):
        beginning = values[..., :n]
        result[..., n - 1] = ((beginning - rising_fits(beginning)) ** 2).sum(axis=-1)
    return result


class ByChance(NamedTuple):
    """Distances that noise of variance 1 gives where nothing happens at any size, each sorted."""

    monotone: Floats
    one_turn: Floats
    mean_u: float
    mean_one_turn: float


@lru_cache
def by_chance(n_sizes: int) -> ByChance:
    """What chance gives for this number of sizes.

    Nothing is further from monotone by chance alone than what is flat, so that tests against it err on the safe side.
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
