"""`goed run --cluster ADDRESS`: runs on a real Dask scheduler and real workers, some of which are killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import GOED, Goed, needs_distributed, sql, start_goed, write
from gates import Gate, model_that_answers
from goed.commands import progress
from goed.models import registry
from goed.models.external import learn_and_predict
from goed.models.interface import ModelError, Task
from models_for_tests import MODELS
from test_readme import block
from test_running import HERE, N_RUNS, long_grid, states
from waiting import wait_for

needs_distributed()
__all__ = ["long_grid"]  # a fixture


class DaskCluster:
    """A scheduler and workers as processes on loopback, in a folder that has nothing to do with the study."""

    def __init__(self, folder: Path, **environment: str) -> None:
        folder.mkdir()
        self._folder = folder
        self._started: list[subprocess.Popen[bytes]] = []
        self.file = folder / "scheduler.json"
        self.scheduler = self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-show", **environment)
        wait_for(self._said_address)
        self.address = self._said_address()

    def _said_address(self) -> str:
        """Where the scheduler listens, as soon as it has said so."""
        try:
            return str(json.loads(self.file.read_text())["address"])
        except (FileNotFoundError, ValueError):  # nothing is written yet, or half of it
            return ""

    def add_worker(self, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        """A worker; it joins some moments later."""
        return self._start(
            "dask_worker", "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", *options, **environment
        )

    def wait_for_workers(self, number: int) -> None:
        """Until so many have joined."""
        logs = self._folder.glob("dask_worker.*.log")
        files = list(logs)
        wait_for(lambda: sum("Registered to:" in file.read_text() for file in files) >= number)

    def stop(self) -> None:
        for process in self._started:
            process.kill()
            process.wait()

    def _start(self, what: str, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        log = (self._folder / f"{what}.{len(self._started)}.log").open("wb")
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                f"distributed.cli.{what}",
                "--no-dashboard",
                "--scheduler-file",
                str(self.file),
                *options,
            ],
            cwd=self._folder,
            stdout=log,
            stderr=log,
            env={**os.environ, "PYTHONPATH": HERE, **environment},
        )
        log.close()
        self._started.append(process)
        return process


@pytest.fixture
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    folder = tmp_path_factory.mktemp("dask")
    # The scheduler only passes things on: it needs no goed.
    cluster = DaskCluster(folder / "elsewhere", PYTHONPATH=without_goed(folder / "without"))
    try:
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture
def plug_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests' models, as if a package had brought them."""
    monkeypatch.setattr(registry, "_plug_ins", lambda: MODELS)
    monkeypatch.syspath_prepend(HERE)


def results(study: Path) -> list[tuple[Any, ...]]:
    """All that runs brought, in words and in an order of its own."""
    return sql(
        study,
        "SELECT model.name, size, training_seed, state, message, part, n_items, n_predicted FROM run "
        "JOIN model ON model.id = model_id LEFT JOIN run_part ON run_id = run.id ORDER BY 1, 2, 3, 6",
    ) + sorted(sql(study, "SELECT * FROM prediction_table"), key=repr)


def labels(study: Path) -> list[tuple[Any, ...]]:
    return sorted(sql(study, "SELECT * FROM label_table"), key=repr)


def stored_twice(study: Path) -> list[tuple[Any, ...]]:
    """Parts of runs that are there more than once."""
    return sql(study, "SELECT run_id, part FROM run_part GROUP BY 1, 2 HAVING count(*) > 1")


@pytest.fixture
def endless(study: Path, gate: Gate) -> None:
    """A model whose command does not come back."""
    write(Path("models.toml"), gate.model("endless"))


def test_a_cluster_gives_the_same_as_this_machine(goed: Goed, study: Path, plug_ins: None, dask: DaskCluster) -> None:
    dask.add_worker()
    dask.add_worker()
    dask.wait_for_workers(2)
    write(Path("models.toml"), model_that_answers("own"))
    shutil.copy(study, "here.goed")
    asked = ("--model", "nonneur", "moody", "twin-a", "twin-b", "own", "--config", "models.toml")
    goed("run", *asked, "--study", "here.goed", "--jobs", 2, code=1)
    said = goed("run", *asked, "--cluster", dask.address, code=1).err
    assert f"the cluster at {dask.address} has " in said
    assert states(study) == {"done": 13, "failed": 2}
    assert results(study) == results(Path("here.goed"))
    assert labels(study) == labels(Path("here.goed"))
    (log,) = sql(study, "SELECT log FROM run WHERE message LIKE '%exit code 7%'")[0]
    assert log.startswith("tried 3 times\n")
    goed("check")


