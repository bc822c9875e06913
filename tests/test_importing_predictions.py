"""Predictions of other systems come in and are counted exactly, however their files look."""

from __future__ import annotations

import random
import unicodedata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conftest import Goed, goedish, right_answers, sql, write
from goed.sources.file_names import Naming
from goed.sources.predictions import ImportOptions, import_predictions
from goed.study.study import Study


def accuracy(goed: Goed, *arguments: str) -> list[tuple[object, ...]]:
    rows = goed("stats", "accuracy", "--format", "json", *arguments).rows
    return [(row["model"], row["size"], row["mean"], row["n_items"], row["n_missing"]) for row in rows]


def with_errors(rows: list[list[str]], number: int) -> list[list[str]]:
    return [[lemma, form + "x" if place < number else form, tags] for place, (lemma, form, tags) in enumerate(rows)]


def test_a_folder_in_sigmorphon_naming(goed: Goed, study: Path) -> None:
    for size, errors in ((100, 40), (200, 20), (300, 0)):
        write(Path(f"theirs/qgo_{size}.test"), with_errors(right_answers(), errors))
    write(Path("theirs/qgo_300.dev"), goedish(300, 350))
    write(Path("theirs/README.md"), "what we did\n")
    answer = goed("import", "predictions", "theirs", "--model", "theirs")
    assert "290 predictions in 4 files" in answer.err
    assert "README.md" in answer.err
    assert accuracy(goed, "--part", "test") == [
        ("theirs", 100, 0.5, 80, 0),
        ("theirs", 200, 0.75, 80, 0),
        ("theirs", 300, 1.0, 80, 0),
    ]
    assert accuracy(goed, "--part", "dev") == [("theirs", 300, 1.0, 50, 0)]
    goed("check")


def messy(kind: str, rows: list[list[str]]) -> bytes:
    """The same predictions in a file that looks otherwise."""
    text = "".join("\t".join(row) + "\n" for row in rows)
    forms = {
        "BOM": "\ufeff" + text,
        "CRLF": text.replace("\n", "\r\n"),
        "BOM and CRLF": "\ufeff" + text.replace("\n", "\r\n"),
        "trailing blank lines": text + "\n\n  \n",
        "no last line end": text.rstrip("\n"),
        "blank lines between": text.replace("\n", "\n\n"),
        "white space": text.replace("\t", " \t "),
        "lemma, features, form": "".join(f"{lemma}\t{tags}\t{form}\n" for lemma, form, tags in rows),
        "NFD": unicodedata.normalize("NFD", text),
        "shuffled": "".join(random.Random(1).sample(text.splitlines(keepends=True), len(rows))),
        "repeated lines": text + text,
        "longer": "other\tothers\tN;MASC;PL\n" + text + "another\tanothers\tN;MASC;PL\n",
    }
    return forms[kind].encode()


