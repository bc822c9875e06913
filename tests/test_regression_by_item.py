"""`goed stats regression --logistic --by …` has errors clustered by item and by split, as R's sandwich has them."""

from __future__ import annotations

import itertools
import random
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

import r_clusters
from conftest import GOEDISH, Answer, Goed, goedish, write
from goed.statistics.linear_models import clusters

Numbers = NDArray[np.float64]
Terms = dict[str, dict[str, Any]]
Says = Callable[[int, int], bool]  # number of the split and of the item → whether it is answered right

# What tests/r_clusters.py prints: vcovCL of R 4.2.2's sandwich 3.0.2.
VCOV_CL_OF_THE_DEMO = """\
(Intercept)	0.827535260436708	0.3402771201641701
size	0.0006835101966052515	6.297673962999573e-05
samplingweighted	-0.4904096702411957	0.10200744944468475
frequency100 to 999	0.9628740124822428	0.33088736436042787
frequency1000 to 9999	0.9605853320291716	0.34661808759565244
frequency10000 up	-0.013922078341573267	0.3469155180602914
size:samplingweighted	0.0005592630434347459	0.00010112274066641442
"""
PATTERN = ("--pattern", "{language}_{seed}_{size}", "--sampling", "mine")


def by_term(answer: Answer) -> Terms:
    return {row["term"]: row for row in answer.rows}


def logistic(goed: Goed, *options: object) -> Answer:
    return goed("stats", "regression", "--logistic", "--format", "json", *options)


@pytest.fixture
def of_r() -> None:
    if not r_clusters.has_sandwich():
        pytest.skip("R is not installed, or its package sandwich is not")


def test_equals_vcov_cl_on_the_demo(goed: Goed, demo_folder: Path) -> None:
    shutil.copy(demo_folder / "demo.goed", "demo.goed")
    answer = logistic(goed, "--by", "frequency", "--language", "eng", "--study", "demo.goed")
    lines = [line.split("\t") for line in VCOV_CL_OF_THE_DEMO.splitlines()]
    assert [row["term"] for row in answer.rows] == [term for term, *_ in lines]
    for row, (_, estimate, error) in zip(answer.rows, lines, strict=True):
        assert row["estimate"] == pytest.approx(float(estimate), rel=1e-6)
        assert row["std_error"] == pytest.approx(float(error), rel=1e-6)
    assert "errors clustered by item and split: 2,269 items, 6 splits" in answer.err


def of_gender(tag: str, number: int) -> list[list[str]]:
    """Items of Goedish that no training set below holds."""
    return [item[:3] for item in GOEDISH[200:] if tag in item[2]][:number]


def answered(goed: Goed, splits: Sequence[Sequence[list[str]]], runs: Sequence[tuple[str, int, Says]]) -> Path:
    """A study with splits that ask for some items, and runs (model, size, what is right); half of what is wrong is
    missing.
    """
    for model, size, says in runs:
        for seed, items in enumerate(splits):
            name = f"qgo_{seed}_{size}"
            write(Path(f"given/{name}.train"), goedish(0, size))
            write(Path(f"given/{name}.test"), items)
            forms = [form if says(seed, place) else ["", "x"][place % 2] for place, (_, form, _) in enumerate(items)]
            answers = [[lemma, form, tags] for (lemma, _, tags), form in zip(items, forms, strict=True) if form]
            write(Path(f"{model}/{name}.test"), answers)
    goed("import", "items", "given", "--as", "split", *PATTERN)
    for model in sorted({model for model, *_ in runs}):
        goed("import", "predictions", model, "--model", model, *PATTERN)
    return Path("study.goed")


def at_random(goed: Goed, seed: int, are_apart: bool = False) -> Path:
    """Splits that ask for items of a pool, some in several of them (or none), to which runs are right by chance."""
    chance = random.Random(seed)
    n_splits = chance.randint(3, 6)
    pool = of_gender("FEM", 30) + of_gender("MASC", 30)
    chance.shuffle(pool)
    splits = [pool[place::n_splits] if are_apart else chance.sample(pool[:16], 12) for place in range(n_splits)]
    runs: list[tuple[str, int, Says]] = [
        (model, size, lambda split, place, share=share: chance.random() < share)
        for model, size, share in (("a", 100, 0.4), ("a", 200, 0.7), ("b", 100, 0.6), ("b", 200, 0.5))
    ]
    return answered(goed, splits, runs)


@pytest.mark.usefixtures("of_r")
@pytest.mark.parametrize(
    ("options", "formula"),
    [
        (("--by", "frequency"), "size * sampling + frequency"),
        (("--cluster", "item-and-split"), "size * sampling"),
    ],
)
def test_equals_vcov_cl_where_r_is_there(goed: Goed, goedish_items: Path, options: Any, formula: str) -> None:
    goed("split", "--seeds", 3, "--sizes", "100:300:100", "--dev", 100)
    goed("run")
    assert_equals_vcov_cl(logistic(goed, *options), goedish_items, formula)


