"""A labelled data set can leave goed, be worked on elsewhere, and come back."""

from __future__ import annotations

import csv
import json
import shutil
import string
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conftest import Goed, MadeHere, right_answers, sql, write
from goed.tables.cells import escaped, neutralised, restored, unescaped
from goed.tables.files import tsv_text, unquoted

COLUMNS = [
    *("language", "lemma", "features", "gold", "predicted"),
    *("gold_class", "pred_class", "error", "flags"),
    *("source", "rule", "confidence", "n_predictions", "note"),
]
FORMATS = ["csv", "tsv", "jsonl", "parquet"]
NASTY = [
    "=1+1",
    "'=1+1",
    "@SUM(A1)",
    "-2",
    "+49",
    "＝x",
    "''",
    "a\x1b[31mb",
    "\u202eevil",
    "a\\x1bb",
    "back\\slash",
    '"quoted", and more',
    "<script>",
    "[red]x[/red]",
    "a\u200cb",
    "semi;colon",
    "x;=1+1;y",
    "\\t",
    "\\textit{x}",
    "\x07",
]


@pytest.fixture
def labelled(goed: Goed, made_here: MadeHere, study: Path) -> Path:
    """A study with predictions of every nasty kind, right and wrong."""
    without_predictions = study.absolute()

    def make() -> None:
        shutil.copy(without_predictions, Path())
        answers = right_answers()
        for place, form in enumerate(NASTY):
            answers[place][1] = form
        answers[len(NASTY)][1] = ""
        write(Path("theirs/qgo_100.test"), answers)
        goed("import", "predictions", "theirs", "--model", "theirs")
        goed("run", "--size", "100:200")

    return made_here("predictions of every nasty kind", make)


def exported(goed: Goed, name: str, *arguments: object) -> list[dict[str, str]]:
    """Export, and read what any other program would read."""
    goed("export", "-o", name, *arguments)
    path = Path(name)
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    if path.suffix == ".parquet":
        import pyarrow.parquet

        rows: list[dict[str, str]] = pyarrow.parquet.read_table(path).to_pylist()
        return rows
    with path.open(encoding="utf-8", newline="") as file:
        if path.suffix == ".tsv":
            return list(csv.DictReader(file, delimiter="\t"))
        return list(csv.DictReader(file))


@pytest.mark.parametrize("ending", FORMATS)
def test_the_round_trip_is_exact(goed: Goed, labelled: Path, ending: str) -> None:
    (n_outputs,) = sql(labelled, "SELECT count(*) FROM output")[0]
    first = exported(goed, f"first.{ending}")
    assert list(first[0]) == COLUMNS
    assert len(first) == n_outputs
    answer = goed("import", "labels", f"first.{ending}", "--annotator", "other", "--all")
    assert f"{n_outputs} outputs labelled by other" in answer.err
    assert "left out" not in answer.err
    rows = goed("stats", "agreement", "--format", "json").rows
    assert [(row["first"], row["second"], row["what"]) for row in rows] == [
        ("classifier", "other", what) for what in ("gold_class", "pred_class", "error", "flags", "label")
    ]
    assert {(row["n"], row["agreement"]) for row in rows} == {(n_outputs, 1.0)}
    second = exported(goed, f"second.{ending}")
    names = [name for name in COLUMNS if name not in ("source", "rule", "confidence")]
    assert [[row[name] for name in names] for row in second] == [[row[name] for name in names] for row in first]
    assert {row["source"] for row in second} == {"other"}
    goed("check")


def test_all_formats_say_the_same(goed: Goed, labelled: Path) -> None:
    as_words = [
        [[str(value if value is not None else "") for value in row.values()] for row in exported(goed, f"x.{ending}")]
        for ending in ("jsonl", "parquet")
    ]
    assert as_words[0] == as_words[1]


def test_an_output_stands_in_one_row_with_the_number_of_its_predictions(goed: Goed, labelled: Path) -> None:
    rows = exported(goed, "labels.jsonl")
    assert len({(row["lemma"], row["features"], row["predicted"]) for row in rows}) == len(rows)
    (n_predictions,) = sql(labelled, "SELECT count(*) FROM prediction")[0]
    assert sum(int(row["n_predictions"]) for row in rows) == n_predictions
    of_theirs = exported(goed, "theirs.jsonl", "--model", "theirs", "--wrong")
    assert len(of_theirs) == len(NASTY) + 1
    assert {row["n_predictions"] for row in of_theirs} == {1}
    assert "correct" not in {row["error"] for row in of_theirs}


# German classes and errors


