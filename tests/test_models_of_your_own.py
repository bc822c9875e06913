"""Models come from a command line in a TOML file, or from another package."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import GOED, REPOSITORY, Goed, sql, write

COPY = """
import sys
questions = [line.rstrip("\\n").split("\\t") for line in open(sys.argv[1], encoding="utf-8")]
with open(sys.argv[2], "w", encoding="utf-8") as out:
    for lemma, features in questions:
        out.write(f"{lemma}\\t{lemma}or\\t{features}\\n")
"""


def configure(text: str) -> None:
    write(Path("models.toml"), text)


def test_an_external_command_is_run_without_a_shell(goed: Goed, study: Path) -> None:
    write(Path("my model; touch harm.py"), COPY)
    configure(f"[models.mine]\ncommand = ['{sys.executable}', 'my model; touch harm.py', '{{test}}', '{{out}}']")
    goed("run", "--config", "models.toml", "--size", 100)
    rows = goed("stats", "accuracy", "--part", "test", "--format", "json").rows
    assert rows[0]["model"] == "mine"
    assert 0 < rows[0]["mean"] < 1
    assert not Path("harm.py").exists()


def test_all_placeholders_are_filled_in(goed: Goed, study: Path) -> None:
    script = (
        "import sys, pathlib\n"
        "train, finetune, dev, test, out, seed = sys.argv[1:]\n"
        "n = [len(open(path, encoding='utf-8').readlines()) for path in (train, finetune, dev, test)]\n"
        "pathlib.Path('seen.txt').write_text(f'{n} {seed}')\n"
        "lemmas = [line.split('\\t')[0] for line in open(test, encoding='utf-8')]\n"
        "pathlib.Path(out).write_text(chr(10).join(lemmas) + chr(10), encoding='utf-8')\n"
    )
    write(Path("model.py"), script)
    command = f"{sys.executable} model.py {{train}} {{finetune}} {{dev}} {{test}} {{out}} {{seed}}"
    configure(f'[models.mine]\ncommand = "{command}"')
    goed("run", "--config", "models.toml", "--size", 200)
    assert Path("seen.txt").read_text() == "[200, 0, 50, 230] 0"
    assert sql(study, "SELECT count(*) FROM prediction") == [(230,)]


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("import sys; print('out of memory', file=sys.stderr); sys.exit(3)", "ended with exit code 3"),
        ("import os; os.kill(os.getpid(), 9)", "ended with signal SIGKILL"),
        ("pass", "wrote no file"),
        ("import sys; open(sys.argv[2], 'wb').write(b'\\xff\\xfe')", "not UTF-8"),
        ("import sys; open(sys.argv[2], 'w').write('a\\tb\\n')", "line 1 of the predictions has 2 columns"),
        ("import sys; open(sys.argv[2], 'w').write('a\\tb\\tc\\n')", "about an item of the test file"),
        ("import sys; open(sys.argv[2], 'w').write('a\\n' * 229)", "would have to be 230"),
        ("import signal; signal.pause()", "longer than its time limit of 0.5 s"),
    ],
)
def test_what_goes_wrong_in_a_command_is_the_runs_message(goed: Goed, study: Path, body: str, complaint: str) -> None:
    write(Path("model.py"), body)
    limit = 0.5 if "pause" in body else 600
    configure(f'[models.mine]\ncommand = "{sys.executable} model.py {{test}} {{out}}"\ntime_limit = {limit}')
    assert complaint in goed("run", "--config", "models.toml", "--size", 100, code=1).err
    message, log = sql(study, "SELECT message, log FROM run")[0]
    assert complaint in message
    assert ("out of memory" in (log or "")) == ("stderr" in body)


OUT_OF_MEMORY = """
import sys
for epoch in range(30):
    print(f"epoch {epoch}", file=sys.stderr)
