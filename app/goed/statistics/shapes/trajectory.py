"""Accuracies along the sizes, with the noise that items, runs and seeds leave in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
LEAST_RUN_SD = 0.02  # runs that differ in chance only do so by up to 2 points; one seed cannot show it, few hardly


class SeedOutcomes(NamedTuple):
    """What the runs of one seed, one at each size, made of the same items.

    `right` has a row an item and a column a size: 1 right, 0 wrong, nan left out; all nan where there was no run.
    """

    items: Numbers
    right: Floats


@dataclass(frozen=True)
class Trajectory:
    """Accuracies along the sizes, and the covariance of what chance does to them.

    Items are the same at every size, so that an item that is hard at all sizes moves no difference between sizes.
    """

    accuracies: Floats
    item_noise: Floats  # sizes × sizes
    run_noise: Floats  # the same, of what runs of several seeds differ by beyond their items, each run by itself
    seed_noise: Floats  # of all that seeds differ by, which may drift apart; 0 for one seed
    n_items: int  # distinct ones

    def variances(self, weights: Floats) -> Floats:
        """The variances of weighted sums of accuracies, one a row: by items and runs, or by seeds if that is more."""
        by_runs, by_seeds = (
            np.einsum("ij,jk,ik->i", weights, noise, weights)
            for noise in (self.item_noise + self.run_noise, self.seed_noise)
        )
        larger: Floats = np.maximum(by_runs, by_seeds)
        return larger

    @property
    def variance(self) -> float:
        """Of one size's accuracy by items and runs, what moves all sizes alike taken off."""
        return variance_of_one(self.item_noise + self.run_noise)


def of_seeds(seeds: Sequence[SeedOutcomes]) -> Trajectory:
    """The trajectory of some seeds together (or of one), every item counting the same.

    Each run's accuracy is taken as a size's effect + its seed's effect, fitted by least squares with the numbers of
    items as weights, so that a run that is missing does not shift a size. What runs deviate from that fit by, beyond
    what their items explain, is run noise.
    """
    n_sizes = seeds[0].right.shape[1]
    asked = [~np.isnan(seed.right) for seed in seeds]
    n_asked = np.stack([mask.sum(axis=0) for mask in asked])  # seeds × sizes
    n_right = np.stack([np.nansum(seed.right, axis=0) for seed in seeds])
    there = n_asked > 0
    runs = n_right[there] / n_asked[there]
    n_items, item_noise = _item_noise(seeds, asked, there)
    to_sizes, to_fit = _additive_fit(n_asked.shape, n_asked.tobytes())
    deviations = runs - to_fit @ runs
    # What the deviations vary by beyond what items explain, by the method of moments; nothing for one seed.
    residual = np.eye(len(runs)) - to_fit
    freedom = np.trace(residual @ residual.T)
    beyond_items = float(deviations @ deviations - np.trace(residual @ item_noise @ residual.T))
    run_variance = beyond_items / freedom if freedom >= 1e-9 else 0.0
    one_flip = 0.5 / n_asked.max(axis=1).sum() ** 2  # where no item changes, one might have
    return Trajectory(
        accuracies=to_sizes @ runs,
        item_noise=to_sizes @ item_noise @ to_sizes.T + one_flip * np.eye(n_sizes),
        run_noise=max(LEAST_RUN_SD**2, run_variance) * to_sizes @ to_sizes.T,
        seed_noise=_seed_noise(deviations, n_asked),
        n_items=n_items,
    )


def _item_noise(
    seeds: Sequence[SeedOutcomes], asked: Sequence[NDArray[np.bool_]], there: NDArray[np.bool_]
) -> tuple[int, Floats]:
    """How many distinct items there are, and the covariance of the runs' accuracies over draws of such items.

    The part of an item in an accuracy is (right - mean) / n; an item of several seeds counts as one draw.
    """
    ids, place = seeds[0].items, np.arange(len(seeds[0].items))
    if len(seeds) > 1:  # the items of one are different
        ids, place = np.unique(np.concatenate([seed.items for seed in seeds]), return_inverse=True)
    parts = np.zeros((len(ids), *there.shape))  # items × seeds × sizes
    start = 0
    for number, (seed, mask) in enumerate(zip(seeds, asked, strict=True)):
        n = np.maximum(mask.sum(axis=0), 1)
        right = np.where(mask, seed.right, 0)
        parts[place[start : start + len(mask)], number] = np.where(mask, right - right.sum(axis=0) / n, 0) / n
        start += len(mask)
    of_runs = parts[:, there]
    return len(ids), of_runs.T @ of_runs * (len(ids) / max(len(ids) - 1, 1))


@lru_cache(maxsize=1_000)  # all models are asked the same items
def _additive_fit(shape: tuple[int, int], asked: bytes) -> tuple[Floats, Floats]:
    """Matrices that take the runs' accuracies to those of the sizes, at the mean seed, and to the runs' fitted ones."""
    n_seeds, n_sizes = shape
    n_asked = np.frombuffer(asked, dtype=np.int64).reshape(shape)
    seed, size = np.nonzero(n_asked)
    weights = n_asked[seed, size]
    design = np.zeros((len(seed), n_sizes + n_seeds))
    design[np.arange(len(design)), size] = 1
    design[np.arange(len(design)), n_sizes + seed] = 1
    solve = np.linalg.pinv(design * np.sqrt(weights)[:, None]) * np.sqrt(weights)
    shares = n_asked.sum(axis=1) / n_asked.sum()
    return solve[:n_sizes] + shares @ solve[n_sizes:], design @ solve


def _seed_noise(deviations: Floats, n_asked: Numbers) -> Floats:
    """The covariance of the mean of seeds, from how each deviates; a run that is not there deviates by nothing."""
    n_seeds, n_sizes = n_asked.shape
    if n_seeds == 1:
        return np.zeros((n_sizes, n_sizes))
    by_seed = np.zeros(n_asked.shape)
    by_seed[n_asked > 0] = deviations
    by_seed *= n_asked.sum(axis=1, keepdims=True) / n_asked.sum()
    covariance: Floats = by_seed.T @ by_seed * n_seeds / (n_seeds - 1)
    return covariance


def variance_of_one(noise: Floats) -> float:
    """Of one size's accuracy by some noise, what moves all sizes alike taken off."""
    n = len(noise)
    return float((np.trace(noise) - noise.sum() / n) / (n - 1))
