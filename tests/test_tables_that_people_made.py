"""Labels in tables that people made, or changed, become what one annotator says."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from conftest import Goed, goedish, right_answers, sql, write
from moments import killed_at, n_moments
from test_labels_leave_and_come_back import FORMATS, exported


def table(path: str, *rows: Sequence[str], header: str = "lemma features gold predicted pred_class") -> Path:
    return write(Path(path), [header.split(), *rows])


@pytest.fixture
def wrong(goed: Goed, study: Path) -> list[str]:
    """The words of an output that is wrong: lemma, features, gold, predicted."""
    answers = right_answers()
    lemma, gold, features = answers[0]
    answers[0][1] = f"{lemma}xen"
    write(Path("theirs/qgo_100.test"), answers)
    goed("import", "predictions", "theirs", "--model", "theirs")
    return [lemma, features, gold, f"{lemma}xen"]


def test_the_error_follows_from_the_class_where_it_is_not_said(goed: Goed, study: Path, wrong: list[str]) -> None:
    goed("import", "labels", table("mine.tsv", [*wrong, "prefix"]), "--annotator", "me", "--language", "qgo")
    (row,) = [row for row in exported(goed, "back.jsonl") if row["source"] == "me"]
    assert row["error"] == f"{row['gold_class']}→prefix"
    assert (row["rule"], row["confidence"]) == ("", None)


def test_an_error_that_was_left_as_it_was_follows_its_class(goed: Goed, study: Path, wrong: list[str]) -> None:
    """As somebody does who corrects the class in a spreadsheet, and nothing else."""
    rows = exported(goed, "labels.tsv", "--wrong")
    gold, shown = rows[0]["gold_class"], rows[0]["pred_class"]
    text = Path("labels.tsv").read_text(encoding="utf-8")
    Path("labels.tsv").write_text(text.replace(f"\t{gold}\t{shown}\t", f"\t{gold}\tcircumfix\t"), encoding="utf-8")
    answer = goed("import", "labels", "labels.tsv", "--annotator", "me", "--all")
    assert "1 row whose error does not follow from classes and flags: named anew" in answer.err
    (row,) = exported(goed, "back.tsv", "--wrong")
    assert (row["pred_class"], row["error"]) == ("circumfix", f"{row['gold_class']}→circumfix")


def test_what_people_say_counts_and_the_share_of_it_is_said(goed: Goed, study: Path, wrong: list[str]) -> None:
    path = table("mine.tsv", [*wrong, "?", "unnatural"], header="lemma features gold predicted pred_class error")
    goed("import", "labels", path, "--annotator", "me", "--language", "qgo")
    (row,) = goed("stats", "errors", "--model", "theirs", "--format", "json").rows
    assert (row["error"], row["n"], row["checked"]) == ("unnatural", 1, 1.0)
    assert "1 outputs labelled by people" in goed("status").out


def test_where_annotators_differ_the_classifiers_label_stands_disputed(
    goed: Goed, study: Path, wrong: list[str]
) -> None:
    header = "language lemma features gold predicted pred_class note"
    for name, shown in (("one", "prefix"), ("two", "circumfix")):
        path = table(f"{name}.tsv", ["qgo", *wrong, shown, f"{name} thinks so"], header=header)
        goed("import", "labels", path, "--annotator", name)
    (row,) = [row for row in exported(goed, "back.jsonl") if row["note"]]
    assert (row["source"], row["pred_class"]) == ("disputed", "suffix")
    assert row["note"] == "one thinks so | two thinks so"
    assert goed("stats", "errors", "--model", "theirs", "--format", "json").rows[0]["checked"] == 0
    goed("import", "labels", table("3.tsv", ["qgo", *wrong, "prefix", ""], header=header), "--annotator", "three")
    (row,) = [row for row in exported(goed, "back.jsonl", "--replace") if row["note"]]
    assert (row["source"], row["pred_class"]) == ("one, three", "prefix")


def test_the_same_table_twice_adds_nothing(goed: Goed, study: Path, wrong: list[str]) -> None:
    path = table("mine.tsv", [*wrong, "prefix"])
    goed("import", "labels", path, "--annotator", "me", "--language", "qgo")
    acts = sql(study, "SELECT * FROM act")
    assert "0 outputs labelled by me; 1 there already" in (
        goed("import", "labels", path, "--annotator", "me", "--language", "qgo").err
    )
    assert sql(study, "SELECT * FROM act") == acts


def test_a_later_import_is_another_act_and_the_older_one_stays(goed: Goed, study: Path, wrong: list[str]) -> None:
    header = "language lemma features gold predicted pred_class note"
    for number, (shown, note) in enumerate([("prefix", "a note"), ("stem", ""), ("", "another note")]):
        path = table(f"{number}.tsv", ["qgo", *wrong, shown, note], header=header)
        goed("import", "labels", path, "--annotator", "me")
    (row,) = [row for row in exported(goed, "back.jsonl") if row["source"] == "me"]
    assert (row["pred_class"], row["note"]) == ("stem", "another note")
    assert [kind for (kind,) in sql(study, "SELECT pred_class FROM annotation ORDER BY act_id")] == [
        "prefix",
        "stem",
        None,
    ]


def test_the_classifiers_rows_are_skipped_unless_all_are_wanted(goed: Goed, study: Path, wrong: list[str]) -> None:
    rows = exported(goed, "labels.tsv")
    answer = goed("import", "labels", "labels.tsv", "--annotator", "me")
    assert f"{len(rows)} rows of the classifier's skipped; --all takes them" in answer.err
    assert sql(study, "SELECT count(*) FROM act") == [(0,)]


def test_rows_about_nothing_in_the_study_are_counted(goed: Goed, study: Path, wrong: list[str]) -> None:
    path = table("mine.tsv", [*wrong, "prefix"], ["nobody", "N;PL", "nobodies", "nobodys", "suffix"])
    answer = goed("import", "labels", path, "--annotator", "me", "--language", "qgo")
    assert "1 output labelled by me" in answer.err
    assert "1 row about no output of the study left out, the first in mine.tsv, line 3" in answer.err


def test_an_unknown_class_is_taken_and_said(goed: Goed, study: Path, wrong: list[str]) -> None:
    path = table("mine.tsv", [*wrong, "sufix"])
    assert "'sufix' is no class that the classifier knows" in (
        goed("import", "labels", path, "--annotator", "me", "--language", "qgo").err
    )


def test_the_annotator_is_told_by_the_environment(
    goed: Goed, study: Path, wrong: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOED_ANNOTATOR", "env")
    assert "labelled by env" in goed("import", "labels", table("mine.tsv", [*wrong, "prefix"]), "--language", "qgo").err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("lemma\tfeatures\tgold\n", "line 1: there is no column predicted"),
        ("lemma\tfeatures\tgold\tpredicted\n", "line 1: there is no column pred_class, nor note"),
        ("lemma\tfeatures\tgold\tpredicted\tpred_class\na\tb\n", "line 2: 2 columns where the header has 5"),
        (
            "lemma\tfeatures\tgold\tpredicted\tpred_class\terror\na\tb\tc\td\t\tx\n",
            "line 2: there is a class, an error, a flag or a verdict",
        ),
        ("lemma\tfeatures\tgold\tpredicted\tpred_class\na\tb\tc\td\tx\x1b\n", "line 2: 'x\\x1b' can be no pred_class"),
        (
            "lemma\tfeatures\tgold\tpredicted\tpred_class\na\tb\tc\td\tx\n\na\tb\tc\td\ty\n",
            "line 4: says otherwise of the same output than line 2",
        ),
        ("lemma\tfeatures\tgold\tpredicted\tpred_class\n\xff", "line 2: byte 0xff is not UTF-8"),
    ],
)
def test_what_is_wrong_with_a_table_is_said_and_nothing_is_taken(
    goed: Goed, study: Path, wrong: list[str], content: str, said: str
) -> None:
    Path("mine.tsv").write_bytes(content.encode("latin-1"))
    before = study.read_bytes()
    answer = goed("import", "labels", "mine.tsv", "--annotator", "me", "--language", "qgo", code=1)
    assert f"mine.tsv, {said}" in answer.err
    assert study.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("mine.jsonl", "{}\n[1]\n", "line 2: is no JSON object"),
        ("mine.jsonl", "{\n", "line 1: is no line of JSON"),
        ("mine.jsonl", "[" * 100_000, "line 1: is no line of JSON"),
        ("mine.parquet", "PAR1 no", "is no parquet file"),
        ("mine.csv", 'lemma,features,gold,predicted,pred_class\n"a', "line 2: is no csv"),
        ("mine.csv", "x" * 20_000_000, "line 1: is no csv"),
        ("mine.xlsx", "PK\x03\x04...", "is a spreadsheet; save it as csv"),
        ("mine.tsv", "PAR1...", "is in parquet"),
        ("mine.tsv", '{"lemma": 1}', "is in JSON"),
        ("mine.jsonl", '{"lemma": "\\ud800"}', "line 1: holds half a character"),
    ],
)
def test_other_formats_are_refused_as_clearly(
    goed: Goed, study: Path, wrong: list[str], name: str, content: str, said: str
) -> None:
    write(Path(name), content)
    assert said in goed("import", "labels", name, "--annotator", "me", "--language", "qgo", code=1).err


def test_the_classifier_is_no_annotator(goed: Goed, study: Path, wrong: list[str]) -> None:
    goed("import", "labels", table("mine.tsv"), "--annotator", "classifier", "--language", "qgo", code=2)


def test_the_name_of_a_table_may_say_its_language(goed: Goed, study: Path, wrong: list[str]) -> None:
    assert "no column language" in goed("import", "labels", table("mine.tsv", [*wrong, "?"]), code=1).err
    assert "1 output labelled" in goed("import", "labels", table("qgo.tsv", [*wrong, "?"])).err


def test_a_table_that_a_spreadsheet_saved_comes_back(goed: Goed, study: Path, wrong: list[str]) -> None:
    """With semicolons, a BOM and CRLF, as Excel in German writes it; and arrows as people type them."""
    words = [*wrong, "sonst", "a->b"]
    lines = ["lemma;features;gold;predicted;pred_class;error", ";".join(f'"{word}"' for word in words)]
    write(Path("mine.csv"), "\r\n".join(lines) + "\r\n", encoding="utf-8-sig")
    goed("import", "labels", "mine.csv", "--annotator", "me", "--language", "qgo")
    assert sql(study, "SELECT error FROM annotation") == [("a→b",)]


@pytest.mark.parametrize("n_kills", [5, pytest.param(50, marks=pytest.mark.slow)])
def test_an_import_of_labels_that_was_killed_leaves_nothing(
    goed: Goed, study: Path, chance: Random, n_kills: int
) -> None:
    """Kill imports at any moment: the labels are there whole or not at all, and what stood there before stays."""
    rows = goedish(350, 430)
    for model in range(50):
        answers = [[lemma, f"{form}{model}", tags] for lemma, form, tags in rows]
        write(Path(f"all/m{model}/qgo_100.test"), answers)
    goed("import", "predictions", "all", "--pattern", "{model}/{language}_{size}")
    goed("export", "-o", "labels.tsv")
    goed("import", "labels", "labels.tsv", "--annotator", "before", "--all")
    arguments = ("import", "labels", "labels.tsv", "--annotator", "killed", "--all")
    before = study.read_bytes()
    latest = n_moments(*arguments)
    study.write_bytes(before)
    for _ in range(n_kills):
        killed_at(chance.randint(1, latest), *arguments)
        goed("check")
        (n_acts,) = sql(study, "SELECT count(*) FROM act")[0]
        assert n_acts in (1, 2)
        if n_acts == 2:  # it was all but over: begin again
            study.write_bytes(before)
    goed(*arguments)
    assert sql(study, "SELECT count(*) FROM annotation GROUP BY act_id") == [(4_000,), (4_000,)]
    assert sql(study, "SELECT count(*) FROM staged_act") == [(0,)]
    assert "sound" in goed("check").err


def test_an_output_without_a_label_gets_one_when_it_is_needed(goed: Goed, study: Path) -> None:
    """As an interrupted upgrade or import of items leaves it."""
    goed("run", "--size", 100)
    for arguments in (("export", "-o", "labels.tsv"), ("stats", "errors"), ("classify",), ("check", "--repair")):
        with closing(sqlite3.connect(study)) as connection, connection:
            connection.execute("DELETE FROM label WHERE output_id = 1")
        assert "1 outputs of qgo have no label" in goed("check").out
        before = study.read_bytes()
        goed(*arguments)
        if arguments[0] in ("export", "stats"):  # they only read, and label for themselves
            assert study.read_bytes() == before
        else:
            assert goed("check").out == ""
    assert "left out" not in goed("import", "labels", "labels.tsv", "--annotator", "me", "--all").err


# What a table does not say stays as it was


@pytest.fixture
def accepted(goed: Goed, study: Path, wrong: list[str]) -> list[str]:
    """The wrong output of `wrong`, which a source lists as an accepted form."""
    lemma, features, _, predicted = wrong
    goed("import", "items", write(Path("qgo"), [[lemma, predicted, features]]))
    return wrong


def left_out(goed: Goed) -> int:
    rows = goed("stats", "trajectory", "--model", "theirs", "--format", "json").rows
    return int(rows[0]["n_left_out"])


def test_a_table_without_flags_leaves_those_that_are_there(goed: Goed, study: Path, accepted: list[str]) -> None:
    goed("import", "labels", table("qgo.tsv", [*accepted, "suffix"]), "--annotator", "me")
    assert left_out(goed) == 1


def test_a_table_with_less_takes_nothing_back(goed: Goed, study: Path, wrong: list[str]) -> None:
    header = "lemma features gold predicted gold_class pred_class flags"
    goed("import", "labels", table("qgo.tsv", [*wrong, "stem", "prefix", "gold-error"], header=header))
    goed("import", "labels", table("qgo.tsv", [*wrong, "circumfix"]))
    (row,) = [row for row in exported(goed, "back.jsonl", "--wrong") if row["flags"]]
    assert (row["gold_class"], row["pred_class"], row["flags"]) == ("stem", "circumfix", "gold-error")


def test_none_among_the_flags_is_no_flag(goed: Goed, study: Path, wrong: list[str]) -> None:
    header = "lemma features gold predicted pred_class flags"
    path = table("mine.tsv", [*wrong, "prefix", "none"], header=header)
    answer = goed("import", "labels", path, "--annotator", "me", "--language", "qgo")
    assert "no flag" not in answer.err
    assert sql(study, "SELECT flags FROM annotation") == [("",)]


def test_the_filter_keeps_the_flags_that_only_lists_and_people_know(
    goed: Goed, study: Path, accepted: list[str]
) -> None:
    goed("export", "-o", "labels.csv")
    write(Path("again.csv"), goed("classify", "labels.csv").out)
    goed("import", "labels", "again.csv", "--annotator", "me", "--all")
    assert {row["agreement"] for row in goed("stats", "agreement", "--format", "json").rows} == {1}
    assert left_out(goed) == 1


@pytest.mark.parametrize("shown", ["Suffix", "suffix", "reg"])
def test_a_form_is_correct_when_it_is_the_gold_form_whatever_a_table_says(
    goed: Goed, study: Path, wrong: list[str], shown: str
) -> None:
    lemma, form, features = right_answers()[1]
    header = "lemma features gold predicted pred_class error"
    rows = [[*wrong, shown, "correct"], [lemma, features, form, form, shown, "over-regularization"]]
    goed("import", "labels", table("qgo.tsv", *rows, header=header), "--annotator", "me")
    errors = goed("stats", "errors", "--model", "theirs", "--format", "json").rows
    (accuracy,) = goed("stats", "accuracy", "--model", "theirs", "--part", "test", "--format", "json").rows
    assert sum(row["mean"] for row in errors) + accuracy["mean"] == pytest.approx(1)
    assert [row["predicted"] for row in exported(goed, "back.jsonl", "--wrong")] == [wrong[3]]


def test_notes_do_not_grow_with_each_round_trip(goed: Goed, study: Path, wrong: list[str]) -> None:
    header = "lemma features gold predicted pred_class note"
    for name in ("one", "two"):
        path = table("qgo.tsv", [*wrong, "prefix", f"{name} thinks so"], header=header)
        goed("import", "labels", path, "--annotator", name)
    for name in ("one", "one", "three", "three"):
        goed("export", "-o", "back.csv")
        goed("import", "labels", "back.csv", "--annotator", name)
    (row,) = [row for row in exported(goed, "back.jsonl") if row["note"]]
    assert row["note"] == "one thinks so | two thinks so"
    assert len(sql(study, "SELECT * FROM act")) == 3


def test_a_note_may_hold_backslashes(goed: Goed, study: Path, wrong: list[str]) -> None:
    note = "cf. \\textit{wolk} in C:\\new\\run1"
    goed(
        "import",
        "labels",
        table("qgo.tsv", [*wrong, "?", note], header="lemma features gold predicted pred_class note"),
    )
    assert sql(study, "SELECT note FROM annotation") == [(note,)]


def test_a_tab_delimited_text_that_excel_saved_is_read_as_it_is_meant(
    goed: Goed, study: Path, wrong: list[str]
) -> None:
    header = "Lemma Features Gold Predicted Pred_Class Flags Note"
    row = [*wrong, "prefix", '"case,stem"', '"see p. 3, ""x"""']
    answer = goed("import", "labels", table("qgo.txt", row, [*wrong, "prefix", "case; stem"], header=header), code=1)
    assert "line 3: says otherwise" in answer.err  # its note was stripped away, the flags are the same
    goed("import", "labels", table("qgo.txt", row, header=header))
    assert sql(study, "SELECT flags, note FROM annotation") == [("case,stem", 'see p. 3, "x"')]


