"""Accuracies along the sizes, and the noise in them from items, runs and seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
LEAST_RUN_SD = 0.02  # runs alike but for chance differ by up to 2 points, which one or few seeds hardly show


class SeedOutcomes(NamedTuple):
    """The results of one seed's runs on the same items, with one column for each size.

    `right` has a row for each item: 1 right, 0 wrong, nan left out; a column is all nan if there was no run.
    """

    items: Numbers
    right: Floats


@dataclass(frozen=True)
class Trajectory:
    """Accuracies along the sizes, and the covariance of their noise.

    Items are the same at every size, so an item that is hard at all sizes does not affect differences between sizes.
    """

    accuracies: Floats
    item_noise: Floats  # sizes × sizes
    run_noise: Floats  # the same: what runs of several seeds differ by beyond their items, run by run
    seed_noise: Floats  # the same: all that seeds differ by, which may drift apart; 0 for one seed
    n_items: int  # distinct items

    def variances(self, weights: Floats) -> Floats:
        """The variances of weighted sums of accuracies, one per row: by items and runs, or by seeds if that is more."""
        by_runs, by_seeds = (
            np.einsum("ij,jk,ik->i", weights, noise, weights)
            for noise in (self.item_noise + self.run_noise, self.seed_noise)
        )
        larger: Floats = np.maximum(by_runs, by_seeds)
        return larger

    @property
    def variance(self) -> float:
        """The variance of one size's accuracy by items and runs, without the noise that all sizes share."""
        return within_size_variance(self.item_noise + self.run_noise)


def of_seeds(seeds: Sequence[SeedOutcomes]) -> Trajectory:
    """The trajectory of one seed or of several together, every item counting the same.

    A run's accuracy is modelled as the effect of its size plus that of its seed, fitted by least squares weighted by
    numbers of items, so that a missing run does not shift a size. Deviations of runs from this fit, beyond what their
    items explain, are run noise.
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
    # The variance of the deviations beyond what items explain, by the method of moments; 0 for one seed.
    residual = np.eye(len(runs)) - to_fit
    freedom = np.trace(residual @ residual.T)
    beyond_items = float(deviations @ deviations - np.trace(residual @ item_noise @ residual.T))
    run_variance = beyond_items / freedom if freedom >= 1e-9 else 0.0
    one_flip = 0.5 / n_asked.max(axis=1).sum() ** 2  # even where no item changes, one might have
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
    """The number of distinct items, and the covariance of the runs' accuracies if such items were drawn anew.

    An item contributes (right - mean) / n to an accuracy; an item of several seeds counts as one draw.
    """
    ids, place = seeds[0].items, np.arange(len(seeds[0].items))
    if len(seeds) > 1:  # within one seed all items are different
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
    """Matrices that turn the runs' accuracies into those of the sizes (at the mean seed), and into fitted ones."""
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
    """The covariance of the mean over seeds, from each seed's deviations; a missing run counts as no deviation."""
    n_seeds, n_sizes = n_asked.shape
    if n_seeds == 1:
        return np.zeros((n_sizes, n_sizes))
    by_seed = np.zeros(n_asked.shape)
    by_seed[n_asked > 0] = deviations
    by_seed *= n_asked.sum(axis=1, keepdims=True) / n_asked.sum()
    covariance: Floats = by_seed.T @ by_seed * n_seeds / (n_seeds - 1)
    return covariance


def within_size_variance(noise: Floats) -> float:
    """The variance of one size's accuracy that some noise causes, without what all sizes share."""
    n = len(noise)
    return float((np.trace(noise) - noise.sum() / n) / (n - 1))
