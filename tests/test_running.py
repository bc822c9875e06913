"""`goed run` does what is planned and not done, whatever happens in between."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conftest import GOEDISH, Goed, goedish, sql, start_goed, write
from gates import Gate
from goed.models import registry
from goed.processes import process_started_at
from models_for_tests import MODELS
from moments import killed_at, n_moments
from waiting import wait_for

HERE = str(Path(__file__).parent)


@pytest.fixture
def plug_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests' models, as if a package had brought them."""
    monkeypatch.setattr(registry, "_plug_ins", lambda: MODELS)
    monkeypatch.syspath_prepend(HERE)
    monkeypatch.setenv("PYTHONPATH", HERE)  # for the processes that do the runs


def states(study: Path) -> dict[str, int]:
    return dict(sql(study, "SELECT state, count(*) FROM run GROUP BY state"))


def test_the_grid_is_run_once_and_not_again(goed: Goed, study: Path) -> None:
    assert "3 runs done" in goed("run").err
    assert sql(study, "SELECT part, n_items, n_predicted FROM run_part WHERE run_id = 1 ORDER BY id") == [
        ("test", 80, 80),
        ("dev", 50, 50),
        ("core", 100, 100),
    ]
    before = sql(study, "SELECT * FROM prediction")
    assert "nothing is left to run" in goed("run").err
    assert sql(study, "SELECT * FROM prediction") == before
    goed("check")


def test_a_run_knows_its_circumstances(goed: Goed, study: Path) -> None:
    goed("run", "--size", 100)
    started, seconds, versions, machine = sql(study, "SELECT started_at, seconds, versions, machine FROM run")[0]
    assert started.startswith("20")
    assert seconds >= 0
    assert '"goed"' in versions
    assert "cores" in machine


def test_parts_of_the_grid_can_be_chosen(goed: Goed, study: Path) -> None:
    goed("run", "--size", "100:200:100", "--language", "qgo", "--sampling", "given", "--seed", "0")
    assert states(study) == {"done": 2}
    goed("import", "items", write(Path("qhe"), goedish(0, 9)))
    assert "no training set" in goed("run", "--model", "nonneur", "--language", "qhe", code=1).err
    goed("run", "--model", "nonneur")
    assert states(study) == {"done": 3}


def test_an_unknown_model_is_said_with_those_there_are(goed: Goed, study: Path) -> None:
    assert "there are: nonneur" in goed("run", "--model", "gpt", code=1).err
    assert states(study) == {}


def test_a_study_without_a_split_says_what_to_do(goed: Goed) -> None:
    goed("init", "--empty")
    assert "goed import items" in goed("run", code=1).err


def test_a_failed_run_keeps_its_message_and_does_not_stop_the_others(goed: Goed, study: Path, plug_ins: None) -> None:
    answer = goed("run", "--model", "moody", "nonneur", "--jobs", 2, code=1)
    assert states(study) == {"done": 4, "failed": 2}
    failed = {row["size"]: row["message"] for row in goed("status", "--runs", "failed", "--format", "json").rows}
    assert failed[200] == "ValueError: I do not like two hundred [red]examples[/red]"
    assert "exit code 7" in failed[300]
    assert "moody qgo given 0 200 failed" in answer.err
    assert "Traceback" in sql(study, "SELECT log FROM run WHERE size = 200 AND state = 'failed'")[0][0]
    goed("check")
    assert "nothing is left to run" in goed("run").err
    assert "2 failed" in goed("run", "--retry-failed", code=1).err


@pytest.mark.parametrize(
    ("model", "complaint"), [("lazy", "1 of 230 questions"), ("absent", "needs the package no_such_package")]
)
def test_what_a_model_does_wrong_is_its_runs_failure(
    goed: Goed, study: Path, plug_ins: None, model: str, complaint: str
) -> None:
    assert complaint in goed("run", "--model", model, "--size", 100, code=1).err


def test_what_a_model_prints_stays_away_from_the_screen(goed: Goed, study: Path, plug_ins: None) -> None:
    answer = goed("run", "--model", "parrot")
    assert "print" not in answer.out + answer.err
    assert "likes" not in answer.out + answer.err


