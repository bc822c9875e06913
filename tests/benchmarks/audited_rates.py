"""Whether the intervals of `goed stats errors --audited` hold what they promise, in simulation.

    python tests/benchmarks/audited_rates.py [--draws 4000]

A population of 20,000 wrong predictions in which people would call a share (`rate`) one kind of error. The classifier's
label is right for a share (`accuracy`) of them; its mistakes are of both kinds alike, or misses only, or false alarms
only (no more misses than there are errors). Samples of `n` are drawn in three ways, each many times:

    each alone   every prediction an output of its own, a plain random sample without replacement
    as goed      outputs of which few make up most predictions, drawn as `goed audit` draws them
    half judged  of samples of twice the size, as `goed audit` draws them, the first half

For each cell: how often the 95 % interval holds the true rate, by hand and combined, and how wide the combined one is
on average as a part of that by hand. Bars: the combined one holds it ≥ 93 %, and is ≤ 1.02 as wide.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goed.annotation.audit import Unit, draw
from goed.statistics.audited_rates import Counts, Estimates, Floats, by_hand, combined, count

SIZES, RATES, ACCURACIES = (100, 300, 1000), (0.02, 0.1, 0.3), (0.6, 0.9, 0.97, 0.99)
MISTAKES = ("both", "misses", "false alarms")
DESIGNS = ("each alone", "as goed", "half judged")
N_PREDICTIONS, N_OUTPUTS, N_RUNS = 20_000, 4_000, 80
N_POPULATIONS = 20  # of outputs, each labelled otherwise, of which samples are drawn
Integers = NDArray[np.int64]
LEAST_COVERAGE, GREATEST_WIDTH = 0.93, 1.02


class Result(NamedTuple):
    """How intervals did in a cell."""

    hand: float  # share of the draws in which the interval holds the true rate
    combined: float
    width: float  # mean width of the combined interval as a part of that by hand

    @property
    def is_met(self) -> bool:
        """Whether the cell meets both bars."""
        return self.combined >= LEAST_COVERAGE and self.width <= GREATEST_WIDTH


class Draws(NamedTuple):
    """Many samples of the same outputs."""

    certain: Integers  # numbers of the outputs that are in every sample, and known
    drawn: Integers  # outputs × samples: the numbers of the others
    chances: Floats  # with which each output came to be judged


def four_shares(rate: float, accuracy: float, mistakes: str) -> Floats:
    """Shares of: errors that are found, errors that are missed, false alarms, and all the rest."""
    wrong = 1 - accuracy
    missed = {"both": rate * wrong, "misses": min(wrong, rate), "false alarms": 0.0}[mistakes]
    alarms = {"both": (1 - rate) * wrong, "misses": 0.0, "false alarms": min(wrong, 1 - rate)}[mistakes]
    return np.array([rate - missed, missed, alarms, 1 - rate - alarms])


def multiplicities(random: np.random.Generator) -> Floats:
    """How often each output is predicted: most once or twice, a few in nearly all of the runs, as in real studies."""
    often = np.floor(random.pareto(1.0, N_OUTPUTS) + 1).clip(max=N_RUNS)
    return np.floor(often * min(1.0, N_PREDICTIONS / often.sum())).clip(min=1)


def draws_of_goed(times: Floats, size: int, n_judged: int, n_draws: int) -> Draws:
    """The first `n_judged` of samples as `goed audit` draws them, each with outputs in another random order.

    Its own `draw` says which outputs are in every sample; the walk along the others, in steps of the same length, is
    done here for an order in a hundredth of the time.
    """
    random = np.random.default_rng(size + n_judged)
    units = [Unit(random.bytes(16), place, int(n)) for place, n in enumerate(times)]
    certain = np.array([each.output_id for each in draw(units, size, 0.5) if each.probability == 1], dtype=np.int64)
    others = np.setdiff1d(np.arange(len(times)), certain)
    step = times[others].sum() / (size - len(certain))
    samples = []
    for _ in range(n_draws):
        order = random.permutation(others)
        feet = (random.random() + np.arange(size - len(certain))) * step
        by_chance = order[np.searchsorted(np.cumsum(times[order]), feet, side="right").clip(max=len(order) - 1)]
        samples.append(by_chance if n_judged == size else random.permutation([*certain, *by_chance])[:n_judged])
    chances = times / step
    chances[certain] = 1.0
    known = certain if n_judged == size else certain[:0]
    return Draws(known, np.array(samples).T, chances * n_judged / size)


def simulate_alone(size: int, shares: Floats, n_draws: int) -> Result:
    """Plain random samples of predictions, counted in the four groups at once."""
    random = np.random.default_rng([size, *np.round(10_000 * shares).astype(int)])
    groups = np.round(shares * N_PREDICTIONS).astype(int)
    groups[3] = N_PREDICTIONS - groups[:3].sum()
    found, missed, alarms, rest = random.multivariate_hypergeometric(groups, size, n_draws).T.astype(float)
    judged = np.stack([found + alarms, missed + rest])
    share = np.full(n_draws, (groups[0] + groups[2]) / N_PREDICTIONS)
    n_all = judged.sum(axis=0)
    counts = Counts(judged, np.stack([found, missed]), share, judged[0] / n_all, n_all, found + missed)
    return result(by_hand(counts), combined(counts), (groups[0] + groups[1]) / N_PREDICTIONS, 0.0, 1.0)


def simulate_goed(times: Floats, draws: Draws, shares: Floats) -> Result:
    """Samples of outputs; all predictions of an output have the same labels, given at random to outputs."""
    n_draws = draws.drawn.shape[1]
    population = np.arange(n_draws) % N_POPULATIONS  # that a sample is of
    group = np.stack([labels_at_random(times, shares, number) for number in range(N_POPULATIONS)], axis=1)
    person, classifier = (group < 2).astype(float), ((group == 0) | (group == 2)).astype(float)
    known = times[draws.certain]
    n_left = times.sum() - known.sum()
    share = (times @ classifier - known @ classifier[draws.certain]) / n_left
    weights, place = (times / draws.chances)[draws.drawn], (draws.drawn, population[None])
    counts = count(person[place], classifier[place], weights, share[population])
    truth = times @ person / times.sum()
    sure = known @ person[draws.certain] / times.sum()
    scale = float(n_left / times.sum())
    return result(by_hand(counts), combined(counts), truth[population], sure[population], scale)


def labels_at_random(times: Floats, shares: Floats, seed: int) -> Integers:
    """The group of each output, so that groups have their shares of predictions."""
    order = np.random.default_rng(seed).permutation(len(times))
    middle = (np.cumsum(times[order]) - times[order] / 2) / times.sum()
    group = np.empty(len(times), dtype=np.int64)
    group[order] = np.searchsorted(np.cumsum(shares)[:3], middle)
    return group


def result(hand: Estimates, both: Estimates, truth: Floats | float, sure: Floats | float, scale: float) -> Result:
    """Coverage and width of rates of which a part is known for sure, and the rest an estimate."""
    holds = [
        float(np.mean((sure + scale * each.low <= truth + 1e-12) & (truth <= sure + scale * each.high + 1e-12)))
        for each in (hand, both)
    ]
    return Result(holds[0], holds[1], float((both.high - both.low).mean() / (hand.high - hand.low).mean()))


def cells(n_draws: int) -> Iterator[tuple[tuple[int, float, float, str], list[Result]]]:
    """Every cell with its result for each way of drawing."""
    times = multiplicities(np.random.default_rng(0))
    for size in SIZES:
        whole, half = draws_of_goed(times, size, size, n_draws), draws_of_goed(times, 2 * size, size, n_draws)
        for rate, accuracy, mistakes in product(RATES, ACCURACIES, MISTAKES):
            shares = four_shares(rate, accuracy, mistakes)
            results = [
                simulate_alone(size, shares, n_draws),
                *(simulate_goed(times, draws, shares) for draws in (whole, half)),
            ]
            yield (size, rate, accuracy, mistakes), results


def main(n_draws: int) -> int:
    """Print a line for each cell; 1 where a bar is missed."""
    started, n_missed = time.monotonic(), 0
    print(" " * 33 + "".join(f"| {design:32}" for design in DESIGNS) + "|")
    print("   n  rate  accuracy  mistakes   " + "|  hand  combined  width           " * len(DESIGNS) + "|")
    for (size, rate, accuracy, mistakes), results in cells(n_draws):
        words = [
            f"| {each.hand:6.1%} {each.combined:7.1%} {each.width:7.3f}  {'met' if each.is_met else 'not met':8} "
            for each in results
        ]
        n_missed += sum(not each.is_met for each in results)
        print(f"{size:4}  {rate:4}  {accuracy:8}  {mistakes:13}" + "".join(words) + "|", flush=True)
    print(f"{n_draws:,} draws a cell, {time.monotonic() - started:.0f} s; not met: {n_missed}")
    return int(n_missed > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=4000)
    sys.exit(main(parser.parse_args().draws))
