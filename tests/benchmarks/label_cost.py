"""What labels cost on top of an import of predictions.

    python tests/benchmarks/label_cost.py [NUMBER OF PREDICTIONS]

Imports the same files with goed as it is, and with labelling and the writing of labels taken out, a few times in turn;
prints the seconds of both and their ratio: for predictions of which a tenth is wrong, and for some of which so many are
wrong in different ways that there are a hundred thousand distinct outputs.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from material import given_split_folder, many_predictions

PATTERN = "{model}/{language}_{size}"
WITHOUT_LABELS = """
import sys
from goed.commands.group import run_safely
from goed.study.outputs import OutputBook, _last_output_id

def prepare(self, handles):
    return [handle for handle in dict.fromkeys(handles) if not self.ids[handle]]

def store(self, db, new):
    last_id = _last_output_id(db)
    rows = []
    for output_id, handle in enumerate(new, start=last_id + 1):
        self.ids[handle] = output_id
        rows.append((output_id, self.item_ids[handle], self.answers[handle], self.correct[handle]))
    db.executemany("INSERT INTO output (id, item_id, answer, is_correct) VALUES (?, ?, ?, ?)", rows)

OutputBook.prepare, OutputBook.store = prepare, store
OutputBook.label_ahead = lambda self: None
sys.exit(run_safely(sys.argv[1:]))
"""


def main(number: int) -> None:
    for wrong, spoils in ((0.1, 1), (0.2, 2)):
        with tempfile.TemporaryDirectory() as name:
            measure(Path(name), number, wrong, spoils)


def measure(folder: Path, number: int, wrong: float, spoils: int) -> None:
    split = given_split_folder(folder / "split")
    empty, study = folder / "empty.goed", folder / "study.goed"
    goed = [str(Path(sys.executable).parent / "goed")]
    subprocess.run(
        [*goed, "import", "items", split, "--as", "split", "--study", empty], check=True, stderr=subprocess.DEVNULL
    )
    n_lines = many_predictions(split, folder / "predictions", number, wrong, spoils)
    arguments = ["import", "predictions", folder / "predictions", "--pattern", PATTERN, "--study", study]
    with_labels, without = [], []
    for _ in range(4):
        for command, seconds in ((goed, with_labels), ([sys.executable, "-c", WITHOUT_LABELS], without)):
            shutil.copy(empty, study)
            started = time.perf_counter()
            subprocess.run([*command, *arguments], check=True, stderr=subprocess.DEVNULL)
            seconds.append(time.perf_counter() - started)
            if command is goed:
                n_outputs = count(study, "output")
                assert n_outputs == count(study, "label")
            else:
                assert count(study, "label") == 0
    ratio = min(with_labels) / min(without)
    print(
        f"{n_lines:,} predictions, {n_outputs:,} distinct outputs: with labels {min(with_labels):.2f} s, "
        f"without {min(without):.2f} s, ratio {ratio:.2f}"
    )


def count(study: Path, table: str) -> int:
    connection = sqlite3.connect(study)
    (number,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    connection.close()
    return int(number)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
