"""Studies that somebody made by hand, to do harm or by mistake: nothing in them is obeyed, and all of it is told."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from goed.study.schema import made_by_goed
from goed.study.study import APPLICATION_ID, SCHEMA_FINGERPRINT, SCHEMA_VERSION, digest, without_comments
from hostile.caller import COUNTER, Caller, Outcome
from hostile.damaged_studies import IN_A_HEADER, with_values
from hostile.judge import complaint, complaint_of_study, is_as_it_was, left_behind
from hostile.material import LABELS_TSV, STUDY

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, i AS kind FROM n"
COMMANDS = (
    ["status"], ["check"], ["stats", "accuracy"], ["stats", "errors"], ["cases"], ["label", "1", "--accept"],
    ["export", "-o", "o.csv"], ["import", "labels", "mine.tsv", "--annotator", "dan", "--all"], ["annotate"],
)  # fmt: skip


def script(text: str) -> Callable[[Path], None]:
    """Changes a study with SQL."""

    def plant(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.executescript(text)

    return plant


def other_sql(name: str, change: Callable[[str], str]) -> Callable[[Path], None]:
    """Changes what a table or view says it is."""

    def plant(path: Path) -> None:
        with closing(sqlite3.connect(path)) as db, db:
            (sql,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
            db.execute("PRAGMA writable_schema = ON")
            db.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (change(sql), name))

    return plant


def instead(name: str, made: str) -> Callable[[Path], None]:
    """Puts something else in the place of a table or view."""
    return script(
        f"PRAGMA legacy_alter_table = ON; DROP {'VIEW' if name == 'standing_act' else 'TABLE'} {name}; {made};"
    )


REFUSED: dict[str, tuple[Callable[[Path], None], str]] = {
    "a trigger that deletes what one says": (
        script("CREATE TRIGGER evil AFTER INSERT ON act BEGIN DELETE FROM annotation; END"), "'evil'",
    ),
    "a trigger on a view": (
        script("CREATE TRIGGER evil INSTEAD OF INSERT ON label_table BEGIN DELETE FROM act; END"), "trigger",
    ),
    "items that never end": (instead("item", f"CREATE VIEW item AS {ENDLESS}"), "'item'"),
    "acts that never end": (instead("standing_act", f"CREATE VIEW standing_act AS {ENDLESS}"), "'standing_act'"),
    "acts that are hidden": (
        instead("standing_act", "CREATE VIEW standing_act AS SELECT * FROM act WHERE annotator_id = 1"),
        "'standing_act'",
    ),
    "a virtual table": (instead("sitting", "CREATE VIRTUAL TABLE sitting USING fts5(id)"), "'sitting'"),
    "a table that is missing": (script("DROP TABLE preference"), "'preference' is missing"),
    "a column that is missing": (script("ALTER TABLE runner DROP COLUMN host"), "'runner'"),
    "a column too many": (script("ALTER TABLE output ADD COLUMN x INTEGER"), "'output'"),
    "a default that is a gigabyte": (
        other_sql("annotator", lambda sql: sql.replace("NOT NULL", "NOT NULL DEFAULT (zeroblob(1000000000))")),
        "'annotator'",
    ),
    "a check that takes long": (
        other_sql("annotator", lambda sql: sql.replace("NOT NULL", "NOT NULL CHECK (randomblob(1000000000))")),
        "'annotator'",
    ),
    "tables without types": (other_sql("item", lambda sql: sql.replace("STRICT", "")), "'item'"),
    "SQL that is none": (other_sql("item", lambda sql: "CREATE TABLE"), "damaged"),
    "other tables in a file that says it is a study": (
        lambda path: (path.unlink(), script(  # type: ignore[func-returns-value]
            f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA_VERSION}; CREATE TABLE x (id)"
        )(path))[1], "is missing",
    ),
    "an old schema in a file of other tables": (
        lambda path: (path.unlink(), script(  # type: ignore[func-returns-value]
            f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 3; CREATE TABLE item (id)"
        )(path))[1], "study.goed",
    ),
    "an old schema whose steps were all forgotten": (
        script("PRAGMA user_version = 2; DELETE FROM _sqlite_migrations"), "study.goed",
    ),
    "a schema of 0": (script("PRAGMA user_version = 0"), "not a goed study"),
    "a schema below 0": (script("PRAGMA user_version = -5"), "not a goed study"),
    "the largest schema": (script("PRAGMA user_version = 2147483647"), "newer goed"),
    "another program's number": (script("PRAGMA application_id = 1"), "not a goed study"),
}  # fmt: skip

ACCEPTED: dict[str, Callable[[Path], None]] = {
    "a view of one's own": script("CREATE VIEW mine AS SELECT word FROM item"),
    "a view of one's own that never ends": script(f"CREATE VIEW mine AS {ENDLESS}"),
    "a table of one's own": script("CREATE TABLE mine (id); INSERT INTO mine VALUES (1)"),
    "an index of one's own": script("CREATE INDEX mine ON item(gold)"),
    "statistics of SQLite's": script("ANALYZE"),
    "an older schema's number": script(f"PRAGMA user_version = {SCHEMA_VERSION - 1}"),
}

VALUES = {
    "a number of an output of ten million": [("output.id", 3, 9_999_000)],
    "a number of an output of fifty million": [("output.id", 3, 50_000_000)],
    "a number of an output of four billion": [("output.id", 3, 4_000_000_000)],
    "the largest number of an output": [("output.id", 3, 2**63 - 1)],
    "a number of an item below 0": [("item.id", 3, -7)],
    "a number of an item beyond 32 bits": [("item.id", 3, 2**40)],
    "a training set of billions": [("training_set.size", -1, 2**40), ("training_set.n_items", -1, 2**40)],
    "a run of the largest size": [("run.size", 0, 2**63 - 1)],
    "a scope of an audit that is no JSON": [("sample.scope", -1, "{")],
    "a scope of an audit that is a list": [("sample.scope", -1, "[1]")],
    "a filter that is no JSON": [("preference.value", -1, "[" * 100_000)],
    "a filter of rubbish": [
        ("preference.value", -1, '{"queue": 7, "sizes": ["a"], "order": null, "pattern": [], "x": 1}')
    ],
    "a filter with a pattern that takes long": [("preference.value", -1, '{"pattern": "(a|aa)+$(a+)+b"}')],
    "a filter of an audit that is gone": [("preference.value", -1, '{"queue": "audit", "sample_id": 77}')],
    "settings that are no JSON": [("model.settings", -1, "no")],
    "settings that are a number": [("model.settings", -1, "7")],
    "versions that are no JSON": [("run.versions", -1, "no")],
    "a declaration that is no JSON": [("declaration.data", -1, "no")],
    "a declaration of 100,000 brackets": [("declaration.text", -1, "x = " + "[" * 100_000)],
    "a moment that is none": [("act.made_at", -1, "yesterday"), ("sitting.started_at", -1, "x")],
    "forms that are no UTF-8": [("output.answer", -1, (b"\xff\xfe",))],
    "names that are no UTF-8": [("model.name", -1, (b"\xff\xfe",))],
    "packs of another length": [("part_pack.outputs", -1, b"\x01\x00\x00")],
    "packs of outputs that are not there": [("part_pack.outputs", -1, b"\xff\xff\xff\xff" * 10)],
    "a sampling of infinite words": [("item.frequency", -1, float("inf"))],
    "a probability of 0": [("sample_output.probability", -1, 0.0)],
    "an act that undoes itself": [("act.undoes_id", -1, 1)],
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_study_that_is_refused(what: str, caller: Caller, whole_study: bytes, tmp_path: Path) -> None:
    plant, said = REFUSED[what]
    path = tmp_path / STUDY
    for command in COMMANDS:
        outcome = call(caller, tmp_path, command, whole_study, plant)
        assert outcome.code == 1, f"{command} takes it: {outcome.out}{outcome.err}"
        assert "study.goed" in outcome.err
        assert said in outcome.err, outcome.err
        assert list(tmp_path.glob("study.goed*")) == [path]


@pytest.mark.parametrize("what", ACCEPTED)
def test_what_somebody_keeps_beside_goeds_tables_is_theirs(
    what: str, caller: Caller, whole_study: bytes, tmp_path: Path
) -> None:
    for command in COMMANDS:
        outcome = call(caller, tmp_path, command, whole_study, ACCEPTED[what])
        assert outcome.code == 0, f"{command}: {outcome.err}"
        (tmp_path / "o.csv").unlink(missing_ok=True)


@pytest.mark.parametrize("what", VALUES)
@pytest.mark.parametrize("has_report", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["normal", "report"])
def test_values_that_no_goed_writes(
    what: str, has_report: bool, caller: Caller, whole_study: bytes, tmp_path: Path
) -> None:
    path = tmp_path / STUDY
    others = (
        ["stats", "errors", "--audited"], ["cases", "--order", "unsure"], ["stats", "regression"], ["stats", "shape"],
        ["check", "--repair"], ["make", "--show"], ["stats", "sessions"], ["cases", "--audits"],
    )  # fmt: skip
    for command in [["report", "-o", "report"]] if has_report else (*COMMANDS, *others):  # a report takes seconds
        with_values(path, whole_study, VALUES[what])
        (tmp_path / "mine.tsv").write_bytes(LABELS_TSV)
        outcome = caller.call(tmp_path, command)
        assert not (wrong := complaint_of_study(outcome)), f"{command}: {wrong}"
        assert not left_behind(tmp_path)
        COUNTER.add(outcome)


@pytest.mark.parametrize(
    ("one", "other"),
    [("act", "item"), ("act", "annotation"), ("output", "item"), ("run", "run_part"), ("label", "label_kind")],
)
def test_tables_that_stand_in_each_others_place(
    one: str, other: str, caller: Caller, whole_study: bytes, tmp_path: Path
) -> None:
    """As a page that was written to another's place leaves them: indexes and tables tell different things."""
    plant = script(
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = "
        f"(SELECT rootpage FROM sqlite_schema WHERE name = '{other}') WHERE name = '{one}'"
    )
    for command in (*COMMANDS, ["undo"], ["undo", "--redo"], ["check", "--repair"], ["stats", "sessions"]):
        (tmp_path / STUDY).write_bytes(whole_study)
        (tmp_path / "mine.tsv").write_bytes(LABELS_TSV)
        plant(tmp_path / STUDY)
        outcome = caller.call(tmp_path, command)
        assert not (wrong := complaint_of_study(outcome)), f"{command}: {wrong}"
        COUNTER.add(outcome)


