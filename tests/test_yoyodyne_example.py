"""The yoyodyne example of app/goed/models/README.md runs, with a stand-in for yoyodyne that takes the same options."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from conftest import REPOSITORY, Goed, goedish, sql, write

PAGE = REPOSITORY / "app" / "goed" / "models" / "README.md"

# Learns the ending that a feature string's last training pair adds, and keeps it in a "checkpoint".
STAND_IN = """#!{python}
import csv, json, pathlib, sys

what, *options = sys.argv[1:]
said = dict(option.removeprefix("--").split("=", 1) for option in options)
assert "PointerGenerator" in pathlib.Path(said["config"]).read_text(encoding="utf-8")
folder = pathlib.Path(said["data.model_dir"])


def rows(name):
    with open(said[name], encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter="\\t"))


if what == "fit":
    assert said["data.features_col"] == "3"
    endings = {{features: form.removeprefix(lemma) for lemma, form, features in rows("data.train")}}
    (folder / "logs").mkdir()
    (folder / "logs" / "epoch=1.ckpt").write_text(json.dumps(endings))
    pathlib.Path("selected.txt").write_text(f"{{len(rows('data.val'))}} seed {{said['seed_everything']}}")
else:
    assert (what, said["data.features_col"], said["data.target_col"]) == ("predict", "2", "0")
    endings = json.loads(pathlib.Path(said["ckpt_path"]).read_text())
    forms = [lemma + endings[features] for lemma, features in rows("data.predict")]
    pathlib.Path(said["prediction.path"]).write_text("\\n".join(forms) + "\\n", encoding="utf-8")
"""


def shown(language: str, name: str) -> str:
    """A file that the page shows."""
    found = re.search(rf"```{language}\n(# {re.escape(name)}\n.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found, f"the page shows no {name}"
    return found[1]


def lay_out() -> None:
    """The folder as the page describes it."""
    for language, name in (("yaml", "yoyodyne.yaml"), ("toml", "models.toml"), ("python", "yoyodyne_for_goed.py")):
        write(Path(name), shown(language, name))
    programs = Path("yoyodyne-env/bin")
    programs.mkdir(parents=True)
    (programs / "python").symlink_to(sys.executable)
    stand_in = write(programs / "yoyodyne", STAND_IN.format(python=sys.executable))
    stand_in.chmod(0o755)


def test_it_trains_and_predicts(goed: Goed, study: Path) -> None:
    lay_out()
    goed("run", "--config", "models.toml", "--size", 100)
    assert Path("selected.txt").read_text() == "50 seed 0"  # on dev, since the split has no fine-tune part
    assert goed("stats", "accuracy", "--part", "test", "--format", "json").rows[0]["mean"] > 0.1
    assert sql(study, "SELECT selected_on FROM run") == [("dev",)]


def test_it_selects_on_the_finetune_part_and_copes_with_quotation_marks(goed: Goed) -> None:
    split = Path("given")
    write(split / "qgo_40.train", [*goedish(0, 40), ['wo"r', 'wo"ror', "N;PL"]])
    write(split / "qgo_40.finetune", goedish(40, 50))
    write(split / "qgo.dev", goedish(300, 350))
    write(split / "qgo.gold", [*goedish(350, 360), ['"wer', '"weror', goedish(0, 1)[0][2]]])
    goed("init", "--empty")
    goed("import", "items", split, "--as", "split")
    lay_out()
    goed("run", "--config", "models.toml")
    assert Path("selected.txt").read_text() == "10 seed 0"
    (forms,) = zip(*sql(Path("study.goed"), "SELECT answer FROM output WHERE answer LIKE '\"wer%'"), strict=True)
    assert all(form.startswith('"wer') for form in forms)


def test_its_program_speaks_of_what_goes_wrong(goed: Goed, study: Path) -> None:
    lay_out()
    os.unlink("yoyodyne-env/bin/yoyodyne")
    goed("run", "--config", "models.toml", "--size", 100, code=1)
    ((log,),) = sql(study, "SELECT log FROM run")
    assert "yoyodyne-env/bin/yoyodyne" in log
