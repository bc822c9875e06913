"""`goed classify FILE` labels any table, and leaves in it what is there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from conftest import GOED, Goed, write

HEADER = ["lemma", "features", "gold", "predicted"]


@pytest.mark.parametrize("delimiter", ["\t", ",", ";"])
def test_a_table_comes_out_with_labels(goed: Goed, delimiter: str) -> None:
    rows = [HEADER, ["sing", "V;PST", "sang", "singed"], ["walk", "V;PST", "walked", "walk"]]
    quote = '"' if delimiter == ";" else ""
    lines = [delimiter.join(f"{quote}{cell}{quote}" for cell in row) for row in rows]
    write(Path("table.txt"), "\n".join(lines) + "\n")
    out = goed("classify", "table.txt", "--language", "eng").out.splitlines()
    names = delimiter.join([*HEADER, "gold_class", "pred_class", "error", "flags", "rule", "confidence", "classifier"])
    assert out[0] == names
    assert [line.split(delimiter)[-5] for line in out[1:]] == ["over-regularization", "bare-stem"]


def test_other_columns_stay_and_old_labels_are_replaced(goed: Goed) -> None:
    text = 'id,language,lemma,features,gold,predicted,error,remark\n7,xyz,sing,V,sang,singed,no idea,"a, b"\n'
    write(Path("table.csv"), text)
    header, row = goed("classify", "table.csv").out.splitlines()
    added = "gold_class,pred_class,flags,rule,confidence,classifier"
    assert header == f"id,language,lemma,features,gold,predicted,error,remark,{added}"
    assert row == '7,xyz,sing,V,sang,singed,stem→suffix,"a, b",stem,suffix,,added-end,0.95,generic 1'


def test_the_filter_reads_stdin() -> None:
    table = "\ufefflemma\tfeatures\tgold\tpredicted\r\nsing\tV;PST\tsang\tsinged\r\n\r\n"
    done = subprocess.run(
        [GOED, "classify", "-", "--language", "eng"], input=table.encode(), capture_output=True, check=True
    )
    assert done.stdout.decode().splitlines()[1].split("\t")[6] == "over-regularization"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lemma\tfeatures\tgold\n", "line 1: there is no column predicted"),
        ("", "line 1: there is no column lemma"),
        ("lemma\tfeatures\tgold\tpredicted\na\tb\n", "line 2: 2 columns where the header has 4"),
        ("lemma\tfeatures\tgold\tpredicted\tgold\n", "line 1: there are two columns 'gold'"),
        ('lemma,features,gold,predicted\n"a,b,c\n', "line 2: is no csv"),
    ],
)
def test_what_is_wrong_with_a_table_is_said(goed: Goed, text: str, said: str) -> None:
    write(Path("table"), text)
    assert f"table, {said}" in goed("classify", "table", "--language", "eng", code=1).err


def test_the_table_may_stand_after_the_language(goed: Goed) -> None:
    write(Path("table"), "lemma\tfeatures\tgold\tpredicted\nsing\tV;PST\tsang\tsinged\n")
    assert "over-regularization" in goed("classify", "--language", "eng", "table").out
    assert "there is no such file" in goed("classify", "--language", "eng", "nowhere.tsv", code=1).err


def test_a_table_without_a_language_is_refused(goed: Goed) -> None:
    write(Path("table"), "lemma\tfeatures\tgold\tpredicted\n")
    assert "no column language" in goed("classify", "table", code=1).err


def test_the_filter_and_the_study_agree(goed: Goed, study: Path) -> None:
    goed("run")
    goed("export", "-o", "labels.tsv")
    lines = Path("labels.tsv").read_text(encoding="utf-8").splitlines()
    again = goed("classify", "labels.tsv").out.splitlines()
    assert again == [f"{line}\t{'generic 1' if number else 'classifier'}" for number, line in enumerate(lines)]


def test_features_say_with_the_language_which_classifier_judges(goed: Goed) -> None:
    """foots is no past tense, gehte no plural, and Hunden is a dative."""
    rows = [
        ["language", *HEADER],
        ["eng", "foot", "N;PL", "feet", "foots"],
        ["eng", "walk", "V;V.PTCP;PST", "walked", "walken"],
        ["eng", "bring", "V;PST", "brought", "bringed"],
        ["deu", "gehen", "V;IND;PST;3;SG", "ging", "gehte"],
        ["deu", "Hund", "N;DAT;PL", "Hunden", "Hunde"],
        ["deu", "Hund", "N;NOM;MASC;PL", "Hunde", "Hunds"],
        ["ara", "كَتَبَ", "V;PST", "كَتَبَ", "كَتَب"],
        ["eng", "walk", "", "walked", "walken"],
    ]
    write(Path("table.tsv"), rows)
    labels = [line.split("\t") for line in goed("classify", "table.tsv").out.splitlines()[1:]]
    assert [label[-1] for label in labels] == [
        *["generic 1", "generic 1", "english 1", "generic 1", "generic 1", "german 1", "generic 1", "generic 1"]
    ]
    assert not {"unnatural", "over-regularization"} & {label[7] for label in labels if label[-1] == "generic 1"}


def test_what_no_language_pack_is_about_is_told(goed: Goed) -> None:
    rows = [["foot", "feet", "N;PL"], ["cat", "cats", "N;PL"], ["walk", "walking", "V;V.PTCP;PRS"]]
    told = "3 items of eng (N;PL, V;V.PTCP;PRS): no language pack is about them"
    assert told in goed("import", "items", write(Path("eng"), [*rows, ["sing", "sang", "V;PST"]])).err
    assert told in goed("check").err
    (row,) = [row for row in goed("status", "--format", "json").rows if row["name"] == "generic"]
    assert (row["language"], row["number"]) == ("eng", 3)
    assert goed("stats", "rates", "--format", "json").rows == []


def test_relabelling_a_part_of_the_languages(goed: Goed, study: Path) -> None:
    goed("run", "--size", 100)
    goed("import", "items", write(Path("eng"), [["sing", "sang", "V;PST"]]))
    assert "0 outputs labelled" in goed("classify", "--language", "eng").err
    assert "labelled, 0 otherwise" in goed("classify", "--language", "qgo", "eng").err
