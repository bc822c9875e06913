"""The view `resolved_label`: for every output the label that counts, as goed itself works it out, and who says it."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

from conftest import Goed, sql, write
from goed.annotation.merge import merge
from goed.labels.peoples_labels import ADJUDICATED, CLASSIFIER, DISPUTED, peoples_labels
from goed.study import acts as store_acts
from goed.study.judgements import Judgement
from goed.study.output_words import identities
from goed.study.study import Study

PEOPLE = ["ada", "ben", "cem", "dan"]
SHOWN = ["reg", "irr", "bare"]
FLAGS = [(), (), ("variant",), ("gold-error", "variant"), ("variant", "gold-error")]  # the last two say the same
KINDS = ["label"] * 6 + ["adjudicate"] * 2 + ["note", "mark", "undo", "undo", "redo"]
LABELS = "language, lemma, features, gold, predicted, gold_class, pred_class, error, flags"
VERDICTS = [None, None, "gold-wrong", "both-possible"]
PEOPLES = "people"


def label(shown: str, flags: tuple[str, ...] = ()) -> Judgement:
    return Judgement("irr", shown, f"irr→{shown}", flags)


def expected(path: Path) -> list[tuple[str | None, ...]]:
    """What goed goes by: the label that people have come to, else the classifier's, and who says so."""
    classifiers = {row[:5]: row[5:] for row in sql(path, f"SELECT {LABELS} FROM label_table")}
    rows = []
    with Study.open(path) as study:
        peoples = peoples_labels(study)
        for output_id, *words in identities(study):
            theirs = peoples.get(output_id)
            says = (*classifiers[tuple(words)], None)
            if theirs and theirs.label:
                says = (*theirs.label[:3], ",".join(theirs.label.flags), theirs.label.verdict)
            source = re.sub(r" \((other copy|verdict)( \d+)?\)", "", theirs.source) if theirs else CLASSIFIER
            rows.append((*words, *says, source))
    return sorted(rows, key=str)


def resolved(path: Path) -> list[tuple[str | None, ...]]:
    return sorted(sql(path, f"SELECT {LABELS}, verdict, source FROM resolved_label"), key=str)


def do_something(study: Study, chance: Random) -> None:
    """One of the things that people do, on a few outputs."""
    person, kind = chance.choice(PEOPLE), chance.choice(KINDS)
    if kind == "undo":
        if act := store_acts.last_standing(study, person):
            store_acts.undo(study, person, act.id)
    elif kind == "redo":
        if act := store_acts.last_undone(study, person):
            store_acts.redo(study, person, act.id)
    else:
        said = {
            "note": Judgement(None, None, None, (), chance.choice(["", "odd", "see Plag"])),
            "mark": Judgement(None, None, None, (), None, chance.choice([True, False])),
        }.get(kind) or label(chance.choice(SHOWN), chance.choice(FLAGS))._replace(verdict=chance.choice(VERDICTS))
        outputs = chance.sample(range(1, 5), chance.choice([1, 1, 2]))
        store_acts.add_act(study, person, kind, [(output_id, said) for output_id in outputs])


def kinds_of_sources(path: Path) -> Counter[str]:
    """How many outputs have their label from whom."""
    known = (ADJUDICATED, DISPUTED, CLASSIFIER)
    return Counter(
        source if source in known else PEOPLES for (source,) in sql(path, "SELECT source FROM resolved_label")
    )


def test_it_says_what_goed_goes_by_whatever_people_do(verbs: Path) -> None:
    chance, seen = Random(1), Counter[str]()
    shutil.copy(verbs, "fresh.goed")
    for _ in range(25):
        shutil.copy("fresh.goed", verbs)
        with Study.open(verbs) as study:
            for _ in range(chance.randint(1, 25)):
                do_something(study, chance)
        assert resolved(verbs) == expected(verbs)
        seen += kinds_of_sources(verbs)
    assert min(seen[source] for source in (ADJUDICATED, PEOPLES, DISPUTED, CLASSIFIER)) > 10


