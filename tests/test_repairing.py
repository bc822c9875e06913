"""`goed check --repair` makes anew what can be derived, and never touches what a person typed."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from conftest import Goed, MadeHere, sql
from goed.study.check import SCRIPT, rules
from sitting import verbs_to_label

TYPED = (
    "act", "annotation", "annotator", "sitting", "sample", "sample_output", "preference", "declaration",
    "concurrent_act", "item", "variant", "split", "split_item", "training_list", "training_item", "training_set",
)  # fmt: skip
# What goed works out by itself, damaged in every way that leaves SQLite's own pages whole.
DAMAGE = {
    "labels are gone": "DELETE FROM label WHERE output_id % 3 = {n} % 3",
    "labels are others'": "UPDATE label SET kind_id = (SELECT max(id) FROM label_kind) WHERE output_id % 4 = {n} % 4",
    "labels have no kind": "UPDATE label SET kind_id = 9999 WHERE output_id = 1 + {n} % 20",
    "reasons are others'": "UPDATE label SET evidence = 'because', considered = 'it' WHERE output_id = 1 + {n} % 20",
    "a kind is another": "UPDATE label_kind SET error = 'typo', classifier = 'english 0' WHERE id = 1 + {n} % 5",
    "labels of nothing": "INSERT OR IGNORE INTO label VALUES (90000 + {n}, 1, '', '')",
    "gold classes are gone": "UPDATE item SET gold_class = NULL WHERE id % 5 = {n} % 5",
    "gold classes are others'": "UPDATE item SET gold_class = 'bare' WHERE id % 5 = {n} % 5",
    "right is wrong": "UPDATE output SET is_correct = 1 - is_correct WHERE id % 3 = {n} % 3",
    "counts are wrong": "UPDATE run_part SET n_correct = {n}, n_predicted = n_predicted + 1 WHERE id = 1 + {n} % 4",
    "packs are gone": "DELETE FROM part_pack WHERE run_part_id = 1 + {n} % 4",
    "packs are others'": "UPDATE part_pack SET outputs = zeroblob({n} % 50) WHERE run_part_id = 1 + {n} % 4",
    "packs of nothing": "INSERT OR IGNORE INTO part_pack VALUES (700 + {n}, x'01000000')",
    "predictions of nothing": "INSERT OR IGNORE INTO prediction VALUES (800 + {n}, 1, 1)",
    "bytes of nothing": "INSERT OR IGNORE INTO prediction_bytes VALUES (800 + {n}, 1, x'00')",
    "scores of nothing": "INSERT OR IGNORE INTO prediction_detail VALUES (800 + {n}, 1, 0.5, NULL)",
    "measures of nothing": "INSERT OR IGNORE INTO run_measure VALUES (800 + {n}, 'V', 0.5, 1, '')",
    "classes of nothing": "INSERT OR IGNORE INTO answer_class VALUES (800 + {n}, 1, '17', 'N', 1, 1)",
    "outputs that nothing uses": "INSERT OR IGNORE INTO output (item_id, answer, is_correct) VALUES (1, 'x{n}', 1)",
    "changes are not counted": "DELETE FROM label_change",
    "changes are counted twice": "INSERT INTO label_change VALUES ({n})",
    "somebody died at work": "INSERT OR IGNORE INTO runner VALUES (50 + {n}, 'elsewhere', 1, NULL, '2020', 0)",
}


@pytest.fixture
def worked_on(goed: Goed, made_here: MadeHere) -> Path:
    """A study in which people have done everything that they can do."""

    def make() -> None:
        study = verbs_to_label(Path())
        goed("label", 1, 2, "--class", "reg", "--annotator", "ada", "--note", "child of 3", "--flag")
        goed("label", 1, "--class", "irr", "--annotator", "ben")
        goed("label", 1, "--settle", "irr", "--annotator", "cem")
        goed("undo", "--annotator", "ada")
        goed("audit", "--language", "eng", "--size", 3, "--seed", 1, "--annotator", "ada")
        shutil.copy(study, "other.goed")
        for path, shown in ((study, "reg"), (Path("other.goed"), "bare")):
            goed("label", 4, "--class", shown, "--annotator", "ada", "--study", path)
        goed("merge", "other.goed")

    return made_here("worked on", make)


def rows(study: Path, tables: tuple[str, ...]) -> dict[str, list[str]]:
    """All that stands in some tables."""
    columns = {"item": "id, language, word, feature_set_id, gold, frequency, source_id, counts_all_forms"}
    return {table: sorted(map(repr, sql(study, f"SELECT {columns.get(table, '*')} FROM {table}"))) for table in tables}


def derived(study: Path) -> dict[str, list[str]]:
    """All that goed works out, without numbers that come and go."""
    labels = "SELECT * FROM label_table"
    golds = "SELECT id, gold_class FROM item"
    return {query: sorted(map(repr, sql(study, query))) for query in (labels, golds)} | rows(
        study, ("run_part", "part_pack", "prediction", "output")
    )


@pytest.mark.parametrize("cases", [25, pytest.param(1000, marks=pytest.mark.slow)])
def test_whatever_can_be_derived_is_made_anew_and_the_rest_is_left_alone(
    goed: Goed, worked_on: Path, cases: int
) -> None:
    shutil.copy(worked_on, "whole.goed")
    typed, whole = rows(worked_on, TYPED), derived(worked_on)

    @settings(max_examples=cases)
    @given(
        damage=some.lists(some.tuples(some.sampled_from(sorted(DAMAGE)), some.integers(0, 99)), min_size=1, max_size=6)
    )
    def holds(damage: list[tuple[str, int]]) -> None:
        shutil.copy("whole.goed", worked_on)
        with closing(sqlite3.connect(worked_on)) as connection, connection:
            for name, number in damage:
                connection.execute(DAMAGE[name].format(n=number))
        goed("check", "--repair")
        assert rows(worked_on, TYPED) == typed
        assert derived(worked_on) == whole
        answer = goed("check", "--format", "json")
        assert answer.rows == []

    holds()


@pytest.mark.parametrize("damage", sorted(DAMAGE))
def test_each_damage_alone_is_found_or_mended(goed: Goed, worked_on: Path, damage: str) -> None:
    whole = derived(worked_on)
    with closing(sqlite3.connect(worked_on)) as connection, connection:
        assert connection.execute(DAMAGE[damage].format(n=0)).rowcount
    goed("check", "--repair")
    assert derived(worked_on) == whole


TORN = {  # what people typed, and what it stands on: goed cannot know it
    "annotations of outputs that are missing": "DELETE FROM output WHERE id = 4",
    "annotations without their act": "DELETE FROM act WHERE kind = 'note' OR id = 1",
    "samples of outputs that are missing": "UPDATE sample_output SET output_id = 7777 WHERE position = 0",
    "a row of act refers to something that is missing": "DELETE FROM annotator WHERE name = 'ben'",
}


@pytest.mark.parametrize("problem", TORN)
def test_damage_to_what_people_typed_is_said_and_left_alone(goed: Goed, worked_on: Path, problem: str) -> None:
    with closing(sqlite3.connect(worked_on)) as connection, connection:
        assert connection.execute(TORN[problem]).rowcount
    typed = rows(worked_on, TYPED)
    answer = goed("check", "--repair", "--format", "json", code=1)
    assert problem in " ".join(row["finding"] for row in answer.rows)
    assert rows(worked_on, TYPED) == typed


def test_an_index_whose_pages_are_damaged_is_made_anew(goed: Goed, worked_on: Path) -> None:
    whole = derived(worked_on)
    (page,) = sql(worked_on, "SELECT rootpage FROM sqlite_schema WHERE name = 'annotation_output'")[0]
    (size,) = sql(worked_on, "PRAGMA page_size")[0]
    content = bytearray(worked_on.read_bytes())
    start = (page - 1) * size
    content[start + size - 40 : start + size] = bytes(40)  # the last entries
    worked_on.write_bytes(content)
    assert "not sound" in goed("check", code=1).err
    goed("check", "--repair")
    assert goed("check").err == "study.goed: sound\n"
    assert derived(worked_on) == whole


def test_an_index_or_a_view_that_is_missing_is_made_anew_when_the_study_is_opened(goed: Goed, worked_on: Path) -> None:
    made_by = "SELECT name, sql FROM sqlite_schema WHERE type IN ('index', 'view') ORDER BY name"
    before, whole = sql(worked_on, made_by), derived(worked_on)
    with closing(sqlite3.connect(worked_on)) as connection:
        for kind, name in (("INDEX", "output_identity"), ("INDEX", "act_clock"), ("VIEW", "standing_act")):
            connection.execute(f"DROP {kind} {name}")
        connection.commit()
    assert "indexes or views were missing, and are made anew (3)" in goed("status").err
    assert sql(worked_on, made_by) == before
    assert derived(worked_on) == whole
    assert goed("check").err == "study.goed: sound\n"


def test_every_rule_in_the_script_is_checked() -> None:
    assert len(rules()) == SCRIPT.read_text(encoding="utf-8").count(";") > 10
