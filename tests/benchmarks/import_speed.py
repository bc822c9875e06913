"""How long `goed import predictions` takes beside reading the same files and a bare executemany.

    python tests/benchmarks/import_speed.py [NUMBER OF PREDICTIONS]

Prints seconds of both, their ratio, and the bytes of file that each prediction takes beyond the distinct outputs.
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


def main(number: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        split = given_split_folder(folder / "split")
        study, bare = folder / "goed.goed", folder / "bare.goed"
        goed("import", "items", str(split), "--as", "split", "--study", str(study))
        shutil.copy(study, bare)
        size_before = study.stat().st_size
        n_lines = many_predictions(split, folder / "predictions", number)

        goed_seconds, bare_seconds = [], []
        for _ in range(3):
            shutil.copy(bare, study)
            started = time.perf_counter()
            goed(
                "import", "predictions", str(folder / "predictions"), "--pattern", "{model}/{language}_{size}",
                "--study", str(study),
            )  # fmt: skip
            goed_seconds.append(time.perf_counter() - started)
            plain = folder / "plain.goed"
            shutil.copy(bare, plain)
            started = time.perf_counter()
            bare_import(folder / "predictions", plain)
            bare_seconds.append(time.perf_counter() - started)

        ours, bare_best = min(goed_seconds), min(bare_seconds)
        print(f"{n_lines:,} predictions: goed {ours:.2f} s, bare {bare_best:.2f} s, ratio {ours / bare_best:.2f}")
        print(f"bytes per prediction beyond the outputs: {bytes_per_prediction(study, size_before, n_lines):.1f}")


def goed(*arguments: str) -> None:
    subprocess.run([str(Path(sys.executable).parent / "goed"), *arguments], check=True, stderr=subprocess.DEVNULL)


def bare_import(folder: Path, path: Path) -> None:
    """Read every line, give each distinct output a number, and insert all rows in one transaction."""
    connection = sqlite3.connect(path)
    items = {
        (lemma, features): (item_id, form)
        for item_id, lemma, features, form in connection.execute(
            "SELECT item.id, word, features, gold FROM item JOIN feature_set ON feature_set.id = feature_set_id"
        )
    }
    outputs: dict[tuple[int, str], int] = {}
    rows, output_rows = [], []
    for number, file in enumerate(sorted(folder.glob("*/*.test")), start=1):
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                lemma, form, features = line.rstrip("\n").split("\t")
                item_id, gold = items[lemma, features]
                output = outputs.get((item_id, form))
                if output is None:
                    output = outputs[item_id, form] = len(outputs) + 1
                    output_rows.append((output, item_id, form, form == gold))
                rows.append((number, item_id, output))
    connection.executemany("INSERT INTO output (id, item_id, answer, is_correct) VALUES (?, ?, ?, ?)", output_rows)
    connection.executemany("INSERT INTO prediction (run_part_id, item_id, output_id) VALUES (?, ?, ?)", rows)
    connection.commit()
    connection.close()


def bytes_per_prediction(study: Path, size_before: int, n_predictions: int) -> float:
    """What the file has grown by, less a generous share for the distinct outputs (their two trees), a prediction."""
    connection = sqlite3.connect(study)
    try:
        (of_outputs,) = connection.execute("SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'output%'").fetchone()
    except sqlite3.OperationalError:  # an SQLite without dbstat
        of_outputs = 0
    return (study.stat().st_size - size_before - of_outputs) / n_predictions


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
