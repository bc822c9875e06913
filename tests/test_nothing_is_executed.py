"""A study, a checkpoint or a table may come from anybody: nothing that stands in one is ever run."""

from __future__ import annotations

import ast
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from conftest import REPOSITORY, Goed, sql, write

# Calls that run what they are given, and the only places where goed has them, with the reason.
RUNS_WHAT_IT_IS_GIVEN = {
    "eval", "exec", "compile", "__import__", "pickle.loads", "pickle.load", "marshal.loads", "shelve.open",
    "dill.loads", "joblib.load", "numpy.load", "np.load", "torch.load", "yaml.load", "os.system",
    "os.popen", "subprocess.getoutput", "pandas.read_pickle", "pd.read_pickle", "pd.eval", "importlib.import_module",
    "import_module",
}  # fmt: skip
ALLOWED = {
    # Between goed and the processes that it has started itself
    ("app/goed/runs/jobs.py", "pickle.loads"),
    # Dask's own transport: who reaches a cluster is trusted, as the README says
    ("app/goed/runs/text_tasks.py", "pickle.loads"),
    ("app/goed/runs/cluster/workers.py", "pickle.loads"),
    ("app/goed/runs/cluster/dask_worker.py", "pickle.loads"),
    # Weights only: checked below
    ("app/goed/models/torch_trainings.py", "torch.load"),
    # Goed's own commands, by names that stand in its code
    ("app/goed/commands/group.py", "import_module"),
    ("app/goed/commands/demo.py", "import_module"),
    ("app/goed/screens/app.py", "import_module"),
    ("app/goed/statistics/catalogue.py", "import_module"),
    ("app/goed/domains/dependencies/__init__.py", "import_module"),
    # Models of goed's own, and of packages that are installed: never a name from a study, as is checked below
    ("app/goed/models/model.py", "import_module"),
    # Classifiers, by names that stand in the code of their language packs
    ("classifiers/goed_classifiers/error_scheme.py", "import_module"),
}


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Every call in goed's code: the file, what is called, and the call."""
    for folder in ("app", "classifiers"):
        for path in sorted((REPOSITORY / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield path.relative_to(REPOSITORY).as_posix(), ast.unparse(node.func), node


def test_no_code_runs_what_it_reads_but_where_it_must() -> None:
    found = {(file, name) for file, name, _ in calls() if name in RUNS_WHAT_IT_IS_GIVEN}
    assert found - ALLOWED == set()
    assert ALLOWED - found == set(), "what is no longer there is no longer allowed"


def test_checkpoints_are_read_for_their_weights_only() -> None:
    loads = [node for _, name, node in calls() if name == "torch.load"]
    for node in loads:
        assert {word.arg: ast.unparse(word.value) for word in node.keywords}["weights_only"] == "True"
    assert loads


def test_no_process_is_started_through_a_shell() -> None:
    for file, name, node in calls():
        for word in node.keywords:
            assert word.arg != "shell", f"{file}: {name}"


@pytest.fixture
def planted(goed: Goed, study: Path) -> Path:
    """A study in which somebody has planted models with commands, planned runs of them, and a declaration."""
    goed("run", "--size", 100)
    harm = json.dumps({"command": ["touch", "harm"], "folder": str(Path.cwd()), "time_limit": 60})
    with closing(sqlite3.connect(study)) as connection, connection:
        connection.execute(
            "INSERT INTO model (name, domain, kind, settings) VALUES ('own', 'inflection', 'external', ?)", (harm,)
        )
        connection.execute(
            "INSERT INTO model (name, domain, kind, settings) VALUES ('os:system', 'inflection', 'plug-in', ?)", (harm,)
        )
        for name in ("own", "os:system"):
            connection.execute(
                "INSERT INTO run (model_id, split_id, size, training_seed, state) "
                "SELECT model.id, split.id, 200, 0, 'planned' FROM model, split WHERE name = ?",
                (name,),
            )
        connection.execute("UPDATE model SET settings = ? WHERE name = 'nonneur'", (harm,))
        text = '[models.own]\ncommand = "touch harm"\n'
        connection.execute(
            "INSERT INTO declaration (made_at, name, path, sha256, text, data, goed) "
            "VALUES ('2026-11-19T00:00:00+00:00', 'x.toml', 'x.toml', 'x', ?, '{}', '1')",
            (text,),
        )
    return study


@pytest.mark.parametrize(
    "words",
    [["run"], ["run", "--model", "own"], ["run", "--model", "os:system"], ["run", "--retry-failed"], ["make"],
     ["make", "--show"], ["status"], ["check", "--repair"], ["models"], ["stats", "accuracy"]],
    ids=" ".join,
)  # fmt: skip
def test_a_study_says_no_command_that_is_run(planted: Path, words: list[str]) -> None:
    from goed.commands.group import run_safely

    run_safely(words)
    assert not Path("harm").exists()


def test_the_command_that_is_run_is_that_of_the_file_which_the_user_names(goed: Goed, planted: Path) -> None:
    """It has the name of a model of the study, whose command is another."""
    write(Path("models.toml"), '[models.own]\ncommand = ["cp", "{test}", "{out}"]\n')
    goed("run", "--config", "models.toml", "--model", "own", code=1)
    assert not Path("harm").exists()
    assert "cp" in sql(planted, "SELECT settings FROM model WHERE name = 'own'")[0][0]


@pytest.mark.parametrize("word", ["; touch harm", "$(touch harm)", "`touch harm`", "| touch harm", "&& touch harm"])
def test_signs_of_the_shell_mean_nothing_in_a_command(goed: Goed, study: Path, word: str) -> None:
    write(Path("models.toml"), f'[models.own]\ncommand = "echo {word}"\n')
    goed("run", "--config", "models.toml", "--model", "own", "--size", 100, code=1)
    assert not Path("harm").exists()


@pytest.mark.parametrize(
    "name", ["$(touch harm)", "x; touch harm", "'); DROP TABLE act; --", "../../harm", "a`touch harm`"]
)
def test_signs_of_the_shell_and_of_sql_mean_nothing_in_a_name(goed: Goed, study: Path, name: str) -> None:
    write(Path("models.toml"), f'[models."{name}"]\ncommand = ["cp", "{{test}}", "{{out}}"]\n')
    goed("run", "--config", "models.toml", "--model", name, "--size", 100, code=1)
    assert sql(study, "SELECT name FROM model") == [(name,)]
    assert not Path("harm").exists()
    assert not Path("../../harm").exists()
    goed("check")
