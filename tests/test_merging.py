"""Copies of a study that were worked on apart, merged: every act of either is there, once, in whichever order."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from conftest import Goed, sql, write
from goed.annotation.merge import merge, unsettled
from goed.labels.peoples_labels import resolve
from goed.study import acts as store_acts
from goed.study.judgements import Judgement, adjudications, judgements
from goed.study.merge import act_prints
from goed.study.output_words import identities
from goed.study.study import SCHEMA_VERSION as PRESENT
from goed.study.study import Study
from sitting import acts

PEOPLE = ["ada", "ben"]


@pytest.fixture
def other(verbs: Path) -> Path:
    """A copy of the study, as a colleague takes it home."""
    return Path(shutil.copy(verbs, "other.goed"))


def label(shown: str) -> Judgement:
    return Judgement("irr", shown, f"irr→{shown}", ())


# Anything that people do, in two copies and in three

Doing = Callable[[Study], object]


def _act(person: str, kind: str, output_id: int, words: Judgement) -> Doing:
    return lambda study: store_acts.add_act(study, person, kind, [(output_id, words)])


def _undo(person: str) -> Doing:
    def take_back(study: Study) -> None:
        if act := store_acts.last_standing(study, person):
            store_acts.undo(study, person, act.id)

    return take_back


def _redo(person: str) -> Doing:
    def say_again(study: Study) -> None:
        if act := store_acts.last_undone(study, person):
            store_acts.redo(study, person, act.id)

    return say_again


def _merge_early(study: Study) -> None:
    """Somebody merges in the middle of the week."""
    merge(study, Path("third.goed"))


person, output_id = some.sampled_from(PEOPLE), some.integers(1, 3)
doing = some.one_of(
    some.builds(
        _act,
        person,
        some.sampled_from(["label", "adjudicate"]),
        output_id,
        some.sampled_from(["reg", "irr", "bare"]).map(label),
    ),
    some.builds(
        _act,
        person,
        some.just("note"),
        output_id,
        some.sampled_from(["", "odd", "see Plag"]).map(lambda text: Judgement(None, None, None, (), text)),
    ),
    some.builds(_undo, person),
    some.builds(_redo, person),
    some.just(_merge_early),
)
a_week = some.lists(doing, max_size=8)


def state(path: Path) -> dict[str, object]:
    """Everything that people have said in a study, in words: nothing of it depends on numbers."""
    with Study.open(path) as study:
        words = {output_id: rest for output_id, *rest in identities(study)}
        said, verdicts = judgements(study), adjudications(study)
        prints = act_prints(study)
        pairs = study.connection.execute("SELECT act_id, other_id FROM concurrent_act").fetchall()
        return {
            "acts in their order": list(prints.values()),
            "what each says": {
                name: {tuple(words[output_id]): judgement for output_id, judgement in theirs.items()}
                for name, theirs in said.items()
                if theirs
            },
            "verdicts": {tuple(words[output_id]): verdict for output_id, verdict in verdicts.items()},
            "what counts": {
                tuple(words[output_id]): label for output_id, label in resolve(said, verdicts).items() if label
            },
            "to be settled": {tuple(words[output_id]) for output_id in unsettled(study)},
            "done apart": {frozenset((prints[one], prints[other])) for one, other in pairs},
        }


def work(path: Path, week: list[Doing]) -> None:
    with Study.open(path) as study:
        for act in week:
            act(study)


def merged(target: str, *others: str) -> dict[str, object]:
    """What comes out when others are merged into a copy, one after the other."""
    shutil.copy(target, "merged.goed")
    with Study.open(Path("merged.goed")) as study:
        for other in others:
            merge(study, Path(other))
    return state(Path("merged.goed"))


def every(state_: dict[str, object]) -> set[object]:
    return set(state_["acts in their order"])  # type: ignore[call-overload]


@pytest.mark.parametrize("n_weeks", [12, pytest.param(500, marks=pytest.mark.slow)])
def test_merging_is_a_union_whatever_the_order(goed: Goed, verbs: Path, n_weeks: int) -> None:
    shutil.copy(verbs, "fresh.goed")

    @settings(max_examples=n_weeks)
    @given(before=a_week, weeks=some.tuples(a_week, a_week, a_week))
    def holds(before: list[Doing], weeks: tuple[list[Doing], list[Doing], list[Doing]]) -> None:
        shutil.copy("fresh.goed", "one.goed")
        shutil.copy("fresh.goed", "third.goed")
        work(Path("one.goed"), before)
        for name in ("two", "third"):
            shutil.copy("one.goed", f"{name}.goed")
        for name, week in zip(("third", "one", "two"), weeks, strict=True):
            work(Path(f"{name}.goed"), [act for act in week if name != "third" or act is not _merge_early])
        one, two, third = (state(Path(f"{name}.goed")) for name in ("one", "two", "third"))

        both = merged("one.goed", "two.goed")
        assert both == merged("two.goed", "one.goed")
        assert every(both) == every(one) | every(two)
        assert len(both["acts in their order"]) == len(every(both))  # type: ignore[arg-type]
        assert both == merged("one.goed", "two.goed", "two.goed")
        assert one == merged("one.goed", "fresh.goed")

        all_three = merged("one.goed", "two.goed", "third.goed")
        assert every(all_three) == every(both) | every(third)
        for order in (("two", "third", "one"), ("third", "one", "two"), ("third", "two", "one")):
            assert all_three == merged(*(f"{name}.goed" for name in order))

    holds()


# What people meet


def test_what_two_people_did_apart_is_there_together(goed: Goed, verbs: Path, other: Path) -> None:
    goed("label", 1, 2, "--class", "reg", "--annotator", "ada", "--note", "child of 3")
    goed("label", 3, "--accept", "--annotator", "ben", "--study", other)
    answer = goed("merge", other)
    assert answer.err == "other.goed: 1 act on 1 output came in (ben 1); 0 there already\n"
    assert [row[1:4] for row in acts(verbs, "ben")] == [("sting", "stang", "irr")]
    assert len(acts(verbs, "ada")) == 2
    assert goed("check").err == "study.goed: sound\n"
    assert "nothing new; 1 act there already" in goed("merge", other).err


def test_the_other_copy_is_not_changed_and_nothing_is_left_beside_it(goed: Goed, verbs: Path, other: Path) -> None:
    goed("label", 3, "--accept", "--annotator", "ben", "--study", other)
    content, there = other.read_bytes(), set(Path().iterdir())
    goed("merge", other)
    assert other.read_bytes() == content
    assert set(Path().iterdir()) == there


def test_two_who_differ_have_a_disagreement_to_settle(goed: Goed, verbs: Path, other: Path) -> None:
    goed("label", 1, "--class", "reg", "--annotator", "ada")
    goed("label", 1, "--class", "irr", "--annotator", "ben", "--study", other)
    assert "1 output that people label differently" in goed("merge", other).err
    (row,) = goed("cases", "--disputes", "--format", "json").rows
    assert row["others"] == "ada: over-regularization (reg) | ben: wrong-irregular (irr)"


def test_one_person_who_said_two_things_in_two_copies_has_both_to_choose_from(
    goed: Goed, verbs: Path, other: Path
) -> None:
    goed("label", 1, "--class", "reg", "--annotator", "ada")
    goed("label", 1, "--class", "irr", "--annotator", "ada", "--study", other)
    goed("merge", other)
    (row,) = goed("cases", "--disputes", "--format", "json").rows
    assert row["others"] == "ada: wrong-irregular (irr) | ada (other copy): over-regularization (reg)"
    goed("export", "-o", "labels.csv")
    assert "brought,brang,irr,irr,wrong-irregular,,disputed," in Path("labels.csv").read_text("utf-8")
    goed("label", 1, "--settle-for", "ada (other copy)", "--annotator", "ben")
    assert goed("cases", "--disputes", "--format", "json").rows == []
    goed("undo", "--annotator", "ben")
    goed("label", 1, "--class", "bare", "--annotator", "ada")  # who says it anew has made up their mind
    assert goed("cases", "--disputes", "--state", "all", "--format", "json").rows == []
    assert "nothing new" in goed("merge", other).err
    assert goed("cases", "--disputes", "--state", "all", "--format", "json").rows == []


def test_what_was_settled_in_two_copies_and_differently_is_not_settled(goed: Goed, verbs: Path, other: Path) -> None:
    for study in (verbs, other):
        goed("label", 1, "--class", "reg", "--annotator", "ada", "--study", study)
        goed("label", 1, "--class", "irr", "--annotator", "ben", "--study", study)
    goed("label", 1, "--settle", "reg", "--annotator", "cem")
    goed("label", 1, "--settle", "irr", "--annotator", "dan", "--study", other)
    goed("merge", other)
    (row,) = goed("cases", "--disputes", "--format", "json").rows
    assert "cem (verdict): over-regularization (reg) | dan (verdict): wrong-irregular (irr)" in row["others"]
    goed("label", 1, "--settle", "irr", "--annotator", "cem")
    assert goed("cases", "--disputes", "--format", "json").rows == []


def test_two_notes_of_one_person_are_both_kept(goed: Goed, verbs: Path, other: Path) -> None:
    goed("label", 1, "--note", "dialect?", "--annotator", "ada")
    goed("label", 1, "--note", "see Bybee", "--annotator", "ada", "--study", other)
    goed("merge", other)
    goed("export", "-o", "labels.csv")
    assert "see Bybee | dialect?" in Path("labels.csv").read_text("utf-8")


def test_what_was_taken_back_stays_taken_back(goed: Goed, verbs: Path) -> None:
    goed("label", 1, "--class", "reg", "--annotator", "ada")
    other = Path(shutil.copy(verbs, "other.goed"))
    goed("undo", "--annotator", "ada", "--study", other)
    goed("merge", other)
    assert sql(verbs, "SELECT count(*) FROM standing_act") == [(0,)]


def test_a_clock_that_was_set_back_makes_no_old_act_the_newest(
    goed: Goed, verbs: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goed("label", 1, "--class", "reg", "--annotator", "ada")
    with monkeypatch.context() as last_year:
        last_year.setattr("goed.study.acts.time.time_ns", lambda: 10**18)
        goed("label", 1, "--class", "bare", "--annotator", "ada")
    goed("merge", verbs, "--study", other)
    for study in (verbs, other):
        (row,) = goed("cases", "--state", "checked", "--annotator", "ada", "--format", "json", "--study", study).rows
        assert row["mine_class"] == "bare"


def test_outputs_that_only_the_other_copy_has_come_with_their_labels(goed: Goed, verbs: Path, other: Path) -> None:
    from conftest import write

    rows = [["bring", "brong", "V;PST"], ["sing", "sung", "V;PST"]]
    write(Path("more/eng_2.test"), rows)
    goed("import", "predictions", "more", "--model", "more", "--study", other)
    (number,) = sql(other, "SELECT output.id FROM output WHERE answer = 'brong'")[0]
    goed("label", number, "--accept", "--annotator", "ben", "--study", other)
    n_items = sql(verbs, "SELECT count(*) FROM item")
    assert "1 output that this copy did not have came with them" in goed("merge", other).err
    assert [row[1:4] for row in acts(verbs, "ben")] == [("bring", "brong", "irr")]
    assert sql(verbs, "SELECT count(*) FROM item") == n_items
    assert sql(verbs, "SELECT error FROM label_table WHERE predicted = 'brong'") != []
    assert goed("check").err == "study.goed: sound\n"


def test_audits_that_were_judged_in_another_copy_count(goed: Goed, verbs: Path) -> None:
    goed("audit", "--language", "eng", "--size", 3, "--seed", 1, "--annotator", "ada")
    other = Path(shutil.copy(verbs, "other.goed"))
    (first, *_) = [number for (number,) in sql(other, "SELECT output_id FROM sample_output ORDER BY position")]
    goed("label", first, "--class", "irr", "--audit", 1, "--annotator", "ben", "--study", other)
    goed("audit", "--language", "eng", "--size", 2, "--seed", 9, "--annotator", "ben", "--study", other)
    goed("merge", other)
    assert sql(verbs, "SELECT size FROM sample ORDER BY id") == [(3,), (2,)]
    assert sql(verbs, "SELECT sample_id, is_blind FROM act") == [(1, 1)]
    goed("merge", other)
    assert sql(verbs, "SELECT size FROM sample ORDER BY id") == [(3,), (2,)]


@pytest.mark.parametrize("version", range(2, PRESENT))
def test_a_copy_of_an_older_schema_can_be_merged(goed: Goed, version: int) -> None:
    """All its acts are known to its twin, which was upgraded and worked on since."""
    import sqlite3
    from contextlib import closing

    script = (Path(__file__).parent / "old_studies" / f"schema-{version}.sql").read_text(encoding="utf-8")
    for name in ("study.goed", "old.goed"):
        with closing(sqlite3.connect(name)) as connection:
            connection.executescript(script)
    (n_acts,) = sql(Path("old.goed"), "SELECT count(*) FROM act")[0]
    goed("label", 1, "--class", "bare", "--annotator", "ada")
    content = Path("old.goed").read_bytes()
    answer = goed("merge", "old.goed")
    assert f"nothing new; {n_acts} act{'s' * (n_acts > 1)} there already" in answer.err
    assert Path("old.goed").read_bytes() == content
    assert "1 act on 1 output came in (ada 1)" in goed("merge", "study.goed", "--study", "old.goed").err
    assert state(Path("old.goed")) == state(Path("study.goed"))


@pytest.mark.parametrize("name", ["none.goed", "text.goed", "photos.goed", "newer.goed", "study.goed"])
def test_what_cannot_be_merged_is_said_and_changes_nothing(goed: Goed, verbs: Path, name: str) -> None:
    import sqlite3

    Path("text.goed").write_text("no database, but a text of some length\n" * 9)
    for path, statement in (("photos.goed", "CREATE TABLE photos (id)"), ("newer.goed", "PRAGMA user_version = 99")):
        if path == "newer.goed":
            shutil.copy(verbs, path)
        with sqlite3.connect(path) as connection:
            connection.execute(statement)
        connection.close()
    content = verbs.read_bytes()
    assert name in goed("merge", name, code=1).err
    assert verbs.read_bytes() == content


def test_a_study_of_other_words_is_no_copy_and_changes_nothing(goed: Goed, verbs: Path) -> None:
    from conftest import goedish, right_answers, write

    write(Path("nouns/qgo_10.train"), goedish(0, 10))
    write(Path("nouns/qgo.gold"), goedish(350, 430))
    goed("import", "items", "nouns", "--as", "split", "--study", "nouns.goed")
    write(Path("theirs/qgo_10.test"), right_answers())
    goed("import", "predictions", "theirs", "--model", "m", "--study", "nouns.goed")
    goed("label", 1, "--accept", "--annotator", "ada", "--study", "nouns.goed")
    before = verbs.read_bytes()
    assert "nouns.goed is no copy of this study" in goed("merge", "nouns.goed", code=1).err
    assert verbs.read_bytes() == before


def in_a_corpus(goed: Goed, path: Path, number: int, digest: str = "") -> None:
    """A corpus of this number comes in, with other content if a digest is given; a word of the study is in it twice."""
    goed("import", "corpus", write(Path("adam.txt"), "he broughten it\n"), "--language", "eng", "--study", path)
    with Study.open(path) as study, study.transaction() as db:
        db.execute("PRAGMA defer_foreign_keys = ON")
        for table, column in (("corpus", "id"), ("utterance", "corpus_id"), ("token_layer", "corpus_id")):
            db.execute(f"UPDATE {table} SET {column} = ?", (number,))
        if digest:
            db.execute("UPDATE corpus SET digest = ?", (digest,))
        for token in (1, 2):
            columns = "language, word, feature_set_id, gold"
            query = (
                f"INSERT INTO item ({columns}, corpus_id, token) SELECT {columns}, ?, ? FROM item WHERE id = "
                "(SELECT item_id FROM output WHERE id = 1) RETURNING id"
            )
            (item_id,) = db.execute(query, (number, token)).fetchone()
            db.execute("INSERT INTO output (item_id, answer, is_correct) VALUES (?, 'broughten', 0)", (item_id,))


def of_tokens(path: Path, query: str) -> list[tuple[object, ...]]:
    return sql(path, f"SELECT token, error FROM ({query}) JOIN output ON output.id = output_id JOIN item ON item_id = "
               "item.id ORDER BY token")  # fmt: skip


def test_what_is_said_of_a_token_stays_with_it(goed: Goed, verbs: Path, other: Path) -> None:
    in_a_corpus(goed, verbs, 7)
    in_a_corpus(goed, other, 3)
    (one,), (two,) = sql(other, "SELECT id FROM output WHERE answer = 'broughten' ORDER BY id")
    goed("label", one, "--class", "bare", "--annotator", "ada", "--study", other)
    goed("label", two, "--class", "reg", "--annotator", "ada", "--study", other)
    with Study.open(other) as study:
        prints = act_prints(study)
    said = of_tokens(other, "SELECT * FROM annotation")
    assert [token for token, _ in said] == [1, 2]
    goed("merge", other)
    assert of_tokens(verbs, "SELECT * FROM annotation") == said
    assert sql(verbs, "SELECT count(*) FROM variant WHERE item_id IN (SELECT id FROM item WHERE token > 0)") == [(0,)]
    with Study.open(verbs) as study:
        assert set(act_prints(study).values()) == set(prints.values())
    assert "nothing new" in goed("merge", other).err
    assert goed("check").err == "study.goed: sound\n"


def test_outputs_of_tokens_that_only_the_other_copy_has_are_one_each(goed: Goed, verbs: Path, other: Path) -> None:
    in_a_corpus(goed, verbs, 7)
    in_a_corpus(goed, other, 3)
    with Study.open(verbs) as study, study.transaction() as db:
        db.execute("DELETE FROM output WHERE answer = 'broughten'")
        db.execute("DELETE FROM item WHERE corpus_id = 7")
    sampled = [(token, None) for token in (1, 2)]
    with Study.open(other) as study, study.transaction() as db:
        db.execute("INSERT INTO annotator (name) VALUES ('ada')")
        db.execute("INSERT INTO sample VALUES (1, 1, '2026-01-01', '{}', 1, 2, 2, 2)")
        db.execute(
            "INSERT INTO sample_output SELECT 1, row_number() OVER (ORDER BY id) - 1, id, 1, 1.0 FROM output "
            "WHERE answer = 'broughten' OR id = 1"
        )
    goed("merge", other)
    query = "SELECT output_id, NULL AS error FROM sample_output"
    assert of_tokens(verbs, query) == of_tokens(other, query) == [(0, None), *sampled]
    assert sql(verbs, "SELECT DISTINCT corpus_id FROM item ORDER BY corpus_id") == [(0,), (7,)]


@pytest.mark.parametrize("table", ["annotation", "sample_output"])
@pytest.mark.parametrize(("digest", "words"), [("", "has not got"), ("xyz", "has with other content")])
def test_what_is_about_a_corpus_that_is_not_here_is_refused_by_its_name(
    goed: Goed, verbs: Path, other: Path, table: str, digest: str, words: str
) -> None:
    in_a_corpus(goed, other, 3)
    (number,) = sql(other, "SELECT min(id) FROM output WHERE answer = 'broughten'")[0]
    if digest:
        in_a_corpus(goed, verbs, 3, digest)
    if table == "annotation":
        goed("label", number, "--class", "bare", "--annotator", "ada", "--study", other)
    else:
        with Study.open(other) as study, study.transaction() as db:
            db.execute("INSERT INTO annotator (name) VALUES ('ada')")
            db.execute("INSERT INTO sample VALUES (1, 1, '2026-01-01', '{}', 1, 1, 1, 1)")
            db.execute("INSERT INTO sample_output VALUES (1, 0, ?, 1, 1.0)", (number,))
    before = sql(verbs, "SELECT * FROM act"), sql(verbs, "SELECT * FROM item"), sql(verbs, "SELECT * FROM sample")
    said = goed("merge", other, code=1).err
    assert f"other.goed: acts or audits there are about the corpus adam, which this study {words}" in said
    assert before == (
        sql(verbs, "SELECT * FROM act"), sql(verbs, "SELECT * FROM item"), sql(verbs, "SELECT * FROM sample")
    )  # fmt: skip
