"""How long 52 runs of one second take on four workers: processes here, a cluster here, and workers of a scheduler.

    python tests/benchmarks/cluster_speed.py

The ideal is 13 s; the bar is 1.15 times that, the start of goed included. Then one of the four workers is killed in the
middle: all runs must be done, none twice, and every prediction be that of a local run.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GOED = str(Path(sys.executable).parent / "goed")
N_RUNS, N_WORKERS, BAR = 52, 4, 1.15
IDEAL = N_RUNS / N_WORKERS
MODEL = """
import time
from goed.models.interface import Answers, Prediction
from goed.models.registry import Model

def learn(task):
    time.sleep(1)
    return Answers({"sleeper": [Prediction(question.lemma + str(task.seed)) for question in task.questions]})

MODEL = Model("sleeper", "sleeps for a second", "sleeper:learn", kind="plug-in")
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        install_model(Path("site"))
        make_study()
        local = measure("--jobs 4", "local")
        measure("--cluster local:4", "cluster-here", local)
        address, processes = start_cluster()
        try:
            measure(f"--cluster {address}", "cluster", local)
            measure(f"--cluster {address}", "killed", local, kill=processes[-1])
        finally:
            for process in processes:
                process.kill()
                process.wait()


def install_model(site: Path) -> None:
    """The model, as a package brings it."""
    about = site / "sleeper-1.0.dist-info"
    about.mkdir(parents=True)
    (site / "sleeper.py").write_text(MODEL)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: sleeper\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[goed.models]\nsleeper = sleeper:MODEL\n")
    os.environ["PYTHONPATH"] = str(site.absolute())


def make_study() -> None:
    """English, with 52 training sets."""
    goed("init", "--language", "eng", "--study", "empty.goed")
    goed("split", "--seeds", "2", "--sizes", "30:390:30", "--study", "empty.goed")


def measure(where: str, name: str, local: object = None, kill: subprocess.Popen[bytes] | None = None) -> object:
    """Run the grid in a new study, and print how long it took; its predictions."""
    study = Path(f"{name}.goed")
    study.write_bytes(Path("empty.goed").read_bytes())
    started = time.perf_counter()
    process = subprocess.Popen(
        [GOED, "run", "--model", "sleeper", *where.split(), "--study", str(study)], stderr=subprocess.PIPE
    )
    if kill is not None:
        time.sleep(IDEAL / 2)
        kill.kill()
    process.communicate()
    seconds = time.perf_counter() - started
    n_done, n_twice, predictions = look_into(study)
    met = "" if kill is not None else f", bar {BAR}: {'met' if seconds / IDEAL <= BAR else 'not met'}"
    killed = ", one worker killed in the middle" if kill is not None else ""
    same = "" if local is None else f", predictions {'as' if predictions == local else 'NOT as'} with --jobs"
    print(f"{where}{killed}: {seconds:.1f} s, ratio {seconds / IDEAL:.2f}{met}; {n_done} done, {n_twice} twice{same}")
    return predictions


def look_into(study: Path) -> tuple[int, int, object]:
    """How many runs are done, how many parts are there twice, and all predictions."""
    connection = sqlite3.connect(study)
    try:
        (n_done,) = connection.execute("SELECT count(*) FROM run WHERE state = 'done'").fetchone()
        twice = connection.execute("SELECT run_id FROM run_part GROUP BY run_id, part HAVING count(*) > 1").fetchall()
        predictions = sorted(connection.execute("SELECT * FROM prediction_table").fetchall(), key=repr)
    finally:
        connection.close()
    return n_done, len(twice), predictions


def start_cluster() -> tuple[str, list[subprocess.Popen[bytes]]]:
    """A scheduler and four workers that are up."""
    file = Path("scheduler.json").absolute()
    dask = [sys.executable, "-m"]
    options = ["--scheduler-file", str(file), "--host", "127.0.0.1", "--no-dashboard"]
    scheduler = [*dask, "distributed.cli.dask_scheduler", *options, "--port", "0"]
    worker = [*dask, "distributed.cli.dask_worker", *options, "--nthreads", "1", "--no-nanny"]
    with Path("dask.log").open("ab") as log:
        processes = [
            subprocess.Popen(command, stdout=log, stderr=log) for command in (scheduler, *[worker] * N_WORKERS)
        ]
    while Path("dask.log").read_text().count("Registered to:") < N_WORKERS:
        time.sleep(0.1)
    return str(file), processes


def goed(*arguments: str) -> None:
    subprocess.run([GOED, *arguments], check=True, capture_output=True)


if __name__ == "__main__":
    main()
