"""Parting a corpus: nested training sets in tokens, in several orders, and the same test for all of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goed.corpora.utterances import Utterances, column_of, untold
from goed.errors import GoedError, WrongUsageError
from goed.models.text import Text
from goed.scores.values import Numbers
from goed.splits.utterances import (
    ORDERS,
    UtterancePool,
    draw_utterances,
    n_heard_before,
    n_utterances_of_size,
    usual_sizes,
)

N = 400


def pool(
    sections: Sequence[str] | None = None, ages: Sequence[float] | None = None, children: Sequence[str] | None = None
) -> UtterancePool:
    known = [column for column in (sections, ages, children) if column is not None]
    n = len(known[0]) if known else N
    nothing = untold(n)
    return UtterancePool(
        "eve",
        "eng",
        Utterances(
            nothing.sections if sections is None else column_of(sections),
            nothing.speakers,
            nothing.children if children is None else column_of(children),
            nothing.ages if ages is None else np.array(ages, float),
            nothing.notes,
        ),
    )


def of_children() -> UtterancePool:
    """Two children by turns, who grow older; utterances are not in the order of age."""
    return pool(ages=[600 - place // 3 for place in range(N)], children=["eve", "adam"] * (N // 2))


def test_the_same_draw_everywhere() -> None:
    """These numbers must never change: studies on other machines have the same splits."""
    drawn = draw_utterances(pool(), "uniform", 0)
    assert drawn.test[:6].tolist() == [9, 10, 34, 46, 52, 57]
    assert drawn.dev[:6].tolist() == [39, 40, 54, 63, 65, 75]
    assert drawn.training[:6].tolist() == [103, 330, 329, 343, 29, 384]


def test_test_and_dev_are_the_same_for_all_orders_and_seeds() -> None:
    draws = [draw_utterances(of_children(), order, seed) for order in ORDERS for seed in (0, 1)]
    for drawn in draws:
        assert (len(drawn.test), len(drawn.dev)) == (40, 40)
        assert np.array_equal(drawn.test, draws[0].test)
        assert np.array_equal(drawn.dev, draws[0].dev)
        parts = np.concatenate([drawn.test, drawn.dev, drawn.training])
        assert len(np.unique(parts)) == len(parts)
    uniform, again = draws[0].training, draws[1].training
    assert sorted(uniform.tolist()) == sorted(again.tolist())
    assert uniform.tolist() != again.tolist()
    assert len(uniform) == 320


def test_a_large_corpus_has_two_thousand_utterances_of_test_and_five_hundred_of_dev() -> None:
    drawn = draw_utterances(pool(ages=[1.0] * 25_000), "given", 0)
    assert (len(drawn.test), len(drawn.dev), len(drawn.training)) == (2_000, 500, 22_500)
    assert (np.diff(drawn.training) > 0).all()
    asked = draw_utterances(pool(ages=[1.0] * 25_000), "given", 0, n_dev=7, n_test=9)
    assert (len(asked.test), len(asked.dev), len(asked.training)) == (9, 7, 24_984)


def test_age_goes_from_young_to_old_and_seeds_order_those_of_one_age() -> None:
    one, two = (draw_utterances(of_children(), "age", seed).training for seed in (0, 1))
    ages = of_children().utterances.ages
    assert (np.diff(ages[one]) >= 0).all()
    assert sorted(one.tolist()) == sorted(two.tolist())
    assert one.tolist() != two.tolist()


def test_child_is_one_child_after_the_other_by_alphabet() -> None:
    there = of_children()
    assert there.children == ["adam", "eve"]
    adam, eve = (draw_utterances(there, "child", number).training for number in (0, 1))
    assert set((adam % 2).tolist()) == {1}
    assert set((eve % 2).tolist()) == {0}
    ages = there.utterances.ages[eve]
    assert (np.diff(ages) >= 0).all()
    same_age = np.flatnonzero(np.diff(ages) == 0)
    assert (np.diff(eve)[same_age] > 0).all()  # in the order of the corpus
    with pytest.raises(GoedError, match="tells of 2 children, with the seeds 0 to 1; there is none for the seed 2"):
        draw_utterances(there, "child", 2)
    without_ages = pool(children=["eve", "adam", ""] * 50)
    drawn = draw_utterances(without_ages, "child", 1).training
    assert (np.diff(drawn) > 0).all()


def test_ages_and_children_must_be_told() -> None:
    some = pool(ages=[500.0, float("nan")] * (N // 2))
    drawn = draw_utterances(some, "age", 0)
    assert (drawn.training % 2 == 0).all()
    assert len(drawn.training) + drawn.n_without_age == len(draw_utterances(some, "uniform", 0).training)
    with pytest.raises(GoedError, match="no utterance of eve tells an age"):
        draw_utterances(pool(ages=[float("nan")] * N), "age", 0)
    with pytest.raises(GoedError, match="eve tells of no children"):
        draw_utterances(some, "child", 0)


def test_given_sections_are_kept() -> None:
    parted = pool(sections=["dev"] * 10 + ["test"] * 20 + ["train"] * 50 + [""] * 5)
    for order in ("given", "uniform"):
        drawn = draw_utterances(parted, order, 3)  # type: ignore[arg-type]
        assert drawn.dev.tolist() == list(range(10))
        assert drawn.test.tolist() == list(range(10, 30))
        assert sorted(drawn.training.tolist()) == list(range(30, 80))
    assert drawn.training.tolist() != list(range(30, 80))
    with pytest.raises(WrongUsageError, match="eve has a section test of its own, which is kept: leave --test out"):
        draw_utterances(parted, "given", 0, n_test=3)
    with pytest.raises(WrongUsageError, match="leave --dev out"):
        draw_utterances(parted, "given", 0, n_dev=3)
    without_dev = pool(sections=["test"] * 20 + ["train"] * 50)
    assert len(draw_utterances(without_dev, "uniform", 0).dev) == 0
    asked = draw_utterances(without_dev, "uniform", 0, n_dev=5)
    assert (len(asked.dev), len(asked.training), asked.dev.min() >= 20) == (5, 45, True)


def test_utterances_of_a_child_without_an_age_are_left_out_and_counted() -> None:
    drawn = draw_utterances(pool(ages=[np.nan, 700.0] * 6, children=["eve"] * 12), "child", 0, 1, 1)
    assert drawn.n_without_age + len(drawn.training) == 10
    assert drawn.n_without_age == sum(place % 2 == 0 for place in set(range(12)) - {*drawn.dev, *drawn.test})


def test_a_corpus_that_is_too_small() -> None:
    with pytest.raises(GoedError, match="eve has no utterance left to learn from"):
        draw_utterances(pool(ages=[1.0]), "given", 0)
    with pytest.raises(GoedError, match="has only 400 utterances to take 401 from; ask for less: --test"):
        draw_utterances(pool(), "given", 0, n_test=401)
    assert len(draw_utterances(pool(ages=[1.0] * 3), "given", 0).training) == 1


lengths = st.lists(st.integers(1, 9), min_size=1, max_size=40)


@given(lengths, st.data())
def test_a_training_set_is_the_shortest_beginning_with_so_many_tokens(each: list[int], data: st.DataObject) -> None:
    order: Numbers = np.array(data.draw(st.permutations(range(len(each)))))
    of_all = np.array(each)
    size = data.draw(st.integers(1, int(of_all.sum())))
    n = n_utterances_of_size(order, of_all, size, "eve")
    assert of_all[order[:n]].sum() >= size > of_all[order[: n - 1]].sum()


def test_sizes_go_up_to_all_tokens() -> None:
    assert usual_sizes(68_536) == [100, 300, 1_000, 3_000, 10_000, 30_000, 68_536]
    assert usual_sizes(1_000) == [100, 300, 1_000]
    assert usual_sizes(7) == [7]
    for size in (0, 11):
        with pytest.raises(GoedError, match="the training list of eve has 10"):
            n_utterances_of_size(np.arange(2), np.array([4, 6]), size, "eve")


def test_utterances_that_were_heard_before_are_counted() -> None:
    words = ["what", "'s", "that", "what", "what", "'s", "that", "that", "'s"]
    text = Text({"form": column_of(words)}, np.array([3, 1, 3, 2]), np.zeros(9, bool))
    assert n_heard_before(text, np.array([0, 1]), np.array([2, 3])) == 1
