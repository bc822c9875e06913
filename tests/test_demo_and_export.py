"""The demo is a whole study in seconds; predictions leave goed as they came."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from rich.cells import cell_len

from conftest import Goed, right_answers, sql, write
from goed.labels.names import NamesForPeople


@pytest.fixture
def demo(demo_folder: Path) -> str:
    """What the demo printed; its study is in the test's own folder."""
    shutil.copy(demo_folder / "demo.goed", "demo.goed")
    return (demo_folder / "printed").read_text(encoding="utf-8")


def test_the_demo_prints_its_findings_on_one_screen(goed: Goed, demo: str) -> None:
    lines = demo.splitlines()
    assert len(lines) <= 60
    assert max(cell_len(line) for line in lines) <= 80
    for said in ("English past tense", "German noun plurals", "Arabic noun plurals", "uniform", "weighted", "*"):
        assert said in demo
    assert "What to type next" in demo
    study = Path("demo.goed")
    assert sql(study, "SELECT language, count(*) FROM run JOIN split ON split.id = split_id GROUP BY language") == [
        ("ara", 2 * 3 * 5),
        ("deu", 2 * 3 * 3),
        ("eng", 2 * 3 * 5),
    ]
    assert goed("check", "--study", study).out == ""


LARGEST = {
    "English past tense": ("eng", 1000),
    "German noun plurals": ("deu", 600),
    "Arabic noun plurals": ("ara", 1000),
}


def test_what_the_demo_shows_is_what_the_statistics_say(goed: Goed, demo: str) -> None:
    """Each line of errors: the rates of both samplings, and three forms that most of the six runs gave."""
    for section in demo.split("\n\n")[:3]:
        title, *lines = section.splitlines()
        language, size = LARGEST[title.partition(":")[0]]
        options = ("--language", language, "--size", size, "--study", "demo.goed", "--format", "json")
        rates = {(row["error"], row["sampling"]): row["mean"] for row in goed("stats", "errors", *options).rows}
        code = {NamesForPeople().shown(language, error): error for error, _ in rates}
        shown = [line.split() for line in lines if " *" in line]
        assert len(shown) == min(8, len({error for error, _ in rates}))
        for name, uniform, weighted, *forms in shown:
            error = code[name]
            assert float(uniform) == pytest.approx(100 * rates.get((error, "uniform"), 0), abs=0.0501)
            assert float(weighted) == pytest.approx(100 * rates.get((error, "weighted"), 0), abs=0.0501)
            counts = dict(
                sql(
                    Path("demo.goed"),
                    "SELECT '*' || output.answer, count(*) FROM split CROSS JOIN run ON split_id = split.id "
                    "CROSS JOIN run_part ON run_id = run.id CROSS JOIN prediction ON run_part_id = run_part.id "
                    "JOIN output ON output.id = prediction.output_id JOIN label ON label.output_id = output.id "
                    "JOIN label_kind ON label_kind.id = kind_id "
                    "WHERE part = 'test' AND language = ? AND size = ? AND error = ? AND flags NOT LIKE '%variant%' "
                    "GROUP BY output.id ORDER BY 2",
                    language,
                    size,
                    error,
                )
            )
            assert 1 <= len(forms) <= 3
            assert [counts[form] for form in forms] == sorted(counts.values(), reverse=True)[: len(forms)]


def test_people_are_shown_german_classes_with_their_hyphens_and_files_are_not(goed: Goed, demo: str) -> None:
    """A spreadsheet takes -e for a formula."""
    assert "-e→-(e)n" in demo
    assert "-(e)n→-∅" in demo
    options = ("--language", "deu", "--size", 600, "--by", "gold_class", "pred_class", "--study", "demo.goed")
    table = goed("stats", "errors", *options).out
    rows = goed("stats", "errors", *options, "--format", "json").rows
    assert " -(e)s→-e " in table
    assert {row["gold_class"] for row in rows} == {"zero", "e", "(e)n", "(e)r", "(e)s", "other"}
    assert "(e)s→e" in {row["error"] for row in rows}
    assert "-∅, -e, -(e)n" in goed("classify", "--list").out
    (german,) = [row for row in goed("classify", "--list", "--format", "json").rows if row["language"] == "deu"]
    assert german["classes"].startswith("zero, e, (e)n")


