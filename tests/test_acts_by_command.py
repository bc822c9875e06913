"""What the terminal UI does, by command: listing queues, labelling, deciding, drawing audits, taking back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from conftest import Goed, sql, write
from goed.annotation.queue_filter import Filter
from sitting import acts, sit_down

LABEL_COLUMNS = ("gold_class", "pred_class", "error", "flags", "rule", "confidence", "evidence", "considered", "others")


@pytest.fixture(autouse=True)
def by_sp(verbs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All is done on the study of verbs, by sp."""
    monkeypatch.setenv("GOED_ANNOTATOR", "sp")


def cases(goed: Goed, *arguments: object) -> list[dict[str, Any]]:
    return goed("cases", *arguments, "--format", "json").rows


def forms(rows: Sequence[dict[str, Any]]) -> list[str]:
    return [row["predicted"] for row in rows]


def number(form: str) -> int:
    ((found,),) = sql(Path("study.goed"), "SELECT id FROM output WHERE answer = ? LIMIT 1", form)
    return int(found)


# Listing


def test_a_queue_is_listed_with_all_that_is_known(goed: Goed) -> None:
    rows = cases(goed)
    assert len(rows) == 14
    assert set(forms(rows[:3])) == {"brang", "bept", "goed"}
    (brang,) = [row for row in rows if row["predicted"] == "brang"]
    assert (brang["id"], brang["lemma"], brang["features"], brang["gold"]) == (
        number("brang"),
        "bring",
        "V;PST",
        "brought",
    )
    assert (brang["error"], brang["pred_class"], brang["n_predictions"]) == ("wrong-irregular", "irr", 3)
    assert (brang["mine"], brang["note"], brang["flagged"]) == (None, None, False)
    assert "evidence" not in brang
    assert cases(goed, "--evidence", "--pattern", "brang")[0]["evidence"]


def test_filters_are_those_of_the_terminal_ui(goed: Goed) -> None:
    assert forms(cases(goed, "--pattern", "^br", "--model", "mumble", "--size", 4)) == ["bringed"]
    assert set(forms(cases(goed, "--errors", "over-irregularization"))) == {"bept", "squoze", "dreamt"} & set(
        forms(cases(goed))
    )
    assert all(row["pred_class"] == "irr" for row in cases(goed, "--class", "irr"))
    assert all(row["gold_class"] == "reg" for row in cases(goed, "--gold-class", "reg"))
    assert all(row["confidence"] < 0.9 for row in cases(goed, "--below", 0.9))
    assert {row["rule"] for row in cases(goed, "--rule", cases(goed)[0]["rule"])} == {cases(goed)[0]["rule"]}
    assert len(cases(goed, "--forms", "all")) > 14
    assert [row["lemma"] for row in cases(goed, "--order", "lemma")] == sorted(row["lemma"] for row in cases(goed))
    assert cases(goed, "--part", "core") == []
    assert "no output is like that" in goed("cases", "--part", "core").err


def test_a_table_stops_after_some_and_says_so(goed: Goed) -> None:
    answer = goed("cases", "--limit", 2)
    assert answer.out.count("\n") == 3
    assert "12 more outputs: --limit 14 shows all" in answer.err
    assert len(cases(goed)) == 14
    assert goed("cases", "--limit", 3, "--format", "csv").out.count("\n") == 4


def test_a_table_shows_classes_as_people_see_them_and_takes_both_names(goed: Goed) -> None:
    write(Path("deu/deu_1.train"), [["Tag", "Tage", "N;PL"]])
    write(Path("deu/deu.dev"), [["Ort", "Orte", "N;PL"]])
    write(Path("deu/deu.gold"), [["Auto", "Autos", "N;PL"]])
    write(Path("says/deu_1.test"), [["Auto", "Autoe", "N;PL"]])
    goed("import", "items", "deu", "--as", "split")
    goed("import", "predictions", "says", "--model", "m")
    for name in ("(e)s→e", "-(e)s→-e", "-(e)s->-e"):
        (row,) = cases(goed, "--language", "deu", "--errors", name)
        assert (row["predicted"], row["error"]) == ("Autoe", "(e)s→e")
    assert "-(e)s→-e" in goed("cases", "--language", "deu").out
    for name in ("-(e)n", "(e)n"):
        goed("label", number("Autoe"), "--class", name)
        assert acts(Path("study.goed"))[-1][3] == "(e)n"
        goed("undo")
    assert (
        "'x' is no class of deu; there are: -∅, -e, -(e)n" in goed("label", number("Autoe"), "--class", "x", code=1).err
    )


