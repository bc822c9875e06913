"""Copies of a study: when one asks for them, and by themselves before acts on very many outputs."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from conftest import Goed, goedish, right_answers, sql, write
from goed.study import backups
from goed.study.acts import add_act
from goed.study.judgements import Judgement
from goed.study.study import Study, folder_of_copies
from goed.study.study_files import create_study
from waiting import wait_for

WORDS = Judgement("suffix", "suffix", "same-place", ())


def content(study: Path) -> list[str]:
    """All that a study holds, but for who is at work on it."""
    with closing(sqlite3.connect(study)) as connection:
        return [line for line in connection.iterdump() if not line.startswith('INSERT INTO "runner"')]


def test_a_backup_is_the_study_at_one_moment(goed: Goed, study: Path) -> None:
    goed("run", "--size", 100)
    assert "study.goed copied to copy.goed" in goed("backup", "copy.goed").err
    assert content(Path("copy.goed")) == content(study)
    assert "sound" in goed("check", "--study", "copy.goed").err
    assert {path.name for path in Path().iterdir()} == {"study.goed", "copy.goed", "part2"}


def test_a_backup_while_somebody_labels_is_whole(goed: Goed, study: Path) -> None:
    goed("run", "--size", 100)
    (output_id,) = sql(study, "SELECT min(id) FROM output")[0]
    stop = threading.Event()
    n_done = 0

    def label() -> None:
        nonlocal n_done
        with Study.open(study) as own:
            while not stop.is_set():
                add_act(own, "sp", "label", [(output_id, WORDS)])
                n_done += 1

    worker = threading.Thread(target=label)
    worker.start()
    try:
        for number in range(20):
            before = n_done
            wait_for(lambda before=before: n_done > before or not worker.is_alive())
            with Study.open(study) as opened:
                backups.backup(opened, Path(f"copy{number}.goed"), replace=False)
            (n_copied,) = sql(Path(f"copy{number}.goed"), "SELECT count(*) FROM act")[0]
            assert before <= n_copied <= n_done + 1
    finally:
        stop.set()
        worker.join()
    assert n_done >= 20
    assert "sound" in goed("check", "--study", "copy19.goed").err


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("study.goed", "is the study itself"),
        ("./part2/../study.goed", "is the study itself"),
        ("notes.txt", "not a goed study"),
        ("part2", "is a folder"),
        ("no/where.goed", "does not exist"),
    ],
)
def test_a_backup_takes_the_place_of_nothing_but_a_study(goed: Goed, study: Path, target: str, said: str) -> None:
    notes = write(Path("notes.txt"), "what I must not forget\n" * 9)
    before = study.read_bytes()
    assert said in goed("backup", target, "--replace", code=1).err
    assert study.read_bytes() == before
    assert notes.read_text("utf-8").startswith("what I must")


def test_a_backup_that_is_there_is_written_over_only_when_one_says_so(goed: Goed, study: Path) -> None:
    goed("backup", "copy.goed")
    goed("run", "--size", 100)
    assert "--replace" in goed("backup", "copy.goed", code=1).err
    goed("backup", "copy.goed", "--replace")
    assert content(Path("copy.goed")) == content(study)


def test_a_study_that_cannot_be_written_can_be_backed_up(goed: Goed, study: Path) -> None:
    real = os.access
    os.access = lambda path, mode: mode != os.W_OK and real(path, mode)  # type: ignore[assignment]
    try:
        goed("backup", "copy.goed")
    finally:
        os.access = real
    assert content(Path("copy.goed")) == content(study)


def test_what_stands_in_the_log_of_a_study_that_cannot_be_written_is_not_left_out_unsaid(
    goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a stick that somebody pulled out: the last acts are in the log, and SQLite cannot take them in there."""
    import shutil

    Path("stick").mkdir()
    with Study.open(study) as at_work:
        add_act(at_work, "sp", "label", [])
        for name in ("study.goed", "study.goed-wal"):
            shutil.copy(name, Path("stick") / name)
    stick, real = Path("stick/study.goed"), os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: real(path, mode) and not (mode & os.W_OK and "stick" in str(path))
    )
    assert "what was said last stands in study.goed-wal" in goed("status", "--study", stick).err
    for words in (["backup", "copy.goed", "--study", stick], ["merge", stick]):
        assert "copy both files" in goed(*words, code=1).err
    assert not Path("copy.goed").exists()


