"""`goed split` parts the items as the design fixes it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Goed, sql, write
from hypothesis import given, settings
from hypothesis import strategies as st

from app.splits.draw import Drawable, draw

ITEMS = [Drawable(number, f"w{number}", float(number % 50)) for number in range(400)]


@settings(max_examples=60, deadline=None)
@given(
    strategy=st.sampled_from(["uniform", "weighted"]),
    seed=st.integers(0, 10),
    n_training=st.integers(5, 150),
    n_dev=st.integers(0, 60),
    n_test=st.none() | st.integers(1, 100),
)
def test_sets_are_disjoint_and_as_large_as_asked(
    strategy: str, seed: int, n_training: int, n_dev: int, n_test: int | None
) -> None:
    drawn = draw(ITEMS, "xyz", strategy, seed, n_training, n_dev, n_test)  # type: ignore[arg-type]
    assert len(drawn.training) == n_training
    assert len(drawn.dev) == n_dev
    assert len(drawn.test) == (n_test if n_test is not None else 400 - n_training - n_dev)
    everything = [*drawn.training, *drawn.dev, *drawn.test]
    assert len(set(everything)) == len(everything)


@given(smaller=st.integers(1, 150), larger=st.integers(1, 150), seed=st.integers(0, 3))
@settings(max_examples=40, deadline=None)
def test_a_smaller_draw_is_the_beginning_of_a_larger_one(smaller: int, larger: int, seed: int) -> None:
    smaller, larger = sorted((smaller, larger))
    small = draw(ITEMS, "xyz", "weighted", seed, smaller, 10, None)
    large = draw(ITEMS, "xyz", "weighted", seed, larger, 10, None)
    assert large.training[:smaller] == small.training
    assert large.is_finetune[:smaller] == small.is_finetune


def test_of_each_five_one_is_for_fine_tuning() -> None:
    marks = draw(ITEMS, "xyz", "uniform", 0, 200, 10, None).is_finetune
    assert all(sum(marks[start : start + 5]) == 1 for start in range(0, 200, 5))
    places = {marks[start : start + 5].index(True) for start in range(0, 200, 5)}
    assert places == set(range(5))


def test_no_lemma_stands_in_two_sets() -> None:
    items = [Drawable(number, f"w{number // 3}", 1.0) for number in range(400)]
    drawn = draw(items, "xyz", "uniform", 1, 100, 100, None)
    lemma = {item.id: item.lemma for item in items}
    sets = [{lemma[item] for item in ids} for ids in (drawn.training, drawn.dev, drawn.test)]
    assert len(set.union(*sets)) == sum(map(len, sets))


def test_the_order_of_the_items_does_not_matter() -> None:
    assert draw(ITEMS, "xyz", "weighted", 3, 100, 50, None) == draw(ITEMS[::-1], "xyz", "weighted", 3, 100, 50, None)


def test_the_same_everywhere() -> None:
    """Fixed for all machines and versions: studies of other labs rely on it."""
    drawn = draw(ITEMS, "xyz", "weighted", 0, 5, 2, 2)
    assert (drawn.training, drawn.is_finetune, drawn.dev, drawn.test) == FIXED
    script = (
        "from app.splits.draw import Drawable, draw\n"
        "items = [Drawable(number, f'w{number}', float(number % 50)) for number in range(400)]\n"
        "d = draw(items, 'xyz', 'weighted', 0, 5, 2, 2); print((d.training, d.is_finetune, d.dev, d.test))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == repr(FIXED)


FIXED = ([80, 325, 359, 133, 333], [False, True, False, False, False], [371, 109], [314, 284])


def test_goed_split_makes_splits_that_can_be_run(goed: Goed) -> None:
    goed("init")
    answer = goed("split", "--seeds", 2, "--sizes", "100:300:100", "--dev", 150)
    assert "4 new splits" in answer.err
    study = Path("study.goed")
    assert sql(study, "SELECT sampling, seed FROM split ORDER BY 1, 2") == [
        ("uniform", 0),
        ("uniform", 1),
        ("weighted", 0),
        ("weighted", 1),
    ]
    assert sql(study, "SELECT DISTINCT part, count(*) FROM split_item GROUP BY split_id, part ORDER BY 1") == [
        ("dev", 150),
        ("test", 750),
    ]
    assert "0 new splits, 4 there already" in goed("split", "--seeds", 2, "--sizes", "100:300:100", "--dev", 150).err
    goed("run", "--sampling", "weighted")
    goed("check")


def test_defaults_fit_a_small_language(goed: Goed) -> None:
    goed("init")
    assert "training sets of 100 to 600 by 100; 300 dev, 300 test" in goed("split", "--seeds", 1).err


def test_lemmas_without_a_count_are_said(goed: Goed) -> None:
    write(Path("eng"), [[f"w{number}", f"w{number}s", "N;PL", str(number // 10)] for number in range(300)])
    goed("import", "items", "eng")
    answer = goed("split", "--seeds", 1, "--sizes", 100, "--dev", 50)
    assert "10 lemmas without a count weigh 0.5" in answer.err


@pytest.mark.parametrize("arguments", [["--sizes", "1200"], ["--sizes", "100", "--dev", "2000"], ["--language", "xyz"]])
def test_what_cannot_be_drawn_is_said_and_nothing_is_made(goed: Goed, arguments: list[str]) -> None:
    goed("init")
    assert goed("split", *arguments, code=1).err
    assert sql(Path("study.goed"), "SELECT count(*) FROM split") == [(0,)]