def test_scores_and_actions_are_kept(goed: Goed, study: Path, plug_ins: None) -> None:
    goed("run", "--model", "parrot", "--size", 100)
    assert sql(study, "SELECT DISTINCT score, actions FROM prediction_detail") == [(-1.5, "COPY END")]
    assert sql(study, "SELECT count(*) FROM prediction_detail") == [(230,)]
    assert '"click"' in sql(study, "SELECT versions FROM run")[0][0]


def test_one_training_fills_two_models(goed: Goed, study: Path, plug_ins: None) -> None:
    assert "6 runs done" in goed("run", "--model", "twin-a", "twin-b").err
    rows = goed("stats", "accuracy", "--part", "test", "--format", "json", "--size", 100).rows
    assert [(row["model"], row["n_missing"]) for row in rows] == [("twin-a", 0), ("twin-b", 1)]


def test_half_characters_of_a_model_are_kept_escaped(goed: Goed, study: Path, plug_ins: None) -> None:
    goed("run", "--model", "half", "--size", 100)
    (form,) = sql(study, "SELECT answer FROM output LIMIT 1")[0]
    assert form.endswith("\\ud800ä")
    goed("export", "--predictions", "-o", "back")
    goed("check")


def test_a_model_that_selects_takes_dev_where_there_is_no_fine_tune_part(
    goed: Goed, study: Path, split_folder: Path, plug_ins: None
) -> None:
    assert "select on dev" in goed("run", "--model", "picky", "--size", 100).err
    assert sql(study, "SELECT selected_on FROM run") == [("dev",)]
    assert "selected on dev" in goed("status").out
    goed("import", "items", write(Path("qgo"), GOEDISH), "--study", "drawn.goed")
    goed("split", "--seeds", 1, "--sizes", 100, "--study", "drawn.goed")
    goed("run", "--model", "picky", "--study", "drawn.goed")
    assert set(sql(Path("drawn.goed"), "SELECT selected_on FROM run")) == {("finetune",)}
    assert set(sql(Path("drawn.goed"), "SELECT answer FROM output")) == {("20",)}


def test_of_a_small_training_set_it_is_known_that_it_has_no_fine_tune_part(
    goed: Goed, goedish_items: Path, plug_ins: None
) -> None:
    goed("split", "--sampling", "uniform", "--seeds", 3, "--sizes", 1, 3, 5, "--dev", 10, "--test", 10)
    said = goed("run", "--model", "picky").err
    # In each five of a list one is in the fine-tune part: a beginning of it may have none.
    runs = sql(goedish_items, "SELECT seed, size, selected_on FROM run JOIN split ON split.id = split_id")
    parted = sql(
        goedish_items,
        "SELECT seed, size FROM split JOIN training_set ON split.id = split_id JOIN training_item USING (list_id) "
        "WHERE is_finetune AND position < n_items",
    )
    on_finetune = [(seed, size) for seed, size, selected_on in runs if selected_on == "finetune"]
    assert sorted(on_finetune) == sorted(parted)
    on_dev = [(seed, size) for seed, size, selected_on in runs if selected_on == "dev"]
    assert len(on_dev) == 9 - len(parted) > 0
    for seed, size in on_dev:
        assert f"qgo uniform {seed} {size} has no fine-tune part: models select on dev" in said


def test_where_there_is_no_dev_either_nothing_is_selected_on(goed: Goed, plug_ins: None) -> None:
    write(Path("part2/qgo_10.train"), goedish(0, 10))
    write(Path("part2/qgo.gold"), goedish(350, 360))
    goed("import", "items", "part2", "--as", "split")
    assert "neither a fine-tune part nor dev" in goed("run", "--model", "picky").err
    assert sql(Path("study.goed"), "SELECT selected_on FROM run") == [(None,)]