def test_the_queue_of_the_terminal_ui_stays_as_it_was(goed: Goed, verbs: Path) -> None:
    async def look(sitting: Any) -> None:
        assert sitting.title == "go → *goed"

    sit_down(verbs, look, chosen=Filter(pattern="goed"))
    cases(goed, "--pattern", "brang")
    goed("label", number("brang"), "--accept")
    sit_down(verbs, look)


# Labelling


def test_a_class_makes_the_label_and_the_error_follows(goed: Goed, verbs: Path) -> None:
    answer = goed("label", number("brang"), "--class", "bare", "--note", " odd ", "--flag")
    assert answer.err.strip() == "1 output labelled by sp"
    (act,) = acts(verbs)
    assert act == ("label", "bring", "brang", "bare", "bare-stem", "", "odd", 1)
    assert "1 said so already" in goed("label", number("brang"), "--class", "bare").err
    assert len(acts(verbs)) == 1
    (row,) = cases(goed, "--state", "checked")
    assert (row["mine"], row["mine_class"], row["note"], row["flagged"]) == ("bare-stem", "bare", "odd", True)
    assert row["error"] == "wrong-irregular"  # the classifier's


def test_several_outputs_are_one_act_and_taken_back_as_one(goed: Goed, verbs: Path) -> None:
    answer = goed("label", number("brang"), number("bept"), number("goed"), "--accept")
    assert answer.err.strip() == "3 outputs labelled by sp"
    assert sql(verbs, "SELECT count(*) FROM act") == [(1,)]
    answer = goed("undo")
    assert "taken back: label on 3 outputs" in answer.err
    assert "bring → brang" in answer.err
    assert len(cases(goed)) == 14
    assert "said again: label on 3 outputs" in goed("undo", "--redo").err
    assert len(cases(goed)) == 11
    assert "nothing to say again" in goed("undo", "--redo").err


def test_undo_goes_on_to_the_first_act_and_then_says_so(goed: Goed) -> None:
    goed("label", number("brang"), "--accept")
    goed("label", number("bept"), "--note", "hm")
    assert "taken back: note" in goed("undo").err
    assert "taken back: label" in goed("undo").err
    assert "there is nothing to take back" in goed("undo").err
    assert "said again: label" in goed("undo", "--redo").err


def test_notes_flags_and_gold_classes(goed: Goed, verbs: Path) -> None:
    goed("label", number("brang"), "--note", "look again")
    goed("label", number("brang"), "--flag")
    assert forms(cases(goed, "--flagged")) == ["brang"]
    goed("label", number("brang"), "--unflag")
    assert cases(goed, "--flagged") == []
    goed("label", number("brang"), "--note", "")
    assert cases(goed, "--pattern", "brang")[0]["note"] is None
    goed("label", number("brang"), "--gold-class", "reg", "--flags", "spelling,variant")
    _, _, _, pred_class, error, flags, *_ = acts(verbs)[-1]
    assert (pred_class, error, flags) == ("irr", "over-irregularization", "spelling,variant")
    goed("label", number("brang"), "--flags", "")
    assert acts(verbs)[-1][5] == ""
    assert forms(cases(goed, "--differs", "classifier")) == ["brang"]


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["brang", "--class", "foo"], 1, "'foo' is no class of eng; there are: reg, irr, bare, ?"),
        (["brang", "--gold-class", "foo"], 1, "'foo' is no class of eng"),
        (["brang", "--flags", "umlaut+"], 1, "'umlaut+' is no flag of eng; there are: variant"),
        (["brang"], 2, "say what of them"),
        (["brang", "--accept", "--class", "reg"], 2, "--accept takes the label as it is"),
        (["brang", "--settle", "reg"], 1, "nobody differs on output"),
        (["brang", "--settle-for", "nobody"], 1, "nobody differs on output"),
        (["brang", "--settle", "reg", "--note", "x"], 2, "stand alone"),
        (["brang", "--class", "reg", "--audit", "7"], 1, "no audit sample 7; there are: none so far"),
        (
            ["brang", "--class", "reg", "--double", "jk"],
            1,
            "'jk' is no annotator of this study; there are: none so far",
        ),
        (["brang", "--accept", "--annotator", "classifier"], 2, "is no name for an annotator"),
        (["brang", "--note", "x" * 10_001], 1, "longer than 10,000"),
    ],
)
def test_what_cannot_be_said_is_one_sentence_and_nothing_is_written(
    goed: Goed, verbs: Path, arguments: list[str], code: int, sentence: str
) -> None:
    first, *others = arguments
    answer = goed("label", number(first), *others, code=code)
    assert sentence in answer.err
    assert acts(verbs) == []


