"""`goed split` parts the items as the design fixes it."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conftest import GOED, GOEDISH, Goed, sql, write
from goed.splits.draw import Drawable, draw
from goed.study import splits as store_splits
from goed.study.study import Study

ITEMS = [Drawable(number, f"w{number}", "N;PL", float(number % 50)) for number in range(400)]


@settings(max_examples=60)
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
@settings(max_examples=40)
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
    items = [Drawable(number, f"w{number // 3}", f"N;{number % 3}", 1.0) for number in range(400)]
    drawn = draw(items, "xyz", "uniform", 1, 100, 100, None)
    lemma = {item.id: item.group for item in items}
    sets = [{lemma[item] for item in ids} for ids in (drawn.training, drawn.dev, drawn.test)]
    assert len(set.union(*sets)) == sum(map(len, sets))


def test_the_order_of_the_items_does_not_matter() -> None:
    assert draw(ITEMS, "xyz", "weighted", 3, 100, 50, None) == draw(ITEMS[::-1], "xyz", "weighted", 3, 100, 50, None)


def test_the_same_everywhere() -> None:
    """Fixed for all machines and versions: studies of other labs rely on it."""
    drawn = draw(ITEMS, "xyz", "weighted", 0, 5, 2, 2)
    assert (drawn.training, drawn.is_finetune, drawn.dev, drawn.test) == FIXED
    script = (
        "from goed.splits.draw import Drawable, draw\n"
        "items = [Drawable(number, f'w{number}', 'N;PL', float(number % 50)) for number in range(400)]\n"
        "d = draw(items, 'xyz', 'weighted', 0, 5, 2, 2); print((d.training, d.is_finetune, d.dev, d.test))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == repr(FIXED)


FIXED = ([80, 325, 359, 133, 333], [False, True, False, False, False], [371, 109], [314, 284])


def test_goed_split_makes_splits_that_can_be_run(goed: Goed, goedish_items: Path) -> None:
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


def test_sizes_between_those_that_are_there_are_added(goed: Goed, goedish_items: Path) -> None:
    options = ["--seeds", 1, "--dev", 150, "--sampling", "uniform", "--sizes"]
    goed("split", *options, 300)
    before = sql(goedish_items, "SELECT * FROM training_item"), sql(goedish_items, "SELECT * FROM split_item")
    assert "0 new splits, 1 there already" in goed("split", *options, "100:300:100").err
    assert sql(goedish_items, "SELECT size, n_items FROM training_set") == [(100, 100), (200, 200), (300, 300)]
    assert (sql(goedish_items, "SELECT * FROM training_item"), sql(goedish_items, "SELECT * FROM split_item")) == before
    assert "largest training set has 300 items, not 400" in goed("split", *options, 100, 400, code=1).err
    goed("check")


def test_defaults_fit_a_small_language(goed: Goed, goedish_items: Path) -> None:
    assert "training sets of 100 to 600 by 100; 300 dev, 300 test" in goed("split", "--seeds", 1).err


def test_a_study_without_items_is_said_to_have_none(goed: Goed) -> None:
    goed("init", "--empty")
    answer = goed("split", code=1)
    assert "no items" in answer.err
    assert "goed import items" in answer.err


def test_lemmas_without_a_count_are_said(goed: Goed) -> None:
    write(Path("eng"), [[f"w{number}", f"w{number}s", "N;PL", str(number // 10)] for number in range(300)])
    goed("import", "items", "eng")
    answer = goed("split", "--seeds", 1, "--sizes", 100, "--dev", 50)
    assert "10 lemmas without a count weigh 0.5" in answer.err
    notes = [row["note"] for row in goed("status", "--format", "json").rows if row["what"] == "split"]
    assert ["10 lemmas without a count" in note for note in notes] == [False, True]


@pytest.mark.parametrize("arguments", [["--sizes", "1200"], ["--sizes", "100", "--dev", "2000"], ["--language", "xyz"]])
def test_what_cannot_be_drawn_is_said_and_nothing_is_made(
    goed: Goed, goedish_items: Path, arguments: list[str]
) -> None:
    assert goed("split", *arguments, code=1).err
    assert sql(Path("study.goed"), "SELECT count(*) FROM split") == [(0,)]


# Drawing is what the paper calls weighted sampling without replacement

N_DRAWS = 6000
WEIGHTS = [0.0, 1.0, 1.0, 2.0, 3.0, 5.0, 8.0, 13.0, 40.0, 200.0]  # zero counts as 0.5


@pytest.mark.parametrize("strategy", ["uniform", "weighted"])
@pytest.mark.parametrize("size", [1, 3, 6])
def test_lemmas_are_drawn_as_often_as_numpy_draws_them(strategy: str, size: int) -> None:
    """Each seed is one draw; how often a lemma is among the first `size` is compared with as many draws of numpy's."""
    items = [Drawable(number, f"w{number}", "N;PL", weight) for number, weight in enumerate(WEIGHTS)]
    weights = np.array([weight or 0.5 for weight in WEIGHTS]) if strategy == "weighted" else np.ones(len(WEIGHTS))
    generator = np.random.default_rng(7)
    ours, numpys = np.zeros(len(items)), np.zeros(len(items))
    for seed in range(N_DRAWS):
        drawn = draw(items, "xyz", strategy, seed, size, 0, None)  # type: ignore[arg-type]
        ours[drawn.training] += 1
        numpys[generator.choice(len(items), size, replace=False, p=weights / weights.sum())] += 1
    p, q = ours / N_DRAWS, numpys / N_DRAWS
    error = np.sqrt((p * (1 - p) + q * (1 - q)) / N_DRAWS)
    assert (np.abs(p - q) <= 4 * error + 1e-9).all(), (p, q)


