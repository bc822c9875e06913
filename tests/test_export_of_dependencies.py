"""What leaves a study of dependencies as tables: labels, which come back, and every answer of every run."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from conftest import Goed, sql, write
from exports import answers_to, exported, parsed, say, treebank
from test_dependencies import sentences

__all__ = ["parsed", "treebank"]  # fixtures


# ---- the labelled data set ----


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "parquet"])
def test_labels_leave_and_come_back(goed: Goed, parsed: Path, ending: str) -> None:
    shutil.copy(parsed, "fresh.goed")
    before = exported(goed)
    say(goed, [row for row in before if row["error"] == "reversed"][:2], "ada", verdict="defensible", note="see Plag")
    say(goed, [row for row in before if row["error"] == "sibling"][:1], "ben", pred_class="far", error="far")
    first = exported(goed, f"first.{ending}")
    assert {row["verdict"] for row in first} == {"", "defensible"}
    for name in ("ada", "ben"):
        rows = [row for row in exported(goed, "all.csv") if row["source"] == name]
        with Path("theirs.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        said = goed("import", "labels", "theirs.csv", "--annotator", name, "--study", "fresh.goed").err
        assert said.startswith(f"{len(rows)} output")
        assert "no class" not in said
    assert exported(goed, f"second.{ending}", "--study", "fresh.goed") == first


def test_a_row_says_where_the_word_stands_and_both_heads_in_words(goed: Goed, parsed: Path) -> None:
    (row,) = answers_to(goed, "old", predicted="1")
    told = "language corpus utterance position relation tag gold gold_in_words predicted predicted_in_words error"
    assert [row[name] for name in told.split()] == [
        "eng",
        "small",
        "6",
        "2",
        "amod",
        "ADJ",
        "3",
        "dog",
        "1",
        "the",
        "sibling",
    ]
    assert row["evidence"].startswith("“old” hangs on “the”")
    assert row["source"] == "classifier"
    assert row["domain"] == "dependencies"
    card = Path("labels.csv.card.md").read_text("utf-8")
    assert "| small | not told | small.conllu |" in card


def test_words_that_are_alike_are_told_apart_by_their_places(goed: Goed) -> None:
    write(Path("twice.conllu"), sentences("he/PRON>2:nsubj sleeps/VERB>0:root", "he/PRON>2:nsubj sleeps/VERB>0:root"))
    goed("import", "corpus", "twice.conllu", "--language", "eng", "--test", "1-2", "--train", "1-1", code=2)
    goed("import", "corpus", "twice.conllu", "--language", "eng", "--test", "1-2")
    goed("run", "--model", "right")
    rows = answers_to(goed, "sleeps")
    assert [row["utterance"] for row in rows] == ["1", "2"]
    say(goed, rows[1:], "ada", verdict="defensible")
    assert [row["verdict"] for row in answers_to(goed, "sleeps")] == ["", "defensible"]


@pytest.mark.parametrize(
    ("column", "value", "problem"),
    [
        ("utterance", "first", "line 2: the utterance 'first' is no number from 1 up"),
        ("position", "0", "line 2: the position '0' is no number from 1 up"),
        ("position", "99", "1 row about no output of the study left out"),
        ("corpus", "another", "1 row about no output of the study left out"),
    ],
)
def test_places_that_are_not_there(goed: Goed, parsed: Path, column: str, value: str, problem: str) -> None:
    rows = [{**row, column: value, "source": "ada"} for row in answers_to(goed, "old", predicted="1")]
    text = ",".join(rows[0]) + "\n" + ",".join(f'"{cell}"' for cell in rows[0].values()) + "\n"
    said = goed("import", "labels", write(Path("x.csv"), text), "--annotator", "ada", code=int("line" in problem)).err
    assert problem in said
    assert sql(parsed, "SELECT count(*) FROM act") == [(0,)]


def test_a_table_that_does_not_say_where_is_refused(goed: Goed, parsed: Path) -> None:
    text = "language,word,relation,gold,predicted,pred_class\neng,old,amod,3,1,far\n"
    said = goed("import", "labels", write(Path("x.csv"), text), "--annotator", "ada", code=1).err
    assert "there is no column corpus nor utterance nor position" in said


# ---- observations ----


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "parquet"])
def test_there_is_an_observation_for_every_answer(goed: Goed, parsed: Path, ending: str) -> None:
    rows = exported(goed, f"seen.{ending}", "--observations")
    ((n,),) = sql(parsed, "SELECT sum(n_items) FROM run_part")
    assert len(rows) == n
    (row,) = [each for each in rows if (each["model"], each["part"], each["word"]) == ("right", "test", "old")]
    told = "sampling size learn_from utterance position tag seen gold_in_words predicted_in_words correct error source"
    expected = ["given", "21", "training", "6", "2", "ADJ", "unseen", "dog", "the", "False", "sibling", "classifier"]
    assert [row[name].capitalize() if name == "correct" else row[name] for name in told.split()] == expected
    assert len(exported(goed, f"few.{ending}", "--observations", "--model", "left", "--part", "test")) == 5


def test_observations_of_forms_have_the_same_columns(goed: Goed, study: Path) -> None:
    goed("run")
    rows = exported(goed, "seen.csv", "--observations")
    assert len(rows) == sql(study, "SELECT sum(n_items) FROM run_part")[0][0]
    assert {"lemma", "features", "gold", "predicted", "error", "seed", "size"} <= rows[0].keys()


# ---- what does not go ----


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--predictions", "--splits", "-o", "out"), "say either --predictions or --splits"),
        (("--wrong", "--observations", "-o", "x.csv"), "--wrong goes with the labelled data set"),
        (("--as", "conllu", "--predictions", "-o", "out"), "--as conllu does not go with --predictions"),
    ],
)
def test_options_that_do_not_go_together(goed: Goed, options: tuple[str, ...], problem: str) -> None:
    assert problem in goed("export", *options, code=2).err


def test_somebodys_own_files_are_left_alone(goed: Goed, parsed: Path) -> None:
    for name, options in (
        ("mine.conllu", ("--model", "left")),
        ("gold.conllu", ("--corrected-gold",)),
        ("mine.csv", ("--observations",)),
    ):
        write(Path(name), "mine\n")
        assert "exists and holds something else" in goed("export", "-o", name, *options, code=1).err
        assert Path(name).read_text() == "mine\n"
        goed("export", "-o", name, *options, "--replace")
        goed("export", "-o", name, *options)  # the same once more
    write(Path("out/small.test.conll"), "mine\n")
    assert "exists and holds something else" in goed("export", "--predictions", "-o", "out", code=1).err
    assert [path.name for path in Path("out").iterdir()] == ["small.test.conll"]


def test_unknown_corpora_are_said(goed: Goed, parsed: Path) -> None:
    for options in (("-o", "x.csv"), ("--predictions", "-o", "out"), ("--splits", "-o", "out")):
        assert (
            "'big' is no corpus of this study; there are: small"
            in goed("export", "--corpus", "big", *options, code=1).err
        )
