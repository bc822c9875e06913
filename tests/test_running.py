"""`goed run` does what is planned and not done, whatever happens in between."""

from __future__ import annotations

import os
import random
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from conftest import GOEDISH, Goed, goedish, sql, start_goed, write
from goed.models import registry
from models_for_tests import MODELS

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
    goed("run", "--model", "slow", "moody", "--repeats", 3, "--size", 100)
    assert sql(study, "SELECT training_seed FROM run JOIN model ON model.id = model_id WHERE name = 'slow'") == [
        (0,),
        (1,),
        (2,),
    ]
    assert sql(study, "SELECT count(*) FROM run JOIN model ON model.id = model_id WHERE name = 'moody'") == [(1,)]
    rows = goed("stats", "accuracy", "--model", "slow", "--part", "test", "--format", "json").rows
    assert [row["n_seeds"] for row in rows] == [3]
    said = goed("run", "--model", "lazy", "--repeats", 2, "--size", 100, code=1).err
    assert "lazy qgo given 0 100 failed: " in said
    assert "lazy qgo given 0 100, training seed 1 failed: " in said


def wait_for(condition: object, seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)


def killed_within(chance: random.Random, seconds: tuple[float, float], *arguments: object) -> bool:
    """Start goed and kill it at a random moment; False where it was done by then."""
    process = start_goed(*arguments)
    try:
        process.wait(timeout=chance.uniform(*seconds))
        return False
    except subprocess.TimeoutExpired:
        process.kill()
        return True
    finally:
        process.communicate()


SLEEPY = """
[models.sleepy]
command = ["python3", "-c", '''
import sys, time
time.sleep(0.1)
rows = [line.split("\\t") for line in open(sys.argv[1], encoding="utf-8").read().splitlines()]
forms = [f"{lemma}\\t{lemma}{sys.argv[3]}\\t{tags}\\n" for lemma, tags in rows]
open(sys.argv[2], "w", encoding="utf-8").write("".join(forms))
''', "{test}", "{out}", "{seed}"]
"""


@pytest.fixture
def long_grid(goed: Goed, tmp_path: Path) -> Path:
    """A study with thirty planned runs of a tenth of a second each."""
    folder = tmp_path / "many"
    for size in range(10, 310, 10):
        write(folder / f"qgo_{size}.train", goedish(0, size))
    write(folder / "qgo.gold", goedish(350, 430))
    write(tmp_path / "models.toml", SLEEPY)
    goed("import", "items", folder, "--as", "split")
    return Path("study.goed")


def test_ctrl_c_keeps_what_is_done_and_the_rest_is_resumed(goed: Goed, long_grid: Path) -> None:
    process = start_goed("run", "--config", "models.toml", "--jobs", 2)
    wait_for(lambda: states(long_grid).get("done", 0) >= 4)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err
    done = states(long_grid)["done"]
    assert states(long_grid) == {"done": done, "planned": 30 - done}
    assert [path.name for path in Path().glob("study.goed*")] == ["study.goed"]
    goed("check")
    goed("run", "--config", "models.toml", "--jobs", 4)
    assert states(long_grid) == {"done": 30}


