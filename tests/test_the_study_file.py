"""The one file: made whole, opened only where it is a study, migrated, checked, small."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from conftest import Goed, right_answers, sql, start_goed, write
from goed.errors import GoedError
from goed.study import schema, study_files
from goed.study import study as study_module
from goed.study.study import SCHEMA_VERSION as PRESENT
from goed.study.study import Study
from moments import killed_at


def test_an_empty_study_is_one_file_and_sound(goed: Goed, tmp_path: Path) -> None:
    goed("init", "--empty")
    assert [path.name for path in tmp_path.iterdir()] == ["study.goed"]
    assert "sound" in goed("check").err
    assert goed("status").out.count("\n") == 1


def test_init_adds_the_embedded_items(goed: Goed) -> None:
    goed("init")
    rows = goed("status", "--format", "json").rows
    assert {row["language"] for row in rows if row["what"] == "items" and row["number"] >= 2000} == {
        "eng",
        "deu",
        "ara",
    }


def test_init_of_a_language_that_goed_does_not_have_makes_no_file(goed: Goed) -> None:
    answer = goed("init", "--language", "xyz", code=1)
    assert "xyz" in answer.err
    assert not Path("study.goed").exists()


def test_a_study_is_never_overwritten(goed: Goed) -> None:
    goed("init", "--empty")
    before = Path("study.goed").read_bytes()
    assert "exists already" in goed("init", "--empty", code=1).err
    assert Path("study.goed").read_bytes() == before


@pytest.mark.parametrize("place", ["before", "after", "environment"])
def test_the_study_can_be_named_in_three_places(goed: Goed, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    goed("init", "--empty", "--study", "my study.goed")
    if place == "before":
        goed("--study", "my study.goed", "status")
    elif place == "after":
        goed("status", "--study", "my study.goed")
    else:
        monkeypatch.setenv("GOED_STUDY", "my study.goed")
        goed("status")


@pytest.mark.parametrize("name", ["a#b.goed", "50%.goed", "what?.goed", "ümlaut 'quoted'.goed"])
def test_any_file_name_will_do(goed: Goed, name: str) -> None:
    goed("init", "--empty", "--study", name)
    goed("status", "--study", name)
    assert [path.name for path in Path().iterdir()] == [name]


def test_a_missing_study_is_said_with_what_to_type(goed: Goed) -> None:
    assert "goed init" in goed("status", code=1).err
    assert not Path("study.goed").exists()


@pytest.mark.parametrize("place", ["/proc/study.goed", "no/such/folder/study.goed"])
def test_a_place_where_no_file_can_be_made(goed: Goed, place: str) -> None:
    assert place in goed("init", "--empty", "--study", place, code=1).err


def test_other_files_are_refused(goed: Goed, tmp_path: Path) -> None:
    write(tmp_path / "text.goed", "this is no database, but a text of some length\n" * 3)
    assert "not a goed study" in goed("status", "--study", "text.goed", code=1).err
    connection = sqlite3.connect("other.goed")
    connection.execute("CREATE TABLE photos (id)")
    connection.close()
    assert "not a goed study" in goed("status", "--study", "other.goed", code=1).err
    assert "is not a file" in goed("status", "--study", str(tmp_path), code=1).err


def test_a_truncated_study_is_said_to_be_damaged(goed: Goed, study: Path) -> None:
    content = study.read_bytes()
    study.write_bytes(content[: len(content) // 2])
    goed("check", code=1)


def test_a_study_of_a_newer_goed_is_refused(goed: Goed) -> None:
    goed("init", "--empty")
    connection = sqlite3.connect("study.goed")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert "newer goed" in goed("status", code=1).err


def test_an_older_study_is_upgraded_after_a_copy_is_kept(
    goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items_before = sql(study, "SELECT * FROM item")
    _add_a_migration(monkeypatch, "ALTER TABLE item ADD COLUMN gloss TEXT")
    answer = goed("status")
    assert f"study.goed.schema-{PRESENT}" in answer.err
    assert sql(study, "PRAGMA user_version") == [(PRESENT + 1,)]
    assert [row[:-1] for row in sql(study, "SELECT * FROM item")] == items_before
    assert sql(Path(f"study.goed.schema-{PRESENT}"), "PRAGMA user_version") == [(PRESENT,)]
    assert goed("status").err == ""


OLD_STUDIES = Path(__file__).parent / "old_studies"
PEOPLE_TYPED = ("act", "annotation", "annotator", "concurrent_act", "preference", "sample", "sample_output", "sitting")


def old_study(version: int) -> Path:
    """A study as goed of an older schema wrote it, as the default study of the folder."""
    with closing(sqlite3.connect("study.goed")) as connection:
        connection.executescript((OLD_STUDIES / f"schema-{version}.sql").read_text(encoding="utf-8"))
    return Path("study.goed")


def rows_of_people(study: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that people typed: a query for the columns that the study has now, and what it gives."""
    queries = []
    for table in PEOPLE_TYPED:
        columns = [name for (name,) in sql(study, "SELECT name FROM pragma_table_info(?)", table)]
        if columns:
            queries.append(f"SELECT {', '.join(columns)} FROM {table} ORDER BY 1, 2")
    return {query: sql(study, query) for query in queries}


