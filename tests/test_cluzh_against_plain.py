"""CLUZH's aligner and expert give what a plain program gives that was written from their description alone."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from conftest import REPOSITORY
from goed.models.cluzh.actions import COPY, DELETE, END, ActionAlphabet
from goed.models.cluzh.aligner import Costs, learn_costs
from goed.models.cluzh.batches import ExpertStep
from goed.models.cluzh.classroom import expert_paths

sys.path.insert(0, str(REPOSITORY / "tests" / "benchmarks"))
import plain_aligner

Pairs = list[tuple[str, str]]
ITERATIONS = 4


def both(pairs: Pairs) -> tuple[Costs, plain_aligner.Aligner]:
    """goed's table of costs, and the plain one."""
    plain = plain_aligner.Aligner(pairs)
    plain.learn(pairs, ITERATIONS)
    return learn_costs(pairs, ITERATIONS), plain


def cost(costs: Costs, source: str, target: str) -> float:
    """What goed's table says of an edit; "" stands for nothing on one side, and for the stop on both."""
    if source and target:
        return float(costs.substitution[costs.sources[source], costs.targets[target]])
    if source:
        return float(costs.deletion[costs.sources[source]])
    return float(costs.insertion[costs.targets[target]]) if target else costs.stop


def worded(path: list[ExpertStep], alphabet: ActionAlphabet) -> list[plain_aligner.Action]:
    """goed's actions as the plain program writes them."""

    def word(action: int) -> plain_aligner.Action:
        if action in (COPY, DELETE, END):
            return {COPY: plain_aligner.COPY, DELETE: plain_aligner.DELETE, END: plain_aligner.END}[action]
        return "SUB" if alphabet.is_substitution(action) else "INS", alphabet.letter(action)

    return [word(step.action) for step in path]


def check(pairs: Pairs) -> None:
    """Both learn the same costs, and wherever goed's expert stands, its action is one of the plain one's best."""
    costs, plain = both(pairs)
    for (source, target), log in plain.log.items():
        assert cost(costs, source, target) == pytest.approx(-log, rel=1e-9, abs=1e-9)
    alphabet = ActionAlphabet(form for _, form in pairs)
    for (lemma, form), path in zip(pairs, expert_paths(pairs, costs, alphabet), strict=True):
        pointer, output = 0, ""
        for action in worded(path, alphabet):
            assert action in plain_aligner.best_actions(plain, lemma, form, pointer, output)
            pointer, output = plain_aligner.follow(action, lemma, pointer, output)
        assert output == form
        assert pointer == len(lemma)  # the expert deletes what is left before it ends


@pytest.mark.parametrize("name", ["eng_300", "deu_300", "ara_300"])
def test_real_pairs(shared: Path, name: str) -> None:
    lines = (shared / "sigmorphon2022" / "parted" / f"{name}.train").read_text(encoding="utf-8").splitlines()
    rows = [unicodedata.normalize("NFD", line).split("\t") for line in lines[::8]]
    check([(lemma, form) for lemma, form, _ in rows])


@pytest.mark.parametrize("name", ["eng_300", "deu_300", "ara_300"])
def test_the_whole_walk_is_the_same_but_for_ties(shared: Path, name: str) -> None:
    lines = (shared / "sigmorphon2022" / "parted" / f"{name}.train").read_text(encoding="utf-8").splitlines()
    pairs = [(lemma, form) for lemma, form, _ in (line.split("\t") for line in lines[:40])]
    costs, plain = both(pairs)
    alphabet = ActionAlphabet(form for _, form in pairs)
    ours = [worded(path, alphabet) for path in expert_paths(pairs, costs, alphabet)]
    theirs = [plain_aligner.expert_walk(plain, lemma, form) for lemma, form in pairs]
    assert sum(a == b for a, b in zip(ours, theirs, strict=True)) >= 0.8 * len(pairs)


WORDS = st.text("abc", min_size=1, max_size=4)


@settings(max_examples=40)
@given(pairs=st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=3))
@example(pairs=[("a", "a")])
@example(pairs=[("ab", "ba"), ("ab", "ba")])
def test_any_words(pairs: Pairs) -> None:
    check(pairs)