def test_the_first_lemma_is_drawn_in_proportion_to_its_weight() -> None:
    items = [Drawable(number, f"w{number}", "N;PL", weight) for number, weight in enumerate(WEIGHTS)]
    weights = np.array([weight or 0.5 for weight in WEIGHTS])
    first = np.bincount(
        [draw(items, "xyz", "weighted", seed, 1, 0, None).training[0] for seed in range(N_DRAWS)],
        minlength=len(items),
    )
    expected = N_DRAWS * weights / weights.sum()
    assert ((first - expected) ** 2 / expected).sum() < 30  # chi-square with 9 degrees of freedom: p < 0.001


def test_every_item_has_the_same_chance_of_fine_tuning_and_of_dev() -> None:
    n_finetune, n_dev = np.zeros(len(ITEMS)), np.zeros(len(ITEMS))
    n_training, n_asked = np.zeros(len(ITEMS)), np.zeros(len(ITEMS))
    for seed in range(400):
        drawn = draw(ITEMS, "xyz", "uniform", seed, 200, 50, None)
        for item, is_finetune in zip(drawn.training, drawn.is_finetune, strict=True):
            n_training[item] += 1
            n_finetune[item] += is_finetune
        n_dev[drawn.dev] += 1
        n_asked[[*drawn.dev, *drawn.test]] += 1
    assert n_finetune.sum() / n_training.sum() == 0.2
    for count, of, share in ((n_finetune, n_training, 0.2), (n_dev, n_asked, 0.25)):
        z = (count - share * of) / np.sqrt(share * (1 - share) * of)
        assert np.abs(z).max() < 4.5


# What a study holds after `goed split`


def contents(study: Path) -> dict[tuple[object, ...], list[tuple[object, ...]]]:
    """Every set of every split in words: (language, sampling, seed, part) → its items in order."""
    words = "word, features, gold"
    join = "JOIN item ON item.id = item_id JOIN feature_set ON feature_set.id = feature_set_id"
    found: dict[tuple[object, ...], list[tuple[object, ...]]] = {}
    for query in (
        f"SELECT item.language, sampling, seed, 'training', is_finetune, {words} FROM split "
        f"JOIN training_list ON split_id = split.id JOIN training_item ON list_id = training_list.id {join} "
        "ORDER BY split.id, position",
        f"SELECT item.language, sampling, seed, part, 0, {words} FROM split "
        f"JOIN split_item ON split_id = split.id {join} "
        "ORDER BY split.id, part, position",
    ):
        for row in sql(study, query):
            found.setdefault(row[:4], []).append(row[4:])
    return found


def fingerprint(study: Path) -> str:
    return hashlib.sha256(repr(sorted(contents(study).items())).encode()).hexdigest()[:16]


ODD_ROWS = [
    *(["go", form, tags, count] for form, tags, count in [("goes", "V;3;SG", "7"), ("went", "V;PST", "9")]),
    *(["dream", form, "V;PST", count] for form, count in [("dreamed", "3"), ("dreamt", "30")]),
    *(["go", "going", "V;PTCP", ""], ["nobody", "nobodies", "N;PL", "0"]),
]


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chance=st.randoms(use_true_random=False), n_files=st.integers(1, 4))
def test_the_order_of_import_does_not_matter(goed: Goed, chance: random.Random, n_files: int) -> None:
    """Lemmas with several features and several accepted forms among them, in one file or in several."""
    rows = [*GOEDISH[:400], *ODD_ROWS]
    chance.shuffle(rows)
    with tempfile.TemporaryDirectory() as name:
        study = Path(name) / "shuffled.goed"
        for number in range(n_files):
            file = write(Path(name) / f"{number}" / "qgo", rows[number::n_files])
            goed("import", "items", file, "--study", study)
        goed("split", "--seeds", 2, "--sizes", "100:300", "--dev", 40, "--study", study)
        sets = {
            key: [(mark, lemma, features) for mark, lemma, features, _ in items]
            for key, items in contents(study).items()
        }
    assert hashlib.sha256(repr(sorted(sets.items())).encode()).hexdigest()[:16] == "0013b342d08bba07"