def test_unknown_numbers_are_told_and_nothing_is_written(goed: Goed, verbs: Path) -> None:
    assert "the study has no output 999999" in goed("label", number("brang"), 999_999, "--accept", code=1).err
    goed("label", 2**63, "--accept", code=2)
    goed("label", "brang", "--accept", code=2)
    assert acts(verbs) == []


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--errors", "foo"], 1, "'foo' is no error of this study; there are: "),
        (["--class", "foo"], 1, "'foo' is no class of this study"),
        (["--flags", "foo"], 1, "'foo' is no flag of this study"),
        (["--rule", "foo"], 1, "'foo' is no rule of this study"),
        (["--language", "deu"], 1, "'deu' is no language of this study; there are: eng"),
        (["--model", "foo"], 1, "'foo' is no model of this study; there are: babble, mumble"),
        (["--sampling", "foo"], 1, "'foo' is no sampling of this study"),
        (["--pattern", "("], 1, "is no regular expression"),
        (["--differs", "jk"], 1, "'jk' is no annotator of this study; there are: classifier"),
        (["--double", "jk"], 1, "'jk' is no annotator of this study"),
        (["--disputes", "jk", "mia"], 1, "'jk' is no annotator of this study"),
        (["--disputes", "jk"], 2, "takes the names of two, or none"),
        (["--disputes", "jk", "jk"], 2, "takes the names of two, or none"),
        (["--audit", "3"], 1, "no audit sample 3"),
        (["--audit", "3", "--errors", "x"], 2, "a blind queue cannot be chosen by what labels say"),
        (["--double", "jk", "--order", "unsure"], 2, "a blind queue cannot be chosen by what labels say"),
        (["--audit", "3", "--disputes"], 2, "are different queues"),
        (["--what", "error"], 2, "go with --disputes"),
        (["--disputes", "jk", "mia", "--cell", "a", "b"], 2, "--cell goes with"),
        (["--size", "x"], 2, "--size takes numbers"),
    ],
)
def test_a_queue_that_cannot_be_is_one_sentence(goed: Goed, arguments: list[str], code: int, sentence: str) -> None:
    assert sentence in goed("cases", *arguments, code=code).err


def test_nobody_has_nothing_to_take_back(goed: Goed) -> None:
    goed("label", number("brang"), "--accept")
    answer = goed("undo", "--annotator", "jk", code=1)
    assert "'jk' is no annotator of this study; there are: sp" in answer.err


# Deciding


