"""What goed may be doing when something happens to it: a folder as it is before, and a command."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from conftest import goedish, write
from goed.commands.group import run_safely

OLD_STUDIES = Path(__file__).parents[1] / "old_studies"
COMMAND = """\
import sys
rows = [line.split("\\t") for line in open(sys.argv[1], encoding="utf-8").read().splitlines()]
with open(sys.argv[2], "w", encoding="utf-8") as file:
    file.write("".join(f"{lemma}\\t{lemma}en\\t{tags}\\n" for lemma, tags in rows))
"""


@dataclass(frozen=True)
class Scene:
    """A command in a folder that was prepared for it."""

    name: str
    prepare: Callable[[Path], None]
    command: Sequence[str]
    made: tuple[str, ...] = ()  # files that it makes, which are there whole or not at all
    is_all_or_nothing: bool = True  # a run, or a labelling, is done piece by piece
    again: tuple[str, ...] = ()  # what is said besides where it is done again
    is_slow: bool = False


def do(*arguments: object) -> None:
    """A command that nothing happens to."""
    code = run_safely([str(argument) for argument in arguments])
    assert code == 0, f"goed {' '.join(map(str, arguments))} ended with {code}"


def grid(folder: Path) -> None:
    """A study with a given split, and predictions that wait to be imported."""
    split = folder / "split"
    for size in (100, 200, 300):
        write(split / f"qgo_{size}.train", goedish(0, size))
    write(split / "qgo.dev", goedish(300, 350))
    write(split / "qgo.gold", goedish(350, 430))
    do("init", "--empty", "--study", folder / "study.goed")
    do("import", "items", split, "--as", "split", "--study", folder / "study.goed")
    for number in range(20):
        for size in (100, 200, 300):
            wrong = [
                [lemma, f"{form}{'bdfgklmnprstvzchjwqx'[number]}a", tags] for lemma, form, tags in goedish(350, 430)
            ]
            write(folder / f"all/model{number}/qgo_{size}.test", wrong)
    write(folder / "own.py", COMMAND)
    write(folder / "models.toml", '[models.own]\ncommand = "python3 own.py {test} {out}"\n')


def predicted(folder: Path) -> None:
    """With predictions in it, and a table of labels that waits to be imported."""
    grid(folder)
    study = folder / "study.goed"
    do("import", "predictions", folder / "all", "--pattern", "{model}/{language}_{size}", "--study", study)
    do("export", "-o", folder / "labels.csv", "--study", study)


def labelled(folder: Path) -> None:
    """With many labels, and another copy in which others have said things."""
    predicted(folder)
    study, other = folder / "study.goed", folder / "other.goed"
    do("label", *range(1, 40), "--accept", "--annotator", "ada", "--study", study)
    shutil.copy(study, other)
    do("import", "labels", folder / "labels.csv", "--all", "--annotator", "ben", "--study", other)
    do("label", *range(1, 20), "--class", "stem", "--annotator", "ada", "--study", other)
    do("label", *range(1, 10), "--class", "prefix", "--annotator", "ada", "--study", study)


def old(folder: Path) -> None:
    """A study as an older goed left it, grown to some size."""
    script = (OLD_STUDIES / "schema-6.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(folder / "study.goed")) as connection, connection:
        connection.executescript(script)
        connection.execute(
            "INSERT INTO output (item_id, form, is_correct) WITH RECURSIVE n(i) AS "
            "(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) SELECT 1, 'form' || i, 0 FROM n"
        )
        connection.execute(
            "INSERT INTO annotation (act_id, output_id, note) SELECT 2, id, 'seen' FROM output WHERE form LIKE 'form%'"
        )


def nothing(folder: Path) -> None:
    """An empty folder."""


REPLACE = ("--replace",)
SCENES = (
    Scene("importing predictions", grid, ["import", "predictions", "all", "--pattern", "{model}/{language}_{size}"]),
    Scene("importing items", grid, ["import", "items", "split/qgo.gold", "--language", "xyz"]),
    Scene(
        "running",
        grid,
        ["run", "--config", "models.toml", "--model", "nonneur", "own", "--jobs", "2"],
        is_all_or_nothing=False,
        again=("--retry-failed",),
    ),
    Scene("importing labels", predicted, ["import", "labels", "labels.csv", "--all", "--annotator", "cem"]),
    Scene("labelling everything anew", predicted, ["classify"], is_all_or_nothing=False),
    Scene("merging", labelled, ["merge", "other.goed"]),
    Scene("migrating", old, ["cases"], is_all_or_nothing=False),  # which labels what an interruption left without
    Scene(
        "exporting labels", labelled, ["export", "-o", "out.csv"], made=("out.csv", "out.csv.card.md"), again=REPLACE
    ),
    Scene("exporting predictions", predicted, ["export", "--predictions", "-o", "out"], made=("out",), again=REPLACE),
    Scene("backing up", labelled, ["backup", "copy.goed"], made=("copy.goed",), again=REPLACE),
    Scene("repairing", labelled, ["check", "--repair"]),
    Scene("making a study", nothing, ["init", "--language", "eng"]),
    Scene("reporting", labelled, ["report", "-o", "report"], made=("report",), again=REPLACE, is_slow=True),
)