def test_repeats_are_training_seeds(goed: Goed, study: Path, plug_ins: None) -> None:
    goed("run", "--model", "seeded", "moody", "--repeats", 3, "--size", 100)
    assert sql(study, "SELECT training_seed FROM run JOIN model ON model.id = model_id WHERE name = 'seeded'") == [
        (0,),
        (1,),
        (2,),
    ]
    assert sql(study, "SELECT count(*) FROM run JOIN model ON model.id = model_id WHERE name = 'moody'") == [(1,)]
    rows = goed("stats", "accuracy", "--model", "seeded", "--part", "test", "--format", "json").rows
    assert [row["n_seeds"] for row in rows] == [3]
    said = goed("run", "--model", "lazy", "--repeats", 2, "--size", 100, code=1).err
    assert "lazy qgo given 0 100 failed: " in said
    assert "lazy qgo given 0 100, training seed 1 failed: " in said


N_RUNS = 12


@pytest.fixture
def long_grid(goed: Goed, tmp_path: Path, gate: Gate) -> Path:
    """A study with a dozen training sets, and a model whose trainings wait at the gate."""
    folder = tmp_path / "many"
    for size in range(10, 10 * N_RUNS + 1, 10):
        write(folder / f"qgo_{size}.train", goedish(0, size))
    write(folder / "qgo.gold", goedish(350, 430))
    write(tmp_path / "models.toml", gate.model("waiting"))
    goed("import", "items", folder, "--as", "split")
    return Path("study.goed")


def start_grid(gate: Gate, study: Path, n_done: int, **settings: Any) -> subprocess.Popen[str]:
    """A `goed run` that has done so many runs and is at two more."""
    process = start_goed("run", "--config", "models.toml", "--jobs", 2, **settings)
    gate.let_through(n_done)
    for _ in range(n_done + 2):
        gate.wait_for_arrival()
    wait_for(lambda: states(study).get("done") == (n_done or None))
    return process


def finish_grid(goed: Goed, gate: Gate, study: Path) -> None:
    """Do what is left of it."""
    gate.open()
    goed("run", "--config", "models.toml", "--jobs", 4)
    assert states(study) == {"done": N_RUNS}


def test_ctrl_c_keeps_what_is_done_and_the_rest_is_resumed(goed: Goed, long_grid: Path, gate: Gate) -> None:
    process = start_grid(gate, long_grid, n_done=4)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err
    assert states(long_grid) == {"done": 4, "planned": N_RUNS - 4}
    assert [path.name for path in Path().glob("study.goed*")] == ["study.goed"]
    goed("check")
    finish_grid(goed, gate, long_grid)


