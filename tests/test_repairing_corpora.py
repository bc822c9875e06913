"""Damaged answers to corpora are found, and `goed check --repair` says what becomes of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from conftest import Goed, sql
from exports import answers_to, exported, parsed, say, treebank

__all__ = ["parsed", "treebank"]  # fixtures

OF_LEFT = (
    "run_part_id = (SELECT run_part.id FROM run_part JOIN run ON run.id = run_id JOIN model ON model.id = model_id "
    "WHERE part = 'test' AND model.name = '{model}')"
)
PACK = "UPDATE part_pack SET outputs = {} WHERE " + OF_LEFT
DAMAGE = {
    "too short": PACK.format("substr(outputs, 1, 12)", model="{model}"),
    "not even numbers": PACK.format("substr(outputs, 1, 11)", model="{model}"),
    "of other words": PACK.format("CAST(substr(outputs, 5, 4) || substr(outputs, 5) AS BLOB)", model="{model}"),
    "of no output": PACK.format("CAST(x'ffffff7f' || substr(outputs, 5) AS BLOB)", model="{model}"),
    "gone": "DELETE FROM part_pack WHERE " + OF_LEFT,
}


def damaged(study: Path, what: str, model: str) -> None:
    with closing(sqlite3.connect(study)) as connection, connection:
        connection.execute(DAMAGE[what].format(model=model))


def measured(goed: Goed) -> list[dict[str, object]]:
    return goed("stats", "measures", "--format", "json").rows


@pytest.mark.parametrize("what", DAMAGE)
def test_a_run_whose_answers_are_damaged_is_planned_again(goed: Goed, parsed: Path, what: str) -> None:
    say(goed, answers_to(goed, "old", predicted="3"), "ada", verdict="gold-wrong")
    before, labels = measured(goed), exported(goed)
    damaged(parsed, what, "left")
    said = goed("check", code=1)
    assert "the answers of left eng given 0, size 21, part test are damaged; --repair plans the run again" in said.out
    assert (
        "repaired: planned runs again whose answers were damaged: 1; `goed run` does them"
        in goed("check", "--repair").err
    )
    assert sql(parsed, "SELECT count(*) FROM run WHERE state = 'planned'") == [(1,)]
    assert [row["model"] for row in measured(goed) if row["model"] == "left"] == []
    assert "gold-wrong" in {row["verdict"] for row in exported(goed)}, "what people said stays"
    goed("run", "--jobs", "1")
    assert measured(goed) == before
    assert exported(goed) == labels
    assert "sound" in goed("check").err


def test_imported_answers_that_are_damaged_are_taken_out(goed: Goed, parsed: Path) -> None:
    goed("export", "--predictions", "-o", "out", "--model", "left")
    goed("import", "predictions", "out/left", "--model", "theirs")
    before = measured(goed)
    damaged(parsed, "of no output", "theirs")
    assert "theirs eng given 0, size 21, part test are damaged; --repair takes them out" in goed("check", code=1).out
    assert "took out the predictions of theirs eng given 0, size 21, part test" in goed("check", "--repair").err
    goed("import", "predictions", "out/left", "--model", "theirs")
    assert measured(goed) == before


def test_counts_of_answers_to_corpora_are_made_anew(goed: Goed, parsed: Path) -> None:
    before = sql(parsed, "SELECT * FROM run_part")
    with closing(sqlite3.connect(parsed)) as connection, connection:
        connection.execute("UPDATE run_part SET n_correct = n_correct + 1, n_predicted = 1 WHERE part = 'test'")
        connection.execute("UPDATE output SET is_correct = 1 - is_correct WHERE id % 3 = 0")
    assert "parts of runs on corpora whose counts are wrong: " in goed("check", code=1).out
    assert "counted 3 parts of runs anew" in goed("check", "--repair").err
    assert sql(parsed, "SELECT * FROM run_part") == before


CHANGED = "the corpus small is not as it was brought in"
ELSEWHERE = "the split eng given 0 of small is about utterances that are not there"
DAMAGE_OF_CORPORA = {
    "another head": (
        "UPDATE token_layer SET numbers = CAST(x'c8' || substr(numbers, 2) AS BLOB) WHERE name = 'head'",
        CHANGED,
    ),
    "no heads": ("DELETE FROM token_layer WHERE name = 'head'", CHANGED),
    "no words": ("DELETE FROM token_layer WHERE name = 'form'", CHANGED),
    "a word is gone": ("DELETE FROM token_word WHERE word = 'dog'", CHANGED),
    "sentences end elsewhere": ("UPDATE utterance SET n_tokens = n_tokens + 1 WHERE position = 1", CHANGED),
    "another speaker": ("UPDATE utterance SET speaker = 'Ada' WHERE position = 1", CHANGED),
    "a list is cut": ("UPDATE training_list SET utterances = x'0101'", ELSEWHERE),
    "no such utterance": ("UPDATE split_utterances SET utterances = x'ffff0000'", ELSEWHERE),
    "no such token": ("UPDATE item SET token = token + 1000", "items that stand at no token of their corpus: "),
    "no corpus": ("DELETE FROM corpus", "the split eng given 0 is of a corpus that is missing"),
}


@pytest.mark.parametrize("what", DAMAGE_OF_CORPORA)
def test_beside_a_damaged_corpus_nothing_is_repaired(goed: Goed, parsed: Path, what: str) -> None:
    goed("export", "--predictions", "-o", "out", "--model", "left")
    goed("import", "predictions", "out/left", "--model", "theirs")
    statement, problem = DAMAGE_OF_CORPORA[what]
    with closing(sqlite3.connect(parsed)) as connection, connection:
        connection.execute(statement)
    answers = sql(parsed, "SELECT * FROM run_part")
    assert problem in goed("check", code=1).out
    said = goed("check", "--repair", code=1).err
    assert problem in said
    assert "which goed cannot mend; a copy made before is the way back" in said
    assert sql(parsed, "SELECT * FROM run_part") == answers
