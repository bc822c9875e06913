"""The slow bars of the neural models: accuracies on SIGMORPHON 2022, part 2, and the time of a whole grid.

    python tests/benchmarks/neural_accuracy.py --study FILE [--only GROUP ...] [--jobs 2] [--show]

Groups are cluzh-faithful, cluzh-best, chr-trm and grid.

Runs stand in an ordinary study and are trained by `goed run`, so that a call that was interrupted goes on where it
stopped, and one on a finished study only prints the table. Only the grid, which is timed, begins anew in each call.

How long it takes on two cores: minutes for cluzh-faithful, cluzh-best and the grid, about half an hour for chr-trm.
`--show` trains nothing and prints what there is. `faithful` learns from a parting of 80 to 20 and selects on
its fine-tune part; `best` and `chr-trm` learn from whole training files and select on the official dev set. Test
accuracies are those of the 600 official test items.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from material import SIGMORPHON
from neural_bars import GRID_MODELS, GRID_SECONDS, GROUPS, Cell, Group
from verdicts import Verdict, print_verdicts

GOED = str(Path(sys.executable).parent / "goed")
GRID = "grid"
LANGUAGES = ("eng", "deu", "ara")


def main() -> None:
    options = read_options()
    if not SIGMORPHON.is_dir():
        sys.exit(f"the files of SIGMORPHON 2022 are not in {SIGMORPHON}")
    import_splits(options.study)
    verdicts: list[Verdict] = []
    for group in GROUPS:
        if group.name in options.only:
            if not options.show:
                train(options.study, group, options.jobs)
            verdicts += judged(options.study, group)
    if GRID in options.only and not options.show:
        verdicts.append(timed_grid(options.jobs))
    print_verdicts(verdicts)


def read_options() -> argparse.Namespace:
    names = [*(group.name for group in GROUPS), GRID]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--study", type=Path, default=Path("neural.goed"), help="made where it is not there")
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="train nothing; show what there is")
    return parser.parse_args()


def import_splits(study: Path) -> None:
    """The parted training sets with the official dev and test, and the whole ones."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        official = [SIGMORPHON / "part2" / f"{language}.{part}" for language in LANGUAGES for part in ("dev", "gold")]
        for path in [*(SIGMORPHON / "parted").iterdir(), *official]:
            (folder / path.name).symlink_to(path)
        goed(study, "import", "items", str(folder), "--as", "split", "--sampling", "parted")
    goed(study, "import", "items", str(SIGMORPHON / "part2"), "--as", "split", "--sampling", "given")


def train(study: Path, group: Group, jobs: int) -> None:
    """Do what of a group is not done. Sizes differ between languages, so each has a call of its own."""
    for size in dict.fromkeys(cell.size for cell in group.cells):
        languages = [cell.language for cell in group.cells if cell.size == size]
        command = ["run", "--model", *group.models, "--sampling", group.sampling, "--language", *languages]
        command += ["--size", str(size), "--repeats", str(group.repeats), "--jobs", str(jobs), "--device", "cpu"]
        command.append("--retry-failed")
        goed(study, *command)


def goed(study: Path, *arguments: str) -> str:
    """Call goed, which talks to whoever started this; what it prints as a result."""
    print("goed", *arguments, file=sys.stderr)
    done = subprocess.run([GOED, *arguments, "--study", str(study)], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"goed ended with exit code {done.returncode}; the same call of this program goes on")
    return done.stdout


def rows(study: Path, *arguments: str) -> list[dict[str, Any]]:
    """Results of goed."""
    found: list[dict[str, Any]] = json.loads(goed(study, *arguments, "--format", "json"))
    return found


def judged(study: Path, group: Group) -> list[Verdict]:
    """The bars of a group, from what the study has."""
    accuracies = rows(study, "stats", "accuracy", "--by", "seed", "--part", "test", "--sampling", group.sampling)
    runs = [row for row in rows(study, "status", "--runs", "all") if row["sampling"] == group.sampling]
    verdicts = []
    for model in group.models:
        measured = [[100 * row["mean"] for row in accuracies if is_of(row, model, cell)] for cell in group.cells]
        verdicts += [verdict(group, model, cell, seeds) for cell, seeds in zip(group.cells, measured, strict=True)]
        if group.slack_of_mean is not None and all(measured):
            verdicts.append(of_all_cells(group, model, mean(map(mean, measured))))
        if group.most_seconds is not None:
            seconds = [row["seconds"] for row in runs for cell in group.cells if is_of(row, model, cell)]
            verdicts.append(longest(model, [each for each in seconds if each is not None], group.most_seconds))
    return verdicts


def is_of(row: dict[str, Any], model: str, cell: Cell) -> bool:
    """Whether a row of a table is about this model on this training set."""
    return (row["model"], row["language"], row["size"]) == (model, cell.language, cell.size)


def verdict(group: Group, model: str, cell: Cell, measured: Sequence[float]) -> Verdict:
    """Whether the mean over training seeds reaches the bar."""
    bar = cell.bar - group.slack
    what = f"{model} {cell.language} {cell.size}, {group.sampling}"
    if len(measured) < group.repeats:
        return Verdict(what, f"≥ {bar:.1f}", f"{len(measured)} of {group.repeats} seeds are there", None)
    seeds = ", ".join(f"{each:.1f}" for each in measured)
    return Verdict(what, f"≥ {bar:.1f}", f"{mean(measured):.1f} ({seeds})", round(mean(measured), 1) >= round(bar, 1))


def of_all_cells(group: Group, model: str, measured: float) -> Verdict:
    """Whether the mean over all training sets reaches its own bar."""
    bar = mean(cell.bar for cell in group.cells) - (group.slack_of_mean or 0)
    what = f"{model}, mean of the {len(group.cells)} sets, {group.sampling}"
    return Verdict(what, f"≥ {bar:.1f}", f"{measured:.1f}", round(measured, 1) >= round(bar, 1))


def longest(model: str, seconds: Sequence[float], most: float) -> Verdict:
    """Whether every run kept its time."""
    what = f"{model}, the longest run"
    if not seconds:
        return Verdict(what, f"≤ {most / 60:.0f} min", "no runs", None)
    return Verdict(what, f"≤ {most / 60:.0f} min", f"{max(seconds) / 60:.1f} min", max(seconds) <= most)


def timed_grid(jobs: int) -> Verdict:
    """All training sets with one seed, in a new study: what `goed run` takes from start to finish."""
    with tempfile.TemporaryDirectory() as folder:
        study = Path(folder) / "grid.goed"
        goed(study, "import", "items", str(SIGMORPHON / "part2"), "--as", "split")
        started = time.perf_counter()
        goed(study, "run", "--model", *GRID_MODELS, "--jobs", str(jobs), "--device", "cpu")
        seconds = time.perf_counter() - started
    what = f"all 26 training sets, {' and '.join(GRID_MODELS)}, --jobs {jobs}"
    return Verdict(what, f"≤ {GRID_SECONDS / 60:.0f} min", f"{seconds / 60:.1f} min", seconds <= GRID_SECONDS)


if __name__ == "__main__":
    main()
