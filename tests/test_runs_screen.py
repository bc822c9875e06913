"""The Runs screen: what is done and what is left, chosen, started, watched, stopped and tried again by keys."""

from __future__ import annotations

import os
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from conftest import GOEDISH, Goed, MadeHere, sql, start_goed, write
from gates import Gate
from goed.models.registry import Model
from goed.runs.plan import plan_runs
from goed.study.selection import Selection
from goed.study.study import Study
from sitting import Sitting, lines, sit_down
from test_running_in_the_background import all_the_time_in_the_world

SIZES = [(80, 24), *(pytest.param(size, marks=pytest.mark.slow) for size in ((120, 40), (200, 60)))]
MODELS = """
[models.moody]
command = ["python3", "-c", '''
import pathlib, sys
if not pathlib.Path("mood").exists():
    sys.exit("line one\\n\\033[31m[red]not today[/red]")
rows = [line.split("\\t") for line in open(sys.argv[1], encoding="utf-8").read().splitlines()]
open(sys.argv[2], "w", encoding="utf-8").write("".join(f"{lemma}\\t{lemma}\\t{tags}\\n" for lemma, tags in rows))
''', "{test}", "{out}"]
"""
MODELS_FILE = Path("models.toml")


__all__ = ["all_the_time_in_the_world"]  # a fixture: runs end in order however long they need for it


@pytest.fixture
def drawn(goed: Goed, made_here: MadeHere, gate: Gate) -> Path:
    """A study with two strategies, two seeds and three sizes, no runs, and two models: one waits at the gate."""

    def make() -> None:
        goed("import", "items", write(Path("qgo"), GOEDISH))
        goed("split", "--seeds", 2, "--sizes", "100:300:100", "--dev", 60, "--test", 200)

    write(MODELS_FILE, gate.model("slow") + MODELS)
    return made_here("drawn", make)


def plan(study: Path, *names: str, repeats: int = 1) -> None:
    with Study.open(study) as opened:
        plan_runs(opened, [Model(name, "", "", kind="external") for name in names], Selection(), repeats)


@pytest.fixture
def trained(goed: Goed, made_here: MadeHere, drawn: Path) -> Path:
    """Runs of NONNEUR: those of size 100 done, the others planned."""
    without_runs = drawn.absolute()

    def make() -> None:
        study = Path(shutil.copy(without_runs, Path()))
        goed("run", "--model", "nonneur", "--size", 100)
        plan_of_nonneur(study)

    return made_here("drawn and trained", make)


def plan_of_nonneur(study: Path) -> None:
    from goed.domains.registry import all_models as models

    with Study.open(study) as opened:
        plan_runs(opened, [models()["inflection", "nonneur"]], Selection(), repeats=1)


def states(study: Path) -> dict[str, int]:
    return dict(sql(study, "SELECT state, count(*) FROM run GROUP BY state"))


def on_runs(
    study: Path,
    doing: Callable[[Sitting], Awaitable[object]],
    size: tuple[int, int] = (80, 24),
    with_models: bool = True,
) -> None:
    configuration = MODELS_FILE if with_models else None
    sit_down(study, doing, size, start="runs", configuration=configuration)


def test_every_run_has_a_sign_for_its_state(trained: Path) -> None:
    async def look(sitting: Sitting) -> None:
        text = sitting.text
        assert "4 done · 8 planned" in text
        assert "qgo · uniform" in text
        assert "qgo · weighted" in text
        assert [line.strip("│ ›") for line in lines(text, "nonneur") if "✓" in line] == ["nonneur ✓✓  ··  ··"] * 2
        assert "4 done" not in lines(text, "accuracy")[0]

    on_runs(trained, look)


def test_what_is_chosen_is_run_and_nothing_else(trained: Path) -> None:
    async def run(sitting: Sitting) -> None:
        text = await sitting.press("right", "right", "space")
        assert "✓✓  ++  ··" in text
        assert "2 chosen" in text
        text = await sitting.press("enter")
        assert sitting.message.startswith("started: goed run --study study.goed --number ")
        await sitting.until("2 runs done", "✓✓  ✓✓  ··")

    on_runs(trained, run)
    assert sql(trained, "SELECT size, count(*) FROM run WHERE state = 'done' GROUP BY size") == [(100, 4), (200, 2)]