@pytest.mark.parametrize("kill", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_temporary_folder_is_left(
    goed: Goed, long_grid: Path, kill: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    process = start_goed("run", "--config", "models.toml", "--jobs", 2)
    wait_for(lambda: len(list((tmp_path / "tmp").iterdir())) == 2)
    process.send_signal(kill)
    process.communicate(timeout=20)
    if kill == signal.SIGKILL:  # its workers find out within a second
        wait_for(lambda: not list((tmp_path / "tmp").iterdir()), seconds=5)
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_run_that_another_goed_has_taken_over_is_not_counted_as_done(
    goed: Goed, long_grid: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from goed.study import runs as store_runs

    real = store_runs.finish
    monkeypatch.setattr("goed.study.runs.finish", lambda *given: given[2] != 1 and real(*given))
    answer = goed("run", "--config", "models.toml", "--jobs", 4)
    assert "29 runs done, 1 done by another goed" in answer.err


def test_ctrl_c_from_the_terminal_reaches_the_whole_group(goed: Goed, long_grid: Path) -> None:
    process = start_goed("run", "--config", "models.toml", "--jobs", 2, start_new_session=True)
    wait_for(lambda: states(long_grid).get("done", 0) >= 1)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    said = [line for line in err.splitlines() if line]  # click ends the line that the terminal's ^C stands in
    assert said == ["`goed run` goes on with what is left", "goed: interrupted; what was done is kept"]
    goed("check")


@pytest.mark.parametrize("kill", [signal.SIGTERM, signal.SIGHUP])
def test_being_asked_to_end_is_like_ctrl_c(goed: Goed, long_grid: Path, kill: signal.Signals) -> None:
    process = start_goed("run", "--config", "models.toml", "--jobs", 2)
    wait_for(lambda: states(long_grid).get("done", 0) >= 1)
    process.send_signal(kill)
    process.communicate(timeout=20)
    assert process.returncode == 128 + kill
    assert "running" not in states(long_grid)
    goed("check")


def kill_at_random_moments(goed: Goed, study: Path, times: int, seed: int) -> tuple[int, int]:
    """Kill `goed run` again and again; after each kill, all that was done before is there. Kills, finished runs."""
    chance = random.Random(seed)
    kills = 0
    done_before: set[tuple[object, ...]] = set()
    for _ in range(times):
        kills += killed_within(chance, (0.02, 0.6), "run", "--config", "models.toml", "--jobs", 2)
        goed("check")
        done = set(sql(study, "SELECT id, started_at, seconds FROM run WHERE state = 'done'"))
        assert done_before <= done, "a finished run was lost or done again"
        done_before = done
        if len(done) == 30:
            with sqlite3.connect(study) as connection:  # begin again
                for table in ("prediction", "run_part", "run"):
                    connection.execute(f"DELETE FROM {table}")
            connection.close()
            done_before = set()
    goed("run", "--config", "models.toml", "--jobs", 4)
    parts = sql(study, "SELECT run_id, part, count(*) FROM run_part GROUP BY 1, 2")
    assert sorted(parts) == sorted({(run, part, 1) for run, part, _ in parts})
    assert states(study) == {"done": 30}
    assert sql(study, "SELECT count(*), count(DISTINCT run_part_id) FROM prediction")[0][1] == len(parts)
    goed("check")
    return kills, len(parts)


def test_killed_at_random_moments_no_finished_run_is_lost_or_doubled(goed: Goed, long_grid: Path) -> None:
    kills, _ = kill_at_random_moments(goed, long_grid, times=12, seed=1)
    assert kills >= 8


@pytest.mark.slow
def test_killed_at_fifty_random_moments(goed: Goed, long_grid: Path, capfd: pytest.CaptureFixture[str]) -> None:
    kills, _ = kill_at_random_moments(goed, long_grid, times=60, seed=2)
    with capfd.disabled():
        print(f"\n{kills} kills of goed run, no finished run lost, none twice")
    assert kills >= 50


def test_workers_and_their_commands_end_with_a_killed_goed(goed: Goed, tmp_path: Path, study: Path) -> None:
    marker = "31.4159"
    write(tmp_path / "models.toml", f'[models.endless]\ncommand = "sleep {marker} {{test}} {{out}}"')
    write(
        tmp_path / "models.toml", f"[models.endless]\ncommand = ['sh', '-c', 'sleep {marker}; cat {{test}} > {{out}}']"
    )
    process = start_goed("run", "--config", "models.toml", "--jobs", 2)
    wait_for(lambda: _processes_with(f"sleep {marker}") >= 2)
    process.kill()
    process.communicate()
    wait_for(lambda: _processes_with(marker) == 0)


@pytest.mark.parametrize("with_goed", [False, True], ids=["its process", "goed and its process"])
def test_a_command_ends_whose_process_was_killed(goed: Goed, study: Path, with_goed: bool) -> None:
    """Killed with -9, a process cannot stop the command that works for it: goed does, or the next one."""
    marker = "31.4161"
    command = f"['sh', '-c', 'sleep {marker}; cat {{test}} > {{out}}']"
    write(Path("models.toml"), f"[models.endless]\ncommand = {command}\n")
    process = start_goed("run", "--config", "models.toml", "--model", "endless", "--size", 100, "--jobs", 1)
    wait_for(lambda: _processes_with(f"sleep {marker}") >= 1)
    if with_goed:
        process.send_signal(signal.SIGSTOP)  # it sees nothing of what comes
    (worker,) = _children(process.pid)
    os.kill(worker, signal.SIGKILL)
    if with_goed:
        process.kill()
        process.communicate()
        assert _processes_with(marker) >= 1
        assert start_goed("run", "--model", "nonneur", "--size", 100).wait() == 0
        wait_for(lambda: _processes_with(marker) == 0)
    else:
        first = _starts_of(f"sleep {marker}")
        wait_for(lambda: _starts_of(f"sleep {marker}") - first)  # it is tried again
        assert not first & _starts_of(f"sleep {marker}")
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert not list(Path(tempfile.gettempdir()).glob(".*.goed-draft"))


def _children(pid: int) -> list[int]:
    return [int(number) for number in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _starts_of(words: str) -> set[str]:
    """The numbers of the processes that are called so."""
    return {
        path.parent.name
        for path in Path("/proc").glob("[0-9]*/cmdline")
        if path.read_bytes().replace(b"\0", b" ").decode(errors="replace").startswith(words)
    }


def _processes_with(words: str) -> int:
    found = 0
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += words in path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
    return found


def test_two_goeds_share_the_work(goed: Goed, long_grid: Path) -> None:
    first = start_goed("run", "--config", "models.toml", "--jobs", 1)
    second = start_goed("run", "--config", "models.toml", "--jobs", 1)
    outputs = [process.communicate(timeout=60)[1] for process in (first, second)]
    assert [first.returncode, second.returncode] == [0, 0], outputs
    assert states(long_grid) == {"done": 30}
    assert len(sql(long_grid, "SELECT DISTINCT run_id FROM run_part WHERE part = 'test'")) == 30
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


def test_a_killed_goed_that_its_parent_has_not_asked_after_is_dead(goed: Goed, long_grid: Path) -> None:
    process = start_goed("run", "--config", "models.toml", "--jobs", 2)
    wait_for(lambda: states(long_grid).get("done", 0) >= 1)
    process.kill()  # and not waited for: it stays a zombie
    wait_for(lambda: "Z" in Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2][:3])
    goed("run", "--config", "models.toml", "--jobs", 4)
    assert states(long_grid) == {"done": 30}
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


def test_an_import_that_was_killed_leaves_nothing(goed: Goed, study: Path) -> None:
    """Kill imports at random moments: the predictions are there whole or not at all."""
    rows = goedish(350, 430)
    for model in range(200):
        answers = [
            [lemma, f"{form}{model}" if place % 4 == 0 else form, tags]
            for place, (lemma, form, tags) in enumerate(rows)
        ]
        for size in (100, 200, 300):
            write(Path(f"all/m{model}/qgo_{size}.test"), answers)
    chance = random.Random(3)
    kills = 0
    before = study.read_bytes()
    while kills < 12:
        arguments = ("import", "predictions", "all", "--pattern", "{model}/{language}_{size}")
        kills += killed_within(chance, (0.05, 0.3), *arguments)
        goed("check")
        (n_parts,) = sql(study, "SELECT count(*) FROM run_part")[0]
        assert n_parts in (0, 600)
        if n_parts == 600:  # it was faster than the kill: begin again
            study.write_bytes(before)
    goed("import", "predictions", "all", "--pattern", "{model}/{language}_{size}")
    assert sql(study, "SELECT count(*) FROM prediction") == [(600 * 80,)]
    assert sql(study, "SELECT count(*) FROM output") == [(60 + 20 * 200,)]
    assert sql(study, "SELECT count(*) FROM staged_part") == [(0,)]
    goed("check")