def test_a_study_of_the_first_schema_gets_labels(goed: Goed) -> None:
    """The file is as goed wrote it then: 65 nouns, NONNEUR on two training sets, one accepted variant."""
    study = old_study(1)
    before = sql(study, "SELECT * FROM prediction_table")
    assert "study.goed.schema-1" in goed("status").err
    assert sql(study, "SELECT count(*), count(DISTINCT output_id) FROM label") == [(76, 76)]
    assert sql(study, "SELECT count(*) FROM item WHERE gold_class IS NULL") == [(0,)]
    assert sql(study, "SELECT * FROM prediction_table") == before
    assert goed("check").err.endswith("study.goed: sound\n")
    assert goed("stats", "errors", "--format", "json").rows


@pytest.mark.parametrize(("version", "n_standing"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 4), (8, 7), (9, 7)])
def test_a_study_of_an_older_schema_keeps_what_people_said(goed: Goed, version: int, n_standing: int) -> None:
    """The file is as goed wrote it then: five wrong forms of English verbs, two labels corrected by a person.

    From schema 4 on there are also an audit, a sitting, and an act that was taken back; from 7 on a verdict; from 8 on
    two wrong forms of nouns, and what one person said of one of them in two copies.
    """
    study = old_study(version)
    typed, predictions = rows_of_people(study), sql(study, "SELECT * FROM prediction_table")
    assert f"study.goed.schema-{version}" in goed("status").err
    assert {query: sql(study, query) for query in typed} == typed
    assert sql(study, "SELECT * FROM prediction_table") == predictions
    assert len(sql(study, "SELECT * FROM standing_act")) == n_standing
    assert sql(study, "SELECT * FROM declaration") == []
    assert sql(study, "SELECT * FROM run_progress") == []
    (part,) = goed("stats", "errors", "--by", "seed", "--format", "json", "--part", "test").rows[:1]
    assert part["n_items"] == 5
    classifiers = sql(study, "SELECT features, count(*), classifier FROM label_table GROUP BY 1, 3 ORDER BY 2 DESC")
    assert classifiers == [("V;PST", 5, "english 1"), ("N;PL", 2, "generic 1")][: 1 + (version >= 8)]
    assert goed("check").err.endswith("study.goed: sound\n")