def test_a_cell_can_be_clicked_on_and_the_wheel_goes_to_the_next_line(trained: Path) -> None:
    async def click(sitting: Sitting) -> None:
        text = await sitting.click("RunsGrid", 1 + len("› nonneur ✓✓  "), 3)  # the border, the head, a group, the line
        assert "qgo · uniform · nonneur · 200" in text
        assert "qgo · uniform · nonneur · 200" in await sitting.click("RunsGrid", 5, 4)  # the name of a group
        assert "qgo · weighted · nonneur · 200" in await sitting.turn_wheel("RunsGrid")

    on_runs(trained, click)


def test_where_nothing_is_chosen_the_line_at_the_cursor_is_run(trained: Path) -> None:
    async def run(sitting: Sitting) -> None:
        await sitting.press("down", "g")
        await sitting.until("4 runs done")

    on_runs(trained, run)
    assert sql(trained, "SELECT DISTINCT sampling FROM run JOIN split ON split.id = split_id WHERE size = 300 "
               "AND state = 'done'") == [("weighted",)]  # fmt: skip


def test_all_that_is_planned_is_chosen_by_one_key_and_nothing_by_the_same(trained: Path) -> None:
    async def choose(sitting: Sitting) -> None:
        assert "8 chosen" in await sitting.press("a")
        assert "chosen" not in (await sitting.press("a")).splitlines()[1]
        assert "4 chosen" in await sitting.press("space")
        assert "chosen" not in (await sitting.press("escape")).splitlines()[1]
        await sitting.press("right", "space")
        assert sitting.message == "nothing is left to run here"

    on_runs(trained, choose)


def test_the_runs_at_the_cursor_are_told_of(trained: Path) -> None:
    ((right, number),) = sql(trained, "SELECT n_correct, n_items FROM run_part JOIN run ON run.id = run_id "
                             "JOIN split ON split.id = split_id WHERE part = 'test' AND sampling = 'uniform' "
                             "AND size = 100 AND seed = 1")  # fmt: skip

    async def look(sitting: Sitting) -> None:
        text = await sitting.press("right")
        assert "qgo · uniform · nonneur · 100" in text
        assert f"✓ seed 1   done     {right} of {number} right, {100 * right / number:.1f} %" in text
        text = await sitting.press("right")
        assert "· seed 0   planned" in text

    on_runs(trained, look, (120, 40))


def test_a_failed_run_says_why_and_is_tried_again(drawn: Path) -> None:
    plan(drawn, "moody")

    async def use(sitting: Sitting) -> None:
        await sitting.press("right", "enter")
        text = await sitting.until("0 runs done, 2 failed", "✗✗  ··  ··")
        assert "✗ seed 0   failed   the command ended with exit code 1" in text
        assert "\\x1b[31m[red]not today[/red]" in text
        assert "\x1b" not in text
        text = await sitting.press("l")
        assert "qgo uniform moody 100, seed 1: failed" in text
        assert "line one" in text
        await sitting.press("escape", "enter")
        assert "y tries it again" in sitting.message
        Path("mood").touch()
        await sitting.press("y")
        await sitting.until("2 runs done", "✓✓  ··  ··")

    on_runs(drawn, use, (120, 40))
    assert states(drawn) == {"done": 2, "planned": 10}


def test_failed_runs_are_found_by_a_key(drawn: Path) -> None:
    plan(drawn, "moody")

    async def use(sitting: Sitting) -> None:
        await sitting.press("f")
        assert sitting.message == "no run has failed"
        await sitting.press("down", "right", "right", "g")
        await sitting.until("0 runs done, 2 failed")
        await sitting.press("home", "left", "f")
        assert "qgo · weighted · moody · 200" in sitting.text

    on_runs(drawn, use)


def test_progress_is_seen_and_stopping_keeps_what_is_done(goed: Goed, drawn: Path, gate: Gate) -> None:
    plan(drawn, "slow")
    gate.let_through(2)

    async def use(sitting: Sitting) -> None:
        await sitting.press("a", "enter")
        await sitting.until("▶", " left · 2/12 done")
        await sitting.press("enter")
        assert "at work already" in sitting.message
        await sitting.press("c")
        await sitting.until("stopped; what was done is kept")
        assert "▶" not in "".join(lines(sitting.text, "slow"))
        assert states(drawn) == {"done": 2, "planned": 10}
        gate.open()
        await sitting.press("a", "enter")
        await sitting.until("runs done", "12 done")

    on_runs(drawn, use)
    assert states(drawn) == {"done": 12}
    goed("check")


