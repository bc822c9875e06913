"""`goed stats rates` counts as studies of children do, and its intervals know that items repeat."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import verbs
from conftest import Goed, write
from goed.statistics.children.findings import COLUMNS
from goed.statistics.intervals import wilson
from goed.statistics.two_way import Proportion, Resampled, SeenAndAsked, weights
from goed_classifiers.registry import registry
from goed_classifiers.values import Case

PATTERN = ("--pattern", "{language}_{seed}_{size}", "--sampling", "mine")
SIZES = (100, 200, "all")
WRONG = {  # seed, size → how many irregular verbs are regularized, how many regular ones are made irregular
    (0, 100): (20, 3),
    (0, 200): (10, 0),
    (1, 100): (16, 1),
    (1, 200): (5, 0),
}


@pytest.fixture
def english(goed: Goed) -> Path:
    """Two seeds with the same sixty verbs as test set, two sizes; a few predictions are missing or nonsense."""
    irregular, regular = verbs.gold("eng", "irr", "reg", 40), verbs.gold("eng", "reg", "irr", 60)[20:]
    for (seed, size), (n_irregular, n_regular) in WRONG.items():
        write(Path(f"given/eng_{seed}_{size}.train"), verbs.gold("eng", "reg", "irr", 20))
        write(Path(f"given/eng_{seed}_{size}.test"), [*irregular, *regular])
        nonsense, *rest = verbs.answers("eng", "irr", "reg", 40, n_irregular, first=1)
        nonsense[1] = "xqz"
        others = verbs.answers("eng", "reg", "irr", 60, n_regular, first=30)[20:]
        write(Path(f"theirs/eng_{seed}_{size}.test"), [nonsense, *rest, *others[:-1]])  # the last one is missing
    goed("import", "items", "given", "--as", "split", *PATTERN)
    goed("import", "predictions", "theirs", "--model", "m", *PATTERN)
    return Path("study.goed")


def test_rates_are_what_one_counts_by_hand(goed: Goed, english: Path) -> None:
    rows = {(row["rate"], row["size"]): row for row in goed("stats", "rates", "--format", "json").rows}
    assert list(rows) == [(name, size) for name in ("over-regularization", "over-irregularization") for size in SIZES]
    for place, name in enumerate(("over-regularization", "over-irregularization")):
        for size, of_size in ((100, [100]), (200, [200]), ("all", [100, 200])):
            row = rows[name, size]
            runs = [counts for (_, of_run), counts in WRONG.items() if of_run in of_size]
            assert row["numerator"] == sum(counts[place] for counts in runs)
            assert row["denominator"] == 39 * len(runs)  # without the nonsense, or the verb that is missing
            assert row["value"] == pytest.approx(row["numerator"] / row["denominator"])
            assert row["low"] < row["value"] or row["value"] == row["low"] == 0
            assert row["value"] < row["high"] < 1
            assert (row["n_items"], row["n_seeds"], row["n_left_out"]) == (39, 2, 0)
            assert row["resampled"] == "items and splits"


def test_rates_are_what_the_classifiers_say_of_real_predictions(goed: Goed, shared: Path) -> None:
    part2, predictions = shared / "sigmorphon2022" / "part2", shared / "sigmorphon2022" / "predictions"
    goed("import", "items", part2, "--as", "split")
    goed("import", "predictions", predictions / "cluzh", "--model", "cluzh")
    found = {
        (row["language"], row["size"], row["rate"]): (row["numerator"], row["denominator"])
        for row in goed("stats", "rates", "--part", "test", "--draws", 100, "--format", "json").rows
    }
    for language, size in (("eng", 300), ("deu", 200), ("ara", 500)):
        count = counted(part2 / f"{language}.gold", predictions / "cluzh" / f"{language}_{size}.test", language)
        for (of_language, of_size, name), numbers in found.items():
            if (of_language, of_size) == (language, size):
                assert numbers == by_hand(name, count), (language, name)


def counted(gold: Path, predicted: Path, language: str) -> Counter[tuple[str, str]]:
    """How often each pair of gold class and error occurs in a file of predictions."""
    classify = registry().of(language).classify
    rows = [[line.split("\t") for line in path.read_text("utf-8").splitlines()] for path in (gold, predicted)]
    answers = {(lemma, features): form for lemma, form, features in rows[1]}
    labels = [classify(Case(lemma, tags, form, answers[lemma, tags])) for lemma, form, tags in rows[0]]
    left_out = {"variant", "gold-error"}  # where they are wrong
    return Counter(
        (label.gold_class, label.error) for label in labels if label.error == "correct" or not left_out & {*label.flags}
    )


def by_hand(name: str, count: Counter[tuple[str, str]]) -> tuple[int, int]:
    """The errors of a rate, and these with the right forms of the same words."""
    before, _, after = name.partition("→")
    match name, before:
        case "over-regularization" | "over-irregularization", _:
            errors, classes = [name], ["irr" if name == "over-regularization" else "reg"]
        case _, "any":
            classes = sorted({gold for gold, _ in count if gold != after})
            errors = [f"{gold}→{after}" for gold in classes]
        case _, "Snd":
            classes = ["Snd(F)", "Snd(M)"]
            errors = [f"{gold}→{after}" for gold in classes]
        case _:
            classes, errors = [before], [name]
    n_errors = sum(number for (_, error), number in count.items() if error in errors)
    return n_errors, n_errors + sum(count[gold, "correct"] for gold in classes)


def test_the_same_call_gives_the_same_numbers_and_another_seed_others(goed: Goed, english: Path) -> None:
    first, again, other = (
        goed("stats", "rates", "--seed", seed, "--draws", 500, "--format", "csv").out for seed in (1, 1, 2)
    )
    assert first == again != other


def test_a_kind_of_word_that_is_not_there_has_no_rate(goed: Goed) -> None:
    write(Path("given/eng_100.train"), verbs.gold("eng", "reg", "irr", 40)[20:])
    write(Path("given/eng.gold"), verbs.gold("eng", "reg", "irr", 20))
    write(Path("theirs/eng_100.test"), verbs.gold("eng", "reg", "irr", 20))
    goed("import", "items", "given", "--as", "split")
    goed("import", "predictions", "theirs", "--model", "m")
    rows = goed("stats", "rates", "--format", "json").rows
    of_rate = {row["rate"]: row for row in rows if row["size"] == "all"}
    nothing = of_rate["over-regularization"]
    assert (nothing["value"], nothing["low"], nothing["high"], nothing["denominator"]) == (None, None, None, 0)
    never = of_rate["over-irregularization"]
    assert (never["value"], never["numerator"], never["denominator"]) == (0, 0, 20)
    assert (never["low"], never["high"]) == pytest.approx(wilson(0, 20))
    assert never["resampled"] == "items"


def test_a_language_that_nobody_has_rates_of_has_none(goed: Goed, study: Path) -> None:
    goed("run", "--size", 100)
    answer = goed("stats", "rates", "--format", "json")
    assert answer.rows == []
    assert "nothing to count" in answer.err


PLURALS = """
from goed_classifiers.classifier import Classifier
from goed_classifiers.language_pack import Features, LanguagePack, Rate
from goed_classifiers.values import CORRECT, Label


