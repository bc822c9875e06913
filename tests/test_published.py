"""What papers print, and runs beside it: read right, held against the right treebank, told as a reader looks for it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import pytest

from conftest import SHARED, Goed
from goed.own_data import data_folder
from goed.report.page.tables import page_table
from goed.report.report_data import FilledTable
from goed.report.tables import NOT_THERE, TABLES, rows_or_reason
from goed.statistics.printed_results import AVERAGES, PAPERS
from goed.statistics.published import paired
from goed.study.selection import Selection
from goed.study.study import Study

Rows = list[dict[str, object]]
(PASCAL,) = (paper for paper in PAPERS if paper.name == "gelling2012")
NAMES = ("directed", "undirected", "ned", "directed <=10", "undirected <=10", "ned <=10")
DMV = (0.395, 0.541, 0.635, 0.502, 0.643, 0.758)  # the printed row of DMV^p on Danish


@pytest.fixture
def empty(goed: Goed) -> Path:
    goed("init", "--empty")
    return Path("study.goed")


def add_corpus(study: Path, number: int, name: str, language: str) -> None:
    with sqlite3.connect(study) as db:
        row = (number, name, language, 100, 1000, str(number))
        db.execute(
            "INSERT INTO corpus (id, name, language, n_utterances, n_tokens, digest) VALUES (?, ?, ?, ?, ?, ?)", row
        )


def add_split(study: Path, corpus: int, seed: int, learn_from: str = "training") -> int:
    with sqlite3.connect(study) as db:
        made = db.execute(
            "INSERT INTO split (domain, language, corpus_id, sampling, seed, is_given, learn_from) "
            "SELECT 'dependencies', language, id, 'uniform', ?, 0, ? FROM corpus WHERE id = ?",
            (seed, learn_from, corpus),
        )
        return int(made.lastrowid or 0)


def add_run(
    study: Path, split: int, model: str, size: int, scores: Mapping[str, float | None], part: str = "test"
) -> None:
    """A finished run with the measures that its domain stores."""
    with sqlite3.connect(study) as db:
        db.execute("INSERT OR IGNORE INTO model (domain, name, kind) VALUES ('dependencies', ?, 'built in')", (model,))
        run = db.execute(
            "INSERT INTO run (model_id, split_id, size, training_seed, state) "
            "SELECT id, ?, ?, 1, 'done' FROM model WHERE name = ?",
            (split, size, model),
        ).lastrowid
        of_part = "INSERT INTO run_part (run_id, part, n_items, n_predicted, n_correct) VALUES (?, ?, 200, 200, 100)"
        run_part = db.execute(of_part, (run, part)).lastrowid
        values = [(run_part, name, value) for name, value in scores.items()]
        db.executemany("INSERT INTO run_measure (run_part_id, measure, value, n) VALUES (?, ?, ?, 200)", values)


@pytest.fixture
def danish(empty: Path) -> Path:
    """Two seeds of dmv and one of left on Danish, at two sizes."""
    add_corpus(empty, 1, "danish", "dan")
    for seed, better in ((1, 0.0), (2, 0.02)):
        split = add_split(empty, 1, seed)
        add_run(empty, split, "dmv@postag", 1000, dict.fromkeys(NAMES, 0.1))
        add_run(
            empty, split, "dmv@postag", 60_000, {name: score + better for name, score in zip(NAMES, DMV, strict=True)}
        )
    add_run(empty, split, "left", 60_000, {"directed": 0.133, "directed <=10": 0.187, "ned <=10": None, "entropy": 3.0})
    add_run(empty, split, "early", 1000, dict.fromkeys(NAMES, 0.9))
    return empty


def rows(goed: Goed, *options: object) -> Rows:
    found: Rows = json.loads(goed("stats", "published", *options, "--format", "json").out)
    return found


def ours(found: Rows, **wanted: object) -> Rows:
    return [row for row in found if row["who"] == "goed" and all(row[name] == value for name, value in wanted.items())]


# ---- what is printed ----


def test_printed_tables_are_those_that_were_transcribed() -> None:
    if not SHARED.is_dir():
        pytest.skip(f"needs the real data in {SHARED}, which are not there")
    own = sorted((data_folder() / "published").glob("*20*.tsv"))
    assert len(own) == 5
    for path in own:
        assert path.read_bytes() == (SHARED / "published" / path.name).read_bytes()


def test_printed_averages_are_plain_means_over_the_treebanks() -> None:
    """All 108 of directed, undirected and NED in four tables, as far as rounding lets them."""
    results = PASCAL.results
    is_average = results["treebank"] == AVERAGES
    keys = ["track", "system", "measure", "length"]
    means = results[~is_average].groupby(keys)["value"].agg(["mean", "count"])
    printed = results[is_average].set_index(keys)
    assert len(printed) == 14 * 6 + 4 * 6
    means = means.loc[printed.index]
    assert ((printed["value"] - means["mean"]).abs() < 0.00065).all()
    assert (printed["n_treebanks"] == means["count"]).all()
    of_cgs = results[is_average & (results["system"] == "CGS")]
    assert set(of_cgs["n_treebanks"]) == {9, 10}, "one value is not available"


def test_directed_is_at_most_undirected_is_at_most_ned() -> None:
    results = PASCAL.results.pivot(index=["track", "treebank", "system", "length"], columns="measure", values="value")
    assert (results["directed"] <= results["undirected"]).all()
    assert (results["undirected"] <= results["ned"]).all()
    assert len(results) == 2 * 11 * (14 + 4) - 1


def test_a_printed_row_is_found_by_its_name(goed: Goed, empty: Path) -> None:
    found = {(row["measure"], row["length"]): row["value"] for row in rows(goed, "--treebank", "danish")
             if row["system"] == "DMV^p"}  # fmt: skip
    assert tuple(found.values()) == DMV
    assert all(row["who"] == "printed" for row in rows(goed, "--treebank", "danish", "swedish"))
    assert {row["system"] for row in rows(goed, "--treebank", "danish", "--track", "joint")} == {
        "CGS", "DMV^c", "DMV^p", "DMV^u"
    }  # fmt: skip


# ---- runs beside it ----


def test_models_stand_among_the_printed_systems_at_their_largest_size(goed: Goed, danish: Path) -> None:
    answer = goed("stats", "published", "--format", "json")
    found = json.loads(answer.out)
    (dmv,) = ours(found, system="dmv@postag", measure="directed", length="all")
    assert (dmv["size"], dmv["n_seeds"], dmv["corpus"], dmv["sampling"]) == (60_000, 2, "danish", "uniform")
    assert dmv["value"] == pytest.approx(0.405)
    assert dmv["sd"] == pytest.approx(0.02 / 2**0.5)
    assert dmv["difference"] == pytest.approx(0.405 - 0.502)
    assert [row["value"] for row in ours(found, system="left")] == [0.133, 0.187], "what is not defined is left out"
    assert not ours(found, system="early")
    assert "not shown, as not run at the largest size: early" in answer.err
    directed = [row["system"] for row in found if (row["measure"], row["length"]) == ("directed", "all")]
    assert directed[0] == "Tu"
    assert directed[directed.index("dmv@postag") - 1 :][:3] == ["MZ^p", "dmv@postag", "DMV^p"]
    assert sorted(directed[-2:]) == ["LB", "left"]


def test_people_see_a_system_a_row(goed: Goed, danish: Path) -> None:
    heading, *lines = goed("stats", "published").out.splitlines()
    assert "directed  undirected  ned" in heading
    assert len(lines) == 14 + 2
    (dmv,) = (line.split() for line in lines if "dmv@postag" in line)
    assert " ".join(dmv) == "danish goed dmv@postag uniform training 60000 2 40.5 55.1 64.5 51.2 65.3 76.8 -9.7"
    (best,) = (line.split() for line in lines if " Tu " in line)
    assert " ".join(best) == "danish printed Tu 50.2* 61.6* 76.4* 60.8 70.2 85.0* +0.0"


def test_options_choose_runs_and_parts(goed: Goed, danish: Path) -> None:
    assert {row["system"] for row in ours(rows(goed, "--model", "left"))} == {"left"}
    (small,) = ours(rows(goed, "--size", 1000, "--model", "early"), measure="directed", length="all")
    assert small["value"] == 0.9
    add_run(danish, 1, "early", 2000, {"directed": 0.3}, part="dev")
    (dev,) = ours(rows(goed, "--part", "dev"))
    assert (dev["part"], dev["value"]) == ("dev", 0.3)


def test_what_learned_from_all_sections_is_a_row_of_its_own(goed: Goed, danish: Path) -> None:
    add_run(danish, add_split(danish, 1, 1, "all"), "dmv@postag", 90_000, {"directed": 0.5})
    found = ours(rows(goed), system="dmv@postag", measure="directed", length="all")
    assert {(row["learn_from"], row["size"], row["n_seeds"]) for row in found} == {
        ("training", 60_000, 2), ("all", 90_000, 1)
    }  # fmt: skip


def test_averages_are_over_the_treebanks_that_have_a_value(goed: Goed, danish: Path) -> None:
    add_corpus(danish, 2, "swedish", "swe")
    split = add_split(danish, 2, 1)
    add_run(danish, split, "dmv@postag", 50_000, {"directed": 0.305})
    found = rows(goed, "--treebank", "averages")
    (both,) = ours(found, treebank="averages", system="dmv@postag", measure="directed", length="all")
    assert (both["value"], both["n_treebanks"]) == (pytest.approx((0.405 + 0.305) / 2), 2)
    assert both["difference"] is None, "the printed ones are over ten"
    (left,) = ours(found, treebank="averages", system="left", measure="directed", length="all")
    assert (left["value"], left["n_treebanks"]) == (0.133, 1)
    of_both = [row for row in found if row["treebank"] == "averages of danish, swedish"]
    (same,) = ours(of_both, measure="directed", length="all")
    printed = PASCAL.results.query("track == 'dependency' and measure == 'directed' and length == 'all'")
    of_system = printed[printed["treebank"].isin(["danish", "swedish"])].groupby("system")["value"].mean()
    assert same["difference"] == pytest.approx(both["value"] - of_system.max())
    (tu,) = (row for row in of_both if (row["system"], row["measure"], row["length"]) == ("Tu", "directed", "all"))
    assert tu["value"] == pytest.approx(of_system["Tu"])


# ---- which corpus is which treebank ----


def test_a_corpus_is_a_treebank_by_its_name_or_its_language() -> None:
    corpora = {"Danish": "dan", "ud-danish": "dan", "talbanken": "swe", "gum": "eng", "en-ptb": "eng", "thai": "tha"}
    assert paired(PASCAL, corpora, {}) == {"Danish": "danish", "en-ptb": "en-ptb", "talbanken": "swedish"}
    assert paired(PASCAL, corpora, {"danish": "ud-danish"})["ud-danish"] == "danish"
    assert "Danish" not in paired(PASCAL, corpora, {"danish": "ud-danish"})
    assert paired(PASCAL, corpora, {"en-childes": "gum"})["gum"] == "en-childes"


def test_what_stands_there_by_its_language_is_said(goed: Goed, empty: Path) -> None:
    add_corpus(empty, 1, "ddt", "dan")
    add_run(empty, add_split(empty, 1, 1), "left", 500, {"directed": 0.2})
    by_language = goed("stats", "published", "--format", "json")
    assert "ddt stands beside danish of gelling2012, as both are of one language" in by_language.err
    (left,) = ours(json.loads(by_language.out))
    assert (left["corpus"], left["treebank"]) == ("ddt", "danish")
    as_said = goed("stats", "published", "--treebank", "danish=ddt", "--format", "json")
    assert "stands beside" not in as_said.err
    assert as_said.out == by_language.out
    (basque,) = ours(rows(goed, "--treebank", "basque=ddt"))
    assert basque["treebank"] == "basque"


def test_what_is_missing_is_said_in_a_sentence(goed: Goed, empty: Path) -> None:
    answer = goed("stats", "published")
    assert answer.out.strip() == ""
    assert "the study holds no corpus" in answer.err
    assert "--treebank shows those of arabic, basque" in answer.err
    add_corpus(empty, 1, "gum", "eng")
    assert "no corpus of the study (gum) is a treebank of gelling2012" in goed("stats", "published").err
    assert "did you mean danish" in goed("stats", "published", "--treebank", "danisch", code=1).err
    assert "'gom' is no corpus of this study" in goed("stats", "published", "--treebank", "en-ptb=gom", code=1).err
    assert "over all treebanks" in goed("stats", "published", "--treebank", "averages=gum", code=1).err
    assert "takes dependency, joint" in goed("stats", "published", "--track", "pos", code=2).err


def test_the_report_has_it_where_a_corpus_is_a_printed_treebank(goed: Goed, danish: Path) -> None:
    (table,) = (table for table in TABLES if table.name == "published")
    with Study.open(danish) as study:
        found = rows_or_reason(table, study, Selection())
        assert not isinstance(found, str)
        shown = page_table(FilledTable(table, found.rows, "goed stats published", found.notes))
        assert [column.heading for column in shown.columns][-2:] == ["ned <=10", "to best"]
        assert len(shown.rows) == 14 + 2
        study.connection.execute("UPDATE corpus SET name = 'other', language = 'tha'")
        assert rows_or_reason(table, study, Selection()) == NOT_THERE


def test_tables_for_programs_have_whole_numbers(goed: Goed, danish: Path) -> None:
    """Printed results have no size: that does not turn sizes into fractions."""
    (row,) = [row for row in goed("stats", "published", "--format", "csv").out.splitlines() if ",left," in row][:1]
    assert ",60000,1,1,directed,all,0.133," in row