def test_it_says_what_goed_goes_by_in_copies_that_are_merged(verbs: Path) -> None:
    """Three copies, worked on by turns; now and then one of them takes in another."""
    chance, seen, n_apart = Random(2), Counter[str](), 0
    shutil.copy(verbs, "fresh.goed")
    copies = [Path(f"{name}.goed") for name in ("one", "two", "three")]
    for _ in range(25):
        for copy in copies:
            shutil.copy("fresh.goed", copy)
        for _ in range(chance.randint(5, 30)):
            here, other = chance.sample(copies, 2)
            with Study.open(here) as study:
                do_something(study, chance)
                if chance.random() < 0.1:
                    merge(study, other)
        for copy in copies[1:]:
            with Study.open(copies[0]) as study:
                merge(study, copy)
            assert resolved(copies[0]) == expected(copies[0])
        seen += kinds_of_sources(copies[0])
        n_apart += len(sql(copies[0], "SELECT * FROM concurrent_act"))
    assert min(seen[source] for source in (ADJUDICATED, PEOPLES, DISPUTED, CLASSIFIER)) > 10
    assert n_apart > 50


def of_brang(path: Path) -> tuple[str, str]:
    ((error, source),) = sql(path, "SELECT error, source FROM resolved_label WHERE predicted = 'brang'")
    return error, source


def settle(goed: Goed, *verdicts: str) -> None:
    """Two people differ on *brang*, others settle it in copies of the study, and all come together in the first one."""
    goed("label", 1, "--class", "irr", "--annotator", "ada")
    goed("label", 1, "--class", "reg", "--annotator", "ben")
    copies = [Path("study.goed"), *(Path(f"copy {number}.goed") for number in range(1, len(verdicts)))]
    for copy in copies[1:]:
        shutil.copy(copies[0], copy)
    for copy, person, shown in zip(copies, ("cem", "dan", "eve"), verdicts, strict=False):
        goed("label", 1, "--settle", shown, "--annotator", person, "--study", copy)
    for copy in copies[1:]:
        goed("merge", copy)


def test_two_who_settle_it_in_one_way_in_two_copies_have_settled_it(goed: Goed, verbs: Path) -> None:
    settle(goed, "reg", "reg")
    assert of_brang(verbs) == ("over-regularization", "adjudicated")
    assert resolved(verbs) == expected(verbs)


def test_two_who_settle_it_in_two_ways_have_not_settled_it(goed: Goed, verbs: Path) -> None:
    settle(goed, "reg", "irr")
    assert of_brang(verbs) == ("wrong-irregular", "disputed")
    assert resolved(verbs) == expected(verbs)


def test_a_verdict_is_one_voice_in_however_many_copies_it_was_given(goed: Goed, verbs: Path) -> None:
    """Two of four voices are no majority, though three of five people say so."""
    settle(goed, "reg", "reg", "bare")
    assert of_brang(verbs) == ("wrong-irregular", "disputed")
    assert resolved(verbs) == expected(verbs)


def test_flags_in_another_order_are_the_same_label(verbs: Path) -> None:
    with Study.open(verbs) as study:
        for person, flags in (("ada", ("variant", "gold-error")), ("ben", ("gold-error", "variant"))):
            store_acts.add_act(study, person, "label", [(1, label("reg", flags))])
    row = sql(verbs, "SELECT error, flags, source FROM resolved_label WHERE predicted = 'brang'")
    assert row == [("irr→reg", "gold-error,variant", "ada, ben")]


def test_a_label_that_was_imported_counts_and_label_table_keeps_the_classifiers(goed: Goed, verbs: Path) -> None:
    header = "language\tlemma\tfeatures\tgold\tpredicted\tgold_class\tpred_class\terror\n"
    write(Path("mine.tsv"), header + "eng\tbring\tV;PST\tbrought\tbrang\tirr\treg\tover-regularization\n")
    goed("import", "labels", "mine.tsv", "--annotator", "lee")
    assert of_brang(verbs) == ("over-regularization", "lee")
    assert sql(verbs, "SELECT error FROM label_table WHERE predicted = 'brang'") == [("wrong-irregular",)]


def test_what_has_no_label_yet_is_there_without_one(verbs: Path) -> None:
    import sqlite3

    (n_outputs,) = sql(verbs, "SELECT count(*) FROM output")[0]
    with closing(sqlite3.connect(verbs)) as connection, connection:
        connection.execute("DELETE FROM label WHERE output_id = 1")
    assert sql(verbs, "SELECT count(*), count(error) FROM resolved_label") == [(n_outputs, n_outputs - 1)]
    assert sql(verbs, "SELECT error, source FROM resolved_label WHERE error IS NULL") == [(None, "classifier")]
