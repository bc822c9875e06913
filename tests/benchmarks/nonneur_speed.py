"""How fast NONNEUR is beside a plain one, on every training set of a given split (SIGMORPHON's where it is there).

    python tests/benchmarks/nonneur_speed.py

Prints seconds on one core, the ratio, how many forms are the same, and the time of all runs through `goed run`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import plain_nonneur
from material import given_split_folder

from goed.models import nonneur
from goed.models.interface import Example, Question, Task


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = given_split_folder(Path(name) / "split")
        gold = {path.stem: rows(path) for path in folder.glob("*.gold")}
        sets = [(path.stem.partition("_")[0], rows(path)) for path in sorted(folder.glob("*.train"))]

        started = time.perf_counter()
        ours = []
        for language, training in sets:
            questions = tuple(Question(lemma, features) for lemma, _, features in gold[language])
            task = Task(tuple(Example(*row) for row in training), (), (), questions, seed=0)
            ours.append([answer.form for answer in nonneur.learn_and_predict(task).by_model["nonneur"] if answer])
        our_seconds = time.perf_counter() - started

        started = time.perf_counter()
        plain = [
            plain_nonneur.predict(training, [(lemma, features) for lemma, _, features in gold[language]])
            for language, training in sets
        ]
        plain_seconds = time.perf_counter() - started

        same = sum(a == b for mine, theirs in zip(ours, plain, strict=True) for a, b in zip(mine, theirs, strict=True))
        total = sum(map(len, plain))
        ratio = plain_seconds / our_seconds
        print(f"{len(sets)} training sets: goed {our_seconds:.2f} s, plain {plain_seconds:.2f} s, ratio {ratio:.1f}")
        print(f"forms the same: {same:,} of {total:,}")
        seconds = grid_seconds(folder, Path(name))
        print(f"all {len(sets)} runs through `goed run --jobs 2`, start to finish: {seconds:.2f} s")


def rows(path: Path) -> list[tuple[str, str, str]]:
    return [tuple(line.split("\t")) for line in path.read_text(encoding="utf-8").splitlines()]  # type: ignore[misc]


def grid_seconds(split: Path, folder: Path) -> float:
    goed = str(Path(sys.executable).parent / "goed")
    study = str(folder / "study.goed")
    subprocess.run(
        [goed, "import", "items", str(split), "--as", "split", "--study", study], check=True, capture_output=True
    )
    started = time.perf_counter()
    subprocess.run([goed, "run", "--jobs", "2", "--study", study], check=True, capture_output=True)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
