"""NONNEUR predicts what the organisers' program predicts, form for form."""

from __future__ import annotations

import csv
import random
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import REPOSITORY, Goed
from goed.models import nonneur
from goed.models.interface import Example, Question, Task

sys.path.insert(0, str(REPOSITORY / "tests" / "benchmarks"))
import plain_nonneur


def predict(training: list[tuple[str, str, str]], questions: list[tuple[str, str]]) -> list[str]:
    task = Task(tuple(Example(*each) for each in training), (), (), tuple(Question(*each) for each in questions), 0)
    return [answer.form for answer in nonneur.learn_and_predict(task).by_model["nonneur"] if answer is not None]


def test_it_reproduces_the_organisers_forms_and_accuracies(goed: Goed, shared: Path) -> None:
    source = shared / "sigmorphon2022"
    goed("import", "items", source / "part2", "--as", "split")
    goed("run", "--jobs", 2)
    goed("export", "--predictions", "-o", "forms", "--part", "test")
    theirs = {path.name: path.read_bytes() for path in (source / "predictions" / "nonneur").iterdir()}
    ours = {path.name: path.read_bytes() for path in Path("forms/nonneur").iterdir()}
    assert len(theirs) == 26
    assert ours == theirs
    with (source / "baseline-nonneural.tsv").open(encoding="utf-8") as file:
        published = {row["set"]: row["accuracy"] for row in csv.DictReader(file, delimiter="\t")}
    rows = goed("stats", "accuracy", "--part", "test", "--format", "json").rows
    counted = {f"{row['language']}_{row['size']}": f"{100 * row['mean']:.3f}" for row in rows}
    assert counted == {name: f"{float(accuracy):.3f}" for name, accuracy in published.items()}


def test_it_learns_from_train_and_fine_tune_part_together() -> None:
    questions = (Question("talk", "V;PST"),)
    whole = Task((Example("walk", "walked", "V;PST"),), (), (), questions, 0)
    parted = Task((), (Example("walk", "walked", "V;PST"),), (), questions, 0)
    assert nonneur.learn_and_predict(whole) == nonneur.learn_and_predict(parted)


@pytest.mark.parametrize(
    ("training", "question", "form"),
    [
        ([("walk", "walked", "V;PST")], ("talk", "V;PST"), "talked"),
        ([("walk", "walked", "V;PST")], ("talk", "V;PRS"), "talk"),  # features never seen: the lemma
        ([("walk", "walked", "V;PST"), ("bake", "baked", "V;PST")], ("rake", "V;PST"), "raked"),
        ([("sing", "sang", "V;PST"), ("walk", "walked", "V;PST")], ("ring", "V;PST"), "rang"),
        ([("kauf", "gekauft", "V;PTCP")] * 2 + [("lob", "gelobt", "V;PTCP")], ("tob", "V;PTCP"), "getobt"),
    ],
)
def test_small_cases(training: list[tuple[str, str, str]], question: tuple[str, str], form: str) -> None:
    assert predict(training, [question]) == [form]


def test_a_language_that_prefixes_is_read_backwards() -> None:
    training = [("soma", "asoma", "V"), ("pika", "apika", "V"), ("lala", "alala", "V")]
    assert predict(training, [("imba", "V")]) == ["aimba"]


def test_underscores_and_brackets_of_words_survive() -> None:
    assert predict([("a_b", "a_bs", "N")], [("c_b", "N"), ("<x>", "N")]) == ["c_bs", "<x>s"]


LETTERS = st.text("abce", min_size=1, max_size=9)
TRIPLES = st.lists(st.tuples(LETTERS, LETTERS, st.sampled_from(["N;PL", "V;PST"])), min_size=1, max_size=12)


@settings(max_examples=400)
@given(training=TRIPLES, lemmas=st.lists(LETTERS, min_size=1, max_size=6))
def test_it_does_what_its_description_says_on_any_words(
    training: list[tuple[str, str, str]], lemmas: list[str]
) -> None:
    questions = [(lemma, features) for lemma in lemmas for features in ("N;PL", "V;PST", "ADJ")]
    assert predict(training, questions) == plain_nonneur.predict(training, questions)


@settings(max_examples=400)
@given(lemma=st.text("ab", max_size=16), form=st.text("abc", max_size=16))
def test_alignments_are_those_of_the_float_carrying_recursion(lemma: str, form: str) -> None:
    ours = tuple(side.replace(nonneur.GAP, "_") for side in nonneur.align(lemma, form))
    assert ours == plain_nonneur.aligned(lemma, form)


def test_the_order_of_the_training_set_decides_only_between_equals() -> None:
    training = [("walk", "walked", "V"), ("bake", "baked", "V"), ("cry", "cried", "V"), ("stop", "stopped", "V")]
    questions = [("talk", "V"), ("rake", "V"), ("try", "V"), ("flop", "V")]
    forms = {tuple(predict(random.Random(seed).sample(training, 4), questions)) for seed in range(10)}
    assert len(forms) == 1
