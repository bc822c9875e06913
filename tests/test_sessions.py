"""`goed stats sessions`: who labelled when, how long, and how fast."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from conftest import Goed, right_answers, sql, write
from goed.annotation.desk import Desk
from goed.study.study import Study

SAT_DOWN = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


class Clock:
    """The time, as the test has it."""

    def __init__(self) -> None:
        self.present = SAT_DOWN

    def now(self, timespec: str = "seconds") -> str:
        return self.present.isoformat(timespec=timespec)

    def tick(self, seconds: float) -> None:
        self.present += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in ("acts", "sittings"):
        monkeypatch.setattr(f"goed.study.{module}.now", clock.now)
    return clock


@pytest.fixture
def desk(goed: Goed, study: Path) -> Iterator[Desk]:
    answers = right_answers()
    for answer in answers[:20]:
        answer[1] += "zz"
    write(Path("theirs/qgo_100.test"), answers)
    goed("import", "predictions", "theirs", "--model", "theirs")
    with Study.open(study) as opened:
        yield Desk(opened, "sp")


def wrong(desk: Desk) -> list[int]:
    return [number for (number,) in sql(desk.study.path, "SELECT id FROM output WHERE NOT is_correct ORDER BY id")]


def test_a_sitting_is_a_row(goed: Goed, desk: Desk, clock: Clock) -> None:
    first, second, third, *_ = wrong(desk)
    desk.writer.begin_sitting()
    clock.tick(10)
    desk.give_class(first, "prefix")
    clock.tick(2.5)
    desk.give_class(second, "prefix")
    clock.tick(600)  # coffee
    desk.writer.note(second, "odd")
    clock.tick(4)
    desk.accept(third)
    clock.tick(1)
    desk.undo()
    clock.tick(2.5)
    desk.writer.end_sitting()
    (row,) = goed("stats", "sessions", "--format", "json").rows
    assert row == {
        "annotator": "sp",
        "started": "2026-03-01T09:00:00.000+00:00",
        "ended": "2026-03-01T09:10:20.000+00:00",
        "minutes": round(620 / 60, 2),
        "active_minutes": round(20 / 60, 2),
        "acts": 4,
        "outputs": 2,  # the third one was taken back
        "undone": 1,
        "per_minute": 12.0,
        "median_seconds": 2.5,  # of 2.5, 4 and 1
    }


def test_an_open_sitting_has_no_end_and_counts_as_far_as_its_last_act(goed: Goed, desk: Desk, clock: Clock) -> None:
    desk.writer.begin_sitting()
    clock.tick(30)
    desk.accept(wrong(desk)[0])
    clock.tick(3600)
    (row,) = goed("stats", "sessions", "--format", "json").rows
    assert (row["ended"], row["minutes"], row["active_minutes"]) == (None, 0.5, 0.5)
    assert (row["acts"], row["median_seconds"]) == (1, None)


def test_sittings_without_an_act_and_acts_without_a_sitting(goed: Goed, desk: Desk, clock: Clock) -> None:
    desk.accept(wrong(desk)[0])  # by a command
    desk.writer.begin_sitting()
    desk.writer.end_sitting()
    (row,) = goed("stats", "sessions", "--format", "json").rows
    assert (row["acts"], row["outputs"], row["per_minute"], row["median_seconds"]) == (0, 0, None, None)


def test_a_redone_label_counts_once(goed: Goed, desk: Desk, clock: Clock) -> None:
    desk.writer.begin_sitting()
    desk.accept(wrong(desk)[0])
    desk.undo()
    desk.redo()
    (row,) = goed("stats", "sessions", "--format", "json").rows
    assert (row["acts"], row["outputs"], row["undone"]) == (2, 1, 1)


def test_one_annotators_sittings_in_every_format(goed: Goed, desk: Desk, clock: Clock) -> None:
    for name in ("sp", "jk", "sp"):
        other = Desk(desk.study, name)
        other.writer.begin_sitting()
        other.writer.end_sitting()
        clock.tick(60)
    started = [row["started"] for row in goed("stats", "sessions", "--annotator", "sp", "--format", "json").rows]
    assert started == ["2026-03-01T09:00:00.000+00:00", "2026-03-01T09:02:00.000+00:00"]
    assert goed("stats", "sessions", "--format", "csv").out.startswith("annotator,started,ended,minutes,active_minutes")
    assert goed("stats", "sessions", "--format", "tsv").out.count("\n") == 4
    assert "median_seconds" in goed("stats", "sessions").out


def test_what_does_not_fit_is_refused(goed: Goed, study: Path) -> None:
    assert "No such option" in goed("stats", "sessions", "--by", "lemma", code=2).err
    assert "No such option" in goed("stats", "sessions", "--wrong", code=2).err
    assert "No such option" in goed("stats", "sessions", "--size", "100", code=2).err


def test_a_study_where_nobody_sat_down(goed: Goed, study: Path) -> None:
    answer = goed("stats", "sessions", "--format", "csv")
    assert "goed annotate" in answer.err
    assert answer.out.count("\n") == 1  # the header
