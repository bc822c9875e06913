"""The demo is a whole study in seconds; predictions leave goed as they came."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from conftest import GOEDISH, REPOSITORY, Goed, right_answers, write


def test_the_demo_prints_its_findings_on_one_screen(goed: Goed) -> None:
    answer = goed("demo", "--no-ui")
    assert Path("demo.goed").exists()
    assert len(answer.out.splitlines()) <= 40
    assert "weighted mean %" in answer.out
    assert "What to type next" in answer.out
    goed("check", "--study", "demo.goed")


def test_a_second_demo_resumes_and_shows_the_same(goed: Goed) -> None:
    first = goed("demo", "--no-ui", "--study", "mine.goed").out
    second = goed("--study", "mine.goed", "demo", "--no-ui")
    assert second.out == first
    assert "nothing is left to run" in second.err


def test_the_made_up_language_is_what_its_builder_makes() -> None:
    path = REPOSITORY / "data" / "build_made_up.py"
    spec = importlib.util.spec_from_file_location("build_made_up", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    lines = "".join("\t".join(map(str, item)) + "\n" for item in module.build())
    assert lines == GOEDISH.read_text(encoding="utf-8")


def test_exported_predictions_come_back_the_same(goed: Goed, study: Path, split_folder: Path) -> None:
    goed("run")
    goed("export", "--predictions", "-o", "out")
    names = sorted(path.name for path in Path("out/nonneur").iterdir())
    assert names[:3] == ["qgo_100.core", "qgo_100.dev", "qgo_100.test"]
    goed("import", "predictions", "out/nonneur", "--model", "again")
    mine, again = (
        [
            (row["size"], row["part"], row["mean"])
            for row in goed("stats", "accuracy", "--model", model, "--format", "json").rows
        ]
        for model in ("nonneur", "again")
    )
    assert mine == again


def test_drawn_splits_name_sampling_and_seed(goed: Goed) -> None:
    goed("init")
    goed("split", "--seeds", 1, "--sizes", 100, "--dev", 100)
    goed("run")
    goed("export", "--predictions", "-o", "out", "--part", "test", "--sampling", "weighted")
    assert [path.name for path in Path("out/nonneur").iterdir()] == ["qgo_weighted_0_100.test"]
    pattern = ("--pattern", "{language}_{sampling}_{seed}_{size}")
    goed("import", "predictions", "out/nonneur", "--model", "again", *pattern)


@pytest.mark.parametrize("model", ["..", "../../up", "a/b", "cluzh:best", ".hidden", "100%"])
def test_a_model_may_be_called_anything_and_its_files_stay_in_the_folder(goed: Goed, study: Path, model: str) -> None:
    write(Path("theirs/qgo_100.test"), right_answers())
    for name in (model, "a-b", "cluzh-best"):
        goed("import", "predictions", "theirs", "--model", name)
    goed("export", "--predictions", "-o", "deep/deeper/out")
    written = [path for path in Path().rglob("qgo_100.test") if path.parts[0] != "theirs"]
    assert len(written) == 3  # one for each model, none in the place of another
    assert all(path.parts[:3] == ("deep", "deeper", "out") and len(path.parts) == 5 for path in written)


def test_repeats_of_a_split_name_their_training_seed(goed: Goed, study: Path) -> None:
    rows = "lemmas = [line.split(chr(9))[0] for line in open(sys.argv[1], encoding='utf-8')]"
    script = f"import sys; {rows}; open(sys.argv[2], 'w', encoding='utf-8').write(chr(10).join(lemmas))"
    write(Path("model.py"), script)
    write(Path("models.toml"), '[models.mine]\ncommand = "python3 model.py {test} {out}"')
    goed("run", "--model", "mine", "nonneur", "--config", "models.toml", "--repeats", 2, "--size", 100)
    goed("export", "--predictions", "-o", "out", "--part", "test")
    assert [path.name for path in sorted(Path("out/mine").iterdir())] == ["qgo_100_0.test", "qgo_100_1.test"]
    assert [path.name for path in Path("out/nonneur").iterdir()] == ["qgo_100.test"]


def test_a_sampling_may_be_called_anything(goed: Goed, split_folder: Path) -> None:
    goed("import", "items", split_folder, "--as", "split", "--sampling", "../../mine")
    goed("run", "--size", 100)
    goed("export", "--predictions", "-o", "deep/out", "--part", "test")
    (path,) = Path().rglob("*_100.test")
    assert path.parts[:3] == ("deep", "out", "nonneur")
    assert "mine" in path.name


def test_forms_with_tabs_and_line_ends_do_not_break_the_table(
    goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.store import predictions as store

    goed("run", "--size", 100)
    real = store.forms_of_part

    def with_odd_form(*arguments: object) -> dict[int, bytes]:
        forms = real(*arguments)  # type: ignore[arg-type]
        forms[next(iter(forms))] = b"a\tb\nc"
        return forms

    monkeypatch.setattr("app.report.predictions.forms_of_part", with_odd_form)
    goed("export", "--predictions", "-o", "out", "--part", "test")
    lines = Path("out/nonneur/qgo_100.test").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 80
    assert {line.count("\t") for line in lines} == {2}


def test_nothing_to_export_is_said(goed: Goed, study: Path) -> None:
    assert "no such predictions" in goed("export", "--predictions", "-o", "out", code=1).err
    assert not Path("out").exists()