def test_old_line_ends_and_stripped_cells_are_fine(goed: Goed, study: Path, wrong: list[str]) -> None:
    lines = ["lemma\tfeatures\tgold\tpredicted\tpred_class\tnote", "\t".join([*wrong, "prefix"])]
    write(Path("qgo.tsv"), "\r".join(lines) + "\r")
    assert "1 output labelled" in goed("import", "labels", "qgo.tsv").err


def test_an_unknown_flag_is_said(goed: Goed, study: Path, wrong: list[str]) -> None:
    path = table("qgo.tsv", [*wrong, "prefix", "gold error"], header="lemma features gold predicted pred_class flags")
    assert "'gold error' is no flag of the coding manual" in goed("import", "labels", path).err


def test_a_language_that_contradicts_the_table_is_refused(goed: Goed, study: Path, wrong: list[str]) -> None:
    path = table("mine.tsv", ["deu", *wrong, "?"], header="language lemma features gold predicted pred_class")
    assert "line 2: is about 'deu'" in goed("import", "labels", path, "--language", "qgo", code=1).err


@pytest.mark.parametrize("ending", FORMATS)
def test_odd_features_come_back_too(goed: Goed, ending: str) -> None:
    write(Path("xyz_1.train"), [["a", "as", "V\u00a0X"], ["b", "bs", "V\u200bX"]])
    write(Path("xyz.gold"), [["c", "cs", "V\u00a0X"], ["d", "ds", "V\u200bX"]])
    goed("import", "items", ".", "--as", "split")
    goed("run")
    goed("export", "-o", f"labels.{ending}")
    assert "left out" not in goed("import", "labels", f"labels.{ending}", "--annotator", "me", "--all").err
    assert {row["agreement"] for row in goed("stats", "agreement", "--format", "json").rows} == {1}