def test_a_model_that_one_worker_lacks_something_for_is_tried_on_another(
    goed: Goed, study: Path, dask: DaskCluster
) -> None:
    dask.add_worker()
    dask.add_worker(TEACHER="here")
    command = "['sh', '-c', 'test -n \"$TEACHER\" && cut -f1 \"$1\" > \"$2\"', 'sh', '{test}', '{out}']"
    write(Path("models.toml"), f"[models.pupil]\ncommand = {command}\n")
    dask.wait_for_workers(2)
    goed("run", "--config", "models.toml", "--cluster", dask.address)
    assert states(study) == {"done": 3}


def test_workers_here_need_no_address(goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LINE_EVERY", 0.0)
    said = goed("run", "--cluster", "local:2").err
    assert "the cluster at local:2 has 2 workers" in said
    assert "runs: 1 of 3, 2 workers, about " in said
    assert "3 runs done" in said
    goed("check")


def test_a_killed_worker_costs_no_run(goed: Goed, long_grid: Path, gate: Gate, dask: DaskCluster) -> None:
    workers = [dask.add_worker() for _ in range(3)]
    dask.wait_for_workers(3)
    process = start_goed("run", "--config", "models.toml", "--cluster", str(dask.file))
    gate.let_through(3)
    for _ in range(3 + len(workers)):
        gate.wait_for_arrival()
    workers[0].kill()
    gate.open()
    _, said = process.communicate()
    assert process.returncode == 0, said
    assert states(long_grid) == {"done": N_RUNS}
    assert stored_twice(long_grid) == []
    goed("check")


def test_a_killed_scheduler_leaves_the_study_resumable(
    goed: Goed, long_grid: Path, gate: Gate, dask: DaskCluster
) -> None:
    dask.add_worker()
    dask.wait_for_workers(1)
    process = start_goed("run", "--config", "models.toml", "--cluster", dask.address)
    gate.let_through(2)
    wait_for(lambda: states(long_grid).get("done") == 2)
    dask.scheduler.kill()
    _, said = process.communicate()
    assert process.returncode == 1
    *_, last = said.splitlines()
    assert last.startswith(f"goed: the scheduler at {dask.address} is gone; what was done is stored")
    assert [line for line in said.splitlines() if not line.startswith(("the cluster", "runs: ", "goed: "))] == []
    assert states(long_grid) == {"done": 2, "planned": N_RUNS - 2}
    gate.open()
    goed("run", "--config", "models.toml", "--cluster", "local:2")
    assert states(long_grid) == {"done": N_RUNS}
    assert stored_twice(long_grid) == []
    goed("check")


@pytest.mark.parametrize("kill", [signal.SIGINT, signal.SIGKILL])
def test_trainings_on_workers_end_with_goed(
    goed: Goed, study: Path, endless: None, gate: Gate, dask: DaskCluster, kill: signal.Signals
) -> None:
    dask.add_worker()
    process = start_goed("run", "--config", "models.toml", "--cluster", dask.address)
    command = gate.wait_for_arrival()
    process.send_signal(kill)
    _, said = process.communicate()
    assert "Traceback" not in said
    wait_for(lambda: not command.is_there)
    if kill == signal.SIGINT:
        assert process.returncode == 130
        assert "goes on with what is left" in said
        assert states(study) == {"planned": 3}
    goed("run", "--model", "nonneur", "--cluster", dask.address)  # the worker is as it was
    assert states(study) == {"done": 3, "planned": 3}


def test_trainings_end_with_a_killed_worker(study: Path, endless: None, gate: Gate, dask: DaskCluster) -> None:
    worker = dask.add_worker()
    process = start_goed("run", "--config", "models.toml", "--cluster", dask.address)
    said = lines_of(process)
    try:
        command = gate.wait_for_arrival()
        worker.kill()
        wait_for(lambda: not command.is_there)
        # goed hears of it later than the training does, so it is asked for before goed is interrupted
        assert f"waiting for workers at {dask.address}\n" in said
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()


def test_workers_may_come_later(goed: Goed, study: Path, dask: DaskCluster) -> None:
    process = start_goed("run", "--cluster", dask.address)
    lines = lines_of(process)
    assert next(lines) == f"the cluster at {dask.address} has 0 workers\n"
    assert next(lines) == f"waiting for workers at {dask.address}\n"
    dask.add_worker()
    assert f"1 worker at {dask.address}\n" in lines  # where that takes long, it says how far it is in between
    assert "3 runs done\n" in lines
    assert process.wait() == 0
    assert states(study) == {"done": 3}


def lines_of(process: subprocess.Popen[str]) -> Iterator[str]:
    """What goed says, line by line, as soon as it says it."""
    assert process.stderr is not None
    return iter(process.stderr.readline, "")


def other_goed(folder: Path, version: str) -> str:
    """A path for Python where another goed is found first."""
    import goed
    import goed_classifiers

    for package in (goed, goed_classifiers):
        source = Path(str(package.__file__)).parent
        shutil.copytree(source, folder / source.name, ignore=shutil.ignore_patterns("__pycache__", "data"))
    write(folder / "goed" / "__init__.py", f'__version__ = "{version}"\n')
    return str(folder)


def without_goed(folder: Path) -> str:
    """A path for Python where `goed` is somebody else's."""
    write(folder / "goed" / "__init__.py", "NAME = 'a goed of another kind'\n")
    return str(folder)


def test_another_goed_on_a_worker_is_said_before_anything_starts(
    goed: Goed, study: Path, dask: DaskCluster, tmp_path: Path
) -> None:
    dask.add_worker(PYTHONPATH=other_goed(tmp_path / "other", "0.0.9"))
    dask.wait_for_workers(1)
    said = goed("run", "--cluster", dask.address, code=1).err
    assert "has goed 0.0.9, and here it is 0.1.0; install the same one on both sides" in said
    assert states(study) == {}


def test_other_files_of_the_same_version_are_another_goed(
    goed: Goed, study: Path, dask: DaskCluster, tmp_path: Path
) -> None:
    dask.add_worker(PYTHONPATH=other_goed(tmp_path / "other", "0.1.0"))
    dask.wait_for_workers(1)
    said = goed("run", "--cluster", dask.address, code=1).err
    assert "other files of goed 0.1.0" in said
    assert states(study) == {}


def test_a_worker_without_goed_is_said(goed: Goed, study: Path, dask: DaskCluster, tmp_path: Path) -> None:
    dask.add_worker(PYTHONPATH=without_goed(tmp_path / "none"))
    dask.wait_for_workers(1)
    said = goed("run", "--cluster", dask.address, code=1).err
    assert "has no goed" in said
    assert "pip install 'goed[cluster]'" in said
    assert states(study) == {}


def test_a_worker_with_another_goed_that_joins_later_gets_no_runs(
    goed: Goed, study: Path, dask: DaskCluster, tmp_path: Path
) -> None:
    process = start_goed("run", "--cluster", dask.address)
    lines = lines_of(process)
    assert "0 workers" in next(lines)
    dask.add_worker(PYTHONPATH=other_goed(tmp_path / "other", "0.0.9"))
    said = next(line for line in lines if "0.0.9" in line)
    assert "until then it gets no runs" in said
    assert states(study) == {"planned": 3}
    dask.add_worker()
    rest = list(lines)
    assert rest[-1] == "3 runs done\n"
    assert not any("0.0.9" in line for line in rest)
    assert process.wait() == 0


def test_a_training_goes_on_from_its_checkpoint_on_a_worker(
    study: Path, dask: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gate: Gate
) -> None:
    kept = tmp_path / "kept"
    worker = dask.add_worker(GOED_CHECKPOINTS=str(kept), STUDENT_GATE=str(gate.folder))
    site = tmp_path / "site"
    monkeypatch.setenv("PYTHONPATH", f"{site}:{HERE}")
    write(site / "student-1.0.dist-info" / "METADATA", "Metadata-Version: 2.1\nName: student\nVersion: 1.0\n")
    entry_points = "[goed.models]\nstudent = models_for_tests:STUDENT\n"
    write(site / "student-1.0.dist-info" / "entry_points.txt", entry_points)
    process = start_goed("run", "--model", "student", "--size", 100, "--cluster", dask.address)
    gate.let_through(2)
    assert [gate.wait_for_arrival().word for _ in range(3)] == ["epoch 0", "epoch 1", "epoch 2"]
    worker.kill()
    dask.add_worker(GOED_CHECKPOINTS=str(kept))
    _, said = process.communicate()
    assert process.returncode == 0, said
    ((form,),) = sql(study, "SELECT DISTINCT answer FROM output")
    assert form.split()[0] == "2"
    assert list(kept.iterdir()) == []


def test_no_scheduler_at_the_address(goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from goed.runs.cluster import connection

    monkeypatch.setattr(connection, "CONNECT_WITHIN", 1)
    said = goed("run", "--cluster", "tcp://127.0.0.1:9", code=1).err
    assert said.startswith("goed: no Dask scheduler answers at tcp://127.0.0.1:9;")
    assert states(study) == {}


@pytest.mark.parametrize("said", ["nowhere", "local:0", "local:many", "http://host:8786", "host:99999", "tcp://:8786"])
def test_what_is_no_address_is_wrong_usage(goed: Goed, study: Path, said: str) -> None:
    assert f"--cluster {said}" in goed("run", "--cluster", said, code=2).err.replace("'", "")
    assert states(study) == {}


def test_processes_here_and_a_cluster_do_not_go_together(goed: Goed, study: Path) -> None:
    assert "--jobs is about processes on this machine" in goed("run", "--cluster", "local:2", "--jobs", 2, code=2).err


def test_a_scheduler_file_that_is_none(goed: Goed, study: Path) -> None:
    assert "no such scheduler file" in goed("run", "--cluster", "absent.json", code=1).err
    write(Path("other.json"), "[1, 2]")
    assert "no scheduler file" in goed("run", "--cluster", "other.json", code=1).err
    write(Path("odd.json"), '{"address": "gopher://host:1"}')
    assert "gopher" in goed("run", "--cluster", "odd.json", code=1).err


def test_without_dask_it_is_said_what_to_install(goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goed.commands.run.find_spec", lambda name: None)
    assert "pip install 'goed[cluster]'" in goed("run", "--cluster", "local:2", code=1).err


def test_tls_that_is_not_set_up_is_said(goed: Goed, study: Path) -> None:
    assert "tls://127.0.0.1:9 cannot be used as a cluster" in goed("run", "--cluster", "tls://127.0.0.1:9", code=1).err
    assert states(study) == {}


def test_a_commands_folder_that_a_worker_lacks_is_named() -> None:
    settings = {"name": "mine", "command": ["true"], "folder": "/no/such/folder", "time_limit": 1.0}
    with pytest.raises(ModelError, match="the command's folder /no/such/folder is not there on "):
        learn_and_predict(Task((), (), (), (), 0, settings))


def test_a_training_whose_time_ran_out_is_not_tried_again(
    goed: Goed, study: Path, endless: None, dask: DaskCluster
) -> None:
    dask.add_worker()
    dask.add_worker()
    dask.wait_for_workers(2)
    with Path("models.toml").open("a", encoding="utf-8") as models:
        models.write("time_limit = 0.2\n")
    goed("run", "--config", "models.toml", "--size", 100, "--cluster", dask.address, code=1)
    ((message, log),) = sql(study, "SELECT message, log FROM run")
    assert "time limit of 0.2 s" in message
    assert "tried" not in (log or "")


def test_the_script_for_slurm_works(goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With dask-jobqueue's own stand-in for a batch system, whose jobs are processes on this machine."""
    pytest.importorskip("dask_jobqueue", reason="needs dask-jobqueue: pip install dask-jobqueue")
    script = block("slurm script")
    for mine, here in (
        ('queue="normal",  # of your cluster', ""),
        ('walltime="08:00:00",', ""),
        ("""job_script_prologue=['export GOED_CHECKPOINTS="$HOME/goed-checkpoints"'],""", ""),  # it has no shell
        ("scale(jobs=10)", "scale(jobs=1)"),
    ):
        assert mine in script
        script = script.replace(mine, here)
    stand_in = "from dask_jobqueue.local import LocalCluster as SLURMCluster"
    write(Path("grid.py"), script.replace("from dask_jobqueue import SLURMCluster", stand_in))
    monkeypatch.setenv("PATH", str(Path(GOED).parent), prepend=os.pathsep)
    done = subprocess.run([sys.executable, "grid.py", "run", "--model", "nonneur"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert states(study) == {"done": 3}


def test_a_job_of_slurm_starts_a_worker() -> None:
    pytest.importorskip("dask_jobqueue", reason="needs dask-jobqueue: pip install dask-jobqueue")
    ask = block("slurm script").replace("cluster.scale(jobs=10)", "sys.exit(print(cluster.job_script()))")
    write(Path("ask.py"), ask)
    printed = subprocess.run([sys.executable, "ask.py"], capture_output=True, text=True).stdout
    assert "#SBATCH -t 08:00:00" in printed
    assert 'export GOED_CHECKPOINTS="$HOME/goed-checkpoints"' in printed
    assert f"{sys.executable} -m distributed.cli.dask_worker tcp://" in printed
    assert "--nthreads 4" in printed