def test_a_study_that_there_is_no_room_for_is_not_made(
    goed: Goed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full just when the log should be folded into the file."""
    with monkeypatch.context() as full:
        full.setattr("goed.study.study_files.has_unmerged_log", lambda path: path.exists())
        assert "study.goed: the disk is full" in goed("init", code=1).err
    assert list(tmp_path.iterdir()) == []


# Before acts on very many outputs


@pytest.fixture
def many(goed: Goed, study: Path) -> Path:
    """A study with more than a thousand wrong outputs."""
    for number in range(14):
        wrong = [[lemma, f"{form}{'bdfgklmnprstvz'[number]}a", tags] for lemma, form, tags in goedish(350, 430)]
        write(Path(f"all/model{number}/qgo_100.test"), wrong)
    goed("import", "predictions", "all", "--pattern", "{model}/{language}_{size}")
    return study


def copies(study: Path) -> list[Path]:
    return sorted(Path(f"{study}.backups").glob("*"))


def test_before_a_bulk_import_of_labels_a_copy_is_kept(goed: Goed, many: Path) -> None:
    goed("export", "-o", "labels.csv")
    before = content(many)
    answer = goed("import", "labels", "labels.csv", "--annotator", "sp", "--all")
    (copy,) = copies(many)
    assert f"  the study as it was before is kept as {copy}" in answer.err
    assert content(copy) == before
    assert "sound" in goed("check").err

    goed("undo", "--annotator", "sp")
    assert len(copies(many)) == 2
    goed("undo", "--redo", "--annotator", "sp")
    assert len(copies(many)) == 3


def test_a_merge_of_very_many_labels_keeps_a_copy_and_one_of_few_does_not(goed: Goed, many: Path) -> None:
    goed("backup", "other.goed")
    goed("label", 1, "--accept", "--annotator", "ada", "--study", "other.goed")
    goed("merge", "other.goed")
    assert copies(many) == []
    goed("export", "-o", "labels.csv")
    goed("import", "labels", "labels.csv", "--annotator", "sp", "--all", "--study", "other.goed")
    before = content(many)
    assert "is kept as" in goed("merge", "other.goed").err
    (copy,) = copies(many)
    assert content(copy) == before


def test_an_act_whose_copy_cannot_be_kept_is_not_done(goed: Goed, many: Path) -> None:
    write(Path("study.goed.backups"), "a file where the folder would be\n")
    goed("export", "-o", "labels.csv")
    answer = goed("import", "labels", "labels.csv", "--annotator", "sp", "--all", code=1)
    assert "nothing was done: before an act on" in answer.err
    assert sql(many, "SELECT count(*) FROM act") == [(0,)]


@settings(max_examples=30)
@given(numbers=some.lists(some.integers(0, 3000), max_size=8))
def test_the_newest_copies_are_kept_and_only_acts_above_a_thousand_labels_have_one(numbers: list[int]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder, create_study(Path(folder) / "study.goed") as study:
        for number in numbers:
            backups.copy_before(study, number)
        expected = min(backups.KEPT, sum(number > 1000 for number in numbers))
        assert len(backups.copies(study)) == expected
        mine = folder_of_copies(study.path) / "my own.txt"
        if expected:
            mine.write_text("mine")
            backups.copy_before(study, 5000)
            assert mine.read_text() == "mine"


def test_right_answers_alone_need_no_copy(goed: Goed, study: Path) -> None:
    write(Path("theirs/qgo_100.test"), right_answers())
    goed("import", "predictions", "theirs", "--model", "theirs")
    goed("export", "-o", "labels.csv")
    goed("import", "labels", "labels.csv", "--annotator", "sp", "--all")
    assert copies(study) == []


def test_a_full_disk_leaves_the_older_backup(goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goed("backup", "copy.goed")
    before = Path("copy.goed").read_bytes()

    connect = sqlite3.connect

    def full(path: object, **how: Any) -> sqlite3.Connection:
        if how:  # the study itself
            return connect(path, **how)
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as no_room:
        no_room.setattr(sqlite3, "connect", full)
        assert "copy.goed: the disk is full" in goed("backup", "copy.goed", "--replace", code=1).err
    assert Path("copy.goed").read_bytes() == before
    assert {path.name for path in Path().iterdir()} == {"study.goed", "copy.goed", "part2"}