def test_what_the_demo_says_to_type_next_can_be_typed(goed: Goed, demo: str) -> None:
    commands = [line.split("  ")[1].strip() for line in demo.splitlines() if line.startswith("  goed")]
    assert len(commands) == 7
    for command in commands:
        needs_terminal = command.startswith("goed annotate")
        goed(*command.split()[1:], code=2 if needs_terminal else 0)
    assert sql(Path("demo.goed"), "SELECT count(*) FROM run") == [(2 * 78,)]  # the other sizes were run


def test_the_demo_shows_what_is_missing(goed: Goed, demo: str) -> None:
    goed("export", "--predictions", "-o", "out", "--study", "demo.goed", "--part", "test", "--language", "eng")
    path = Path("out/nonneur/eng_uniform_0_1000.test")
    write(Path("few") / path.name, "".join(path.read_text(encoding="utf-8").splitlines(keepends=True)[:500]))
    pattern = ("--pattern", "{language}_{sampling}_{seed}_{size}", "--model", "nonneur", "--replace")
    goed("import", "predictions", "few", *pattern, "--study", "demo.goed")
    second = goed("demo", "--no-ui").out
    assert second != demo
    assert "missing" in second


def test_predictions_are_not_written_over_somebodys_files(goed: Goed, study: Path) -> None:
    write(Path("mine/m/qgo_100.test"), [*right_answers(), ["one", "more", "N;PL"]])
    before = Path("mine/m/qgo_100.test").read_bytes()
    goed("import", "predictions", "mine/m", "--model", "m")
    assert "exists and holds something else" in goed("export", "--predictions", "-o", "mine", code=1).err
    assert Path("mine/m/qgo_100.test").read_bytes() == before
    goed("export", "--predictions", "-o", "mine", "--replace")
    goed("export", "--predictions", "-o", "mine")  # the same once more
    assert Path("mine/m/qgo_100.test").read_bytes() != before


def test_a_second_demo_resumes_and_shows_the_same(goed: Goed, demo: str) -> None:
    Path("demo.goed").rename("mine.goed")
    second = goed("--study", "mine.goed", "demo", "--no-ui")
    assert second.out == demo.replace("demo.goed", "mine.goed")
    assert "nothing is left to run" in second.err


def test_the_demo_leaves_alone_a_study_with_other_items(goed: Goed) -> None:
    write(Path("eng"), [["sing", "sang", "V;PST"]])
    goed("import", "items", "eng")
    before = sql(Path("study.goed"), "SELECT * FROM item")
    assert "give the demo its own study" in goed("demo", "--no-ui", "--study", "study.goed", code=1).err
    assert sql(Path("study.goed"), "SELECT * FROM item") == before


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


def test_drawn_splits_name_sampling_and_seed(goed: Goed, goedish_items: Path) -> None:
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
    from goed.study import predictions as store

    goed("run", "--size", 100)
    real = store.answers_of_part

    def with_odd_form(*arguments: object) -> dict[int, bytes]:
        forms = real(*arguments)  # type: ignore[arg-type]
        forms[next(iter(forms))] = b"a\tb\nc"
        return forms

    monkeypatch.setattr("goed.report.prediction_files.answers_of_part", with_odd_form)
    goed("export", "--predictions", "-o", "out", "--part", "test")
    lines = Path("out/nonneur/qgo_100.test").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 80
    assert {line.count("\t") for line in lines} == {2}


def test_nothing_to_export_is_said(goed: Goed, study: Path) -> None:
    assert "no such predictions" in goed("export", "--predictions", "-o", "out", code=1).err
    assert not Path("out").exists()