def test_nouns_that_were_judged_as_past_tenses_are_labelled_anew_and_people_are_still_heard(goed: Goed) -> None:
    study = old_study(8)
    labels = "SELECT lemma, features, predicted, gold_class, pred_class, error, classifier"
    said = sql(study, f"{labels} FROM label_table WHERE features = 'N;PL' ORDER BY 1")
    assert {row[-1] for row in said} == {"english 1"}
    answer = goed("check")
    assert answer.err.endswith(
        "3 items of eng (N;PL): no language pack is about them, the generic classifier labels their outputs\n"
        "study.goed: sound\n"
    )
    anew = sql(study, f"{labels} FROM label_table WHERE features = 'N;PL' ORDER BY 1")
    assert [row[:3] for row in anew] == [row[:3] for row in said]
    assert {row[-1] for row in anew} == {"generic 1"}
    resolved = sql(study, "SELECT predicted, error, source FROM resolved_label WHERE source <> 'classifier' ORDER BY 1")
    assert resolved == [
        ("brang", "over-regularization", "adjudicated"),
        ("dreamt", "over-irregularization", "anna"),
        ("foots", anew[0][-2], "disputed"),
        ("goed", "over-regularization", "sp"),
        ("gooses", "wrong-irregular", "jk"),
    ]


def test_an_upgrade_that_is_interrupted_before_its_labels_leaves_no_old_ones(
    goed: Goed, monkeypatch: pytest.MonkeyPatch
) -> None:
    old_study(2)
    with monkeypatch.context() as interrupted:
        interrupted.setattr("goed.commands.options.label_again", lambda study: None)
        goed("status")
    assert sql(Path("study.goed"), "SELECT count(*) FROM label") == [(0,)]
    rows = goed("stats", "errors", "--format", "json").rows
    assert "over-regularization" in {row["error"] for row in rows}
    assert sql(Path("study.goed"), "SELECT count(*) FROM label") == [(0,)]  # a statistic only reads
    goed("cases", "--annotator", "jk")
    assert sql(Path("study.goed"), "SELECT DISTINCT classifier FROM label_table") == [("english 1",)]


@pytest.mark.parametrize("next_command", [("classify",), ("cases", "--annotator", "jk")])
@pytest.mark.parametrize("moment", ["UPDATE item SET gold_class = ?", "INSERT OR REPLACE INTO label"])
def test_an_upgrade_that_is_killed_before_its_labels_leaves_no_old_ones(
    goed: Goed, moment: str, next_command: tuple[str, ...]
) -> None:
    study = old_study(8)
    assert killed_at(1, "status", kind=moment)
    assert sql(study, "PRAGMA user_version") == [(PRESENT,)]
    before = study.read_bytes()
    assert "unlabelled" not in goed("stats", "errors", "--format", "csv").out
    assert study.read_bytes() == before
    goed(*next_command)
    classifiers = sql(study, "SELECT DISTINCT features, classifier FROM label_table ORDER BY 1")
    assert classifiers == [("N;PL", "generic 1"), ("V;PST", "english 1")]
    assert sql(study, "SELECT count(*) FROM output") == sql(study, "SELECT count(*) FROM label")
    assert sql(study, "SELECT count(*) FROM item WHERE gold_class IS NULL") == [(0,)]


