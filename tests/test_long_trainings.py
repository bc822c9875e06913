"""Trainings that take hours tell how far they are, keep checkpoints, and go on from them whatever happens."""

from __future__ import annotations

import os
import signal
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from conftest import Goed, sql, start_goed, write
from gates import Gate
from goed.models import registry
from goed.models.interface import Progress, Task
from goed.runs.checkpoints import Checkpoints
from goed.runs.time_left import TimeLeft, Workload, duration, progress_in_words
from models_for_tests import STUDENT
from test_running import HERE, states
from waiting import wait_for

FOLDER = Path("study.goed.checkpoints")


@pytest.fixture
def student(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A model that learns long, as a package brings it: for goed in this process and in others."""
    site = tmp_path / "site"
    write(site / "student-1.0.dist-info" / "METADATA", "Metadata-Version: 2.1\nName: student\nVersion: 1.0\n")
    entry_points = "[goed.models]\nstudent = models_for_tests:STUDENT\n"
    write(site / "student-1.0.dist-info" / "entry_points.txt", entry_points)
    monkeypatch.setenv("PYTHONPATH", f"{site}:{HERE}")
    monkeypatch.setattr(registry, "_plug_ins", lambda: [STUDENT])


def checkpoints() -> list[str]:
    return sorted(path.name for path in FOLDER.glob("*"))


def begun_with(study: Path) -> set[str]:
    """The epochs with which trainings began that are done."""
    return {form.split()[0] for (form,) in sql(study, "SELECT answer FROM output")}


def begin_training(monkeypatch: pytest.MonkeyPatch, gate: Gate, *arguments: object) -> subprocess.Popen[str]:
    """A `goed run` whose training has kept a checkpoint in its third epoch, and waits at the gate there."""
    monkeypatch.setenv("STUDENT_GATE", str(gate.folder))
    process = start_goed("run", "--model", "student", "--size", 100, *arguments)
    monkeypatch.delenv("STUDENT_GATE")
    gate.let_through(2)
    assert [gate.wait_for_arrival().word for _ in range(3)] == ["epoch 0", "epoch 1", "epoch 2"]
    return process


def test_nothing_is_left_of_a_checkpoint_once_its_run_is_done(goed: Goed, study: Path, student: None) -> None:
    goed("run", "--model", "student", "--size", 100)
    assert begun_with(study) == {"0"}
    assert not FOLDER.exists()


@pytest.mark.parametrize("kill", [signal.SIGINT, signal.SIGKILL])
def test_a_training_goes_on_from_its_checkpoint(
    goed: Goed, study: Path, student: None, monkeypatch: pytest.MonkeyPatch, gate: Gate, kill: signal.Signals
) -> None:
    process = begin_training(monkeypatch, gate)
    process.send_signal(kill)
    process.communicate()
    assert len(checkpoints()) == 1
    goed("run")
    assert begun_with(study) == {"2"}
    assert not FOLDER.exists()


def test_a_training_whose_worker_was_killed_goes_on_in_another(
    goed: Goed, study: Path, student: None, monkeypatch: pytest.MonkeyPatch, gate: Gate
) -> None:
    process = begin_training(monkeypatch, gate, "--jobs", 1)
    (worker,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    os.kill(int(worker), signal.SIGKILL)
    gate.open()
    assert "1 run done" in process.communicate()[1]
    assert begun_with(study) == {"2"}
    assert not FOLDER.exists()


def test_a_training_whose_workers_are_killed_again_and_again_fails_and_can_be_gone_on_with(
    goed: Goed, study: Path, student: None, monkeypatch: pytest.MonkeyPatch, gate: Gate
) -> None:
    process = begin_training(monkeypatch, gate, "--jobs", 1)
    (worker,) = map(int, Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split())
    for _ in range(2):
        os.kill(worker, signal.SIGKILL)
        again = gate.wait_for_arrival()
        assert again.word == "epoch 2"
        worker = again.pid
    os.kill(worker, signal.SIGKILL)
    assert "killed by signal 9" in process.communicate()[1]
    (log,) = sql(study, "SELECT log FROM run")[0]
    assert log.startswith("tried 3 times\n")
    assert len(checkpoints()) == 1
    goed("run", "--retry-failed")
    assert begun_with(study) == {"2"}
    assert not FOLDER.exists()


def test_a_failed_training_keeps_its_checkpoint(goed: Goed, study: Path, student: None) -> None:
    goed("run", "--model", "student", "--size", 200, code=1)
    assert len(checkpoints()) == 1
    assert "left-over" not in goed("check").out
    goed("run", "--retry-failed")
    assert begun_with(study) == {"11"}
    assert not FOLDER.exists()


def test_a_checkpoint_of_other_settings_is_not_taken(
    goed: Goed, study: Path, student: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    goed("run", "--model", "student", "--size", 200, code=1)
    (before,) = checkpoints()
    changed = replace(STUDENT, settings={"layers": 2})
    monkeypatch.setattr(registry, "_plug_ins", lambda: [changed])
    goed("run", "--retry-failed", code=1)
    (after,) = checkpoints()
    assert before != after


def test_left_over_checkpoints_are_told_and_removed(goed: Goed, study: Path, student: None) -> None:
    goed("run", "--model", "student", "--size", 200, code=1)
    FOLDER.joinpath("student.run77.0123.pt").write_text("1")
    assert "1 left-over checkpoint" in goed("check").out
    goed("check", "--repair")
    assert len(checkpoints()) == 1
    assert "left-over" not in goed("check").out


def test_where_no_checkpoint_can_be_kept_the_training_goes_on(goed: Goed, study: Path, student: None) -> None:
    FOLDER.write_text("in the way")
    said = goed("run", "--model", "student", "--size", 100, "--repeats", 2).err
    assert said.count("no checkpoints are kept") == 1
    assert states(study) == {"done": 2}


def test_a_model_that_keeps_no_checkpoints_does_not_miss_their_folder(
    goed: Goed, study: Path, student: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_plug_ins", lambda: [replace(STUDENT, keeps_checkpoints=False)])
    FOLDER.write_text("in the way")
    assert "checkpoints" not in goed("run", "--model", "student", "--size", 100).err
    assert states(study) == {"done": 1}


def test_two_trainings_on_the_same_words_keep_checkpoints_of_their_own(tmp_path: Path) -> None:
    folder = Checkpoints(tmp_path / "study.goed")
    task = Task((), (), (), (), 1, {}, "cpu")
    first, second = folder.acquire([1], STUDENT, task), folder.acquire([2], STUDENT, task)
    assert first is not None
    assert second is not None
    assert first != second
    second.write_text("so far")
    folder.release(first)
    folder.release(second)
    assert folder.acquire([2], STUDENT, task) == second  # which another goed goes on from


def test_what_a_training_tells_is_said_once(goed: Goed, study: Path, student: None) -> None:
    assert goed("run", "--model", "student", "--size", 100, "--repeats", 2).err.count("without a book") == 1


def test_a_training_at_the_workbench_has_one_thread_and_an_external_one_its_own_say(
    goed: Goed, study: Path, student: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    show = "import os, sys; print(os.environ.get('OMP_NUM_THREADS', 'many'), file=open(sys.argv[1] + '.seen', 'w'))"
    write(Path("show.py"), show)
    write(Path("models.toml"), "[models.mine]\ncommand = 'python3 show.py seen {test} {out}'")
    goed("run", "--model", "student", "mine", "--config", "models.toml", "--size", 100, "--jobs", 1, code=1)
    assert {form for (form,) in sql(study, "SELECT answer FROM output")} == {"0 1"}
    assert Path("seen.seen").read_text().strip() == "many"


def test_progress_is_in_the_study_while_a_training_is_at_work(
    goed: Goed, study: Path, student: None, monkeypatch: pytest.MonkeyPatch, gate: Gate
) -> None:
    process = begin_training(monkeypatch, gate)
    try:
        wait_for(lambda: sql(study, "SELECT 1 FROM run_progress"))
        (row,) = goed("status", "--runs", "running", "--format", "json").rows
        assert row["message"].startswith("epoch ")
        assert row["message"].endswith(" of 20, 50.0 % (best 75.0 %), 30 s left")
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert sql(study, "SELECT * FROM run_progress") == []
    (row,) = goed("status", "--runs", "planned", "--format", "json").rows
    assert row["message"] is None


def test_early_results_are_in_the_queue_while_others_still_train(
    goed: Goed, study: Path, student: None, monkeypatch: pytest.MonkeyPatch, gate: Gate
) -> None:
    from goed.annotation.desk import Desk
    from goed.annotation.queue_filter import Filter
    from goed.study.study import Study

    process = begin_training(monkeypatch, gate, "--jobs", 1)
    try:
        with Study.open(study) as opened:
            desk = Desk(opened, "jk")
            assert len(desk.open(Filter()).output_ids) == 0
            goed("run", "--model", "nonneur", "--size", 300)
            assert states(study) == {"running": 1, "done": 1}
            assert len(desk.open(Filter()).output_ids) > 0
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()


@pytest.mark.parametrize(("seconds", "said"), [(40.4, "40 s"), (89, "89 s"), (720, "12 min"), (27_000, "7.5 h")])
def test_durations_in_few_characters(seconds: float, said: str) -> None:
    assert duration(seconds) == said


def test_progress_in_words() -> None:
    assert progress_in_words(Progress("epoch", 12, 60, 0.817, 0.817, 40)) == "epoch 12 of 60, 81.7 %, 40 s left"
    assert progress_in_words(Progress("update", 1200, 20_000)) == "update 1,200 of 20,000"


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_time_left_is_known_before_the_first_training_ends() -> None:
    clock = Clock()
    kind = Workload(("chr-trm",), 300)
    left = TimeLeft([kind, kind, kind], n_workers=1, clock=clock)
    left.begin(0, kind)
    assert left.seconds() is None
    clock.now = 60
    left.told(0, Progress("update", 100, 1000, seconds_left=540))
    assert left.seconds() == 540 + 600 + 600
    clock.now = 160
    assert left.seconds() == 440 + 600 + 600
    left.end(0, 500)
    left.begin(1, kind)
    assert left.seconds() == 1000


def test_quick_trainings_say_nothing_about_long_ones() -> None:
    clock = Clock()
    quick, long = Workload(("nonneur",), 100), Workload(("chr-trm",), 100)
    left = TimeLeft([quick, long, long], n_workers=2, clock=clock)
    left.begin(0, quick)
    left.begin(1, long)
    left.end(0, 0.1)
    clock.now = 10
    left.told(1, Progress("update", 10, 100))  # tells no time: ten seconds for a tenth
    assert left.seconds() == (90 + 100) / 2


def test_the_last_training_is_not_shared_by_idle_workers() -> None:
    clock = Clock()
    kind = Workload(("chr-trm",), 100)
    left = TimeLeft([kind], n_workers=4, clock=clock)
    left.begin(0, kind)
    left.told(0, Progress("update", 10, 100, seconds_left=60))
    assert left.seconds() == 60
