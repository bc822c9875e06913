"""`goed stats` reads: it leaves the study byte for byte as it was, also where outputs still wait for their labels."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from conftest import Goed, sql, write
from goed.commands.group import run_safely
from goed.statistics.catalogue import STATISTICS

OPTIONS = {"regression": ["--by", "size"], "errors": ["--by", "gold_class"]}  # where the bare command counts less


def interrupt(study: Path) -> None:
    """Leave the study as a killed import does: words and outputs are in it that nothing has labelled."""
    with closing(sqlite3.connect(study)) as db, db:
        db.execute("DELETE FROM label WHERE output_id % 2")
        db.execute("UPDATE item SET gold_class = NULL WHERE id % 3 = 0")
    with closing(sqlite3.connect(study)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def stats(name: str, capfd: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code and the results of a statistic."""
    capfd.readouterr()
    code = run_safely(["stats", name, *OPTIONS.get(name, []), "--format", "json"])
    return code, capfd.readouterr().out


@pytest.mark.parametrize("name", list(STATISTICS))
def test_a_statistic_leaves_the_study_as_it_is_and_misses_no_label(
    goed: Goed, verbs: Path, name: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    goed("label", 1, "--class", "reg", "--annotator", "ada")
    whole = verbs.read_bytes()
    expected = stats(name, capfd)
    assert verbs.read_bytes() == whole
    interrupt(verbs)
    interrupted = verbs.read_bytes()
    assert stats(name, capfd) == expected
    assert verbs.read_bytes() == interrupted
    assert {path.name for path in Path().glob(f"{verbs.name}*")} == {verbs.name}
    with monkeypatch.context() as elsewhere:  # root may write anything, so the question is answered for it
        real = os.access
        elsewhere.setattr("os.access", lambda path, mode: mode != os.W_OK and real(path, mode))
        assert stats(name, capfd) == expected
    assert verbs.read_bytes() == interrupted


@pytest.mark.parametrize(
    "command",
    [
        ["import", "predictions", "more", "--pattern", "{model}/{language}_{size}"],
        ["import", "items", "more.tsv", "--language", "eng"],
        ["cases"],
        ["classify"],
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_the_next_command_that_labels_outputs_labels_those_that_wait(
    goed: Goed, verbs: Path, command: list[str]
) -> None:
    write(Path("more/grumble/eng_2.test"), [["bring", "brung", "V;PST"], ["go", "goed", "V;PST"]])
    write(Path("more.tsv"), [["sing", "sang", "V;PST"]])
    interrupt(verbs)
    (waiting,) = sql(verbs, "SELECT count(*) FROM output WHERE id NOT IN (SELECT output_id FROM label)")[0]
    assert f"{waiting} outputs of eng have no label" in goed("check").out
    goed("stats", "errors")
    assert f"{waiting} outputs of eng have no label" in goed("check").out
    goed(*command)
    assert "have no label" not in goed("check").out
