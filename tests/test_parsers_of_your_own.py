"""Learners of dependencies that a user describes in --config: commands, and goed's own with other settings."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from conftest import Goed, sql, write
from exports import parsed, treebank
from goed.models import registry
from goed.models.model import Model
from test_dependencies import SMALL, sentences

__all__ = ["parsed", "treebank"]  # fixtures

# Hangs every word on the one before, and keeps what it was given.
LEFTWARDS = """
import shutil, sys
train, test, out, seed = sys.argv[1:5]
shutil.copy(train, "seen.train")
shutil.copy(test, "seen.test")
with open(out, "w", encoding="utf-8") as answers:
    for line in open(test, encoding="utf-8"):
        cells = line.rstrip("\\n").split("\\t")
        if len(cells) > 1:
            cells[7] = str(int(cells[0]) - 1)
        answers.write("\\t".join(cells) + "\\n")
"""
FAILS = "import sys; print('I cannot', file=sys.stderr); sys.exit(3)"
OTHERS = LEFTWARDS.replace("cells[7] =", "cells[1], cells[7] = cells[1].upper(),")
RUBBISH = "import sys; open(sys.argv[3], 'wb').write(bytes(range(256)))"


def described(**bodies: str) -> Path:
    """A file of models for --config, each a Python script."""
    tables = []
    for name, body in bodies.items():
        write(Path(f"{name}.py"), body)
        command = json.dumps([sys.executable, f"{name}.py", "{train}", "{test}", "{out}", "{seed}"])
        tables.append(f'[models.{name}]\ncommand = {command}\ndomain = "dependencies"\n')
    return write(Path("models.toml"), "\n".join(tables))


def heads(file: str) -> list[str]:
    return [line.split("\t")[7] for line in Path(file).read_text("utf-8").splitlines() if line]


def test_a_command_learns_from_trees_and_parses_blind(goed: Goed, parsed: Path) -> None:
    goed("run", "--config", described(mine=LEFTWARDS))
    assert heads("seen.train")[:4] == ["2", "3", "0", "3"]
    assert {*heads("seen.test")} == {"_"}
    assert "nsubj" in Path("seen.train").read_text("utf-8")
    assert "nsubj" not in Path("seen.test").read_text("utf-8")
    rows = goed("stats", "accuracy", "--part", "test", "--format", "json").rows
    means = {row["model"]: row["mean"] for row in rows}
    assert means["mine"] == means["right"]
    goed("export", "--predictions", "-o", "out", "--model", "mine")
    assert heads("out/mine/small_21.test.conll") == ["0", "1", "2", "3", "4", "5"]


def test_a_command_that_learns_from_all_text_sees_no_trees(goed: Goed) -> None:
    write(Path("small.conllu"), sentences(*SMALL))
    options = ("--language", "eng", "--dev", "5-5", "--test", "6-6", "--learn-from", "all")
    goed("import", "corpus", "small.conllu", *options)
    goed("run", "--config", described(mine=LEFTWARDS))
    assert len(heads("seen.train")) == 29
    assert {*heads("seen.train")} == {"_"}


def test_what_goes_wrong_is_one_sentence_and_the_others_go_on(goed: Goed, treebank: Path) -> None:
    config = described(fails=FAILS, others=OTHERS, rubbish=RUBBISH, mine=LEFTWARDS)
    said = goed("run", "--config", config, code=1).err
    assert "1 run done, 3 failed" in said
    messages = dict(
        sql(treebank, "SELECT model.name, message FROM run JOIN model ON model.id = model_id WHERE state = 'failed'")
    )
    assert messages["fails"] == "the command ended with exit code 3"
    assert messages["others"] == "the predictions, line 1: 'THE' where the test file, line 1, has 'the'"
    assert messages["rubbish"].startswith("the predictions, line ")
    assert "\n" not in "".join(messages.values())
    assert "I cannot" in str(sql(treebank, "SELECT log FROM run WHERE message LIKE '%code 3'"))
    assert goed("stats", "accuracy", "--part", "test", "--format", "json").rows[0]["model"] == "mine"
    assert "sound" in goed("check").err


def test_a_command_of_forms_is_told_what_to_say(goed: Goed, treebank: Path) -> None:
    text = described(mine=LEFTWARDS).read_text().replace('domain = "dependencies"\n', "")
    said = goed("run", "--config", write(Path("models.toml"), text), code=1).err
    assert 'if the command learns that, say domain = "dependencies" in [models.mine]' in said


def test_a_learner_of_goeds_own_takes_other_settings(goed: Goed, treebank: Path) -> None:
    pytest.importorskip("numba")
    write(Path("models.toml"), '[models."dmv:mine"]\nestimator = "viterbi"\niterations = 3\nlongest = 0\n')
    goed("run", "--model", "dmv:mine", "dmv:viterbi", "--config", "models.toml", "--jobs", "1")
    settings = dict(sql(treebank, "SELECT name, settings FROM model"))
    assert {"dmv:mine", "dmv:viterbi@upos"} <= settings.keys()
    mine = json.loads(settings["dmv:mine"])
    assert (mine["estimator"], mine["iterations"], mine["longest"], mine["tags"]) == ("viterbi", 3, 0, "upos")
    write(Path("models.toml"), '[models."dmv:mine"]\nestimator = "viterbi"\niterations = 4\n')
    said = goed("run", "--model", "dmv:mine", "--config", "models.toml", code=1).err
    assert "the study holds 1 runs of a model dmv:mine with other settings" in said


def test_the_readmes_own_settings_work(goed: Goed, treebank: Path) -> None:
    pytest.importorskip("numba")
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    start = readme.index('\n[models."dmv:mine"]')
    write(Path("models.toml"), readme[start : readme.index("```", start)].replace("postag", "upos"))
    assert "2 runs done" in goed("run", "--config", "models.toml", "--jobs", "1").err
    assert "rank:mine" in goed("models", "--config", "models.toml").out


@pytest.mark.parametrize(
    ("learn", "problem"),
    [
        ("points_outside", "token 1 of the questions was answered 99 for broken, which is no place in its utterance"),
        ("speaks_in_words", "the answers of broken are no array of signed whole numbers"),
    ],
)
def test_a_learner_of_another_package_that_answers_nonsense_fails_alone(
    goed: Goed, treebank: Path, monkeypatch: pytest.MonkeyPatch, learn: str, problem: str
) -> None:
    broken = Model("broken", "", f"parsers_for_tests:{learn}", kind="plug-in", domain="dependencies")
    monkeypatch.setattr(registry, "_plug_ins", lambda: [broken])
    monkeypatch.syspath_prepend(Path(__file__).parent)
    said = goed("run", "--model", "broken", "right", "--jobs", "1", code=1).err
    assert f"broken small given 0 21 failed: {problem}" in said
    assert "1 run done, 1 failed" in said
    assert "sound" in goed("check").err


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[models."dmv:mine"]\nfoo = 1\n', "models.toml, line 2: [models.dmv:mine]: 'foo' means nothing; there are"),
        ('[models."dmv:mine"]\niterations = -1\n', "models.toml, line 2: [models.dmv:mine]: iterations is a whole"),
        ('[models."dmv:chain"]\nlongest = 5\n', "models.toml, line 1: [models.dmv:chain]: that is goed's own"),
        ('[models."left:mine"]\n', "models.toml, line 1: [models.left:mine]: 'left' is no learner"),
        ('[models.x]\ncommand = "x {test} {out}"\ndomain = "pictures"\n', "[models.x]: domain is inflection or"),
        ('[models.x]\ncommand = "x {test} {out}"\ndomain = ["dependencies"]\n', "[models.x]: domain is inflection or"),
        ('[models.dmv]\ncommand = "x {test} {out}"\ndomain = "dependencies"\n', "[models.dmv]: that is goed's own"),
        (
            '[models."dmv:vb@form"]\ncommand = "x {test} {out}"\ndomain = "dependencies"\n',
            "[models.dmv:vb@form]: that is goed's own; give yours another name",
        ),
        (
            '[models.x]\ncommand = "x {train} {dev} {test} {out}"\ndomain = "dependencies"\n',
            "[models.x]: there is no {dev} in this domain; the command may have {train} {test} {out} {seed}",
        ),
        (
            '[models.x]\ncommand = "x {out}"\ndomain = "dependencies"\n',
            "lacks {test}; it may have {train} {test} {out}",
        ),
    ],
)
def test_descriptions_that_cannot_be(goed: Goed, treebank: Path, text: str, problem: str) -> None:
    write(Path("models.toml"), text)
    assert problem in goed("run", "--config", "models.toml", code=1).err
