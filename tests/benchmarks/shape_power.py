"""How often `goed stats shape` gives which word to learners whose true shape is known.

    python tests/benchmarks/shape_power.py [TRAJECTORIES A CELL, 500]

Prints the share of u-shaped (and the commonest word) for each truth, number of seeds, sizes and items, then the bars.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np
from simulated_learners import learner, truths

from goed.statistics.shapes.verdict import U_SHAPED, shape_of

N_SEEDS, N_SIZES, N_ITEMS = (1, 5), (6, 10), (30, 60, 150, 600)
MOST_FALSE, LEAST_POWER = 0.05, 0.75


class Cell(NamedTuple):
    """One setting of the simulation."""

    truth: str
    n_seeds: int
    n_sizes: int
    n_items: int


def words(cell: Cell, n: int) -> Counter[str]:
    """The words that n learners of a cell got."""
    place = next(place for place, truth in enumerate(truths()) if truth.name == cell.truth)
    chance = np.random.default_rng([place, *cell[1:]])
    return Counter(
        shape_of(learner(truths()[place], cell.n_seeds, cell.n_sizes, cell.n_items, chance)).word for _ in range(n)
    )


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    started = time.perf_counter()
    cells = [Cell(truth.name, *rest) for truth, *rest in product(truths(), N_SEEDS, N_SIZES, N_ITEMS)]
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"  # a process a core is enough
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        found = dict(zip(cells, pool.map(words, cells, [n] * len(cells), chunksize=4), strict=True))
    print_table(found)
    is_met = print_bars(found)
    print(f"{n} trajectories a cell, {time.perf_counter() - started:.0f} s")
    sys.exit(not is_met)


def print_table(found: dict[Cell, Counter[str]]) -> None:
    """The share that is u-shaped and the commonest other words, one line a truth, seeds and sizes."""
    print(f"{'truth':34}{'seeds':>6}{'sizes':>6}  " + "".join(f"{f'{n} items':44}" for n in N_ITEMS))
    for truth, n_seeds, n_sizes in product(truths(), N_SEEDS, N_SIZES):
        counts = [found[Cell(truth.name, n_seeds, n_sizes, n_items)] for n_items in N_ITEMS]
        print(f"{truth.name:34}{n_seeds:6}{n_sizes:6}  " + "".join(f"{shares(count):44}" for count in counts))


def shares(count: Counter[str]) -> str:
    """Words with their per cent: those that are u-shaped, then the two commonest others."""
    others = [(word, n) for word, n in count.most_common() if word != U_SHAPED][:2]
    return ", ".join(f"{word} {100 * n / count.total():.0f}" for word, n in [(U_SHAPED, count[U_SHAPED]), *others])


def print_bars(found: dict[Cell, Counter[str]]) -> bool:
    """Each bar with what was reached; whether all are met."""
    all_met = True
    for truth, n_seeds in product(truths(), N_SEEDS):
        by_cell = [count for cell, count in found.items() if cell[:2] == (truth.name, n_seeds)]
        if truth.kind != "u":
            share = sum((count for count in by_cell), Counter())[U_SHAPED] / sum(count.total() for count in by_cell)
            highest = max(count[U_SHAPED] / count.total() for count in by_cell)
            all_met &= bar(
                f"false u, {truth.name}, {together(n_seeds)}",
                share,
                share <= MOST_FALSE,
                f"; most in a cell {highest:.1%}",
            )
    for n_seeds, n_sizes in ((1, 10), (5, 6), (5, 10)):
        count = found[Cell("u of 20", n_seeds, n_sizes, 150)]
        power = count[U_SHAPED] / count.total()
        all_met &= bar(f"power, u of 20, 150 items, {together(n_seeds)}, {n_sizes} sizes", power, power >= LEAST_POWER)
    return all_met


def together(n_seeds: int) -> str:
    """How many seeds a shape is of."""
    return "one seed" if n_seeds == 1 else f"{n_seeds} seeds together"


def bar(name: str, value: float, is_met: bool, more: str = "") -> bool:
    """Print whether a bar is met."""
    print(f"{'met' if is_met else 'NOT MET':8}{name:62}{value:6.1%}{more}")
    return is_met


if __name__ == "__main__":
    main()
