"""The annotator in a real terminal, through all that happens to programs: killed, crowded, out of disk."""

from __future__ import annotations

import re
import resource
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from benchmarks.annotator import Annotator, Done, Shown, case_on
from benchmarks.terminal import is_possible
from conftest import Goed, goedish, sql, start_goed, write
from gates import Gate
from moments import NEVER, a_gate, counted, goed_until
from waiting import wait_for

pytestmark = pytest.mark.skipif(not is_possible(), reason="needs Linux, with ptys")


@pytest.fixture
def much_to_check(goed: Goed, study: Path) -> Path:
    """A study with thousands of distinct wrong outputs."""
    for number in range(40):
        for size in (100, 200, 300):
            ending = f"{'bdfgklmnprst'[number % 12]}{'aeo'[size // 100 - 1]}{'iuys'[number // 12]}"
            wrong = [[lemma, form + ending, tags] for lemma, form, tags in goedish(350, 430)]
            write(Path(f"all/model{number}/qgo_{size}.test"), wrong)
    goed("import", "predictions", "all", "--pattern", "{model}/{language}_{size}")
    return study


def labelled(study: Path, annotator: str) -> Counter[Shown]:
    """How often each case stands in the file as labelled by an annotator."""
    return Counter(
        Shown(*row)
        for row in sql(
            study,
            "SELECT word, output.answer FROM act JOIN annotation ON act_id = act.id "
            "JOIN annotator ON annotator.id = annotator_id JOIN output ON output.id = output_id "
            "JOIN item ON item.id = item_id WHERE act.kind = 'label' AND annotator.name = ?",
            annotator,
        )
    )


def runs_done(study: Path, model: str) -> int:
    """How many runs of a model are done."""
    query = "SELECT count(*) FROM run JOIN model ON model.id = model_id WHERE state = 'done' AND name = ?"
    number: int = sql(study, query, model)[0][0]
    return number


def settle_in(annotator: Annotator) -> None:
    """Wait until there is nothing that the annotator's goed has begun by itself and not ended."""
    annotator.wait_for_case()
    wait_for(lambda: sql(Path("study.goed"), "SELECT 1 FROM sitting JOIN annotator ON annotator.id = annotator_id "
                         "WHERE name = ?", annotator.name))  # fmt: skip
    annotator.wait_until(lambda screen: not re.search("alike +…", screen.text))


# Killed


KINDS = ("", "BEGIN", "INSERT INTO act ", "INSERT INTO annotation", "COMMIT")  # of moments


@pytest.mark.parametrize("n_kills", [4, pytest.param(100, marks=pytest.mark.slow)])
def test_kill_9_at_any_moment(goed: Goed, much_to_check: Path, chance: Random, n_kills: int) -> None:
    done: list[Shown] = []
    for kill in range(1, n_kills + 1):
        kind = KINDS[kill % len(KINDS)]
        moment = chance.randint(1, 6) if kind else chance.randint(50, 150)
        with (
            a_gate() as gate,
            Annotator(much_to_check, size=(80, 24), goed=goed_until(gate, moment, kind)) as annotator,
        ):
            done += annotator.work_until(lambda gate=gate: gate.has_visitors)
            annotator.kill()
        in_file = labelled(much_to_check, "sp")
        assert set(in_file.values()) <= {1}, "an act is doubled"
        assert not set(done) - in_file.keys(), "an act whose next case was drawn is lost"
        assert in_file.total() <= len(done) + kill  # one act a kill may be written and its next case not drawn yet
    assert done
    assert "sound" in goed("check").err


