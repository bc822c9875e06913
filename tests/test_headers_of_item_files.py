"""A line that names columns is no item: goed leaves it out and says so, or refuses it."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import Goed, goedish, right_answers, sql, write

ITEMS = "SELECT word, gold, features, frequency FROM item JOIN feature_set ON feature_set.id = feature_set_id"
SANG = ("sing", "sang", "V;PST", None)
FREQUENT = ("sing", "sang", "V;PST", 3.0)


@pytest.mark.parametrize(
    ("content", "item"),
    [
        ("lemma\tform\tfeatures\nsing\tsang\tV;PST\n", SANG),
        ("lemma\tform\tfeatures\tfrequency\nsing\tsang\tV;PST\t3\n", FREQUENT),
        ("lemma\tfeatures\tform\nsing\tV;PST\tsang\n", SANG),
        ("lemma\ttags\tinflected\tcount\nsing\tV;PST\tsang\t3\n", FREQUENT),
        ("LEMMA\tGold\tFeats\tFreq\nsing\tsang\tV;PST\t3\n", FREQUENT),
        ("\ufeffLemma\tInflected form\tMSD\r\nsing\tsang\tV;PST\r\n", SANG),
        ("#lemma\tform\tfeatures\nsing\tsang\tV;PST\n", SANG),
        (" lemma \tform \tfeatures\n\nsing\tsang\tV;PST\n", SANG),
        ("lemma\tform\tfeatures\nsing\tsang\tV;PST\nlemma\tform\tfeatures\n", SANG),  # two files as one
        ("lemma,form,features\nsing,sang,V;PST\n", SANG),
        ("lemma,form,features,frequency\nsing,sang,V;PST,3\n", FREQUENT),
        ("lemma;features;form\nsing;\"V;PST\";sang\n", SANG),
        ('"lemma","form","features"\n"sing","sang","V;PST"\n', SANG),
        ('"lemma"\t"form"\t"features"\n"sing"\t"sang"\t"V;PST"\n', SANG),
    ],
)  # fmt: skip
def test_a_header_is_left_out_and_said_to_be(goed: Goed, content: str, item: tuple[object, ...]) -> None:
    write(Path("eng"), content)
    answer = goed("import", "items", "eng")
    assert sql(Path("study.goed"), ITEMS) == [item]
    assert "1 new item" in answer.err
    assert answer.err.splitlines()[-1] == "  a header left out: eng, line 1"


def test_a_header_says_the_order_where_the_words_do_not(goed: Goed) -> None:
    rows = [["SING", "V;PST", "SANG"], ["RING", "V;PST", "RANG"]]
    write(Path("eng"), [["lemma", "form", "features"], *rows])
    goed("import", "items", "eng", "--study", "one.goed")
    assert {form for _, form, *_ in sql(Path("one.goed"), ITEMS)} == {"V;PST"}
    write(Path("eng"), [["lemma", "features", "form"], *rows])
    goed("import", "items", "eng", "--study", "other.goed")
    assert {form for _, form, *_ in sql(Path("other.goed"), ITEMS)} == {"SANG", "RANG"}


@pytest.mark.parametrize(
    "header",
    [
        "form\tlemma\tfeatures",
        "features\tlemma\tform",
        "lemma\tform\tfrequency\tfeatures",
        "frequency\tlemma\tform\tfeatures",
        "lemma\tform\tfeatures\tipa",
        "lemma\tform\tfeatures\tfrequency\tipa",
        "word\tform\tfeatures",
        "lemma\tpast tense\tfeatures",
        "lemma\tform\tpos",
        "lemma\tfeatures",
        "lemma\tform",
        "lemma\tpredicted\tfeatures",
        "form,lemma,features",
        '"","lemma","form","features"',
        "infinitive\tpreterite\tfeatures",
        "verb\tpast\ttag",
        "Verb\tpast tense\tMSD\tsource",
    ],
)
def test_a_header_in_another_order_is_refused_with_what_to_do(goed: Goed, study: Path, header: str) -> None:
    before = study.read_bytes()
    write(Path("eng"), f"\n{header}\nsing\tsang\tV;PST\n")
    said = goed("import", "items", "eng", code=1).err
    assert said.startswith("goed: eng, line 2: the header says '")
    assert "goed reads lemma, form, features (or the last two the other way round) and perhaps frequency: put" in said
    assert len(said.splitlines()) == 1
    assert study.read_bytes() == before


def test_a_header_that_contradicts_the_command_line_is_refused(goed: Goed) -> None:
    write(Path("eng"), "lemma\tfeatures\tform\nsing\tV;PST\tsang\n")
    assert "eng, line 1: the header" in goed("import", "items", "eng", "--columns", "lemma,form,features", code=1).err
    goed("import", "items", "eng", "--columns", "lemma,features,form")
    assert sql(Path("study.goed"), ITEMS) == [SANG]


@pytest.mark.parametrize(
    "line",
    [
        "count\tcounted\tV;PST",
        "count\tcount\tN;SG\t12",
        "lemma\tlemmas\tN;PL",
        "lemma\tlemma\tN;SG",
        "form\tforms\tN;PL",
        "feature\tfeatures\tN;PL",
        "features\tfeatures\tN;PL",
        "tag\ttags\tN;PL",
        "gold\tgold\tN;SG",
        "predict\tpredicted\tV;PST",
        "inflect\tinflected\tV;PST",
        "frequency\tfrequencies\tN;PL",
        "Form\tFormen\tN;FEM;PL",
        "count\tN;PL\tcounts",
    ],
)
def test_words_that_columns_are_called_by_are_words(goed: Goed, line: str) -> None:
    write(Path("eng"), f"{line}\nsing\tsang\tV;PST\nring\trang\tV;PST\n")
    answer = goed(
        "import", "items", "eng", "--columns", "lemma,features,form" if "N;PL\t" in line else "lemma,form,features"
    )
    assert "3 new items" in answer.err
    assert "header" not in answer.err


def test_a_header_further_down_is_refused(goed: Goed) -> None:
    write(Path("eng"), "sing\tsang\tV;PST\nlemma\tform\tfeatures\nring\trang\tV;PST\n")
    assert "eng, line 2: names columns" in goed("import", "items", "eng", code=1).err


@pytest.mark.parametrize(
    "lines", ["sing\tsang\tpst\nring\trang\tpst\n", "sing\tsang\tpst\n", "a\tb\tpst\nA\tB\tPL\nb\tc\tsg\n"]
)
def test_features_may_be_written_small(goed: Goed, lines: str) -> None:
    write(Path("eng"), lines)
    assert f"{len(lines.splitlines())} new item" in goed("import", "items", "eng").err


def test_lines_below_a_header_keep_their_numbers(goed: Goed) -> None:
    write(Path("eng"), "lemma\tform\tfeatures\nsing\tsang\tV;PST\nring\trang\n")
    assert "eng, line 3: 2 columns" in goed("import", "items", "eng", code=1).err
    write(Path("eng"), "lemma,form,features\nsing,sang,V;PST\nring,rang\n")
    assert "eng, line 3: 2 columns" in goed("import", "items", "eng", code=1).err


@pytest.mark.parametrize("line", ['"sing,sang,V;PST', 'sing,"sang"s,V;PST'])
def test_a_line_that_is_no_csv_is_named(goed: Goed, line: str) -> None:
    write(Path("eng"), f"lemma,form,features\nring,rang,V;PST\n{line}\n")
    assert "eng, line 3: is no line of csv" in goed("import", "items", "eng", code=1).err


def test_without_a_header_a_csv_is_refused(goed: Goed) -> None:
    write(Path("eng"), "sing,sang,V;PST\n")
    assert "eng, line 1: no line has three columns" in goed("import", "items", "eng", code=1).err


def test_counts_have_headers_too(goed: Goed) -> None:
    goed("import", "items", write(Path("eng"), [["sing", "sang", "V;PST"]]))
    write(Path("counts.csv"), "lemma,form,features,count\nsing,sang,V;PST,3\n")
    goed("import", "items", "counts.csv", "--language", "eng", "--counts-only")
    assert sql(Path("study.goed"), ITEMS) == [FREQUENT]


def with_headers(folder: Path) -> None:
    """Put a header on every file of a given split."""
    for path in folder.iterdir():
        columns = "lemma\tfeatures" if path.suffix == ".test" else "lemma\tform\tfeatures"
        path.write_text(f"{columns}\n{path.read_text('utf-8')}", "utf-8")


def test_a_given_split_with_headers_is_the_same_split(goed: Goed, split_folder: Path) -> None:
    goed("import", "items", split_folder, "--as", "split")
    with_headers(split_folder)
    answer = goed("import", "items", split_folder, "--as", "split")
    assert "qgo given 0: this split is there already" in answer.err
    (said,) = (line for line in answer.err.splitlines() if "header" in line)  # of six files, in one line
    assert said.startswith("  6 headers left out: ")
    assert said.endswith("; …")
    assert said.count("line 1") == 3


def test_questions_in_another_order_are_refused(goed: Goed, split_folder: Path) -> None:
    path = split_folder / "qgo.test"
    path.write_text(f"features\tlemma\n{path.read_text('utf-8')}", "utf-8")
    said = goed("import", "items", split_folder, "--as", "split", code=1).err
    assert "qgo.test, line 1: the header says 'features, lemma', and goed reads lemma, features: put" in said


@pytest.mark.parametrize(
    "header", ["lemma\tform\tfeatures", "Lemma\tPredicted\tFeatures", "lemma\tprediction\tmsd", "lemma\tgold\ttags"]
)
def test_predictions_may_have_a_header(goed: Goed, study: Path, header: str) -> None:
    write(Path("theirs/qgo_300.test"), right_answers())
    goed("import", "predictions", "theirs", "--model", "m")
    path = Path("theirs/qgo_300.test")
    path.write_text(f"{header}\n{path.read_text('utf-8')}", "utf-8")
    answer = goed("import", "predictions", "theirs", "--model", "m")
    assert "80 predictions in 1 file; 1 of them there already" in answer.err
    assert f"  a header left out: {path}, line 1" in answer.err
    assert "about no item" not in answer.err


def test_predictions_in_csv_are_those_of_the_columns(goed: Goed, study: Path) -> None:
    lines = [",".join((lemma, f'"{features}"', form)) for lemma, form, features in right_answers()]
    write(Path("theirs.csv"), "\n".join(["lemma,features,predicted", *lines]))
    goed("import", "predictions", "theirs.csv", "--model", "m", "--language", "qgo", "--size", 300)
    assert [row["mean"] for row in goed("stats", "accuracy", "--format", "json").rows] == [1.0]


def test_predictions_with_a_header_in_another_order_are_refused(goed: Goed, study: Path) -> None:
    write(Path("theirs/qgo_300.test"), [["predicted", "lemma", "features"], *right_answers()])
    said = goed("import", "predictions", "theirs", "--model", "m", code=1).err
    assert "qgo_300.test, line 1: the header says 'predicted, lemma, features'" in said
    assert "goed reads lemma, predicted form, features" in said


def test_a_declared_study_says_it_too(goed: Goed) -> None:
    write(Path("words/qgo"), [["lemma", "form", "features"], *goedish(0, 100)])
    write(
        Path("small.toml"),
        'languages = ["qgo"]\n[data]\npath = "words"\n'
        '[splits]\nsampling = "uniform"\nseeds = 1\nsizes = 10\ndev = 10\n',
    )
    answer = goed("make", "small.toml")
    assert "a header left out: " in answer.err
    assert "items: qgo 100" in answer.err