KINDS = [
    "BOM", "CRLF", "BOM and CRLF", "trailing blank lines", "no last line end", "blank lines between", "white space",
    "lemma, features, form", "NFD", "shuffled", "repeated lines", "longer",
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_messy_files_count_the_same(goed: Goed, study: Path, kind: str) -> None:
    content = messy(kind, with_errors(right_answers(), 20))
    Path("theirs").mkdir()
    Path("theirs/qgo_100.test").write_bytes(content)
    answer = goed("import", "predictions", "theirs", "--model", "m")
    assert accuracy(goed) == [("m", 100, 0.75, 80, 0)]
    assert ("2 lines about no item" in answer.err) == (kind == "longer")
    goed("check")


@pytest.mark.parametrize("kind", KINDS)
def test_messy_files_of_real_predictions_count_the_same(goed: Goed, shared: Path, kind: str) -> None:
    """German and Arabic, where NFC and NFD differ, against a count that reads the files by itself."""
    source = shared / "sigmorphon2022"
    goed("import", "items", source / "part2", "--as", "split")
    Path("theirs").mkdir()
    expected = {}
    for name in ("deu_600", "ara_1000"):
        rows = [
            line.split("\t") for line in (source / f"predictions/cluzh/{name}.test").read_text("utf-8").splitlines()
        ]
        gold = [line.split("\t") for line in (source / f"part2/{name[:3]}.gold").read_text("utf-8").splitlines()]
        expected[name[:3]] = sum(ours[1] == theirs[1] for ours, theirs in zip(rows, gold, strict=True)) / len(gold)
        Path(f"theirs/{name}.test").write_bytes(messy(kind, rows))
    goed("import", "predictions", "theirs", "--model", "cluzh")
    rows = goed("stats", "accuracy", "--format", "json").rows
    assert {row["language"]: row["mean"] for row in rows} == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("system", ["cluzh", "nonneur"])
def test_accuracies_of_real_systems_equal_a_direct_count(goed: Goed, shared: Path, system: str) -> None:
    source = shared / "sigmorphon2022"
    goed("import", "items", source / "part2", "--as", "split")
    goed("import", "predictions", source / "predictions" / system, "--model", system)
    counted = {}
    for path in (source / "predictions" / system).iterdir():
        language = path.stem[:3]
        gold = (source / "part2" / f"{language}.gold").read_bytes().splitlines()
        theirs = path.read_bytes().splitlines()
        counted[language, int(path.stem[4:])] = sum(a == b for a, b in zip(gold, theirs, strict=True)) / 600
    rows = goed("stats", "accuracy", "--format", "json").rows
    assert {(row["language"], row["size"]): row["mean"] for row in rows} == pytest.approx(counted, abs=1e-12)
    assert len(counted) == 26


def test_a_shorter_file_leaves_items_without_a_prediction_that_count_as_wrong(goed: Goed, study: Path) -> None:
    write(Path("theirs/qgo_100.test"), right_answers()[:60])
    answer = goed("import", "predictions", "theirs", "--model", "m")
    assert "20 items without a prediction" in answer.err
    assert accuracy(goed) == [("m", 100, 0.75, 80, 20)]


def test_empty_predictions_and_control_tokens_are_predictions(goed: Goed, study: Path) -> None:
    rows = right_answers()
    rows[0][1], rows[1][1], rows[2][1] = "", "<UNK>", "pre<s>x"
    write(Path("theirs/qgo_100.test"), rows)
    answer = goed("import", "predictions", "theirs", "--model", "m")
    assert "1 empty prediction" in answer.err
    assert "2 predictions with control tokens" in answer.err
    assert accuracy(goed) == [("m", 100, 77 / 80, 80, 0)]


def test_an_empty_prediction_at_the_end_of_a_line(goed: Goed, study: Path) -> None:
    rows = [f"{lemma}\t{tags}\t{form}" for lemma, form, tags in right_answers()]
    rows[5] = rows[5].rpartition("\t")[0]  # an editor that strips lines
    write(Path("theirs/qgo_100.test"), "\n".join(rows))
    goed("import", "predictions", "theirs", "--model", "m")
    assert accuracy(goed) == [("m", 100, 79 / 80, 80, 0)]


def test_bytes_that_are_not_nfc_are_kept(goed: Goed, study: Path) -> None:
    rows = right_answers()
    rows[0][1] = "a\u0308"
    write(Path("theirs/qgo_100.test"), rows)
    goed("import", "predictions", "theirs", "--model", "m")
    assert sql(study, "SELECT bytes FROM prediction_bytes") == [("a\u0308".encode(),)]
    goed("export", "--predictions", "-o", "back")
    assert Path("back/m/qgo_100.test").read_bytes() == Path("theirs/qgo_100.test").read_bytes()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"only one column", "1 column where"),
        (b"a\tb", "2 columns where"),
        (b"a\tb\tN;MASC;PL\td", "4 columns where"),
        (b"k\xe4t\tket\tN;MASC;PL", "not UTF-8"),
        (b"kat\tke\x00t\tN;MASC;PL", "NUL"),
    ],
)
def test_a_bad_line_is_named_and_nothing_of_the_import_is_there(
    goed: Goed, study: Path, line: bytes, complaint: str
) -> None:
    before = study.read_bytes()
    write(Path("theirs/qgo_100.test"), right_answers())
    good = Path("theirs/qgo_100.test").read_bytes().splitlines()
    Path("theirs/qgo_200.test").write_bytes(b"\n".join([*good[:41], line, *good[41:]]))
    answer = goed("import", "predictions", "theirs", "--model", "m", code=1)
    assert "theirs/qgo_200.test, line 42" in answer.err
    assert complaint in answer.err
    assert study.read_bytes() == before