def test_an_upgrade_that_another_goed_was_faster_with_keeps_the_old_copy(
    goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one has read the old version before the first one upgraded the file."""
    _add_a_migration(monkeypatch, "ALTER TABLE item ADD COLUMN gloss TEXT")
    real = study_files.bring_up_to_date

    def upgrade_twice(opened: Study) -> None:
        with monkeypatch.context() as first:
            first.setattr(study_files, "bring_up_to_date", real)
            Study.open(opened.path).close()
        real(opened)

    monkeypatch.setattr(study_files, "bring_up_to_date", upgrade_twice)
    goed("status")
    assert sql(study, "PRAGMA user_version") == [(PRESENT + 1,)]
    assert sql(Path(f"study.goed.schema-{PRESENT}"), "PRAGMA user_version") == [(PRESENT,)]


def test_an_upgrade_that_fails_leaves_the_study_as_it_was(
    goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sql(study, "SELECT sql FROM sqlite_schema")
    _add_a_migration(monkeypatch, "ALTER TABLE no_such_table ADD COLUMN gloss TEXT")
    goed("status", code=1)
    assert sql(study, "SELECT sql FROM sqlite_schema") == before
    assert sql(study, "PRAGMA user_version") == [(PRESENT,)]


@pytest.mark.parametrize("version", range(1, PRESENT))
def test_a_study_of_any_schema_whose_upgrade_fails_is_as_it_was(
    goed: Goed, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    """All older migrations go well, and the one after them does not."""
    study = old_study(version)
    before = _dump(study)
    with monkeypatch.context() as broken:
        _add_a_migration(broken, "ALTER TABLE no_such_table ADD COLUMN gloss TEXT")
        assert "study.goed" in goed("status", code=1).err
    assert _dump(study) == before
    assert [path.name for path in Path().iterdir()] == ["study.goed"]
    goed("status")
    assert goed("check").err.endswith("study.goed: sound\n")


def _dump(study: Path) -> list[str]:
    with closing(sqlite3.connect(study)) as connection:
        return list(connection.iterdump())


def _add_a_migration(monkeypatch: pytest.MonkeyPatch, statement: str) -> None:
    added = schema.Migrations("goed")
    added._migrations = list(schema.migrations._migrations)
    added(name="one more")(lambda db: db.execute(statement))
    monkeypatch.setattr(schema, "migrations", added)
    monkeypatch.setattr(schema, "SCHEMA_VERSION", PRESENT + 1)
    for module in (study_module, study_files):
        monkeypatch.setattr(module, "SCHEMA_VERSION", PRESENT + 1)


def test_a_study_that_cannot_be_written_can_be_read(study: Path) -> None:
    import os

    study.chmod(0o444)
    real = os.access
    try:  # root may write anything, so the question is answered for it
        os.access = lambda path, mode: mode != os.W_OK and real(path, mode)  # type: ignore[assignment]
        with Study.open(study) as opened:
            assert opened.read_only
            assert opened.connection.execute("SELECT count(*) FROM item").fetchone() == (430,)
            with pytest.raises(GoedError, match="cannot be written"), opened.transaction():
                pass
    finally:
        os.access = real


def test_a_network_file_system_gets_another_journal_and_a_word_about_it(
    goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(study_module, "is_on_network_file_system", lambda path: True)
        assert "delete journalling" in goed("run").err
        assert sql(study, "PRAGMA journal_mode") == [("delete",)]
        assert "sound" in goed("check").err
    assert goed("status").err == ""


def test_every_table_says_what_a_row_is(study: Path) -> None:
    for name, text in sql(study, "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view')"):
        if not name.startswith(("sqlite_", "_sqlite")):
            assert "--" in text, f"table {name} is not documented"


def test_the_schema_has_a_home_for_every_noun(study: Path) -> None:
    tables = {name for (name,) in sql(study, "SELECT name FROM sqlite_schema WHERE type = 'table'")}
    nouns = {"item", "variant", "split", "model", "run", "output", "prediction", "label", "annotation", "annotator"}
    assert nouns | {"run_part", "prediction_bytes", "prediction_detail"} <= tables


def test_distinct_outputs_are_stored_once_and_a_prediction_takes_few_bytes(goed: Goed, study: Path) -> None:
    rows = right_answers()
    for model in range(60):
        folder = Path(f"predictions/model{model}")
        for size in (100, 200, 300):
            answers = [
                [lemma, form + "s" if place == model else form, tags] for place, (lemma, form, tags) in enumerate(rows)
            ]
            write(folder / f"qgo_{size}.test", answers)
    before = study.stat().st_size
    goed("import", "predictions", "predictions", "--pattern", "{model}/{language}_{size}")
    assert sql(study, "SELECT count(*) FROM output") == [(80 + 60,)]
    (n_predictions,) = sql(study, "SELECT count(*) FROM prediction")[0]
    assert n_predictions == 60 * 3 * 80
    grown = study.stat().st_size - before - 2 * 4096 * 3  # the outputs and their index: three pages each
    assert grown / n_predictions <= 40


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ("DELETE FROM output WHERE id = 3", "output is missing"),
        ("UPDATE output SET is_correct = NOT is_correct WHERE id = 3", "right or wrong by mistake"),
        ("UPDATE run_part SET n_correct = n_correct + 1 WHERE id = 1", "counts are wrong"),
        ("DELETE FROM run_part WHERE id = 1", "without their run"),
        ("UPDATE prediction SET output_id = output_id + 1 WHERE item_id = 360", "another item"),
        ("DELETE FROM prediction WHERE run_part_id = 1", "lost their predictions"),
        ("DELETE FROM part_pack WHERE run_part_id = 1", "packed outputs are not those of their predictions: 1"),
        ("UPDATE part_pack SET outputs = x'010000' WHERE run_part_id = 2", "packed outputs are not those"),
        ("UPDATE part_pack SET outputs = zeroblob(length(outputs))", "packed outputs are not those"),
        ("UPDATE run SET state = 'planned' WHERE id = 1", "not done"),
        ("UPDATE training_set SET n_items = 1000 WHERE size = 100", "longer than their list"),
    ],
)
def test_check_finds_damage(goed: Goed, study: Path, damage: str, complaint: str) -> None:
    goed("run")
    assert "sound" in goed("check").err
    connection = sqlite3.connect(study)
    assert connection.execute(damage).rowcount
    connection.commit()
    connection.close()
    answer = goed("check", "--format", "json", code=1)
    assert any(complaint in row["finding"] for row in answer.rows)


def test_repair_rebuilds_what_can_be_derived(goed: Goed, study: Path) -> None:
    goed("run")
    before = goed("stats", "accuracy", "--format", "csv").out
    errors_before = goed("stats", "errors", "--format", "csv").out
    connection = sqlite3.connect(study)
    connection.execute("UPDATE output SET is_correct = NOT is_correct WHERE id < 20")
    connection.execute("UPDATE run_part SET n_correct = 0, n_predicted = 1")
    connection.execute("DELETE FROM part_pack WHERE run_part_id = 1")
    connection.execute("UPDATE part_pack SET outputs = substr(outputs, 5) WHERE run_part_id = 2")
    connection.commit()
    connection.close()
    goed("check", code=1)
    assert "packed the outputs of 2 parts of runs anew" in goed("check", "--repair").err
    assert goed("stats", "accuracy", "--format", "csv").out == before
    assert goed("stats", "errors", "--format", "csv").out == errors_before
    goed("check")


def test_an_upgrade_writes_over_nothing(goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = write(Path(f"study.goed.schema-{PRESENT}"), "my own file")
    _add_a_migration(monkeypatch, "ALTER TABLE item ADD COLUMN gloss TEXT")
    assert f"schema-{PRESENT}.2" in goed("status").err
    assert mine.read_text("utf-8") == "my own file"
    assert sql(Path(f"study.goed.schema-{PRESENT}.2"), "PRAGMA user_version") == [(PRESENT,)]


def test_what_belongs_to_nothing_is_removed_by_a_repair(goed: Goed, study: Path) -> None:
    goed("run", "--size", 100)
    before = sql(study, "SELECT * FROM prediction ORDER BY 1, 2")
    with closing(sqlite3.connect(study)) as connection, connection:
        connection.execute("INSERT INTO label VALUES (99999, 1, '', '')")
        connection.execute("INSERT INTO prediction VALUES (777, 1, 1)")
    assert goed("check", code=1).out.count("problem ") == 3
    assert "removed 2 labels and predictions that belonged to nothing" in goed("check", "--repair").err
    assert goed("check").out == ""
    assert sql(study, "SELECT * FROM prediction ORDER BY 1, 2") == before


def test_opening_a_study_twice_keeps_its_write_ahead_log(study: Path) -> None:
    """A second connection that comes and goes in the same process leaves the first one's locks in place."""
    with Study.open(study) as first:
        with Study.open(study):
            pass
        assert start_goed("status").wait() == 0
        with first.transaction() as db:
            db.execute("INSERT INTO annotator (name) VALUES ('sp')")
        assert start_goed("status").wait() == 0
        assert sql(study, "SELECT name FROM annotator") == [("sp",)]