NOUNS = [
    ["Hand", "Hände", "N;NOM;FEM;PL"],
    ["Auto", "Autos", "N;NOM;NEUT;PL"],
    ["Topf", "Töpfe", "N;NOM;MASC;PL"],
]
WRONG = [["Hand", "Hände", "N;NOM;FEM;PL"], ["Auto", "Autoe", "N;NOM;NEUT;PL"], ["Topf", "Topfe", "N;NOM;MASC;PL"]]
TABLE = "language\tlemma\tfeatures\tgold\tpredicted\tgold_class\tpred_class\terror\tflags\n"


@pytest.fixture
def german(goed: Goed) -> Path:
    goed("init", "--empty")
    goed("import", "items", write(Path("deu"), NOUNS))
    goed("split", "--seeds", 1, "--sizes", 1, "--dev", 1, "--test", 1, "--sampling", "uniform")
    for part in ("test", "dev"):
        write(Path(f"p/deu_uniform_0_1.{part}"), WRONG)
    goed("import", "predictions", "p", "--pattern", "{language}_{sampling}_{seed}_{size}", "--model", "m")
    return Path("study.goed")


def said_by(study: Path) -> dict[str, tuple[str, ...]]:
    rows = sql(
        study,
        "SELECT word, annotation.gold_class, pred_class, error FROM annotation JOIN output ON output.id = output_id "
        "JOIN item ON item.id = item_id",
    )
    return {lemma: tuple(rest) for lemma, *rest in rows}


def test_classes_as_tables_show_them_are_understood(goed: Goed, german: Path) -> None:
    there = {lemma for (lemma,) in sql(german, "SELECT word FROM item JOIN output ON item.id = item_id")}
    lines = {
        "Auto": "deu\tAuto\tN;NOM;NEUT;PL\tAutos\tAutoe\t-(e)s\t-e\t-(e)s→-e\t\n",
        "Topf": "deu\tTopf\tN;NOM;MASC;PL\tTöpfe\tTopfe\t-e\t-e\tumlaut\tumlaut-\n",
        "Hand": "deu\tHand\tN;NOM;FEM;PL\tHände\tHände\t-e\t-e\tcorrect\t\n",
    }
    write(Path("shown.tsv"), TABLE + "".join(lines[lemma] for lemma in sorted(there)))
    answer = goed("import", "labels", "shown.tsv", "--annotator", "lee")
    assert "no class that the classifier knows" not in answer.err
    expected = {"Auto": ("(e)s", "e", "(e)s→e"), "Topf": ("e", "e", "umlaut"), "Hand": ("e", "e", "correct")}
    assert said_by(german) == {lemma: expected[lemma] for lemma in there}
    rows = goed("stats", "agreement", "--what", "pred_class", "--format", "json").rows
    assert {row["agreement"] for row in rows} == {1}


def test_an_umlaut_that_is_named_and_not_flagged_is_an_umlaut(goed: Goed, german: Path) -> None:
    lines = {
        "Auto": "deu\tAuto\tN;NOM;NEUT;PL\tAutos\tAutoe\t(e)s\te\tumlaut\t\n",  # of other classes it cannot be
        "Topf": "deu\tTopf\tN;NOM;MASC;PL\tTöpfe\tTopfe\te\te\tumlaut\t\n",
        "Hand": "deu\tHand\tN;NOM;FEM;PL\tHände\tHände\te\te\tumlaut\t\n",
    }
    there = {lemma for (lemma,) in sql(german, "SELECT word FROM item JOIN output ON item.id = item_id")}
    write(Path("bare.tsv"), TABLE + "".join(lines[lemma] for lemma in sorted(there)))
    goed("import", "labels", "bare.tsv", "--annotator", "lee")
    expected = {"Auto": "(e)s→e", "Topf": "umlaut", "Hand": "correct"}
    assert {lemma: error for lemma, (_, _, error) in said_by(german).items()} == {
        lemma: expected[lemma] for lemma in there
    }


# What a spreadsheet, a terminal or an editor might obey


def test_no_cell_of_the_csv_is_a_formula_and_codes_are_never_altered(goed: Goed, labelled: Path) -> None:
    rows = exported(goed, "labels.csv")
    for row in rows:
        assert not row["predicted"].startswith(tuple("=+-@＝\t\r"))
        assert all(value.isprintable() or "\u200c" in value for value in row.values())
    shown = {row["predicted"] for row in rows}
    assert {"'=1+1", "''=1+1", "'@SUM(A1)", "'-2", "'+49", "'＝x", "''", "a\\x1b[31mb", "a\\x5cx1bb"} <= shown
    assert {"x\\x3b=1+1;y", "\\t", "\\textit{x}", "back\\slash", "<script>", "a\u200cb", "\\u202eevil"} <= shown
    stored = {(error, flags) for error, flags in sql(labelled, "SELECT error, flags FROM label_table")}
    assert {(row["error"], row["flags"]) for row in rows} == stored


