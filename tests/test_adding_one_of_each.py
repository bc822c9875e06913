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
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import GOEDISH, REPOSITORY, Made, write

TEMPLATES = REPOSITORY / "docs" / "templates"
LANGUAGES = "classifiers/goed_classifiers"
LEARNERS = "app/goed/domains/inflection/__init__.py"


def line_in(template: Path) -> str:
    """The one line that a template says is to be added, which stands indented in what is said on top of it."""
    (line,) = re.findall(r"^    (\S.*,)$", template.read_text(encoding="utf-8").split('"""')[1], re.MULTILINE)
    return str(line)


def add_line(file: Path, line: str, after: str) -> None:
    """Add a line to a list in a file, after the line that begins the list."""
    text = file.read_text(encoding="utf-8")
    (beginning,) = re.finditer(rf"^.*{re.escape(after)}.*\n( *)", text, re.MULTILINE)
    write(file, f"{text[: beginning.end()]}{line}\n{beginning[1]}{text[beginning.end() :]}")


def add_all(house: Path) -> None:
    """A copy of goed with one more of each."""
    hidden = shutil.ignore_patterns("__pycache__")
    for package in ("app/goed", LANGUAGES, "data"):
        shutil.copytree(REPOSITORY / package, house / package, ignore=hidden)
    shutil.copytree(TEMPLATES / "language", house / LANGUAGES / "inflection" / "goedish", ignore=hidden)
    add_line(house / LANGUAGES / "registry.py", line_in(TEMPLATES / "language" / "__init__.py"), after="BUILT_IN = (")
    shutil.copy(TEMPLATES / "learner.py", house / "app/goed/models/longest_ending.py")
    add_line(house / LEARNERS, line_in(TEMPLATES / "learner.py"), after="    return [  #")


Run = Callable[..., str]


@pytest.fixture
def run(made_once: Made) -> Run:
    """Call the goed that has one more of each; what it prints on stdout."""
    house = made_once("house with one more of each", add_all)
    path = os.pathsep.join(str(house / folder) for folder in ("app", "classifiers"))

    def call(*arguments: object, expect: str = "") -> str:
        command = [sys.executable, "-P", "-m", "goed", *map(str, arguments)]
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        assert done.returncode == 0, f"{arguments}: {done.stderr}"
        assert expect in done.stderr
        return done.stdout

    return call


def rows_of(run: Run, *arguments: object) -> list[dict[str, Any]]:
    """The rows of a result, read from JSON."""
    rows: list[dict[str, Any]] = json.loads(run(*arguments, "--format", "json"))
    return rows


def test_a_language_is_a_folder_and_a_line(run: Run, split_folder: Path) -> None:
    run("import", "items", split_folder, "--as", "split", "--study", "study.goed")
    assert "goedish" in run("classify", "--list")
    run("run", "--model", "nonneur")
    lemmas = {lemma: form for lemma, form, *_ in GOEDISH}
    answers = [[lemma, lemma + "or", features] for lemma, _, features, _ in GOEDISH[350:430]]
    write(Path("more/everywhere/qgo_100.test"), answers)
    run("import", "predictions", "more", "--pattern", "{model}/{language}_{size}")
    irregular = sum(lemma.replace("a", "e").replace("o", "e") == lemmas[lemma] for lemma, *_ in answers)
    assert irregular > 0

    errors = rows_of(run, "stats", "errors", "--model", "everywhere", "--by", "gold_class")
    assert {(row["gold_class"], row["error"]) for row in errors} == {(name, f"{name}→or") for name in ("n", "i", "irr")}
    assert "-i" in run("stats", "errors", "--model", "everywhere", "--by", "gold_class")  # as people are shown it
    rates = {row["rate"]: row for row in rows_of(run, "stats", "rates", "--model", "everywhere")}
    assert rates.keys() == {"over-regularization", "any→or"}
    assert rates["over-regularization"]["numerator"] == rates["over-regularization"]["denominator"] == irregular
    run("report", "-o", "report")
    page = Path("report/index.html").read_text(encoding="utf-8")
    assert page.count("Goedish noun plurals") > 1
    assert list(Path("report").glob("**/*qgo*.svg"))


def test_a_learner_is_a_file_and_a_line(run: Run, split_folder: Path) -> None:
    run("import", "items", split_folder, "--as", "split", "--study", "study.goed")
    listed = {row["model"]: row for row in rows_of(run, "models")}
    assert listed["longest-ending"]["kind"] == "built in"
    run("run", "--model", "longest-ending", "--size", "300", expect="1 run done")
    (accuracy,) = rows_of(run, "stats", "accuracy", "--part", "test")
    assert accuracy["model"] == "longest-ending"
    assert accuracy["mean"] > 0.5  # it has learned something