print("loading\\rloaded", file=sys.stderr)
print("\\x1b[31mRuntimeError\\x1b[0m: CUDA out of memory\\u202e", file=sys.stderr)
sys.exit(1)
"""
LAST_EPOCHS = [f"epoch {epoch}" for epoch in range(22, 30)]  # of ten lines, two more tell what went wrong


@pytest.fixture
def failed(goed: Goed, study: Path) -> None:
    """Three runs of a command that wrote a lot and then failed, and three that were done."""
    write(Path("model.py"), OUT_OF_MEMORY)
    configure(f'[models.mine]\ncommand = "{sys.executable} model.py {{test}} {{out}}"')
    assert "`goed status --runs failed` says why" in goed("run", "--config", "models.toml", code=1).err
    goed("run", "--model", "nonneur")


def test_why_runs_failed_is_shown_with_the_end_of_what_they_wrote(goed: Goed, failed: None) -> None:
    table, _, end = goed("status", "--runs", "failed").out.partition("\n\n")
    assert table.count("the command ended with exit code 1") == 3
    error = "\\x1b[31mRuntimeError\\x1b[0m: CUDA out of memory\\u202e"
    lines = [*LAST_EPOCHS, "loaded", error]
    assert end.splitlines() == ["The log of runs 1:3 ends:", *(f"  {line}" for line in lines)]  # the same of each, once


def test_a_program_gets_the_end_of_the_log_of_each_run(goed: Goed, failed: None) -> None:
    for row in goed("status", "--runs", "failed", "--format", "json").rows:
        assert row["message"] == "the command ended with exit code 1"
        assert row["log"].split("\n") == [
            *LAST_EPOCHS,
            "loaded",
            "\x1b[31mRuntimeError\x1b[0m: CUDA out of memory\u202e",
        ]
    for form, between in (("csv", ","), ("tsv", "\t")):
        head, *rows = goed("status", "--runs", "failed", "--format", form).out.splitlines()
        assert head.endswith(f"message{between}log")
        assert len(rows) == 3
        assert all("CUDA out of memory\\u202e" in row and "\x1b" not in row for row in rows)


def test_runs_that_are_done_show_no_log(goed: Goed, failed: None) -> None:
    assert "log" not in goed("status", "--runs", "done").out
    rows = goed("status", "--runs", "all", "--format", "json").rows
    assert {row["state"]: bool(row["log"]) for row in rows} == {"failed": True, "done": False}
    assert "The log of" not in goed("status", "--runs", "all").out  # the list stays a list


def test_runs_that_failed_otherwise_have_their_own_ends(goed: Goed, study: Path) -> None:
    write(Path("model.py"), "import sys\nraise SystemExit(open(sys.argv[1]).readline())")
    configure(f'[models.mine]\ncommand = "{sys.executable} model.py {{train}} {{test}} {{out}}"')
    write(Path("other.py"), "raise SystemExit('=1+1')")
    goed("run", "--config", "models.toml", "--size", 100, code=1)
    configure(f'[models.other]\ncommand = "{sys.executable} other.py {{test}} {{out}}"')
    goed("run", "--config", "models.toml", "--size", 100, code=1)
    said = goed("status", "--runs", "failed").out
    assert "The log of run 1 ends:\n" in said
    assert said.endswith("The log of run 2 ends:\n  =1+1\n")
    rows = goed("status", "--runs", "failed", "--format", "csv").out.splitlines()
    assert rows[-1].endswith(",'=1+1")  # no formula to a spreadsheet


def test_a_command_that_is_not_there(goed: Goed, study: Path) -> None:
    configure('[models.mine]\ncommand = "no-such-program {test} {out}"')
    assert "cannot be started: no-such-program" in goed("run", "--config", "models.toml", "--size", 100, code=1).err


def test_predictions_that_are_missing_count_as_wrong(goed: Goed, study: Path) -> None:
    write(Path("model.py"), COPY.replace("in questions", "in questions[:10]"))
    configure(f'[models.mine]\ncommand = "{sys.executable} model.py {{test}} {{out}}"')
    goed("run", "--config", "models.toml", "--size", 100)
    assert goed("stats", "accuracy", "--part", "test", "--format", "json").rows[0]["n_missing"] == 70


def test_the_last_forms_may_be_empty(goed: Goed, study: Path) -> None:
    write(
        Path("model.py"),
        "import sys\nn = len(open(sys.argv[1]).readlines())\nopen(sys.argv[2], 'w').write('a\\n' + '\\n' * n)",
    )
    configure(f'[models.mine]\ncommand = "{sys.executable} model.py {{test}} {{out}}"')
    goed("run", "--config", "models.toml", "--size", 100)
    assert sql(study, "SELECT count(*) FROM prediction") == [(230,)]
    assert sql(study, "SELECT count(*) FROM output WHERE answer = ''") == [(229,)]


def test_what_a_command_writes_to_stderr_is_kept(goed: Goed, study: Path) -> None:
    write(Path("model.py"), COPY + "print('loss 0.1', file=sys.stderr)")
    configure(f'[models.mine]\ncommand = "{sys.executable} model.py {{test}} {{out}}"')
    goed("run", "--config", "models.toml", "--size", 100)
    assert sql(study, "SELECT log FROM run") == [("loss 0.1\n",)]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[models.mine", "models.toml, line 1: is no valid TOML"),
        ("[models.mine]\n", "command is a line"),
        ("[models.mine]\ncommand = 3", "command is a line"),
        ("[models.mine]\ncommand = 'x {test}'", "lacks {out}"),
        ("[models.mine]\ncommand = 'x {test} {out}'\ntimelimit = 3", "'timelimit' means nothing"),
        ("[models.mine]\ncommand = 'x {test} {out}'\ntime_limit = -3", "time_limit is a number"),
        ('[models.mine]\ncommand = "x \'{test} {out}"', "cannot be parted"),
        ("[models.nonneur]\ncommand = 'x {test} {out}'", "a model of that name already"),
        ("[model.mine]\ncommand = 'x {test} {out}'", "means nothing here"),
        ("models = 3", "tables of their own"),
        ("x = " + "[" * 100_000, "no valid TOML"),
    ],
)
def test_a_bad_configuration_is_said(goed: Goed, study: Path, text: str, complaint: str) -> None:
    configure(text)
    before = study.read_bytes()
    assert complaint in goed("run", "--config", "models.toml", code=1).err
    assert study.read_bytes() == before


def test_other_settings_make_another_model(goed: Goed, study: Path) -> None:
    write(Path("model.py"), COPY)
    configure(f'[models.mine]\ncommand = "{sys.executable} model.py {{test}} {{out}}"')
    goed("run", "--config", "models.toml", "--size", 100)
    configure(f'[models.mine]\ncommand = "{sys.executable} model.py {{test}} {{out}} --deeper"')
    assert "give the new one another name" in goed("run", "--config", "models.toml", "--size", 200, code=1).err


def test_a_command_is_never_taken_from_the_study(goed: Goed, study: Path) -> None:
    write(Path("model.py"), COPY)
    configure(f'[models.mine]\ncommand = "{sys.executable} model.py {{test}} {{out}}"')
    goed("run", "--config", "models.toml", "--size", 100)
    sql_write(study, "UPDATE run SET state = 'planned'; DELETE FROM run_part; DELETE FROM prediction")
    assert "wait for the --config" in goed("run").err


def sql_write(study: Path, script: str) -> None:
    import sqlite3

    connection = sqlite3.connect(study)
    connection.executescript(script)
    connection.close()


def test_another_package_adds_a_model_by_entry_point(goed: Goed, study: Path, tmp_path: Path) -> None:
    """A package with an entry point is made, put on the path, and its model is there."""
    package = tmp_path / "site"
    write(package / "parrots.py", PARROT)
    write(package / "parrots-1.0.dist-info" / "METADATA", "Metadata-Version: 2.1\nName: parrots\nVersion: 1.0\n")
    write(package / "parrots-1.0.dist-info" / "entry_points.txt", "[goed.models]\nparrot = parrots:MODEL\n")
    environment = {"PYTHONPATH": str(package), "PATH": "/usr/bin:/bin", "PYTHONUTF8": "1"}
    listed = subprocess.run([GOED, "models"], capture_output=True, text=True, env=environment, check=True)
    assert "repeats the lemma" in listed.stdout
    subprocess.run([GOED, "run", "--model", "parrot"], env=environment, check=True, capture_output=True)
    assert sql(study, "SELECT kind, state, count(*) FROM run JOIN model ON model.id = model_id") == [
        ("plug-in", "done", 3)
    ]


@pytest.mark.parametrize(
    ("entry_point", "said"),
    [
        ("broken = nowhere:MODEL", "No module named"),
        ("broken = json:dumps", "is no goed.models.registry.Model"),
        ("broken = impostor:MODEL", "a name that is taken"),
    ],
)
def test_a_broken_model_of_another_package_does_not_stop_the_others(
    goed: Goed, study: Path, tmp_path: Path, entry_point: str, said: str
) -> None:
    package = tmp_path / "site"
    write(package / "impostor.py", PARROT.replace('Model("parrot"', 'Model("nonneur"'))
    write(package / "broken-1.0.dist-info" / "METADATA", "Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    write(package / "broken-1.0.dist-info" / "entry_points.txt", f"[goed.models]\n{entry_point}\n")
    environment = {"PYTHONPATH": str(package), "PATH": "/usr/bin:/bin", "PYTHONUTF8": "1"}

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([GOED, *arguments], capture_output=True, text=True, env=environment, check=False)

    assert said in call("models").stdout
    assert call("run", "--model", "nonneur", "--size", "100").returncode == 0
    assert sql(study, "SELECT kind, state FROM run JOIN model ON model.id = model_id") == [("built in", "done")]
    refused = call("run", "--model", "broken", "--size", "100")
    assert refused.returncode == 1
    assert said in refused.stderr


PARROT = """
from goed.models.interface import Answers, Prediction
from goed.models.registry import Model


def learn_and_predict(task):
    return Answers({"parrot": [Prediction(question.lemma) for question in task.questions]})


MODEL = Model("parrot", "repeats the lemma", "parrots:learn_and_predict", kind="plug-in")
"""


def test_the_readmes_own_example_works(goed: Goed, study: Path) -> None:
    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    toml = re.search(r"```toml\n# models\.toml\n(.*?)```", text, re.DOTALL)
    python = re.search(r"```python\n# longest_ending\.py\n(.*?)```", text, re.DOTALL)
    assert toml
    assert python
    write(Path("models.toml"), toml[1])
    write(Path("longest_ending.py"), python[1])
    goed("run", "--config", "models.toml", "--size", 300)
    rows = goed("stats", "accuracy", "--part", "test", "--format", "json").rows
    assert rows[0]["mean"] > 0.5