@pytest.mark.parametrize("n_kills", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_kill_9_while_it_starts(goed: Goed, much_to_check: Path, chance: Random, n_kills: int) -> None:
    with a_gate() as gate, Annotator(much_to_check, goed=goed_until(gate, NEVER)) as annotator:
        annotator.wait_for_case()
        annotator.send("q")
        annotator.wait_for_end()
        latest = counted(gate)
    for _ in range(n_kills):
        with (
            a_gate() as gate,
            Annotator(much_to_check, goed=goed_until(gate, chance.randint(1, latest))) as annotator,
        ):
            while not gate.has_visitors and case_on(annotator.screen) is None:
                annotator.read(0.05)
            annotator.kill()
    with Annotator(much_to_check) as annotator:
        done = annotator.wait_for_case(), annotator.act().case
        assert done[0] == done[1]
    assert labelled(much_to_check, "sp") == {done[0]: 1}
    assert "sound" in goed("check").err


def test_the_first_case_is_shown_while_another_program_writes(much_to_check: Path) -> None:
    other = sqlite3.connect(much_to_check, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    patient = "import goed.study.study as s; s.LOCK_PATIENCE = 10**6; from goed.commands import main; main()"
    try:
        with Annotator(much_to_check, goed=(sys.executable, "-c", patient)) as annotator:
            annotator.wait_for_case()
    finally:
        other.close()


def test_acts_are_there_after_other_goeds_have_come_and_gone(goed: Goed, much_to_check: Path) -> None:
    """Another goed that closes the study must not take its write-ahead log from the annotator's hands."""
    with Annotator(much_to_check) as annotator:
        settle_in(annotator)
        done = [annotator.act().case]
        assert start_goed("status").wait() == 0
        done += [annotator.act().case, annotator.act().case]
        with Annotator(much_to_check, "other") as other:
            other.wait_for_case()
            of_the_other = [other.act().case]
            other.send("q")
            other.wait_for_end()
        done.append(annotator.act().case)
        annotator.kill()
    assert labelled(much_to_check, "sp") == Counter(done)
    assert labelled(much_to_check, "other") == Counter(of_the_other)
    assert "sound" in goed("check").err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_it_ends_in_order_when_it_is_asked_to(much_to_check: Path, number: signal.Signals) -> None:
    with Annotator(much_to_check) as annotator:
        settle_in(annotator)
        done = annotator.act().case
        annotator.process.send_signal(number)
        assert annotator.wait_for_end() == 128 + number
        assert "Traceback" not in annotator.screen.text
    assert labelled(much_to_check, "sp") == {done: 1}
    assert sql(much_to_check, "SELECT has_ended FROM sitting") == [(1,)]


def test_it_ends_when_its_terminal_has_gone(much_to_check: Path) -> None:
    with Annotator(much_to_check) as annotator:
        settle_in(annotator)
        annotator.vanish()
        assert annotator.process.wait() == 128 + signal.SIGHUP
    assert sql(much_to_check, "SELECT has_ended FROM sitting") == [(1,)]


# Crowded


@pytest.fixture
def busy_run(much_to_check: Path, gate: Gate) -> Iterator[subprocess.Popen[str]]:
    """A `goed run` that writes new outputs into the study as often as it is let through the gate."""
    write(Path("models.toml"), gate.model("busy"))
    run = start_goed("run", "--config", "models.toml", "--model", "busy", "--jobs", 1, "--repeats", 1000)
    gate.wait_for_arrival()
    yield run
    run.send_signal(signal.SIGINT)
    run.communicate()


@pytest.mark.parametrize(("n_acts", "pause"), [(4, 0.0), pytest.param(300, 1.0, marks=pytest.mark.slow)])
def test_eight_annotators_and_a_grid_at_the_same_time(
    goed: Goed, much_to_check: Path, busy_run: subprocess.Popen[str], gate: Gate, n_acts: int, pause: float,
    capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Each accepts one case after the other, and with each act a run comes in."""

    def work(annotator: Annotator) -> list[Done]:
        done = []
        for _ in range(n_acts):
            gate.let_through()
            done.append(annotator.act())
            annotator.settle(pause, pause)
        return done

    with ExitStack() as stack:
        annotators = [stack.enter_context(Annotator(much_to_check, f"p{number}", (80, 24))) for number in range(8)]
        for annotator in annotators:
            annotator.wait_for_case()
        with ThreadPoolExecutor(len(annotators)) as pool:
            done = list(pool.map(work, annotators))
        wait_for(lambda: runs_done(much_to_check, "busy") == 8 * n_acts)
        for annotator in annotators:
            assert annotator.n_checked == n_acts
            annotator.send("q")
            assert annotator.wait_for_end() == 0
            assert b"lock" not in annotator.seen
    assert busy_run.poll() is None, busy_run.communicate()
    for annotator, acts in zip(annotators, done, strict=True):
        assert labelled(much_to_check, annotator.name) == Counter(act.case for act in acts)
    busy_run.send_signal(signal.SIGINT)
    busy_run.communicate()
    assert "sound" in goed("check").err
    waits = sorted(act.seconds for acts in done for act in acts)
    with capfd.disabled():
        print(f"\n8 annotators and {8 * n_acts:,} runs: {told(waits)}; 0 lost, 0 doubled")


def told(waits: list[float]) -> str:
    """How long it took from a key to the next case, with the act on the disk in between."""
    low, high = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
    return f"{len(waits):,} acts, median {1000 * low:.0f} ms, 99th percentile {1000 * high:.0f} ms"


# Out of disk


def let_files_grow(annotator: Annotator, most: int) -> None:
    """Let the annotator's process write files up to a size only, as on a disk that is full."""
    resource.prlimit(annotator.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def test_a_full_disk_is_told_and_nothing_is_lost(goed: Goed, much_to_check: Path) -> None:
    with Annotator(much_to_check) as annotator:
        settle_in(annotator)
        done = [annotator.act().case, annotator.act().case]
        case = annotator.case

        let_files_grow(annotator, 1)
        annotator.send("\r")
        annotator.wait_for("not saved")
        assert annotator.case == case, "the case that was not saved stays"
        assert annotator.n_checked == 2
        assert labelled(much_to_check, "sp") == Counter(done)

        let_files_grow(annotator, resource.RLIM_INFINITY)
        done.append(annotator.act().case)
        assert done[-1] == case
        done.append(annotator.act().case)
        assert annotator.n_checked == 4
        annotator.send("q")
        assert annotator.wait_for_end() == 0
    assert labelled(much_to_check, "sp") == Counter(done)
    assert "sound" in goed("check").err


# Overtaken


def test_predictions_that_are_replaced_while_one_looks_at_them(goed: Goed, study: Path) -> None:
    """The number of an output that is gone goes to another one; nobody labels what they have not seen."""

    def predict(ending: str) -> None:
        answers = [[lemma, form + ending, tags] for lemma, form, tags in goedish(350, 430)]
        path = write(Path("qgo_100.test"), answers)
        goed("import", "predictions", path, "--model", "mine", "--replace")

    predict("xa")
    with Annotator(study) as annotator:
        settle_in(annotator)
        case = annotator.case
        predict("zo")
        annotator.send("\r")
        annotator.wait_for("not saved")
        assert labelled(study, "sp") == {}
        annotator.send("j")
        annotator.send("r")
        annotator.wait_until(lambda screen: f"*{case.predicted[:-2]}zo" in screen.text)
        seen = annotator.act().case
    assert labelled(study, "sp") == {seen: 1}