COUNTED = [[f"dream{number}", f"dream{number}ed", "V;PST", str(9 + number % 7)] for number in range(200)]
OTHERS = [[f"dream{number}", f"dream{number}t", "V;PST", str(27 + number % 5)] for number in range(0, 200, 2)]
COUNTS = [[*row[:3], str(3 * number + 1)] for number, row in enumerate([*COUNTED, *OTHERS])]
GIVEN = [row[:3] for row in OTHERS[:60]]

Step = tuple[str, list[list[str]]]


def drawn_lemmas(goed: Goed, *steps: Step) -> str:
    """The weighted splits, by lemma, of a study into which these were imported in this order."""
    with tempfile.TemporaryDirectory() as name:
        study = Path(name) / "study.goed"
        for number, (how, rows) in enumerate(steps):
            folder = Path(name) / str(number)
            if how == "split":
                write(folder / "eng_30.train", rows[:30])
                write(folder / "eng.gold", rows[30:])
                goed("import", "items", folder, "--as", "split", "--study", study)
            else:
                options = ["--counts-only"] if how == "counts" else []
                goed("import", "items", write(folder / "eng", rows), *options, "--study", study)
        goed("split", "--seeds", 2, "--sizes", 50, "--dev", 40, "--sampling", "weighted", "--study", study)
        sets = {
            key: [lemma for _, lemma, *_ in items] for key, items in contents(study).items() if key[1] == "weighted"
        }
    return repr(sorted(sets.items()))


def test_weights_do_not_depend_on_the_order_of_lines_or_lists(goed: Goed) -> None:
    """Nor on which of two forms became the gold form, on rows that recur, or on lists that count differently."""
    rows = [*COUNTED, *OTHERS, *OTHERS[:50], *COUNTED[:20]]
    assert drawn_lemmas(goed, ("items", rows)) == drawn_lemmas(goed, ("items", rows[::-1]))
    assert drawn_lemmas(goed, ("items", COUNTED), ("items", OTHERS)) == (
        drawn_lemmas(goed, ("items", OTHERS), ("items", COUNTED))
    )
    higher = [[*row[:3], str(2 * int(row[3]))] for row in [*COUNTED, *OTHERS]]
    assert drawn_lemmas(goed, ("items", rows), ("items", higher)) == (
        drawn_lemmas(goed, ("items", higher), ("items", rows))
    )


def test_weights_by_counts_only_do_not_depend_on_what_came_before(goed: Goed) -> None:
    plain = [row[:3] for row in COUNTED]
    first = drawn_lemmas(goed, ("items", plain), ("split", GIVEN), ("counts", COUNTS))
    assert drawn_lemmas(goed, ("split", GIVEN), ("items", plain), ("counts", COUNTS)) == first
    assert drawn_lemmas(goed, ("items", COUNTED), ("split", GIVEN), ("counts", COUNTS)) == first
    assert drawn_lemmas(goed, ("split", GIVEN), ("items", COUNTED), ("counts", COUNTS)) == first
    assert drawn_lemmas(goed, ("items", plain), ("counts", COUNTS), ("split", GIVEN)) == first
    assert drawn_lemmas(goed, ("items", OTHERS), ("items", plain), ("split", GIVEN), ("counts", COUNTS)) == first


def test_sets_are_nested_and_disjoint_and_dev_and_test_are_the_same_at_every_size(
    goed: Goed, goedish_items: Path
) -> None:
    goed("split", "--seeds", 2, "--sizes", "100:300", "--dev", 100)
    with Study.open(goedish_items) as study:
        for split in store_splits.splits(study):
            by_size = {size: store_splits.training_set(study, split.id, size) for size in (100, 200, 300)}
            for size, learned_from in by_size.items():
                assert (len(learned_from.train), len(learned_from.finetune)) == (size * 4 // 5, size // 5)
            for smaller, larger in ((100, 200), (200, 300)):
                few, many = by_size[smaller], by_size[larger]  # the 80/20 parting is nested, too
                assert many.train[: len(few.train)] == few.train
                assert many.finetune[: len(few.finetune)] == few.finetune
            asked = [
                {item.word for item in store_splits.part_items(study, split.id, part, size)}
                for part in ("dev", "test")
                for size in (100, 300)
            ]
            assert asked[0] == asked[1]
            assert asked[2] == asked[3]
            learned = {item.word for item in by_size[300].items}
            assert len(learned | asked[0] | asked[2]) == len(learned) + len(asked[0]) + len(asked[2])


EMBEDDED_SPLITS = "b47a4841fdeacb51"


def test_the_splits_of_the_embedded_items_are_the_same_everywhere() -> None:
    """In fresh processes with other hash seeds, on every machine and version of Python."""
    for hash_seed in ("0", "1"):
        study = Path(f"study{hash_seed}.goed")
        for arguments in (["init"], ["split"]):
            subprocess.run(
                [GOED, *arguments, "--study", str(study)],
                check=True,
                capture_output=True,
                env={**os.environ, "PYTHONHASHSEED": hash_seed},
            )
        assert len(contents(study)) == 3 * 2 * 5 * 3
        assert fingerprint(study) == EMBEDDED_SPLITS
