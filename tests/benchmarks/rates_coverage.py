"""How often the interval of a rate holds the true rate, and how wide it is: python tests/benchmarks/rates_coverage.py.

Words are harder or easier, and harder or easier in the training of one split; a split as a whole is better or worse,
and each run a little. Every split asks a part of the words, the same ones at each of ten sizes. Beside goed's interval
stands one that takes each prediction for news (Wilson's over all of them), to show what that would claim.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import expit, roots_hermitenorm

from goed.statistics.intervals import Interval, wilson
from goed.statistics.two_way import Resampled, SeenAndAsked, weights

RATES = (0.01, 0.05, 0.2, 0.5)
SIZES, WORDS, ASKED = 10, 300, 100  # of a class; a split asks a hundred of them
LEAST_COVERAGE = 0.93


class World(NamedTuple):
    """How much words, words within a split, splits and runs differ: standard deviations in logits."""

    name: str
    word: float
    word_in_split: float
    split: float
    run: float
    n_splits: int = 5


WORLDS = (
    World("words differ", 1.5, 1.0, 0.2, 0.1),
    World("words differ much", 3.0, 1.0, 0.2, 0.1),
    World("words alike", 0.5, 0.3, 0.1, 0.1),
    World("splits differ much", 1.5, 1.0, 0.5, 0.2),
    World("three splits", 1.5, 1.0, 0.2, 0.1, 3),
    World("one split", 1.5, 0.0, 0.0, 0.0, 1),  # its own luck cannot show in one split, nor in the interval
)


def intercept(rate: float, world: World) -> float:
    """The logit around which the words of a world have this rate on average."""
    spread = np.sqrt(world.word**2 + world.word_in_split**2 + world.split**2 + world.run**2)
    points, masses = roots_hermitenorm(80)
    masses = masses / masses.sum()
    return float(brentq(lambda middle: float(masses @ expit(middle + spread * points)) - rate, -40, 40))


def study_of(world: World, middle: float, chance: np.random.Generator) -> SeenAndAsked:
    """What a study of this world would count."""
    words = chance.normal(0, world.word, WORDS)
    seen = np.zeros((SIZES, world.n_splits, WORDS), dtype=np.float32)
    asked = np.zeros_like(seen)
    for split in range(world.n_splits):
        chosen = chance.choice(WORDS, ASKED, replace=False)
        own = words[chosen] + chance.normal(0, world.word_in_split, ASKED) + chance.normal(0, world.split)
        logits = middle + own + chance.normal(0, world.run, (SIZES, 1))
        seen[:, split, chosen] = chance.random((SIZES, ASKED)) < expit(logits)
        asked[:, split, chosen] = 1
    return SeenAndAsked(seen, asked)


def holds(interval: Interval, rate: float) -> tuple[bool, float]:
    """Whether an interval holds the rate, and its width."""
    return interval[0] <= rate <= interval[1], interval[1] - interval[0]


def measure(world: World, rate: float, n_studies: int) -> list[NDArray[np.float64]]:
    """Coverage and mean width: one size, all sizes, and all sizes with every prediction taken for news."""
    chance = np.random.default_rng([round(1000 * rate), WORLDS.index(world)])
    middle, found = intercept(rate, world), []
    for number in range(n_studies):
        counted = study_of(world, middle, chance)
        resampled = Resampled(counted, weights(WORDS, world.n_splits, 500, number))
        one, pooled = resampled.pooled_over([SIZES - 1]), resampled.pooled_over(range(SIZES))
        naive = wilson(pooled.value or 0.0, pooled.n_asked)
        found.append([holds(one.interval or (0, 1), rate), holds(pooled.interval or (0, 1), rate), holds(naive, rate)])
    return list(np.array(found, dtype=float).mean(axis=0))


def main() -> None:
    """Print the table, and whether the bar is met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--studies", type=int, default=400, help="simulated studies for each cell")
    n_studies = parser.parse_args().studies
    start, lowest = time.perf_counter(), 1.0
    print(f"{'':19}  {'':>5}   {'one size':^16}  {'all sizes':^16}  {'each one news':^16}")
    print(f"{'world':19}  {'rate':>5}  " + "  ".join(f"{'covers':>7} {'width':>8}" for _ in range(3)))
    for world in WORLDS:
        for rate in RATES:
            cells = measure(world, rate, n_studies)
            lowest = min(lowest, cells[0][0], cells[1][0])
            numbers = "  ".join(f"{100 * covers:6.1f}% {100 * width:7.2f}%" for covers, width in cells)
            print(f"{world.name:19}  {100 * rate:4.0f}%  {numbers}", flush=True)
    own_error = 2 * np.sqrt(LEAST_COVERAGE * (1 - LEAST_COVERAGE) / n_studies)
    is_met = lowest + own_error >= LEAST_COVERAGE
    bar = f"at least {100 * LEAST_COVERAGE:.0f} % but for ±{100 * own_error:.1f}, the simulation's own error"
    print(f"lowest coverage {100 * lowest:.1f} %; {bar}: {'met' if is_met else 'not met'}")
    print(f"{n_studies} studies a line, {time.perf_counter() - start:.0f} s")
    sys.exit(not is_met)


if __name__ == "__main__":
    main()