@pytest.mark.parametrize("kill", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_temporary_folder_is_left(
    long_grid: Path, gate: Gate, kill: signal.Signals, own_temporary_folder: Path
) -> None:
    process = start_grid(gate, long_grid, n_done=0)
    assert len(list(own_temporary_folder.iterdir())) == 2
    process.send_signal(kill)
    process.communicate()
    if kill == signal.SIGKILL:  # its workers find that out
        wait_for(lambda: not list(own_temporary_folder.iterdir()))
    assert list(own_temporary_folder.iterdir()) == []


def test_a_run_that_another_goed_has_taken_over_is_not_counted_as_done(
    goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from goed.study import runs as store_runs

    real = store_runs.finish
    monkeypatch.setattr("goed.study.runs.finish", lambda *given: given[2] != 1 and real(*given))
    assert "2 runs done, 1 done by another goed" in goed("run").err


def test_ctrl_c_from_the_terminal_reaches_the_whole_group(goed: Goed, long_grid: Path, gate: Gate) -> None:
    process = start_grid(gate, long_grid, n_done=1, start_new_session=True)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 130
    # Click ends the line that the terminal's ^C stands in; on a slow machine goed says before how far it is.
    said = [line for line in err.splitlines() if line and not line.startswith("runs: ")]
    assert said == ["`goed run` goes on with what is left", "goed: interrupted; what was done is kept"]
    goed("check")


@pytest.mark.parametrize("kill", [signal.SIGTERM, signal.SIGHUP])
def test_being_asked_to_end_is_like_ctrl_c(goed: Goed, long_grid: Path, gate: Gate, kill: signal.Signals) -> None:
    process = start_grid(gate, long_grid, n_done=1)
    process.send_signal(kill)
    process.communicate()
    assert process.returncode == 128 + kill
    assert states(long_grid) == {"done": 1, "planned": N_RUNS - 1}
    goed("check")


@pytest.mark.parametrize("n_kills", [8, pytest.param(100, marks=pytest.mark.slow)])
def test_killed_at_any_moment_no_finished_run_is_lost_or_doubled(
    goed: Goed, long_grid: Path, gate: Gate, chance: random.Random, n_kills: int
) -> None:
    gate.open()
    shutil.copy(long_grid, "beginning.goed")
    grid = ("run", "--config", "models.toml", "--jobs", 2)
    latest = n_moments(*grid) // 3  # all is done after three kills or so: then it begins again
    done_before: set[tuple[object, ...]] = set()
    while n_kills:
        if states(long_grid).get("done") == N_RUNS:
            shutil.copy("beginning.goed", long_grid)
            done_before = set()
        n_kills -= killed_at(chance.randint(1, latest), *grid)
        goed("check")
        done = set(sql(long_grid, "SELECT id, started_at, seconds FROM run WHERE state = 'done'"))
        assert done_before <= done, "a finished run was lost or done again"
        done_before = done
    finish_grid(goed, gate, long_grid)
    parts = sql(long_grid, "SELECT run_id, part, count(*) FROM run_part GROUP BY 1, 2")
    assert sorted(parts) == sorted({(run, part, 1) for run, part, _ in parts})
    assert sql(long_grid, "SELECT count(*), count(DISTINCT run_part_id) FROM prediction")[0][1] == len(parts)
    goed("check")


def test_workers_and_their_commands_end_with_a_killed_goed(goed: Goed, study: Path, gate: Gate) -> None:
    write(Path("models.toml"), gate.model("endless"))
    process = start_goed("run", "--config", "models.toml", "--jobs", 2)
    commands = [gate.wait_for_arrival() for _ in range(2)]
    workers = [(pid, process_started_at(pid)) for pid in _children(process.pid)]
    assert len(workers) == 2
    process.kill()
    process.communicate()
    wait_for(lambda: not any(command.is_there for command in commands))
    wait_for(lambda: not any(born == process_started_at(pid) for pid, born in workers))


@pytest.mark.parametrize("with_goed", [False, True], ids=["its process", "goed and its process"])
def test_a_command_ends_whose_process_was_killed(
    goed: Goed, study: Path, gate: Gate, with_goed: bool, own_temporary_folder: Path
) -> None:
    """Killed with -9, a process cannot stop the command that works for it: goed does, or the next one."""
    write(Path("models.toml"), gate.model("endless"))
    process = start_goed("run", "--config", "models.toml", "--model", "endless", "--size", 100, "--jobs", 1)
    command = gate.wait_for_arrival()
    if with_goed:
        process.send_signal(signal.SIGSTOP)  # it sees nothing of what comes
    (worker,) = _children(process.pid)
    os.kill(worker, signal.SIGKILL)
    if with_goed:
        process.kill()
        process.communicate()
        assert command.is_there
        assert start_goed("run", "--model", "nonneur", "--size", 100).wait() == 0
        wait_for(lambda: not command.is_there)
    else:
        again = gate.wait_for_arrival()
        assert again.pid != command.pid
        assert not command.is_there
        process.send_signal(signal.SIGINT)
        process.communicate()
        wait_for(lambda: not again.is_there)
    assert list(own_temporary_folder.iterdir()) == []


def _children(pid: int) -> list[int]:
    return [int(number) for number in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_two_goeds_share_the_work(goed: Goed, long_grid: Path, gate: Gate) -> None:
    both = [start_goed("run", "--config", "models.toml", "--jobs", 1) for _ in range(2)]
    for _ in both:
        gate.wait_for_arrival()
    assert states(long_grid) == {"running": 2, "planned": N_RUNS - 2}
    gate.open()
    outputs = [process.communicate()[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    assert states(long_grid) == {"done": N_RUNS}
    assert len(sql(long_grid, "SELECT DISTINCT run_id FROM run_part WHERE part = 'test'")) == N_RUNS
    goed("check")


def test_a_run_that_was_interrupted_elsewhere_is_noted_and_done_again(goed: Goed, study: Path) -> None:
    goed("run", "--size", 100)
    connection = sqlite3.connect(study)
    connection.execute("INSERT INTO runner VALUES (99, 'elsewhere', 1, NULL, '2020', 0)")
    connection.execute(
        "INSERT INTO run (model_id, split_id, size, training_seed, state, runner_id) "
        "VALUES (1, 1, 200, 0, 'running', 99)"
    )
    connection.commit()
    connection.close()
    assert "interrupted" in goed("check").out
    goed("run")
    assert states(study) == {"done": 2}


def test_what_a_killed_import_left_is_not_built_upon(goed: Goed, study: Path) -> None:
    """Its outputs are cleared away while the next import, which knows them already, begins to write."""
    answers = [[lemma, form + "x", tags] for lemma, form, tags in goedish(350, 430)]
    write(Path("theirs/qgo_100.test"), answers)
    goed("import", "predictions", "theirs", "--model", "m")
    connection = sqlite3.connect(study)
    connection.executescript(
        "DELETE FROM run_part; DELETE FROM run; INSERT INTO runner VALUES (99, 'elsewhere', 1, NULL, '2020', 0);"
        "INSERT INTO staged_part VALUES (1, 99);"
    )
    connection.close()
    assert "interrupted import" in goed("check").out
    goed("import", "predictions", "theirs", "--model", "m")
    assert sql(study, "SELECT count(*) FROM output") == [(80,)]
    assert "sound" in goed("check").err


def test_a_killed_goed_that_its_parent_has_not_asked_after_is_dead(goed: Goed, long_grid: Path, gate: Gate) -> None:
    process = start_grid(gate, long_grid, n_done=1)
    process.kill()  # and not waited for: it stays a zombie
    wait_for(lambda: "Z" in Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2][:3])
    finish_grid(goed, gate, long_grid)
    process.communicate()


def test_a_later_process_of_the_same_number_is_told_apart(goed: Goed, study: Path) -> None:
    """This very process has the number of a runner that was started at another time."""
    goed("run", "--size", 100)
    connection = sqlite3.connect(study)
    connection.execute(
        "INSERT INTO runner VALUES (99, ?, ?, 'long ago', '2020', 0)", (socket.gethostname(), os.getpid())
    )
    connection.execute("UPDATE run SET state = 'running', runner_id = 99")
    connection.execute("DELETE FROM run_part")
    connection.execute("DELETE FROM prediction")
    connection.commit()
    connection.close()
    goed("run")
    assert states(study) == {"done": 1}


@pytest.mark.parametrize("n_kills", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_an_import_that_was_killed_leaves_nothing(goed: Goed, study: Path, chance: random.Random, n_kills: int) -> None:
    """Kill imports at any moment: the predictions are there whole or not at all."""
    rows = goedish(350, 430)
    for model in range(60):
        answers = [
            [lemma, f"{form}{model}" if place % 4 == 0 else form, tags]
            for place, (lemma, form, tags) in enumerate(rows)
        ]
        for size in (100, 200, 300):
            write(Path(f"all/m{model}/qgo_{size}.test"), answers)
    before = study.read_bytes()
    arguments = ("import", "predictions", "all", "--pattern", "{model}/{language}_{size}")
    latest = n_moments(*arguments)
    study.write_bytes(before)
    for _ in range(n_kills):
        killed_at(chance.randint(1, latest), *arguments)
        goed("check")
        (n_parts,) = sql(study, "SELECT count(*) FROM run_part")[0]
        assert n_parts in (0, 180)
        if n_parts == 180:  # it was all but over: begin again
            study.write_bytes(before)
    goed(*arguments)
    assert sql(study, "SELECT count(*) FROM prediction") == [(180 * 80,)]
    assert sql(study, "SELECT count(*) FROM output") == [(60 + 20 * 60,)]
    assert sql(study, "SELECT count(*) FROM staged_part") == [(0,)]
    goed("check")