REPORTED = {("model.name", "../../../evil")}


def test_every_number_in_the_header(caller: Caller, whole_study: bytes, tmp_path: Path) -> None:
    """Huge page counts, odd page sizes, other encodings, newer formats."""
    for place, size in IN_A_HEADER.items():
        for number in (0, 1, 3, 255, 2 ** (8 * min(size, 8)) - 1, 2 ** (8 * min(size, 8) - 1)):
            content = bytearray(whole_study)
            content[place : place + size] = (number % 2 ** (8 * size)).to_bytes(size, "big")
            for command in (["status"], ["check"], ["label", "1", "--accept"]):
                (tmp_path / STUDY).write_bytes(content)
                outcome = caller.call(tmp_path, command)
                assert not (wrong := complaint_of_study(outcome)), f"{place}, {number}, {command}: {wrong}"
                COUNTER.add(outcome)


@pytest.mark.parametrize("ending", ["-wal", "-journal", "-shm"])
@pytest.mark.parametrize(
    "content", [b"", b"x" * 40_000, b"\x37\x7f\x06\x82" + bytes(40_000)], ids=["empty", "x", "wal"]
)
def test_a_log_that_belongs_to_another_file(
    ending: str, content: bytes, caller: Caller, whole_study: bytes, tmp_path: Path
) -> None:
    for command in COMMANDS:
        for path in tmp_path.iterdir():
            path.unlink()
        (tmp_path / "mine.tsv").write_bytes(LABELS_TSV)
        (tmp_path / STUDY).write_bytes(whole_study)
        (tmp_path / f"{STUDY}{ending}").write_bytes(content)
        outcome = caller.call(tmp_path, command)
        assert not (wrong := complaint(outcome)), f"{command}: {wrong}"
        COUNTER.add(outcome)