@pytest.mark.usefixtures("of_r")
def test_equals_vcov_cl_where_predictions_are_missing(goed: Goed) -> None:
    study = at_random(goed, 1)
    assert_equals_vcov_cl(logistic(goed, "--by", "gender"), study, "model * size + gender")


def assert_equals_vcov_cl(answer: Answer, study: Path, formula: str) -> None:
    expected = r_clusters.vcov_cl(r_clusters.single_predictions(study), f"is_right ~ {formula}", Path())
    found = by_term(answer)
    assert found.keys() == expected.keys()
    for term, (estimate, error) in expected.items():
        assert found[term]["estimate"] == pytest.approx(estimate, rel=1e-6), term
        assert found[term]["std_error"] == pytest.approx(error, rel=1e-6), term


def columns_of(rows: Sequence[r_clusters.Row], terms: Sequence[str]) -> Numbers:
    """The columns of a model, worked out from the names of its terms."""

    def value(row: r_clusters.Row, factor: str) -> float:
        if factor in ("(Intercept)", "size"):
            return float(row["size"]) if factor == "size" else 1.0
        return float(factor in (f"model{row['model']}", f"gender{row['gender']}"))

    return np.array([[np.prod([value(row, factor) for factor in term.split(":")]) for term in terms] for row in rows])


def fitted(columns: Numbers, y: Numbers) -> tuple[Numbers, Numbers]:
    """Coefficients by Newton's method, and the inverse of the information."""
    estimates, scale = np.zeros(columns.shape[1]), np.abs(columns).max(axis=0)
    columns = columns / scale
    for _ in range(30):
        shares = 1 / (1 + np.exp(-columns @ estimates))
        bread = np.linalg.inv((columns.T * (shares * (1 - shares))) @ columns)
        estimates += bread @ columns.T @ (y - shares)
    return estimates / scale, bread / np.outer(scale, scale)


def meat(scores: Numbers, names: Sequence[object]) -> Numbers:
    """Scores summed by cluster, the slow way."""
    sums: dict[object, Numbers] = {}
    for score, name in zip(scores, names, strict=True):
        sums[name] = sums.get(name, 0) + score
    return np.sum([np.outer(of_one, of_one) for of_one in sums.values()], axis=0) * len(sums) / (len(sums) - 1)


def worked_out(rows: Sequence[r_clusters.Row], terms: Sequence[str]) -> tuple[Numbers, Numbers, Numbers]:
    """The model's columns, its coefficients, and their covariances clustered by item and split."""
    columns, y = columns_of(rows, terms), np.array([float(row["is_right"]) for row in rows])
    estimates, bread = fitted(columns, y)
    scores = columns * (y - 1 / (1 + np.exp(-columns @ estimates)))[:, np.newaxis]
    items, splits = ([row[name] for row in rows] for name in ("item", "split"))
    both = meat(scores, items) + meat(scores, splits) - meat(scores, list(zip(items, splits, strict=True)))
    n, k = columns.shape
    return columns, estimates, bread @ both @ bread * (n - 1) / (n - k)


def errors_of(variances: Numbers) -> list[Any]:
    """Their roots; none of what is not above 0."""
    return [pytest.approx(variance**0.5, rel=1e-6) if variance > 0 else None for variance in variances]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("at_once", [clusters.AT_ONCE, 1], ids=["all at once", "item by item"])
def test_equals_what_one_works_out_by_hand(
    goed: Goed, monkeypatch: pytest.MonkeyPatch, seed: int, at_once: int
) -> None:
    monkeypatch.setattr(clusters, "AT_ONCE", at_once)
    rows = r_clusters.single_predictions(at_random(goed, seed))
    found = by_term(logistic(goed, "--by", "gender"))
    assert list(found)[:4] == ["(Intercept)", "modelb", "size", "genderMASC"]
    _, estimates, covariances = worked_out(rows, list(found))
    assert [row["estimate"] for row in found.values()] == pytest.approx(list(estimates), rel=1e-6)
    assert [row["std_error"] for row in found.values()] == errors_of(np.diag(covariances))
    row = found["genderMASC"]
    n_fewest = min(len({row[name] for row in rows}) for name in ("item", "split"))
    assert row["high"] - row["estimate"] == pytest.approx(stats.t.ppf(0.975, n_fewest - 1) * row["std_error"])
    assert row["p"] == pytest.approx(2 * stats.t.sf(abs(row["t"]), n_fewest - 1))