def shown(form):
    return "reg" if form.endswith("s") else "irr"


def error_name(gold, pred, flags):
    return "over-regularization" if (gold, pred) == ("irr", "reg") else "other-error"


def classify(case):
    gold, pred = shown(case.gold), shown(case.predicted)
    error = CORRECT if case.gold == case.predicted else error_name(gold, pred, ())
    return Label(gold, pred, error, (), "ending", "", 1.0)


PACK = LanguagePack(
    "eng", Features(("N", "PL")), title="English plurals",
    labelled_by=Classifier("eng", "english-plurals", "1", classify, error_name, ("reg", "irr")),
    rates=(Rate("over-regularization", ("over-regularization",), ("correct:irr",)),),
)
"""
VERBS = [["go", "went", "V;PST"], ["bring", "brought", "V;PST"], ["sing", "sang", "V;PST"], ["walk", "walked", "V;PST"]]
NOUNS = [["foot", "feet", "N;PL"], ["goose", "geese", "N;PL"], ["mouse", "mice", "N;PL"], ["tooth", "teeth", "N;PL"]]
ANSWERS = ["goed", "brought", "sang", "walked", "foots", "gooses", "mouses", "teeth"]


@pytest.fixture
def verbs_and_nouns(goed: Goed, monkeypatch: pytest.MonkeyPatch) -> Path:
    """English verbs and nouns in one study, where another package brings a pack for the nouns."""
    write(Path("site/plurals.py"), PLURALS)
    write(Path("site/plurals-1.0.dist-info/METADATA"), "Metadata-Version: 2.1\nName: plurals\nVersion: 1.0\n")
    write(Path("site/plurals-1.0.dist-info/entry_points.txt"), "[goed.classifiers]\nplurals = plurals:PACK\n")
    monkeypatch.syspath_prepend(str(Path("site").resolve()))
    write(Path("given/eng_1.train"), [["look", "looked", "V;PST"]])
    write(Path("given/eng.gold"), [*VERBS, *NOUNS])
    answers = zip([*VERBS, *NOUNS], ANSWERS, strict=True)
    write(Path("eng_1.test"), [[lemma, answer, tags] for (lemma, _, tags), answer in answers])
    goed("import", "items", "given", "--as", "split")
    goed("import", "predictions", "eng_1.test", "--model", "m")
    return Path("study.goed")


def test_a_rate_is_counted_over_the_items_of_its_own_scheme(goed: Goed, verbs_and_nouns: Path) -> None:
    rows = [row for row in goed("stats", "rates", "--format", "json").rows if row["size"] == "all"]
    assert {(row["scheme"], row["rate"]): (row["numerator"], row["denominator"]) for row in rows} == {
        ("English past tense", "over-regularization"): (1, 3),
        ("English past tense", "over-irregularization"): (0, 1),
        ("English plurals", "over-regularization"): (3, 4),
    }
    assert len(rows) == 3


def test_the_papers_scheme_is_about_its_own_items_only(goed: Goed, verbs_and_nouns: Path) -> None:
    (row,) = goed("stats", "paper", "--format", "json").rows
    assert (row["shows"], row["n"], row["n_items"], row["mean"]) == ("reg", 1, 4, 0.25)


def test_what_is_known_of_children_is_of_the_main_words_of_a_language(goed: Goed, verbs_and_nouns: Path) -> None:
    own = write(
        Path("own.tsv"),
        [COLUMNS, ["few", "eng", "Few.", "we", "few", "test", "proportion", "over-regularization", "< 0.9", ""]],
    )
    rows = goed("stats", "expectations", "--expectations", own, "--format", "json").rows
    (row,) = (row for row in rows if row["id"] == "few")
    assert (row["value"], row["n_items"]) == (pytest.approx(1 / 3), 3)


def test_people_read_endings_as_they_write_them(goed: Goed) -> None:
    write(Path("given/deu_100.train"), verbs.gold("deu", "e", "(e)s", 20))
    write(Path("given/deu.gold"), verbs.gold("deu", "(e)n", "(e)s", 40))
    write(Path("theirs/deu_100.test"), verbs.answers("deu", "(e)n", "(e)s", 40, 8))
    goed("import", "items", "given", "--as", "split")
    goed("import", "predictions", "theirs", "--model", "m")
    table = goed("stats", "rates", "--size", 100).out
    (line,) = [line for line in table.splitlines() if "any→-(e)s" in line and " all " not in line]
    assert "20.00" in line


# Intervals


def proportion(seen: np.ndarray, asked: np.ndarray, seed: int = 0) -> Proportion:
    """The proportion over all sizes of counts: sizes × splits × items."""
    drawn = weights(seen.shape[2], seen.shape[1], 400, seed)
    return Resampled(SeenAndAsked(seen.astype(np.float32), asked.astype(np.float32)), drawn).pooled_over(
        range(len(seen))
    )


@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 30), st.floats(0, 1), st.floats(0.1, 1), st.integers(0, 99))
def test_an_interval_holds_its_value_and_is_never_a_point(
    n_sizes: int, n_splits: int, n_items: int, rate: float, share: float, seed: int
) -> None:
    chance = np.random.default_rng(seed)
    asked = chance.random((n_sizes, n_splits, n_items)) < share
    seen = asked & (chance.random(asked.shape) < rate)
    found = proportion(seen, asked)
    if not asked.any():
        assert found.value is found.interval is None
        return
    assert found.value == pytest.approx(seen.sum() / asked.sum())
    assert found.interval is not None
    low, high = found.interval
    assert 0 <= low <= found.value <= high <= 1
    assert high - low > 0.5 / asked.sum() ** 0.5 / 10
    assert found.n_items == asked.any(axis=(0, 1)).sum()


def test_asking_the_same_again_is_no_news() -> None:
    seen = np.zeros((1, 1, 100))
    seen[..., :20] = 1
    once = proportion(seen, np.ones_like(seen))
    often = proportion(np.tile(seen, (10, 5, 1)), np.ones((10, 5, 100)))
    assert once.value == often.value == pytest.approx(0.2)
    assert once.interval == pytest.approx(wilson(0.2, 100), abs=0.015)
    assert often.interval == pytest.approx(once.interval, abs=0.01)
    assert often.n_asked == 5000


def test_splits_that_differ_make_it_wider() -> None:
    chance = np.random.default_rng(3)
    asked = np.ones((1, 5, 200))
    alike = chance.random(asked.shape) < 0.3
    differing = chance.random(asked.shape) < np.array([0.1, 0.2, 0.3, 0.4, 0.5])[:, None]
    widths = [high - low for low, high in (proportion(seen, asked).interval or (0, 0) for seen in (alike, differing))]
    assert widths[1] > 2 * widths[0]


def test_intervals_hold_the_true_rate() -> None:
    """A small version of tests/benchmarks/rates_coverage.py."""
    held = []
    for number in range(150):
        chance = np.random.default_rng(number)
        items, splits = chance.normal(0, 1.5, 100), chance.normal(0, 0.2, (5, 1))
        asked = np.broadcast_to(chance.random((5, 100)) < 0.5, (4, 5, 100))
        seen = asked & (chance.random((4, 5, 100)) < 1 / (1 + np.exp(-items - splits)))
        low, high = proportion(seen, asked, number).interval or (1, 0)
        held.append(low <= 0.5 <= high)
    assert np.mean(held) >= 0.91
