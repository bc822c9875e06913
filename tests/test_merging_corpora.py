"""Copies of a study with a corpus, worked on apart and merged: a word is known by its corpus and its place in it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from conftest import Goed, sql, write
from exports import answers_to, exported, parsed, say, treebank
from test_dependencies import SMALL, sentences

__all__ = ["parsed", "treebank"]  # fixtures

TWICE = [SMALL[4], SMALL[4], *SMALL]  # he sleeps, twice


@pytest.fixture
def copies(goed: Goed, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Two copies of a study in which the same words stand in two places."""
    write(Path("small.conllu"), sentences(*TWICE))
    goed("import", "corpus", "small.conllu", "--language", "eng", "--test", "1-2")
    goed("run", "--model", "right", "--jobs", "1")
    return Path("study.goed"), Path(shutil.copy("study.goed", "other.goed"))


def said_in(goed: Goed, study: Path) -> list[tuple[str, ...]]:
    """What people say of which word, in words."""
    rows = exported(goed, "said.csv", "--study", study)
    names = ("utterance", "position", "word", "predicted", "verdict", "note", "source")
    return [tuple(row[name] for name in names) for row in rows if row["source"] != "classifier"]


def in_copy(goed: Goed, monkeypatch: pytest.MonkeyPatch, study: Path, person: str, utterance: str, **said: str) -> None:
    monkeypatch.setenv("GOED_STUDY", str(study))
    say(goed, answers_to(goed, "sleeps", utterance=utterance, predicted="1"), person, **said)
    monkeypatch.delenv("GOED_STUDY")


def test_what_people_said_of_words_that_are_alike_comes_to_its_own(
    goed: Goed, copies: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = copies
    in_copy(goed, monkeypatch, here, "ada", "1", verdict="defensible")
    in_copy(goed, monkeypatch, there, "ben", "2", verdict="gold-wrong", note="imperative?")
    shutil.copy(here, "third.goed")
    assert "1 act on 1 output came in (ben 1)" in goed("merge", there).err
    assert said_in(goed, here) == [
        ("1", "2", "sleeps", "1", "defensible", "", "ada"),
        ("2", "2", "sleeps", "1", "gold-wrong", "imperative?", "ben"),
    ]
    goed("merge", "third.goed", "--study", there)
    assert said_in(goed, there) == said_in(goed, here)
    assert "nothing new" in goed("merge", there).err
    for study in copies:
        assert "sound" in goed("check", "--study", study).err


def test_answers_that_one_copy_lacks_come_with_what_was_said_of_them(
    goed: Goed, copies: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = copies
    goed("split", "--order", "uniform", "--seeds", "1", "--sizes", "5", "--study", there)
    goed("run", "--model", "left", "--jobs", "1", "--study", there)
    monkeypatch.setenv("GOED_STUDY", str(there))
    rows = [row for row in exported(goed) if (row["word"], row["error"]) == ("in", "sibling")]
    rows += [row for row in exported(goed) if (row["word"], row["predicted"]) == ("he", "0")][:1]
    say(goed, rows, "ben", verdict="defensible")
    monkeypatch.delenv("GOED_STUDY")
    n_said = len(said_in(goed, there))
    assert "that this copy did not have came with them" in goed("merge", there).err
    assert said_in(goed, here) == said_in(goed, there)
    assert n_said
    labels = "SELECT count(*) FROM output WHERE id NOT IN (SELECT output_id FROM label)"
    assert sql(here, labels) == [(0,)]
    assert "sound" in goed("check").err
    goed("split", "--order", "uniform", "--seeds", "1", "--sizes", "5")
    goed("run", "--model", "left", "--jobs", "1")
    assert said_in(goed, here) == said_in(goed, there)


@pytest.mark.parametrize("has_other_content", [True, False])
def test_a_corpus_that_is_missing_or_another_is_said(
    goed: Goed, copies: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, has_other_content: bool
) -> None:
    _, there = copies
    in_copy(goed, monkeypatch, there, "ben", "2", verdict="gold-wrong")
    goed("init", "--empty", "--study", "fresh.goed")
    problem = "has not got; import that corpus here"
    if has_other_content:
        write(Path("small.conllu"), sentences(*SMALL))
        goed("import", "corpus", "small.conllu", "--language", "eng", "--test", "1-2", "--study", "fresh.goed")
        problem = "has with other content"
    said = goed("merge", there, "--study", "fresh.goed", code=1).err
    assert f"acts or audits there are about the corpus small, which this study {problem}" in said
    assert sql(Path("fresh.goed"), "SELECT count(*) FROM act") == [(0,)]


def test_a_disagreement_between_copies_is_to_be_settled(
    goed: Goed, copies: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = copies
    in_copy(goed, monkeypatch, here, "ada", "1", verdict="defensible")
    in_copy(goed, monkeypatch, there, "ben", "1", verdict="wrong")
    assert "1 output that people label differently" in goed("merge", there).err
    assert said_in(goed, here) == [("1", "2", "sleeps", "1", "", "", "disputed")]