def test_average_effects_have_the_same_clusters(goed: Goed) -> None:
    rows = r_clusters.single_predictions(at_random(goed, 3))
    terms = [row["term"] for row in logistic(goed, "--by", "gender").rows]
    effect = by_term(logistic(goed, "--by", "gender", "--effects"))["genderMASC"]
    _, estimates, covariances = worked_out(rows, terms)
    with_tag, without = (columns_of([{**row, "gender": tag} for row in rows], terms) for tag in ("MASC", "FEM"))

    def mean_difference(coefficients: Numbers) -> float:
        return float(np.mean([1 / (1 + np.exp(-with_tag @ coefficients)) - 1 / (1 + np.exp(-without @ coefficients))]))

    steps = np.diag(1e-5 * np.abs(estimates))
    slopes = [
        (mean_difference(estimates + step) - mean_difference(estimates - step)) / (2 * step.sum()) for step in steps
    ]
    assert effect["estimate"] == pytest.approx(100 * mean_difference(estimates))
    assert effect["std_error"] == pytest.approx(100 * np.sqrt(slopes @ covariances @ slopes), rel=1e-5)
    assert effect["n_averaged"] == 2 * 4 * len({row["split"] for row in rows})  # genders, runs


@pytest.mark.parametrize("seed", range(4))
def test_items_that_each_stand_in_one_split_add_nothing(goed: Goed, seed: int) -> None:
    at_random(goed, seed, are_apart=True)
    both, by_split = (logistic(goed, "--by", "gender", *of) for of in ((), ("--cluster", "split")))
    n, df = both.rows[0]["n"], both.rows[0]["df_residual"]
    for row, of_splits in zip(both.rows, by_split.rows, strict=True):
        assert row["std_error"] == pytest.approx(of_splits["std_error"] * ((n - 1) / df) ** 0.5, rel=1e-6)
        assert row["estimate"] == of_splits["estimate"]


def test_a_variance_that_is_not_above_0_is_told(goed: Goed) -> None:
    """Each item is right in half of the splits, and each split in half of its items of a gender."""
    items = of_gender("FEM", 4) + of_gender("MASC", 4)
    answered(goed, [items] * 4, [("a", 100, lambda split, place: (split + place) % 2 == 0)])
    answer = logistic(goed, "--by", "gender")
    assert [(row["std_error"], row["t"], row["p"], row["low"], row["high"]) for row in answer.rows] == 2 * [(None,) * 5]
    assert (
        "no standard error, as the variance by item and by split, less that by both, is not above 0 "
        "(see --cluster split): (Intercept), genderMASC" in answer.err
    )
    lines = goed("stats", "regression", "--logistic", "--by", "gender").out.splitlines()
    assert lines[1].split() == ["log", "odds", "of", "right", "(Intercept)", lines[1].split()[-1]]
    assert abs(float(lines[1].split()[-1])) < 1e-9


def test_what_errors_are_clustered_by_is_told(goed: Goed) -> None:
    items = of_gender("FEM", 7) + of_gender("MASC", 7)
    study = answered(goed, [items] * 3, [("a", size, lambda s, place: bool((s * place) % 3)) for size in (100, 200)])
    n_rows = len(r_clusters.single_predictions(study))
    told = [
        (("--by", "gender"), "; errors clustered by item and split: 14 items, 3 splits"),
        (("--by", "gender", "--cluster", "split"), "; errors clustered by split: 3 splits"),
        (("--by", "gender", "--cluster", "none"), ""),
        ((), "; errors clustered by split: 3 splits"),
        (("--cluster", "item-and-split"), "; errors clustered by item and split: 14 items, 3 splits"),
    ]
    for options, words in told:
        line = goed("stats", "regression", "--logistic", *options).out.splitlines()[-1]
        n_terms = 3 if "--by" in options else 2
        assert line == f"{n_rows} observations, {n_rows - n_terms} residual degrees of freedom{words}"
        assert (words[2:] in logistic(goed, *options).err) if words else ("clustered" not in logistic(goed).out)


def test_too_few_items_are_told(goed: Goed) -> None:
    items = of_gender("FEM", 1) + of_gender("MASC", 1)
    answered(goed, [items] * 3, [("a", 100, lambda split, place: split == place)])
    answer = goed("stats", "regression", "--logistic", "--by", "gender", code=1)
    assert "errors clustered by item need three items or more; there are 2" in answer.err


def test_clusters_of_items_need_single_predictions(goed: Goed) -> None:
    table = "language,model,sampling,size,seed,accuracy\n" + "".join(
        f"a,{model},u,{size},0,{size % 7}\n" for model, size in itertools.product("mn", (10, 25, 30))
    )
    path = write(Path("t.csv"), table)
    options = ("stats", "regression", "--input", path, "--cluster", "item-and-split")
    assert "--cluster item-and-split needs --logistic" in goed(*options, code=2).err
    assert "--logistic counts single predictions" in goed(*options, "--logistic", code=1).err