def test_only_csv_is_neutralised(goed: Goed, labelled: Path) -> None:
    assert "=1+1" in {row["predicted"] for row in exported(goed, "labels.tsv")}
    assert {"=1+1", "a\x1b[31mb"} <= {row["predicted"] for row in exported(goed, "labels.jsonl")}
    assert "\x1b" not in Path("labels.jsonl").read_text(encoding="utf-8")


def test_results_as_csv_hold_no_formula_either(goed: Goed) -> None:
    write(Path("eng.gold"), [["=a", "=as", "N;PL"], ["b", "bs", "N;PL"]])
    write(Path("eng_1.train"), [["c", "cs", "N;PL"]])
    goed("import", "items", ".", "--as", "split")
    goed("run")
    assert "'=a" in goed("stats", "accuracy", "--by", "lemma", "--format", "csv").out
    assert "\t=a" in goed("stats", "accuracy", "--by", "lemma", "--format", "tsv").out


@given(st.text())
@example("'=")
@example("\\\\x1b")
@example("\\\x1b")
@example("\\;=")
@example('"')
@example('""')
@example(";;'=")
def test_what_is_done_to_a_cell_is_undone(text: str) -> None:
    assert unescaped(escaped(text)) == text
    assert unescaped(restored(neutralised(escaped(text)))) == text
    assert not neutralised(text).lstrip().startswith(tuple("=+-@＝＋－＠"))
    assert unquoted(tsv_text(["x"], [[text]]).split("\n")[1]) == escaped(text)


@given(st.text(string.ascii_letters + "äöü→()+;|'?", min_size=1))
@example("V;PST")
def test_ordinary_cells_stay_as_they_are(text: str) -> None:
    assert escaped(text) == text
    if all(part[:1].isalpha() for part in text.split(";")):  # a formula may begin after a semicolon, too
        assert neutralised(text) == text


# The card


def test_the_card_says_what_it_is_and_names_the_licences_of_embedded_parts(goed: Goed) -> None:
    goed("init", "--language", "ara", "deu")
    goed("split", "--seeds", 1, "--sizes", 100, "--sampling", "uniform", "--test", 100)
    goed("run")
    goed("export", "-o", "labels.csv", "--language", "ara", "--part", "test", "--wrong")
    card = Path("labels.csv.card.md").read_text(encoding="utf-8")
    for said in (
        "GPL-2.0-only",
        "CC BY-SA 4.0",
        "Buckwalter",
        "wordfreq",
        "arabic 1",
        "languages ara; parts test; only",
        "nonneur (runs: 1)",
    ):
        assert said in card
    assert "Wiktionary" not in card  # nothing German is in this file
    assert "People checked 0 of" in card
    for column in COLUMNS:
        assert f"`{column}`" in card


def test_the_card_names_other_sources_and_obeys_no_markup_of_theirs(goed: Goed, split_folder: Path) -> None:
    odd = split_folder.rename("[me](javascript) `x`")
    goed("import", "items", odd, "--as", "split")
    goed("run", "--size", 100)
    goed("export", "-o", "labels.tsv")
    card = Path("labels.tsv.card.md").read_text(encoding="utf-8")
    assert "\\[me\\](javascript) \\`x\\`" in card
    assert "come with goed" not in card


# Files are written whole, and nobody's work is written over


def test_a_file_that_somebody_changed_is_not_written_over(goed: Goed, labelled: Path) -> None:
    goed("export", "-o", "labels.csv")
    goed("export", "-o", "labels.csv", "--wrong")  # goed's own, unchanged
    path = Path("labels.csv")
    path.write_text(path.read_text(encoding="utf-8").rstrip() + "typed by hand\n", encoding="utf-8")
    typed = path.read_bytes()
    assert "not as goed wrote it" in goed("export", "-o", "labels.csv", code=1).err
    assert path.read_bytes() == typed
    goed("export", "-o", "labels.csv", "--replace")
    assert path.read_bytes() != typed
    write(Path("mine.csv"), "my own file\n")
    goed("export", "-o", "mine.csv", code=1)
    assert sorted(file.name for file in Path().glob(".*")) == []


@pytest.mark.parametrize(
    ("target", "code", "said"),
    [
        ("labels.xlsx", 1, "take .csv, .tsv, .jsonl, .parquet"),
        ("labels", 1, "the ending says the format"),
        ("nowhere/labels.csv", 1, "nowhere"),
        ("folder.csv", 1, "is no file"),
    ],
)
def test_where_nothing_can_be_written_is_said(goed: Goed, labelled: Path, target: str, code: int, said: str) -> None:
    Path("folder.csv").mkdir()
    assert said in goed("export", "-o", target, code=code).err


def test_nothing_to_export_is_said(goed: Goed, study: Path) -> None:
    assert "no such outputs" in goed("export", "-o", "labels.csv", code=1).err
    assert not Path("labels.csv").exists()
