"""Is `goed stats regression` equal to R's lm, to six digits, for every term?

    python tests/benchmarks/regression_against_r.py [TABLE ...]

Takes tables of accuracies, or makes some up: of 1,440 rows with words for sizes, with missing cells, with sizes of
100,000 and more, and with 960 terms. Prints the largest relative difference of each number, the terms that both drop,
and the seconds that goed took. Needs Rscript.
"""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # r_lm stands beside the tests

import r_lm

DIGITS = 1e-6
SECONDS = 3.0
GOED = Path(sys.executable).parent / "goed"


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = [Path(text) for text in sys.argv[1:]] or list(made_up_tables(folder))
        all_met = [compare(table, folder) for table in tables]
    print("met" if all(all_met) else "not met", f"(bar: {DIGITS:g}, the same terms, {SECONDS:g} s)")


def compare(table: Path, folder: Path) -> bool:
    """Print how far a table's two regressions differ; whether that is within the bar."""
    started = time.perf_counter()
    command = [str(GOED), "stats", "regression", "--input", str(table), "--format", "json"]
    answer = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds = time.perf_counter() - started
    rows = json.loads(answer.stdout)
    expected = r_lm.lm(table, folder)
    lines = [line for line in answer.stderr.splitlines() if "dropped as R's lm does: " in line]
    dropped = lines[0].split("does: ")[1].split(", ") if lines else []
    is_same = [row["term"] for row in rows] == list(expected.terms) and dropped == expected.dropped
    print(f"{table.name}: {len(rows)} terms, {len(dropped)} dropped, {'the same' if is_same else 'NOT THE SAME'} in R")
    if not is_same:
        return False
    worst = {
        name: max(difference(row[name], expected.terms[row["term"]][place]) for row in rows)
        for place, name in enumerate(r_lm.COLUMNS)
    }
    worst["r_squared"] = difference(rows[0]["r_squared"], expected.r_squared)
    print("  " + ", ".join(f"{name} {number:.1e}" for name, number in worst.items()) + f"; {seconds:.1f} s")
    return max(worst.values()) <= DIGITS and seconds <= SECONDS


def difference(ours: float, theirs: float) -> float:
    """A relative difference."""
    return abs(ours - theirs) / abs(theirs) if theirs else abs(ours)


def made_up_tables(folder: Path) -> Iterator[Path]:
    """Tables of the kinds that are hard in one way each."""
    words = ["small", "large"]
    yield made_up(folder / "words.csv", 6, 4, words, n_seeds=10)
    yield made_up(folder / "missing.csv", 6, 4, words, share=0.8)
    yield made_up(folder / "numbers.csv", 3, 4, range(100, 1001, 100), share=0.9)
    yield made_up(folder / "large.csv", 3, 4, [10**5, 10**5 + 50, 10**6, 5 * 10**6], share=0.8)
    yield made_up(folder / "many.csv", 30, 8, words, n_seeds=3)


def made_up(
    path: Path, n_languages: int, n_models: int, sizes: Sequence[Any], n_seeds: int = 5, share: float = 1.0
) -> Path:
    """A table in which each cell has a level of its own, and some are not there."""
    chance = random.Random(path.name)
    languages, models = [f"l{i:02}" for i in range(n_languages)], [f"m{i}" for i in range(n_models)]
    lines = ["language,model,sampling,size,seed,accuracy"]
    for cell in itertools.product(languages, models, ["uniform", "weighted", "aware"][: 2 + (n_models < 8)], sizes):
        level, is_there = chance.uniform(10, 90), chance.random() < share
        lines += [
            ",".join(map(str, (*cell, seed, round(level + chance.gauss(0, 3), 3))))
            for seed in range(n_seeds * is_there)
        ]
    path.write_text("\n".join(lines) + "\n")
    return path


if __name__ == "__main__":
    main()