def test_quitting_while_runs_are_at_work_asks_once_and_leaves_them_resumable(
    goed: Goed, drawn: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goed.screens.app.ASKING", 10_000.0)  # seconds
    plan(drawn, "slow")

    async def use(sitting: Sitting) -> None:
        await sitting.press("a", "enter")
        await sitting.until("▶")
        await sitting.press("q")
        assert "q once more stops them" in sitting.message
        assert sitting.app.is_running
        await sitting.press("L")
        await sitting.press("q")

    on_runs(drawn, use)
    assert states(drawn) == {"planned": 12}
    gate.open()
    goed("run", "--config", "models.toml", "--number", "1:12")
    assert states(drawn) == {"done": 12}


def test_the_other_screens_work_while_runs_are_at_work(drawn: Path, gate: Gate) -> None:
    plan(drawn, "slow")

    async def use(sitting: Sitting) -> None:
        await sitting.press("a", "enter")
        await sitting.press("L")
        assert "queue" in sitting.text or "lemma" in sitting.text
        gate.open()
        await sitting.press("R")
        await sitting.until("12 runs done", "12 done")

    on_runs(drawn, use)


def test_what_another_goed_does_appears_by_itself(goed: Goed, trained: Path) -> None:
    async def watch(sitting: Sitting) -> None:
        process = start_goed("run")
        await sitting.until("12 done", "✓✓  ✓✓  ✓✓")
        process.communicate()

    on_runs(trained, watch)


def test_runs_of_a_goed_that_died_are_planned_again(trained: Path) -> None:
    from goed.study.runners import Runner
    from goed.study.runs import claim

    with Study.open(trained) as opened:
        runner = Runner(opened)
        claim(opened, [number for (number,) in sql(trained, "SELECT id FROM run WHERE state = 'planned'")], runner.id)
        with opened.transaction() as db:
            db.execute("UPDATE runner SET pid = 999999, born = 'long ago'")
    assert states(trained)["running"] == 8

    async def look(sitting: Sitting) -> None:
        assert "4 done · 8 planned" in sitting.text

    on_runs(trained, look)


def test_how_far_a_run_is_can_be_seen(trained: Path) -> None:
    from goed.models.interface import Progress
    from goed.study.runners import Runner
    from goed.study.runs import claim

    number = sql(trained, "SELECT id FROM run WHERE state = 'planned' ORDER BY size, id")[0][0]
    with Study.open(trained) as other:
        runner = Runner(other)
        assert claim(other, [number], runner.id)
        runner._last_beat -= 60
        runner.tell({number: Progress("epoch", 12, 60, 0.817, 0.833, 40.0)}, 720.0)

        async def look(sitting: Sitting) -> None:
            assert "12 min left" in sitting.text
            assert "▶ 200, seed 0: epoch 12 of 60, 81.7 % (best 83.3 %), 40 s left" in sitting.text
            text = await sitting.press("right", "right")
            assert "seed 0   running  epoch 12 of 60, 81.7 % (best 83.3 %), 40 s left" in text

        on_runs(trained, look)


def test_new_runs_are_planned_in_a_window_and_chosen(drawn: Path) -> None:
    async def use(sitting: Sitting) -> None:
        assert "No runs are planned yet." in sitting.text
        text = await sitting.press("p")
        for word in ("nonneur slow moody", "uniform weighted", "100, 200, 300", "0 1", "repeats"):
            assert word in text
        await sitting.press("tab", "tab", *"weighted", "tab", *"200:300", "enter")
        assert sitting.message == "4 new runs are planned and chosen"
        assert "++  ++" in sitting.text
        await sitting.press("enter")
        await sitting.until("4 runs done")

    on_runs(drawn, use)
    assert sql(drawn, "SELECT DISTINCT sampling, size FROM run JOIN split ON split.id = split_id ORDER BY size") == [
        ("weighted", 200),
        ("weighted", 300),
    ]


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ([*"gpt", "enter"], "'gpt' is no model that goed knows"),
        (["tab", "tab", "tab", *"many", "enter"], "sizes takes numbers and ranges"),
        (["tab", "tab", "tab", *"700", "enter"], "no training set of the study is among those asked for"),
        (["shift+tab", *"0", "enter"], "repeats is one number"),
    ],
)
def test_what_cannot_be_planned_is_said(drawn: Path, keys: list[str], complaint: str) -> None:
    async def use(sitting: Sitting) -> None:
        await sitting.press("p", *keys)
        assert complaint in sitting.text

    on_runs(drawn, use, (120, 40))
    assert states(drawn) == {}


