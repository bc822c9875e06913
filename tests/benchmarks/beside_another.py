"""The same work by two installations of goed, in turn: what this one takes, as a ratio to the other.

    python tests/benchmarks/beside_another.py OTHER/bin/goed [--only import] [--times 5] [--predictions 1000000]

For changes that must not make goed slower: install the commit before into a venv of its own, and compare. Of each kind
of work the best of some turns counts, since a busy machine only ever adds to it.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from annotator import Annotator
from material import given_split_folder, many_predictions

GOED = Path(sys.executable).parent / "goed"
N_ACTS = 300
PATTERN = ("--pattern", "{model}/{language}_{size}")


class Taken(NamedTuple):
    """Seconds that a piece of work took: on the clock, and of the processors."""

    clock: float
    processor: float


Work = Callable[[Path], Taken]  # by a goed, in a folder of its own


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("other", type=Path)
    parser.add_argument("--only", choices=KINDS)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--predictions", type=int, default=1_000_000)
    asked = parser.parse_args()
    for kind in [asked.only] if asked.only else KINDS:
        with tempfile.TemporaryDirectory() as folder:
            work = KINDS[kind](Path(folder), asked.predictions)
            ours, theirs = in_turn(work, GOED, asked.other.absolute(), asked.times)
        clock, processor = ours.clock / theirs.clock, ours.processor / theirs.processor
        print(
            f"{kind}: {ours.clock:.3f} s, the other {theirs.clock:.3f} s, ratio {clock:.2f}; "
            f"of the processors {ours.processor:.2f} and {theirs.processor:.2f} s, ratio {processor:.2f}",
            flush=True,
        )


def in_turn(work: Work, ours: Path, theirs: Path, times: int) -> tuple[Taken, Taken]:
    """The best of some turns of each, every turn after one of the other's."""
    taken: dict[Path, list[Taken]] = {ours: [], theirs: []}
    for _ in range(times):
        for goed in (theirs, ours):
            with tempfile.TemporaryDirectory() as folder:
                os.chdir(folder)
                taken[goed].append(work(goed))
                os.chdir("/")
    return best(taken[ours]), best(taken[theirs])


def best(taken: list[Taken]) -> Taken:
    return Taken(min(each.clock for each in taken), min(each.processor for each in taken))


def call(goed: Path, *arguments: object) -> Taken:
    """What a command takes."""
    clock, processor = time.perf_counter(), processors()
    subprocess.run([goed, *map(str, arguments)], check=True, capture_output=True)
    return Taken(time.perf_counter() - clock, processors() - processor)


def processors() -> float:
    """The processor seconds of all that was started and has ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


# The kinds of work


def starting(folder: Path, number: int) -> Work:
    """`goed --help`."""
    return lambda goed: min(call(goed, "--help") for _ in range(10))


def demo(folder: Path, number: int) -> Work:
    """Everything on the embedded words."""
    return lambda goed: call(goed, "demo", "--no-ui")


def grid(folder: Path, number: int) -> Work:
    """The paper's 260 runs of NONNEUR."""

    def run(goed: Path) -> Taken:
        call(goed, "init")
        call(goed, "split")
        return call(goed, "run", "--jobs", 2)

    return run


def importing(folder: Path, number: int) -> Work:
    """Predictions of many models."""
    split = given_split_folder(folder / "split")
    many_predictions(split, folder / "predictions", number)
    return partial(import_all, split, folder / "predictions")


def import_all(split: Path, predictions: Path, goed: Path) -> Taken:
    call(goed, "init", "--empty")
    call(goed, "import", "items", split, "--as", "split")
    return call(goed, "import", "predictions", predictions, *PATTERN)


def labelling(folder: Path, number: int) -> Work:
    """From a key to the next case drawn, with the act on the disk: the median of some hundreds."""
    split = given_split_folder(folder / "split")
    many_predictions(split, folder / "predictions", number)

    def label(goed: Path) -> Taken:
        import_all(split, folder / "predictions", goed)
        before = processors()
        with Annotator(Path("study.goed"), goed=(goed,)) as annotator:
            annotator.wait_for_case()
            annotator.settle(1.0)
            seconds = [annotator.act().seconds for _ in range(N_ACTS)]
        return Taken(statistics.median(seconds), processors() - before)

    return label


KINDS: dict[str, Callable[[Path, int], Work]] = {
    "help": starting, "demo": demo, "grid": grid, "import": importing, "label": labelling,
}  # fmt: skip

if __name__ == "__main__":
    main()
