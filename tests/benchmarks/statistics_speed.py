"""How long every statistic takes on a study of a million predictions, and how much memory.

    python tests/benchmarks/statistics_speed.py [STUDY] [NAME ...]

Without a study one is made (see annotator_material.py), in which two annotators say of every wrong output what the
classifier says. Beside each, in the same run, a plain stand-in: every prediction read by SQLite, its error counted.
Bars: 3 s and 600 MB; for what resamples 20 s.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

GOED = str(Path(sys.executable).parent / "goed")
PLAIN = """
SELECT language, sampling, model.name, size, error FROM prediction
JOIN run_part ON run_part.id = run_part_id JOIN run ON run.id = run_id JOIN model ON model.id = model_id
JOIN split ON split.id = split_id JOIN label USING (output_id) JOIN label_kind ON label_kind.id = kind_id
"""
RESAMPLING = {"sampling", "rates", "expectations"}
SECONDS, SECONDS_OF_RESAMPLING, MEGABYTES = 3, 20, 600


def main(study: Path | None, names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if study is None:
            study = Path("study.goed")
            make(study)
        plain = seconds_of_plain(study)
        print(f"plain counting: {plain:.1f} s")
        for words in [[name] for name in names] or everything():
            report(study, words, plain)


def make(study: Path) -> None:
    """A million predictions, and two people who have labelled all that is wrong."""
    material = Path(__file__).with_name("annotator_material.py")
    subprocess.run([sys.executable, str(material), str(study)], check=True)
    subprocess.run([GOED, "export", "-o", "labels.tsv", "--study", str(study)], check=True, capture_output=True)
    for name in ("sp", "jk"):
        words = ["import", "labels", "labels.tsv", "--annotator", name, "--all", "--study", str(study)]
        subprocess.run([GOED, *words], check=True, capture_output=True)


def everything() -> list[list[str]]:
    """Every statistic there is, and those again that do more where they are asked."""
    from goed.statistics.catalogue import STATISTICS

    more = [["accuracy", "--by", "lemma"], ["errors", "--by", "lemma"], ["trajectory", "--by", "gold_class", "flags"]]
    more.append(["regression", "--logistic", "--by", "frequency", "--part", "test"])
    return [*([name] for name in STATISTICS), *more]


def seconds_of_plain(study: Path) -> float:
    """Read every prediction and count its error, with no library but SQLite."""
    import sqlite3

    started = time.perf_counter()
    with closing(sqlite3.connect(study)) as connection:
        counts = Counter(connection.execute(PLAIN))
    assert counts
    return time.perf_counter() - started


def report(study: Path, words: list[str], plain: float) -> None:
    """Call a statistic, and print what it took."""
    seconds, megabytes, code = measured([GOED, "stats", *words, "--format", "csv", "--study", str(study)])
    bar = SECONDS_OF_RESAMPLING if words[0] in RESAMPLING else SECONDS
    verdict = "met" if seconds <= bar and megabytes <= MEGABYTES and code == 0 else "NOT MET"
    print(
        f"{' '.join(words):36} {seconds:5.1f} s (bar {bar}) {megabytes:5.0f} MB (bar {MEGABYTES})  "
        f"{seconds / plain:4.1f} × plain  {verdict}" + (f" (exit {code})" if code else "")
    )


def measured(command: list[str]) -> tuple[float, float, int]:
    """Seconds, the most memory in MB, and the exit code of a command."""
    started = time.perf_counter()
    with open("printed.csv", "wb") as printed, open("said.txt", "wb") as said:
        process = subprocess.Popen(command, stdout=printed, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return time.perf_counter() - started, usage.ru_maxrss / 1024, process.returncode


if __name__ == "__main__":
    given = sys.argv[1:]
    has_study = bool(given) and Path(given[0]).is_file()
    main(Path(given[0]).resolve() if has_study else None, given[1:] if has_study else given)