def test_disputes_are_listed_and_decided(goed: Goed, verbs: Path) -> None:
    for name, said in (("jk", "reg"), ("mia", "bare")):
        goed("label", number("brang"), number("bept"), "--class", said, "--annotator", name)
    goed("label", number("brang"), "--note", "sing, sang", "--annotator", "mia")
    rows = cases(goed, "--disputes")
    assert set(forms(rows)) == {"brang", "bept"}
    (brang,) = [row for row in rows if row["predicted"] == "brang"]
    assert brang["others"] == 'jk: over-regularization (reg) | mia: bare-stem (bare), "sing, sang"'
    assert cases(goed, "--disputes", "jk", "mia", "--what", "gold_class") == []
    assert len(cases(goed, "--disputes", "jk", "mia", "--what", "pred_class", "--cell", "reg", "bare")) == 2
    assert cases(goed, "--disputes", "jk", "mia", "--what", "pred_class", "--cell", "bare", "reg") == []
    assert set(forms(cases(goed, "--disputes", "classifier", "jk"))) == {"brang", "bept"}

    assert "1 disagreement settled by sp" in goed("label", number("brang"), "--settle-for", "mia").err
    assert forms(cases(goed, "--disputes")) == ["bept"]
    goed("label", number("bept"), "--settle", "irr")
    assert cases(goed, "--disputes") == []
    settled = {row["predicted"]: row["settled"] for row in cases(goed, "--disputes", "--state", "checked")}
    assert settled == {"brang": "bare-stem", "bept": "over-irregularization"}
    goed("undo")
    assert forms(cases(goed, "--disputes")) == ["bept"]
    assert "sp has not labelled" in goed("label", number("bept"), "--settle-for", "sp", code=1).err


# Blind


def test_an_audit_is_drawn_listed_and_judged_blind(goed: Goed, verbs: Path) -> None:
    answer = goed("audit", "--size", 5, "--seed", 3, "--format", "json")
    (audit,) = answer.rows
    assert (audit["id"], audit["size"], audit["seed"], audit["n_outputs"], audit["drawn_by"]) == (1, 5, 3, 14, "sp")
    assert "goed annotate --audit 1" in answer.err
    rows = cases(goed, "--audit", 1, "--evidence", "--others")
    assert len(rows) == 5
    assert all(row[column] is None for row in rows for column in LABEL_COLUMNS)
    first, second = rows[0]["id"], rows[1]["id"]
    assert "no label to accept" in goed("label", first, "--accept", "--audit", 1, code=1).err
    goed("label", first, "--class", "?", "--audit", 1)
    assert sql(verbs, "SELECT is_blind, sample_id FROM act") == [(1, 1)]
    assert [row["id"] for row in cases(goed, "--audit", 1, "--state", "checked") if row["error"]] == [first]
    assert "label them apart" in goed("label", first, second, "--class", "reg", "--audit", 1, code=1).err
    outside = next(row["id"] for row in cases(goed) if row["id"] not in {row["id"] for row in rows})
    assert (
        f"output {outside} is not in this queue" in goed("label", outside, "--class", "reg", "--audit", 1, code=1).err
    )
    (audit,) = goed("cases", "--audits", "--format", "json").rows
    assert audit["checked"] == 1


def test_the_same_seed_draws_the_same_and_another_something_else(goed: Goed) -> None:
    for seed in (1, 1, 2):
        goed("audit", "--size", 6, "--seed", seed)
    one, same, other = (forms(cases(goed, "--audit", sample)) for sample in (1, 2, 3))
    assert one == same != other


def test_double_coding_hides_what_the_other_says(goed: Goed, verbs: Path) -> None:
    goed("label", number("brang"), number("bept"), "--class", "bare", "--note", "hm", "--annotator", "jk")
    rows = cases(goed, "--double", "jk", "--others")
    assert set(forms(rows)) == {"brang", "bept"}
    assert all(row[column] is None for row in rows for column in LABEL_COLUMNS if column in row)
    assert "bare" not in json.dumps(rows)
    goed("label", number("brang"), "--class", "irr", "--double", "jk")
    assert sql(verbs, "SELECT is_blind FROM act ORDER BY id") == [(0,), (1,)]
    (brang,) = cases(goed, "--double", "jk", "--state", "checked")
    assert "jk: bare-stem (bare)" in brang["others"]


def test_annotate_takes_the_same_filters_and_needs_a_terminal(goed: Goed) -> None:
    assert "needs a terminal" in goed("annotate", "--language", "eng", "--errors", "wrong-irregular", code=2).err
