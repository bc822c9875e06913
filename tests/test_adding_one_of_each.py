"""A language, a learner and a statistic are added by copying a template and adding one line; then all of goed has them.

The templates in docs/templates are what a newcomer copies. Here they are put into a copy of goed, and used.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import GOEDISH, REPOSITORY, write

TEMPLATES = REPOSITORY / "docs" / "templates"


def add(template: Path, as_what: Path, line_in: Path, after: str) -> None:
    """Copy a template, and add the line that it tells of (indented, in what it says on top) to a list in a file."""
    said_in = template / "__init__.py" if template.is_dir() else template
    (shutil.copytree if template.is_dir() else shutil.copy)(template, as_what)
    (line,) = re.findall(r"^    (\S.*,)$", said_in.read_text(encoding="utf-8").split('"""')[1], re.MULTILINE)
    text = line_in.read_text(encoding="utf-8")
    (beginning,) = re.finditer(rf"^.*{re.escape(after)}.*\n( *)", text, re.MULTILINE)
    write(line_in, f"{text[: beginning.end()]}{line}\n{beginning[1]}{text[beginning.end() :]}")


Run = Callable[..., str]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of goed, of its classifiers and its data."""
    for folder in ("app/goed", "classifiers/goed_classifiers", "data"):  # with what Python has compiled of it
        being_written = shutil.ignore_patterns("*.pyc.*")
        shutil.copytree(REPOSITORY / folder, tmp_path / "house" / folder, ignore=being_written)
    return tmp_path / "house"


# A process in which goed is called as often as it is asked to: it need not start for each call.
CALLED_AGAIN_AND_AGAIN = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from goed.commands.group import run_safely
for line in sys.stdin:
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        code = run_safely(json.loads(line))
    print(json.dumps([code, out.getvalue(), err.getvalue()]), flush=True)
"""


@pytest.fixture
def run(house: Path) -> Iterator[Run]:
    """Call the goed of the house as it is at the first call, which must succeed; what it prints on stdout."""
    path = os.pathsep.join(str(house / folder) for folder in ("app", "classifiers"))
    started: list[subprocess.Popen[str]] = []

    def call(*arguments: object) -> str:
        if not started:
            command = [sys.executable, "-P", "-c", CALLED_AGAIN_AND_AGAIN]
            environment = {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"}
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
            started.append(subprocess.Popen(command, text=True, env=environment, **pipes))
        (process,) = started
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps([str(argument) for argument in arguments]), file=process.stdin, flush=True)
        code, out, err = json.loads(process.stdout.readline())
        assert code == 0, f"{arguments}: {err}"
        return str(out)

    yield call
    for process in started:
        process.communicate()


@pytest.fixture
def in_a_study(run: Run, split_folder: Path) -> Callable[..., None]:
    """Import the split of Goedish, and predictions for it by a model."""

    def imported(*predictions: tuple[str, list[list[str]]]) -> None:
        run("import", "items", split_folder, "--as", "split", "--study", "study.goed")
        for model, answers in predictions:
            write(Path("more") / model / "qgo_100.test", answers)
            run("import", "predictions", "more", "--pattern", "{model}/{language}_{size}")

    return imported


def rows_of(run: Run, *arguments: object) -> list[dict[str, Any]]:
    """The rows of a result, read from JSON."""
    rows: list[dict[str, Any]] = json.loads(run(*arguments, "--format", "json"))
    return rows


def test_a_language_is_a_folder_and_a_line(house: Path, run: Run, in_a_study: Callable[..., None]) -> None:
    """It has a classifier, rates and figures; `-or` on all nouns is three kinds of errors."""
    classifiers = house / "classifiers" / "goed_classifiers"
    add(TEMPLATES / "language", classifiers / "inflection" / "goedish", classifiers / "registry.py", "BUILT_IN = (")
    assert "goedish" in run("classify", "--list")
    in_a_study(("everywhere", [[lemma, lemma + "or", features] for lemma, _, features, _ in GOEDISH[350:430]]))
    run("run", "--model", "nonneur", "--size", "100")

    errors = rows_of(run, "stats", "errors", "--model", "everywhere", "--by", "gold_class")
    assert {(row["gold_class"], row["error"]) for row in errors} == {(name, f"{name}→or") for name in ("n", "i", "irr")}
    assert "-i " in run("stats", "errors", "--model", "everywhere", "--by", "gold_class")  # as people are shown it
    rates = {row["rate"]: row for row in rows_of(run, "stats", "rates", "--model", "everywhere")}
    assert rates.keys() == {"over-regularization", "any→or"}
    n_irregular = sum(
        form in (lemma.replace("a", "e"), lemma.replace("o", "e")) for lemma, form, *_ in GOEDISH[350:430]
    )
    assert rates["over-regularization"]["numerator"] == rates["over-regularization"]["denominator"] == n_irregular > 0
    run("report", "-o", "report")
    assert Path("report/index.html").read_text(encoding="utf-8").count("Goedish noun plurals") > 1
    assert list(Path("report").glob("**/*qgo*.svg"))


def test_a_learner_is_a_file_and_a_line(house: Path, run: Run, in_a_study: Callable[..., None]) -> None:
    learners = house / "app" / "goed" / "domains" / "inflection" / "__init__.py"
    add(TEMPLATES / "learner.py", house / "app" / "goed" / "models" / "longest_ending.py", learners, "    return [  #")
    listed = {row["model"]: row for row in rows_of(run, "models")}
    assert listed["longest-ending"]["kind"] == "built in"
    in_a_study()
    run("run", "--model", "longest-ending", "--size", "300")
    (accuracy,) = rows_of(run, "stats", "accuracy", "--part", "test")
    assert accuracy["model"] == "longest-ending"
    assert accuracy["mean"] > 0.5  # it has learned something


def test_a_statistic_is_a_file_and_a_line(house: Path, run: Run, in_a_study: Callable[..., None]) -> None:
    """Its command, the help of it, and its table in the report follow."""
    statistics = house / "app" / "goed" / "statistics"
    add(TEMPLATES / "statistic.py", statistics / "missing.py", statistics / "catalogue.py", "STATISTICS = {")
    assert "Predictions that are not there: how many, and which share." in run("stats", "--help")
    help_of_it = run("stats", "missing", "--help")
    assert "What is missing counts as wrong in every accuracy." in " ".join(help_of_it.split())
    assert "--least N" in help_of_it

    in_a_study(("silent", [[lemma, form, features] for lemma, form, features, _ in GOEDISH[350:370]]))
    assert "75.0" in run("stats", "missing")  # fractions are in per cent for people
    (row,) = rows_of(run, "stats", "missing")
    assert (row["model"], row["n_items"], row["n_missing"], row["share"]) == ("silent", 80, 60, 0.75)
    assert rows_of(run, "stats", "missing", "--least", "61") == []
    run("report", "-o", "report")
    assert "Predictions that are missing" in Path("report/index.html").read_text(encoding="utf-8")
    assert Path("report/tables/missing.csv").is_file()
