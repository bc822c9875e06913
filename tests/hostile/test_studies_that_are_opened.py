"""A study's file that is not what goed wrote: damaged, or made by somebody who means harm."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hostile.caller import COUNTER, Caller, Outcome
from hostile.damaged_studies import Damage, damaged_bytes, damages, places, with_values
from hostile.judge import complaint_of_study, has_lost_nothing, left_behind
from hostile.material import LABELS_TSV, PREDICTIONS, STUDY

CASES = 120
CASES_SLOWLY = 9_000

READING = (
    ["status"], ["status", "--runs", "all"], ["check"], ["stats", "accuracy"],
    ["stats", "accuracy", "--by", "seen", "frequency"],
    ["stats", "errors"], ["stats", "errors", "--by", "gold_class", "seed", "--format", "csv"], ["stats", "paper"],
    ["stats", "seeds"], ["stats", "trajectory"], ["stats", "agreement", "--format", "json"], ["stats", "sessions"],
    ["stats", "errors", "--audited"], ["stats", "rates", "--draws", "100"], ["stats", "shape"], ["stats", "sampling"],
    ["stats", "expectations", "--draws", "100"], ["stats", "regression"], ["export", "-o", "o.csv", "--replace"],
    ["export", "--predictions", "-o", "o"], ["export", "-o", "o.jsonl", "--replace", "--wrong"],
    ["cases"], ["cases", "--forms", "all", "--evidence", "--order", "unsure", "--format", "csv"], ["cases", "--audits"],
    ["cases", "--pattern", "o", "--language", "qgo"], ["cases", "--disputes"], ["cases", "--audit", "1"],
    ["make", "--show"], ["models"],
)  # fmt: skip
WRITING = (
    ["check", "--repair"], ["label", "1", "--accept"], ["label", "2", "3", "--class", "stem"], ["undo"],
    ["audit", "--size", "3", "--seed", "2"], ["classify"], ["split", "--seeds", "3", "--sizes", "10", "--dev", "5"],
    ["import", "labels", "mine.tsv", "--annotator", "dan", "--all"], ["run", "--number", "1"],
    ["import", "predictions", "qgo_20.test", "--model", "new"], ["import", "items", "part2", "--as", "split"],
    ["make", "d.toml"], ["annotate"], ["annotate"], ["annotate", "--audit", "1"],
)  # fmt: skip
COMMANDS = st.lists(st.one_of(st.sampled_from(READING), st.sampled_from(WRITING)), min_size=1, max_size=2)
MANY = pytest.mark.parametrize(
    "cases", [CASES, pytest.param(CASES_SLOWLY, marks=pytest.mark.slow)], ids=["normal", "slow"]
)


def many(cases: int) -> settings:
    """So many cases, be they as large as a study."""
    return settings(max_examples=cases, suppress_health_check=list(HealthCheck))


@MANY
def test_a_study_whose_bytes_are_damaged(cases: int, caller: Caller, whole_study: bytes, tmp_path: Path) -> None:
    @many(cases)
    @given(content=damaged_bytes(whole_study), commands=COMMANDS)
    def damaged(content: bytes, commands: list[list[str]]) -> None:
        COUNTER.generated += 1
        fresh(tmp_path).write_bytes(content)
        for command in commands:
            call(caller, tmp_path, command)

    with COUNTER.expecting(cases, n_done=cases // 10, n_refused=cases // 10):
        damaged()


@MANY
def test_a_study_whose_values_are_wrong(cases: int, caller: Caller, whole_study: bytes, tmp_path: Path) -> None:
    whole = tmp_path / "whole.goed"
    whole.write_bytes(whole_study)
    where = places(whole)
    whole.unlink()

    @many(cases)
    @given(wrong=damages(where), commands=COMMANDS)
    def damaged(wrong: list[Damage], commands: list[list[str]]) -> None:
        COUNTER.generated += 1
        with_values(fresh(tmp_path), whole_study, wrong)
        for command in commands:
            call(caller, tmp_path, command)

    with COUNTER.expecting(cases, n_done=cases // 10, n_refused=cases // 10):
        damaged()


def fresh(folder: Path) -> Path:
    """An empty folder with what the commands read; where the study is to stand."""
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    (folder / "mine.tsv").write_bytes(LABELS_TSV)
    (folder / "qgo_20.test").write_bytes(PREDICTIONS)
    return folder / STUDY


def call(caller: Caller, folder: Path, command: list[str]) -> Outcome:
    """Call goed on a damaged study, and judge what comes of it."""
    path = folder / STUDY
    before = path.read_bytes()
    outcome = caller.call(folder, command)
    assert not (wrong := complaint_of_study(outcome)), wrong
    assert not (left := [name for name in left_behind(folder) if ".schema-" not in name]), f"left behind: {left}"
    if outcome.code and command != ["check", "--repair"] and "was upgraded" not in outcome.err:
        grown = command in WRITING
        assert has_lost_nothing(before, path, grown), f"refused, but the study is another one: {outcome.err}"
    COUNTER.add(outcome)
    return outcome
