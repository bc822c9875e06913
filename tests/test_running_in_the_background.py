"""`goed run` beside the terminal UI: it is started, watched and stopped, and never outlives who started it."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import Goed, sql, write
from gates import KNOCK, Gate
from goed.errors import GoedError
from goed.number_ranges import in_ranges, numbers
from goed.processes import process_started_at
from goed.runs import background as background_module
from goed.runs.background import BackgroundEnd, BackgroundRuns
from waiting import wait_for


@pytest.fixture(autouse=True)
def all_the_time_in_the_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked to end is told more strongly only where a test is about that."""
    monkeypatch.setattr(background_module, "SECONDS_TO_END", 600.0)


def states(study: Path) -> dict[str, int]:
    return dict(sql(study, "SELECT state, count(*) FROM run GROUP BY state"))


def end_of(background: BackgroundRuns) -> BackgroundEnd:
    """How the process ends."""
    ends: list[BackgroundEnd] = []
    wait_for(lambda: ends or ends.extend(filter(None, [background.look()])))
    return ends[0]


@pytest.fixture
def planned(goed: Goed, study: Path, gate: Gate) -> Path:
    """Three runs of NONNEUR and three of a model that waits at the gate are planned."""
    from goed.domains.registry import all_models as models
    from goed.runs.plan import plan_runs
    from goed.study.selection import Selection
    from goed.study.study import Study

    write(Path("models.toml"), gate.model("endless"))
    known = BackgroundRuns(study, Path("models.toml")).models()
    with Study.open(study) as opened:
        plan_runs(opened, [models()["inflection", "nonneur"], known["inflection", "endless"]], Selection(), repeats=1)
    return study


def of_model(study: Path, name: str) -> list[int]:
    rows = sql(study, "SELECT run.id FROM run JOIN model ON model.id = model_id WHERE name = ? ORDER BY 1", name)
    return [number for (number,) in rows]


def test_the_runs_that_were_asked_for_are_done_and_no_others(planned: Path) -> None:
    background = BackgroundRuns(planned)
    chosen = of_model(planned, "nonneur")[1:]
    command = background.start(chosen)
    assert command == f"goed run --study study.goed --number {in_ranges(chosen)[0]}"
    assert background.is_at_work
    assert end_of(background) == BackgroundEnd(0, "2 runs done", was_stopped=False)
    assert not background.is_at_work
    assert background.look() is None
    done = [number for (number,) in sql(planned, "SELECT id FROM run WHERE state = 'done'")]
    assert done == chosen
    assert states(planned) == {"done": 2, "planned": 4}


def test_the_command_that_is_shown_does_the_same_when_typed(goed: Goed, planned: Path) -> None:
    first, *_, last = of_model(planned, "nonneur")
    answer = goed("run", "--number", f"{first}:{last}")
    assert "3 runs done" in answer.err
    assert states(planned) == {"done": 3, "planned": 3}
    assert {row["number"] for row in goed("status", "--runs", "done", "--format", "json").rows} == {first, 2, last}


def test_two_at_once_are_refused(planned: Path) -> None:
    background = BackgroundRuns(planned, Path("models.toml"))
    background.start(of_model(planned, "endless"))
    with pytest.raises(GoedError, match="at work already"):
        background.start(of_model(planned, "nonneur"))
    background.stop()


def test_stopping_leaves_everything_planned_and_nothing_at_work(goed: Goed, planned: Path, gate: Gate) -> None:
    background = BackgroundRuns(planned, Path("models.toml"))
    background.start(of_model(planned, "endless"))
    command = gate.wait_for_arrival()
    background.cancel()
    assert background.is_stopping
    ended = end_of(background)
    assert ended.was_stopped
    assert ended.exit_code == 130
    assert states(planned) == {"planned": 6}
    wait_for(lambda: not command.is_there)
    goed("check")


def test_quitting_waits_until_all_has_ended(planned: Path, gate: Gate) -> None:
    background = BackgroundRuns(planned, Path("models.toml"))
    background.start(of_model(planned, "endless"))
    gate.wait_for_arrival()
    background.stop()
    assert not background.is_at_work
    assert states(planned) == {"planned": 6}
    background.stop()


def test_a_process_that_does_not_listen_is_ended_all_the_same(
    planned: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_module, "SECONDS_TO_END", 0.3)
    deaf = f"import signal; [signal.signal(n, signal.SIG_IGN) for n in (2, 15)]\n{KNOCK}"
    real = subprocess.Popen

    def start_deaf(command: list[str], **settings: object) -> subprocess.Popen[bytes]:
        return real(
            [sys.executable, "-c", deaf, str(gate.folder), "deaf"], **{**settings, "stdout": settings["stderr"]}
        )  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr(subprocess, "Popen", start_deaf)
    for end in (BackgroundRuns.stop, end_by_looking):
        background = BackgroundRuns(planned)
        background.start([1])
        gate.wait_for_arrival()
        end(background)
        assert not background.is_at_work


def end_by_looking(background: BackgroundRuns) -> None:
    """As a screen does, that must not wait."""
    background.cancel()
    assert end_of(background).exit_code == -signal.SIGKILL


def test_what_goes_wrong_is_told_in_its_last_sentence(planned: Path) -> None:
    background = BackgroundRuns(planned)
    planned.rename("gone.goed")
    background.start([1])
    ended = end_of(background)
    assert ended.exit_code == 1
    assert ended.sentence.startswith("there is no study study.goed")


def test_a_folder_named_app_does_not_stand_in_for_goed(planned: Path) -> None:
    write(Path("goed/__init__.py"), "raise SystemExit('not goed')")
    background = BackgroundRuns(planned)
    background.start(of_model(planned, "nonneur"))
    assert end_of(background).sentence == "3 runs done"


def test_runs_end_with_whoever_started_them_and_was_killed(goed: Goed, planned: Path, gate: Gate) -> None:
    script = (
        "import signal; from pathlib import Path; from goed.runs.background import BackgroundRuns\n"
        f"BackgroundRuns(Path('{planned}'), Path('models.toml')).start({of_model(planned, 'endless')})\n"
        "signal.pause()"
    )
    starter = subprocess.Popen([sys.executable, "-c", script])
    family = [gate.wait_for_arrival().pid]
    while (parent := parent_of(family[-1])) != starter.pid:
        family.append(parent)
    assert len(family) == 4  # the command, its shell, the process that does the run, goed
    born = {pid: process_started_at(pid) for pid in family}
    starter.kill()
    starter.wait()
    wait_for(lambda: not any(born[pid] and process_started_at(pid) == born[pid] for pid in family))
    goed("run", "--model", "nonneur")  # takes over what was left
    assert states(planned) == {"done": 3, "planned": 3}
    goed("check")


def parent_of(pid: int) -> int:
    """The number of the process that has started another one."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


@pytest.mark.parametrize("chosen", [[], [7], [1, 2, 3], [1, 3, 4, 5, 9]])
def test_numbers_written_short_are_read_back(chosen: list[int]) -> None:
    assert (numbers(in_ranges(chosen), "--number", step=1) or []) == chosen


def test_seeds_are_ranges_by_one_and_sizes_by_a_hundred() -> None:
    assert numbers(["0:4"], "--seed", step=1) == [0, 1, 2, 3, 4]
    assert numbers(["100:300"], "--size") == [100, 200, 300]