@pytest.mark.parametrize(
    "name", ["../../../evil", "/tmp/evil-of-goed", "a/b", "..", "<script>alert(1)</script>", "\x1b[31m"]
)
def test_names_in_a_study_lead_nowhere(name: str, caller: Caller, whole_study: bytes, tmp_path: Path) -> None:
    """A language or a model that is called as a path must not become one."""
    folder = tmp_path / "a/b/c/d"
    folder.mkdir(parents=True)
    for column in ("model.name", "split.language", "split.sampling", "item.language", "item.word", "label_kind.error"):
        for command in (["export", "--predictions", "-o", "out"], ["report", "-o", "report"], ["export", "-o", "o.csv"],
                        ["cases", "--forms", "all"], ["stats", "accuracy"], ["run", "--number", "1"]):  # fmt: skip
            if command[0] == "report" and (column, name) not in REPORTED:
                continue  # takes seconds
            with_values(folder / STUDY, whole_study, [(column, 0, name)])
            outcome = caller.call(folder, command)
            assert not (wrong := complaint(outcome)), f"{column}, {command}: {wrong}"
            assert "\x1b" not in outcome.err + outcome.out
            assert {path.relative_to(tmp_path).parts[:4] for path in tmp_path.rglob("*")} <= {
                ("a",), ("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d")
            }  # fmt: skip
            assert {path.name for path in folder.iterdir()} <= {STUDY, "out", "report", "o.csv", "o.csv.card.md"}
            assert not list(Path("/tmp").glob("evil-of-goed*"))
            for page in folder.glob("report/index.html"):
                assert "<script>alert" not in page.read_text("utf-8")
            COUNTER.add(outcome)


def test_the_fingerprint_of_the_tables_is_that_of_a_new_study() -> None:
    """Where it is not, every opening of a study makes all tables anew: put it right in app/goed/study/study_file.py."""
    assert digest({name: without_comments(sql) for name, (_, sql) in made_by_goed().items()}) == SCHEMA_FINGERPRINT


def call(caller: Caller, folder: Path, command: list[str], whole: bytes, plant: Callable[[Path], None]) -> Outcome:
    """Call goed on a study in which something was planted; after a refusal it is as it was."""
    path = folder / STUDY
    for old in folder.glob("study.goed*"):
        old.unlink()
    (folder / "mine.tsv").write_bytes(LABELS_TSV)
    path.write_bytes(whole)
    plant(path)
    before = path.read_bytes()
    outcome = caller.call(folder, command)
    assert not (wrong := complaint(outcome)), f"{command}: {wrong}"
    if outcome.code:
        assert is_as_it_was(before, path) or "SQL" in str(command)
        assert not left_behind(folder)
    COUNTER.add(outcome)
    assert os.path.exists(path)
    return outcome
