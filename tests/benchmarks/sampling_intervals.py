"""How often the intervals of `stats sampling` hold the truth, beside plain percentiles of the same bootstrap.

    python tests/benchmarks/sampling_intervals.py

Simulates the differences between two samplings: splits (seeds) of some languages, with spreads of their own, each with
four runs that go up and down together. Prints the share of 1,000 intervals that hold the true mean, and their width.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from goed.statistics import sampling
from goed.statistics.sampling import interval

N_TRIALS = 1000
N_RUNS = 4  # of a split
LEAST = 0.93  # of the intervals, where differences are normal
SPREADS = (1.0, 2.0, 0.5)  # of the languages


def main() -> None:
    sampling.N_DRAWS = 2000  # instead of 10,000, for time
    print("seeds  languages  differences  stretched  width  plain  width")
    met = True
    for n_seeds in (3, 5, 10):
        for n_languages in (1, 3):
            for kind in ("normal", "skewed"):
                ours, width, plain, plain_width = simulated(n_seeds, n_languages, kind)
                numbers = f"{ours:9.3f}  {width:5.2f}  {plain:5.3f}  {plain_width:5.2f}"
                print(f"{n_seeds:5}  {n_languages:9}  {kind:11}  {numbers}")
                met &= ours >= LEAST or kind != "normal"
    print("met" if met else "not met", f"(bar: {LEAST} where differences are normal)")


def simulated(n_seeds: int, n_languages: int, kind: str) -> tuple[float, float, float, float]:
    """The share of intervals that hold 0 and their mean width, ours and plain ones."""
    random = np.random.default_rng(11)
    places = [(place, seed) for place in range(n_languages) for seed in range(n_seeds) for _ in range(N_RUNS)]
    rows = pd.DataFrame(places, columns=["language", "seed"])
    scales = np.repeat(SPREADS[:n_languages], n_seeds)
    ends = []
    for _ in range(N_TRIALS):
        drawn = random.normal(size=len(scales)) if kind == "normal" else random.exponential(size=len(scales)) - 1
        differences = np.repeat(drawn * scales, N_RUNS) + random.normal(0, 0.3, len(rows))
        ends.append((*interval(rows.assign(difference=differences), "difference"), *percentiles(rows, differences)))
    low, high, plain_low, plain_high = np.array(ends).T
    return (
        float(((low <= 0) & (high >= 0)).mean()),
        float((high - low).mean()),
        float(((plain_low <= 0) & (plain_high >= 0)).mean()),
        float((plain_high - plain_low).mean()),
    )


def percentiles(rows: pd.DataFrame, differences: np.ndarray) -> tuple[float, float]:
    """The interval without the stretching."""
    random = np.random.default_rng(1)
    means = pd.Series(differences).groupby([rows["language"], rows["seed"]]).mean().unstack().to_numpy()
    n_seeds = means.shape[1]
    draws = np.mean([of_one[random.integers(0, n_seeds, (2000, n_seeds))].mean(axis=1) for of_one in means], axis=0)
    low, high = np.quantile(draws, [0.025, 0.975])
    return float(low), float(high)


if __name__ == "__main__":
    main()