def test_two_different_predictions_for_one_item_are_an_error(goed: Goed, study: Path) -> None:
    rows = right_answers()
    write(Path("theirs/qgo_100.test"), [*rows, [rows[2][0], "another", rows[2][2]]])
    answer = goed("import", "predictions", "theirs", "--model", "m", code=1)
    assert "line 81" in answer.err
    assert "line 3" in answer.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["theirs"], "--model"),
        (["theirs", "--model", "m", "--sampling", "weighted"], "no split qgo weighted 0; it has given 0"),
        (["theirs", "--model", "m", "--seed", "3"], "no split qgo given 3"),
        (["nothing"], "no such file or folder"),
        (["outer", "--model", "m"], "only the folders inner"),
        (["unknown_language", "--model", "m"], "has splits of qgo"),
        (["unknown_size", "--model", "m"], "no training set of 900"),
        (["strangers", "--model", "m"], "none of its 80 lines"),
        (["theirs", "--model", "bad\nname"], "cannot be the name"),
    ],
)
def test_what_does_not_fit_the_study_is_said(goed: Goed, study: Path, arguments: list[str], complaint: str) -> None:
    write(Path("theirs/qgo_100.test"), right_answers())
    write(Path("outer/inner/qgo_100.test"), right_answers())
    write(Path("unknown_language/xyz_100.test"), right_answers())
    write(Path("unknown_size/qgo_900.test"), right_answers())
    write(Path("strangers/qgo_100.test"), [[f"x{lemma}", form, tags] for lemma, form, tags in right_answers()])
    before = study.read_bytes()
    assert complaint in goed("import", "predictions", *arguments, code=1).err
    assert study.read_bytes() == before


def test_one_file_whose_name_says_nothing(goed: Goed, study: Path) -> None:
    write(Path("output.txt"), right_answers())
    goed("import", "predictions", "output.txt", "--model", "m", "--language", "qgo", "--size", "200", "--part", "test")
    assert accuracy(goed) == [("m", 200, 1.0, 80, 0)]


def test_many_models_at_once_by_pattern(goed: Goed, study: Path) -> None:
    for model in ("a-1.0", "b 2"):
        for size in (100, 200):
            write(Path(f"all/{model}/qgo_{size}.test"), right_answers())
    goed("import", "predictions", "all", "--pattern", "{model}/{language}_{size}")
    assert [row[:2] for row in accuracy(goed)] == [("a-1.0", 100), ("a-1.0", 200), ("b 2", 100), ("b 2", 200)]


def test_importing_again_changes_nothing_and_other_predictions_need_replace(goed: Goed, study: Path) -> None:
    write(Path("theirs/qgo_100.test"), right_answers())
    goed("import", "predictions", "theirs", "--model", "m")
    assert "1 of them there already" in goed("import", "predictions", "theirs", "--model", "m").err
    assert sql(study, "SELECT count(*) FROM prediction") == [(80,)]

    write(Path("theirs/qgo_100.test"), with_errors(right_answers(), 8))
    assert "--replace" in goed("import", "predictions", "theirs", "--model", "m", code=1).err
    assert accuracy(goed) == [("m", 100, 1.0, 80, 0)]
    goed("import", "predictions", "theirs", "--model", "m", "--replace")
    assert accuracy(goed) == [("m", 100, 0.9, 80, 0)]
    assert sql(study, "SELECT count(*) FROM prediction") == [(80,)]
    goed("check")


def test_a_second_gold_in_the_test_file_is_a_variant_and_stays_wrong(goed: Goed) -> None:
    write(
        Path("given/eng.gold"), [["dream", "dreamed", "V;PST"], ["dream", "dreamt", "V;PST"], ["go", "went", "V;PST"]]
    )
    goed("import", "items", "given", "--as", "split")
    write(Path("theirs/eng_100.test"), [["dream", "dreamt", "V;PST"], ["go", "went", "V;PST"]])
    goed("import", "predictions", "theirs", "--model", "m")
    assert accuracy(goed) == [("m", 100, 0.5, 2, 0)]


FORMS = st.text(st.characters(blacklist_characters="\t\n\r\0", blacklist_categories=["Cs"]), max_size=12)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(forms=st.lists(FORMS, min_size=80, max_size=80), order=st.randoms(use_true_random=False))
def test_whatever_a_model_predicts_is_counted_as_a_direct_count_does(
    forms: list[str], order: random.Random, study: Path
) -> None:
    """Any text at all for a prediction, right ones among them, in any order."""
    rows = right_answers()
    for place, row in enumerate(rows):
        if place % 3:
            row[1] = forms[place]
    expected = sum(
        unicodedata.normalize("NFC", mine[1].strip()) == gold[1]
        for mine, gold in zip(rows, right_answers(), strict=True)
    )
    order.shuffle(rows)
    write(Path("theirs/qgo_100.test"), rows)
    with Study.open(study) as opened:
        import_predictions(opened, [Path("theirs")], ImportOptions(model="m"), Naming(), replace=True)
    assert sql(study, "SELECT n_correct, n_predicted FROM run_part") == [(expected, 80)]
    stored = dict(sql(study, "SELECT lemma, predicted FROM prediction_table"))
    assert stored == {lemma: unicodedata.normalize("NFC", form.strip()) for lemma, form, _ in rows}
