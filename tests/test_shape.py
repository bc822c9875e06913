"""`goed stats shape` tells a u from a rise, from swings and from what stays, and says when it cannot tell."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import isotonic_regression

from conftest import Goed, goedish, write
from goed.statistics.shapes.paths import distances, rising_fits, u_fit
from goed.statistics.shapes.trajectory import SeedOutcomes, of_seeds
from goed.statistics.shapes.verdict import CANT_SAY, FLAT, MONOTONE, OSCILLATING, U_SHAPED, shape_of

sys.path.append(str(Path(__file__).parent / "benchmarks"))
from simulated_learners import learner, truths

SIZES = (50, 100, 150, 200, 250, 300)
TRUTHS = {truth.name: truth for truth in truths()}
U = (0.9, 0.8, 0.55, 0.55, 0.8, 0.9)  # the share of right answers at each size


def words(truth: str, n_seeds: int, n_sizes: int, n_items: int, n: int = 40) -> Counter[str]:
    """The words that so many simulated learners get."""
    chance = np.random.default_rng([6, n_seeds, n_sizes, n_items])
    return Counter(shape_of(learner(TRUTHS[truth], n_seeds, n_sizes, n_items, chance)).word for _ in range(n))


@given(arrays(float, (3, 7), elements=st.floats(0, 1)))
def test_many_isotonic_regressions_are_those_of_scipy(accuracies: np.ndarray) -> None:
    for fit, row in zip(rising_fits(accuracies), accuracies, strict=True):
        assert fit == pytest.approx(isotonic_regression(row).x)


@given(arrays(float, 6, elements=st.floats(0, 1)))
def test_the_nearest_u_is_the_best_of_all_turns(accuracies: np.ndarray) -> None:
    def distance(turn: int) -> float:
        falling, rising = accuracies[:turn], accuracies[turn:]
        return float(
            ((isotonic_regression(falling, increasing=False).x - falling) ** 2).sum()
            + ((isotonic_regression(rising).x - rising) ** 2).sum()
        )

    best = min(distance(turn) for turn in range(1, 6))
    assert distances(accuracies[None, :]).u[0] == pytest.approx(best, abs=1e-9)
    assert ((u_fit(accuracies) - accuracies) ** 2).sum() == pytest.approx(best, abs=1e-9)


@given(arrays(np.int8, (2, 40, 5), elements=st.integers(0, 1)))
def test_accuracies_of_seeds_are_those_of_all_their_answers(right: np.ndarray) -> None:
    seeds = [SeedOutcomes(np.arange(40), of_seed.astype(float)) for of_seed in right]
    assert of_seeds(seeds).accuracies == pytest.approx(right.mean(axis=(0, 1)), abs=1e-9)
    assert of_seeds(seeds).n_items == 40


def test_a_missing_run_shifts_nothing() -> None:
    """One seed is better than the other throughout; where its run is missing, accuracy does not drop."""
    better, worse = np.zeros((50, 5)), np.zeros((50, 5))
    better[:40], worse[:20] = 1, 1
    better[:, 2] = np.nan
    path = of_seeds([SeedOutcomes(np.arange(50), better), SeedOutcomes(np.arange(50, 100), worse)])
    assert np.ptp(path.accuracies) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("truth", "word"),
    [
        ("rising", MONOTONE),
        ("rising to a ceiling", MONOTONE),
        ("flat at 60%", FLAT),
        ("to and fro by 10, together", OSCILLATING),
        ("to and fro by 10, each its own way", OSCILLATING),
    ],
)
@pytest.mark.parametrize(("n_seeds", "n_sizes"), [(1, 10), (5, 6)])
def test_what_is_no_u_is_called_none(truth: str, word: str, n_seeds: int, n_sizes: int) -> None:
    found = words(truth, n_seeds, n_sizes, 150)
    assert found[U_SHAPED] <= 2
    assert found.most_common(1)[0][0] == word


@pytest.mark.parametrize(("n_seeds", "n_sizes"), [(1, 10), (5, 6), (5, 10)])
def test_a_dip_of_20_points_on_150_items_is_seen(n_seeds: int, n_sizes: int) -> None:
    assert words("u of 20", n_seeds, n_sizes, 150)[U_SHAPED] >= 30


def test_one_run_makes_no_u() -> None:
    """One run out of five seeds, or one of ten runs of a single seed, is far below the others."""
    for n_seeds in (1, 5):
        right = np.tile(np.arange(200)[:, None] < 140, (n_seeds, 1, 10)).astype(float)
        right[0, :, 5] = np.arange(200) < 70
        seeds = [SeedOutcomes(np.arange(200) + 200 * seed, of_seed) for seed, of_seed in enumerate(right)]
        assert shape_of(seeds).word != U_SHAPED


@pytest.mark.parametrize(("n_items", "n_sizes"), [(29, 10), (200, 3)])
def test_too_little_is_no_ground_for_a_word(n_items: int, n_sizes: int) -> None:
    right = (np.arange(n_items)[:, None] < np.linspace(0.1, 0.9, n_sizes) * n_items).astype(float)
    assert shape_of([SeedOutcomes(np.arange(n_items), right)]).word == CANT_SAY


def test_few_items_a_seed_are_enough_together() -> None:
    seeds = [
        SeedOutcomes(np.arange(12) + 12 * seed, (np.arange(12)[:, None] < np.array([1, 3, 6, 8, 10, 11])).astype(float))
        for seed in range(5)
    ]
    assert shape_of(seeds).word == MONOTONE
    assert shape_of(seeds[:1]).word == CANT_SAY


@pytest.fixture
def regressing(goed: Goed, tmp_path: Path) -> list[list[list[str]]]:
    """A model that forgets and learns again, on 130 items held out; its answers at each size."""
    folder = tmp_path / "part2"
    for size in SIZES:
        write(folder / f"qgo_{size}.train", goedish(0, size))
    write(folder / "qgo.dev", goedish(300, 350))
    write(folder / "qgo.gold", goedish(350, 430))
    goed("init", "--empty")
    goed("import", "items", folder, "--as", "split")
    answers = []
    for size, share in zip(SIZES, U, strict=True):
        rows = goedish(300, 430)
        wrong = np.random.default_rng(0).random(130) >= share
        rows = [[lemma, lemma if off else form, tags] for (lemma, form, tags), off in zip(rows, wrong, strict=True)]
        write(Path(f"m/qgo_{size}.dev"), rows[:50])
        write(Path(f"m/qgo_{size}.test"), rows[50:])
        answers.append(rows)
    goed("import", "predictions", "m", "--model", "m")
    return answers


def share_right(rows: list[list[str]]) -> float:
    """Accuracy counted straight from the rows."""
    return float(np.mean([form == gold for (_, form, _), (_, gold, _) in zip(rows, goedish(300, 430), strict=True)]))


def test_a_u_in_a_study(goed: Goed, regressing: list[list[list[str]]]) -> None:
    together, by_itself = goed("stats", "shape", "--by", "part", "--format", "json").rows
    right = [share_right(rows) for rows in regressing]
    assert (together["seed"], by_itself["seed"]) == ("all", 0)
    assert {**together, "seed": 0} == by_itself
    assert (together["part"], together["n_items"], together["n_sizes"]) == ("test+dev", 130, 6)
    assert together["shape"] == "u-shaped"
    assert (together["first"], together["lowest"], together["last"]) == pytest.approx((right[0], min(right), right[-1]))
    assert together["dip"] == pytest.approx(min(right[0], right[-1]) - min(right), abs=0.02)
    assert together["dip_size"] == 150
    assert together["p_u"] < 0.05
    assert together["p_monotone"] < 0.05
    assert together["main_error"] == "bare-stem"


def test_classes_and_parts_are_told_apart(goed: Goed, regressing: list[list[list[str]]]) -> None:
    rows = goed("stats", "shape", "--part", "test", "dev", "--format", "json").rows
    assert {row["part"] for row in rows} == {"test", "dev"}
    of_dev = [row["n_items"] for row in rows if row["part"] == "dev" and row["seed"] == "all"]
    assert sum(of_dev) == 50


def test_a_prediction_that_is_missing_is_wrong(goed: Goed, regressing: list[list[list[str]]]) -> None:
    for size, rows in zip(SIZES, regressing, strict=True):
        write(
            Path(f"n/qgo_{size}.test"),
            [row for row, gold in zip(rows[50:], goedish(350, 430), strict=True) if row == gold],
        )
    goed("import", "predictions", "n", "--model", "n")
    given_rows = goed("stats", "shape", "--by", "part", "--part", "test", "--format", "json").rows
    rows = {row["model"]: row for row in given_rows if row["seed"] == "all"}
    assert rows["n"]["lowest"] == rows["m"]["lowest"]
    assert rows["n"]["main_error"] == "missing"


def test_a_class_that_changes_with_the_size_cannot_be_followed(goed: Goed, regressing: list[list[list[str]]]) -> None:
    answer = goed("stats", "shape", "--by", "seen_lemma", code=2)
    assert "seen_lemma" in answer.err


def test_an_empty_study_has_nothing_to_follow(goed: Goed) -> None:
    goed("init", "--empty")
    assert goed("stats", "shape", "--format", "json").rows == []
