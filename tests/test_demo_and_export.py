"""The demo is a whole study in seconds; predictions leave goed as they came."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from conftest import GOEDISH, REPOSITORY, Goed


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


def test_nothing_to_export_is_said(goed: Goed, study: Path) -> None:
    assert "no such predictions" in goed("export", "--predictions", "-o", "out", code=1).err
    assert not Path("out").exists()