def test_planned_runs_can_be_forgotten(trained: Path) -> None:
    async def use(sitting: Sitting) -> None:
        await sitting.press("delete")
        assert "choose planned runs" in sitting.message
        await sitting.press("a", "delete")
        assert sitting.message == "8 planned runs forgotten"

    on_runs(trained, use)
    assert states(trained) == {"done": 4}


def test_a_study_without_splits_says_what_to_do(goed: Goed) -> None:
    goed("init", "--empty")

    async def look(sitting: Sitting) -> None:
        assert "goed split --study study.goed" in sitting.text
        await sitting.press("p")
        assert "goed split" in sitting.message
        for key in ("enter", "space", "a", "y", "c", "l", "f", "delete", "right", "down", "pagedown", "end", "r"):
            await sitting.press(key)

    on_runs(Path("study.goed"), look, with_models=False)


def test_runs_of_a_model_that_is_not_known_here_say_how_to_run_them(drawn: Path) -> None:
    plan(drawn, "slow")

    async def use(sitting: Sitting) -> None:
        await sitting.press("enter")
        assert "slow cannot be run from here" in sitting.message
        assert "--config FILE" in sitting.text

    on_runs(drawn, use, (120, 40), with_models=False)


def test_a_study_that_cannot_be_written_is_looked_at(trained: Path) -> None:
    os.chmod(trained, 0o444)
    os.chmod(Path(), 0o555)

    async def look(sitting: Sitting) -> None:
        assert "4 done · 8 planned" in sitting.text
        await sitting.press("a", "delete")
        if os.geteuid() != 0:
            assert "cannot be written" in sitting.message

    try:
        on_runs(trained, look)
    finally:
        os.chmod(Path(), 0o755)


def paper_grid(study: Path, goed: Goed) -> None:
    """3 languages × 2 samplings × 4 models × 10 sizes × 5 seeds, in all states."""
    for language in ("qga", "qgb", "qgc"):
        goed("import", "items", write(Path(language), GOEDISH[:400]))
        goed("split", "--language", language, "--sizes", "10:100:10", "--dev", 20, "--test", 50)
    plan(study, "nonneur", "cluzh-b4", "cluzh-b4:best", "transformer-with-a-long-name")
    for remainder, state in ((0, "done"), (1, "failed"), (2, "running")):
        with Study.open(study) as opened, opened.transaction() as db:
            db.execute(
                "UPDATE run SET state = ?, seconds = 3.1, started_at = '2026-11-18T16:03:00+00:00', message = "
                "iif(? = 'failed', 'no [red]GPU[/red]', NULL) WHERE (id / 7) % 5 = ?",
                (state, state, remainder),
            )


@pytest.mark.parametrize("size", SIZES)
def test_the_papers_whole_grid_can_be_looked_over(goed: Goed, size: tuple[int, int]) -> None:
    study = Path("study.goed")
    paper_grid(study, goed)

    async def look(sitting: Sitting) -> None:
        seen = set()
        for _ in range(24):
            text = sitting.text
            assert all(len(line) <= size[0] for line in text.splitlines())
            assert len(text.splitlines()) <= size[1]
            (here,) = lines(text, "│› ")
            assert sum(here.count(sign) for sign in "·▶✓✗") == 50
            seen.add(lines(text, " · nonneur ─" if "nonneur" in here else "─ qg")[-1])
            for word in ("run", "choose", "stop", "help", "quit", "planned", "failed"):
                assert word in text
            await sitting.press("down")
        assert len(seen) == 24
        text = await sitting.press("right", "home")
        assert "seed 4" in text

    on_runs(study, look, size)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_more_than_fits_is_shown_in_brief_and_sideways(goed: Goed, size: tuple[int, int]) -> None:
    study = Path("study.goed")
    goed("import", "items", write(Path("qgo"), GOEDISH))
    goed("split", "--sizes", "20:1000:20", "--dev", 20, "--test", 50, "--seeds", 3)
    plan(study, "nonneur", repeats=4)

    async def look(sitting: Sitting) -> None:
        assert "·0/12" in sitting.text
        await sitting.press(*["right"] * 50)
        assert "nonneur · 1000" in sitting.text
        assert " 1000" in sitting.text.splitlines()[3]
        assert "‹" in sitting.text.splitlines()[3]
        assert "seed 0, training seed 3" in sitting.text or size[1] < 60
        await sitting.press(*["left"] * 50)
        assert " 20 " in sitting.text.splitlines()[3]

    on_runs(study, look, size)
