"""The neural models' presets, settings of the user's own, and a machine without torch."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from conftest import GOED, Goed, sql, write
from goed.domains.registry import all_models as models
from goed.errors import GoedError
from goed.models import devices, families
from goed.models.chr_trm.settings import PAPER, QUICK, ChrTrmSettings
from goed.models.cluzh.settings import BEST, FAITHFUL, CluzhSettings
from goed.models.configuration import read_configuration
from goed.models.interface import Task
from goed.models.model import Model
from goed.runs.plan import plan_runs, with_stored_settings
from goed.study import runs as store_runs
from goed.study.selection import Selection
from goed.study.study import Study

NEURAL = ["cluzh-gr", "cluzh-b4", "cluzh-gr:best", "cluzh-b4:best", "chr-trm", "chr-trm:quick", "chr-trm:paper"]


def configured(text: str) -> dict[str, Model]:
    return {model.name: model for model in read_configuration(write(Path("models.toml"), text))}


def stored(study: Path, name: str) -> dict[str, Any]:
    settings: dict[str, Any] = json.loads(sql(study, "SELECT settings FROM model WHERE name = ?", name)[0][0])
    return settings


def plan(study: Path, model: Model) -> Model:
    """Plan its runs at size 100, and the model as the study has it then."""
    with Study.open(study) as opened:
        plan_runs(opened, [model], Selection(sizes=[100]), repeats=1)
        return with_stored_settings(opened, model)


def test_there_are_the_papers_systems_with_their_presets() -> None:
    known = {name: model for (_, name), model in models().items()}
    assert [name for name in known if name in NEURAL] == NEURAL
    assert known["cluzh-b4"].settings == asdict(FAITHFUL)
    assert known["cluzh-b4:best"].settings == asdict(BEST)
    assert known["cluzh-b4:best"].family == ("cluzh-gr:best", "cluzh-b4:best")
    assert known["chr-trm:paper"].settings == asdict(PAPER)


@pytest.mark.parametrize("family", families.FAMILIES, ids=lambda family: family.learn)
def test_every_preset_is_within_the_limits_and_every_limit_is_of_a_setting(family: families.Family) -> None:
    for preset in family.presets.values():
        assert families.settings_from(family, asdict(preset)) == asdict(preset)
        assert {*family.words, *family.limits, family.preset_key} <= set(asdict(preset))


@pytest.mark.parametrize(("has_gpu", "schedule"), [(False, "quick"), (True, "paper")])
def test_the_schedule_depends_on_the_machine(monkeypatch: pytest.MonkeyPatch, has_gpu: bool, schedule: str) -> None:
    monkeypatch.setattr(families, "gpu_is_likely", lambda: has_gpu)
    assert models()["inflection", "chr-trm"].settings["schedule"] == schedule


def test_settings_of_the_users_own_make_a_whole_family(goed: Goed) -> None:
    there = configured('[models."cluzh-b4:mine"]\nsetting = "best"\nepochs = 3\nlearning_rate = 1')
    assert list(there) == ["cluzh-gr:mine", "cluzh-b4:mine"]
    for model in there.values():
        assert model.settings == asdict(replace(BEST, epochs=3, learning_rate=1.0))
        assert model.family == ("cluzh-gr:mine", "cluzh-b4:mine")
    assert "cluzh-gr:mine" in goed("models", "--config", "models.toml").out


@pytest.mark.parametrize(
    ("lines", "line", "complaint"),
    [
        (
            '"cluzh-b4:mine"]\nbeam = 2\nepoch = 3',
            3,
            "'epoch' means nothing; there are setting, marks_apart",
        ),
        ('"cluzh-b4:mine"]\nepochs = "3"', 2, "epochs is a whole number"),
        ('"cluzh-b4:mine"]\nepochs = true', 2, "epochs is a whole number"),
        ('"cluzh-b4:mine"]\nepochs = 0', 2, "epochs is a whole number from 1 to 100,000"),
        ('"cluzh-b4:mine"]\nlearning_rate = nan', 2, "learning_rate is a number from 0 to"),
        ('"cluzh-b4:mine"]\nlearning_rate = 1' + 400 * "0", 2, "learning_rate is a number from 0 to"),
        ('"cluzh-b4:mine"]\nsmoothing = 5', 2, "smoothing is a number from 0 to 0.9"),
        ('"cluzh-b4:mine"]\nmasked = 1', 2, "masked is a number from 0 to 0.9"),
        ('"cluzh-b4:mine"]\nupdates = 0', 2, "updates is a whole number from 1 to"),
        ('"cluzh-b4:mine"]\nrepeats = 1', 2, "repeats is true or false"),
        ('"cluzh-b4:mine"]\nsetting = "good"', 2, 'setting is "faithful" or "best", not \'good\''),
        ('"chr-trm:mine"]\ndecay = "never"', 2, 'decay is "root" or "linear" or "cosine"'),
        ('"chr-trm:quick"]\ndropout = 0.1', 1, "that is goed's own"),
        ('"cluzh-b4"]\ndropout = 0.1', 1, "give yours a word behind the colon: cluzh-gr:mine"),
        ('"cluzh-b4:a"]\n[models."cluzh-gr:a"]', 2, "cluzh-gr:a is described already"),
    ],
)
def test_a_setting_that_is_none_is_said_with_its_line(
    goed: Goed, study: Path, lines: str, line: int, complaint: str
) -> None:
    write(Path("models.toml"), f"[models.{lines}")
    said = goed("run", "--config", "models.toml", code=1).err
    assert f"models.toml, line {line}: " in said
    assert complaint in said


def test_a_number_beyond_reading_is_said(goed: Goed) -> None:
    write(Path("models.toml"), '[models."cluzh-b4:mine"]\nlearning_rate = 1' + 5000 * "0")
    assert "is no valid TOML" in goed("models", "--config", "models.toml", code=1).err


def test_what_a_study_has_stored_holds_against_new_presets(study: Path) -> None:
    """Planned on a laptop, done on a machine with a GPU and a later goed."""
    laptop = replace(models()["inflection", "chr-trm"], settings=asdict(replace(QUICK, updates=17)))
    plan(study, laptop)
    there = plan(study, replace(laptop, settings=asdict(PAPER)))
    assert there.settings["updates"] == 17
    assert stored(study, "chr-trm")["schedule"] == "quick"


@pytest.mark.parametrize("name", ["chr-trm", "cluzh-gr", "cluzh-b4:best"])
def test_a_study_from_before_a_setting_came_goes_on_without_it(study: Path, name: str) -> None:
    model = models()["inflection", name]
    before = {key: value for key, value in model.settings.items() if key != "exchanged"}
    plan(study, replace(model, settings=before))
    with Study.open(study) as opened, opened.transaction() as db:
        db.execute("UPDATE run SET state = 'done'")
    assert plan(study, model).settings == before
    task = Task((), (), (), (), 1, before)
    assert task.settings_as(ChrTrmSettings if name == "chr-trm" else CluzhSettings).exchanged == 0


def test_of_a_family_one_has_the_settings_of_the_other(study: Path) -> None:
    greedy, beam = (models()["inflection", name] for name in ("cluzh-gr", "cluzh-b4"))
    plan(study, replace(greedy, settings=asdict(replace(FAITHFUL, epochs=7))))
    assert plan(study, beam).settings["epochs"] == 7


def test_what_the_user_chose_replaces_what_was_only_planned(study: Path) -> None:
    first = configured('[models."chr-trm:mine"]\nupdates = 5\ndropout = 0.1')["chr-trm:mine"]
    plan(study, first)
    second = configured('[models."chr-trm:mine"]\nupdates = 9\ndropout = 0.1')["chr-trm:mine"]
    assert plan(study, second).settings["updates"] == 9
    assert stored(study, "chr-trm:mine")["updates"] == 9


def test_a_model_that_has_run_keeps_its_settings(study: Path) -> None:
    plan(study, configured('[models."cluzh-b4:mine"]\nepochs = 5')["cluzh-gr:mine"])
    with Study.open(study) as opened, opened.transaction() as db:
        db.execute("UPDATE run SET state = 'done'")
    other = configured('[models."cluzh-b4:mine"]\nepochs = 6')["cluzh-gr:mine"]
    with pytest.raises(GoedError, match=r"\(epochs 5, not 6\); give the new one another name"):
        plan(study, other)


def test_settings_of_a_goed_that_is_not_known_are_refused(study: Path) -> None:
    with Study.open(study) as opened:
        store_runs.set_model(opened, "cluzh-gr", "built in", {"setting": "faithful", "magic": 1})
    with pytest.raises(GoedError, match="settings of another goed"):
        plan(study, models()["inflection", "cluzh-gr"])


def test_imported_predictions_of_a_sibling_stay_imported(study: Path) -> None:
    with Study.open(study) as opened:
        store_runs.set_model(opened, "cluzh-b4", "imported", {})
    plan(study, models()["inflection", "cluzh-gr"])
    assert sql(study, "SELECT kind FROM model WHERE name = 'cluzh-b4'") == [("imported",)]


def test_a_gpu_that_is_not_there_is_said(goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    assert "torch finds no GPU here" in goed("run", "--model", "cluzh-gr", "--device", "cuda", code=1).err
    assert sql(study, "SELECT * FROM run") == []


# Without torch

BLOCKED = """
from importlib.machinery import PathFinder
found = PathFinder.find_spec
PathFinder.find_spec = lambda name, path=None, target=None: None if name == MISSING else found(name, path, target)
"""


def without_torch(tmp_path: Path, *arguments: object, missing: str = "torch") -> subprocess.CompletedProcess[str]:
    """Call goed where torch, or another package, cannot be imported."""
    write(tmp_path / "site" / "sitecustomize.py", f"MISSING = {missing!r}\n{BLOCKED}")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "PYTHONUTF8": "1"}
    command = [GOED, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def test_without_torch_a_neural_model_says_what_to_install(study: Path, tmp_path: Path) -> None:
    before = study.read_bytes()
    answer = without_torch(tmp_path, "run", "--model", "cluzh-gr")
    assert answer.returncode == 1
    assert answer.stderr == f"goed: cluzh-gr cannot be run here: {families.NOT_INSTALLED.format('torch')}\n"
    assert study.read_bytes() == before


def test_without_numba_cluzh_says_what_to_install(study: Path, tmp_path: Path) -> None:
    before = study.read_bytes()
    answer = without_torch(tmp_path, "run", "--model", "cluzh-gr", missing="numba")
    assert answer.returncode == 1
    assert answer.stderr == f"goed: cluzh-gr cannot be run here: {families.NOT_INSTALLED.format('numba')}\n"
    assert study.read_bytes() == before


def test_without_torch_everything_else_works(study: Path, tmp_path: Path) -> None:
    plan(study, models()["inflection", "cluzh-gr"])
    answer = without_torch(tmp_path, "run", "--number", 1)
    assert "runs of cluzh-gr wait: torch is not installed" in answer.stderr
    assert without_torch(tmp_path, "run", "--model", "nonneur").returncode == 0
    listed = without_torch(tmp_path, "models", "--format", "json")
    of_inflection = [row["model"] for row in json.loads(listed.stdout) if row["domain"] == "inflection"]
    assert of_inflection == ["nonneur", *NEURAL]


# Devices


def test_trainings_that_share_a_gpu_come_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    from goed.commands.run import Workforce
    from goed.runs.training_jobs import Training
    from goed.study.splits import Split

    split = Split(1, "eng", "given", 0, True)
    quick, long = (Training(models()["inflection", name], split, 100, 0, {}) for name in ("nonneur", "chr-trm"))
    monkeypatch.setattr("os.cpu_count", lambda: 6)
    monkeypatch.setattr("goed.models.devices.gpu_is_likely", lambda: True)
    assert Workforce(device="auto")._usual_jobs([quick, long]) == 1
    assert Workforce(device="cpu")._usual_jobs([quick, long]) == 6
    assert Workforce(device="auto")._usual_jobs([quick]) == 6


@pytest.mark.parametrize(
    ("version", "hidden", "there"), [("2.13.0", "0", True), ("2.13.0+cpu", "0", False), ("2.13.0", "", False)]
)
def test_a_gpu_is_looked_for_without_torch(
    monkeypatch: pytest.MonkeyPatch, version: str, hidden: str, there: bool
) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", hidden)
    monkeypatch.setattr("goed.models.devices.version", lambda package: version)
    monkeypatch.setattr("pathlib.Path.exists", lambda path: str(path) == "/dev/dxg")
    assert devices.gpu_is_likely() == there
