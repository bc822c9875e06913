"""How long the paper's whole NONNEUR grid takes on the embedded items, labels included, and the demo.

    python tests/benchmarks/grid_speed.py

260 runs: 3 languages × 2 strategies × 5 seeds × all sizes, predicting test, dev and core, with --jobs 2. Beside it, a
plain NONNEUR on one core does every tenth of the runs and labels nothing; ten times that is the stand-in.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import plain_nonneur

from goed.study import splits as store_splits
from goed.study.items import Item
from goed.study.study import Study

GOED = str(Path(sys.executable).parent / "goed")
EVERY = 10


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        print(f"goed demo --no-ui: {seconds('demo', '--no-ui'):.1f} s")
        seconds("init")
        seconds("split")
        ours = seconds("run", "--jobs", "2")
        with Study.open(Path("study.goed")) as study:
            (n_runs,) = study.connection.execute("SELECT count(*) FROM run WHERE state = 'done'").fetchone()
            (n_predictions,) = study.connection.execute("SELECT sum(n_predicted) FROM run_part").fetchone()
            (unlabelled,) = study.connection.execute(
                "SELECT count(*) FROM output WHERE id NOT IN (SELECT output_id FROM label)"
            ).fetchone()
            plain, n_plain = plain_seconds(study)
        print(f"{n_runs} runs, {n_predictions:,} predictions, {unlabelled} outputs without a label: {ours:.1f} s")
        print(f"plain NONNEUR, {n_plain} runs: {plain:.1f} s; ratio {plain / n_plain * n_runs / ours:.1f}")


def seconds(*arguments: str) -> float:
    """Call goed."""
    started = time.perf_counter()
    subprocess.run([GOED, *arguments], check=True, capture_output=True)
    return time.perf_counter() - started


def plain_seconds(study: Study) -> tuple[float, int]:
    """How long the plain one takes for every tenth run, and how many these are."""
    cells = [(split.id, size) for split in store_splits.splits(study) for size in store_splits.sizes(study, split.id)]
    started = time.perf_counter()
    for split_id, size in cells[::EVERY]:
        train, finetune = store_splits.training_set(study, split_id, size)
        asked = [
            item for part in ("test", "dev", "core") for item in store_splits.part_items(study, split_id, part, size)
        ]
        plain_nonneur.predict([triple(item) for item in train], [(item.word, item.features) for item in asked])
        assert finetune
    return time.perf_counter() - started, len(cells[::EVERY])


def triple(item: Item) -> tuple[str, str, str]:
    return item.word, item.gold, item.features


if __name__ == "__main__":
    main()
