"""`goed stats expectations` says what is known of children, and whether a model does it, too."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import verbs
from conftest import Answer, Goed, write
from goed.statistics.children.findings import COLUMNS, Criterion, all_expectations
from goed.statistics.children.measures import Measured, Number, difference, ratio
from goed.statistics.expectations import judged
from goed.statistics.intervals import wilson
from goed.statistics.two_way import Proportion
from goed.study.items import INFLECTION

N = 120  # words of a class
Wrong = dict[int, tuple[int, int]]  # size → how many words of the first and of the second class get a wrong form


def predicted(goed: Goed, language: str, classes: list[tuple[str, str]], wrong: Wrong, n: int = N) -> None:
    """A study in which a model gives so many words of two classes a wrong form, others at each size."""
    golds = [verbs.gold(language, *which, n + 20) for which in classes]
    for size, numbers in wrong.items():
        write(Path(f"given/{language}_{size}.train"), golds[-1][n:])
        rows = []
        for which, n_wrong in zip(classes, numbers, strict=True):
            rows += verbs.answers(language, *which, n, n_wrong, first=size)
        write(Path(f"theirs/{language}_{size}.test"), rows)
    write(Path(f"given/{language}.gold"), [row for rows in golds for row in rows[:n]])
    goed("import", "items", "given", "--as", "split")
    goed("import", "predictions", "theirs", "--model", "m")


ENGLISH = [("irr", "reg"), ("reg", "irr")]
GERMAN = [("e", "(e)s"), ("(e)n", "(e)s")]


def verdicts(answer: Answer) -> dict[str, str]:
    return {row["id"]: row["verdict"] for row in answer.rows}


@pytest.mark.parametrize(
    ("wrong", "verdict"),
    [
        ({100: (90, 1)}, "met"),
        ({100: (90, 0)}, "met"),  # an infinite ratio has a low end, too
        ({100: (30, 12)}, "not met"),
        ({100: (12, 1)}, "can't say"),  # the ratio is above 10, but by chance it may be
        ({100: (0, 0)}, "can't say"),
    ],
)
def test_far_more_means_more_than_ten_times(goed: Goed, wrong: Wrong, verdict: str) -> None:
    predicted(goed, "eng", ENGLISH, wrong)
    rows = {row["id"]: row for row in goed("stats", "expectations", "--format", "json").rows}
    row = rows["eng-more-regularized"]
    assert row["verdict"] == verdict, row["why"]
    n_irregular, n_regular = wrong[100]
    if n_regular:
        assert row["value"] == pytest.approx(n_irregular / n_regular)
    else:
        assert row["value"] is None


def test_few_words_cannot_say(goed: Goed) -> None:
    predicted(goed, "eng", ENGLISH, {100: (25, 0)}, n=29)
    rows = {row["id"]: row for row in goed("stats", "expectations", "--format", "json").rows}
    row = rows["eng-more-regularized"]
    assert (row["verdict"], row["n_items"], row["why"]) == ("can't say", 29, "different words: 29; 30 are needed")


def test_what_a_study_lacks_cannot_be_said(goed: Goed) -> None:
    predicted(goed, "eng", ENGLISH, {100: (60, 1)})
    rows = {row["id"]: row for row in goed("stats", "expectations", "--format", "json").rows}
    assert rows["eng-over-regularization-low"]["why"] == "no predictions of part core"
    assert rows["eng-u-irregular"]["verdict"] == "can't say"


@pytest.mark.parametrize(
    ("over_applied", "verdict"),
    [
        ({100: 2, 200: 40, 300: 3}, "met"),
        ({100: 3, 200: 3, 300: 3}, "can't say"),
        ({100: 2, 200: 20, 300: 40}, "not met"),  # it never ends
    ],
)
def test_a_spell_begins_and_ends(goed: Goed, over_applied: dict[int, int], verdict: str) -> None:
    predicted(goed, "deu", GERMAN, {size: (number, number) for size, number in over_applied.items()})
    rows = {row["id"]: row for row in goed("stats", "expectations", "--format", "json").rows}
    row = rows["deu-spell-s"]
    first, peak, last = (number / N for number in over_applied.values())
    assert row["value"] == pytest.approx(peak - max(first, last))
    assert row["verdict"] == verdict, row["why"]


def test_early_compares_the_smallest_sizes(goed: Goed) -> None:
    predicted(goed, "deu", GERMAN, {100: (10, 90), 200: (50, 50), 300: (90, 10)})
    rows = {row["id"]: row for row in goed("stats", "expectations", "--format", "json").rows}
    row = rows["deu-early-e"]
    assert row["value"] == pytest.approx(80 / N)
    assert row["verdict"] == "met"
    assert rows["deu-early-zero"]["verdict"] == "can't say"  # there are no such words


def test_a_user_adds_findings(goed: Goed) -> None:
    sizes = {100: 10, 200: 40, 300: 80, 400: 80, 500: 40, 600: 10}
    predicted(goed, "eng", ENGLISH, {size: (number, number // 20) for size, number in sizes.items()})
    own = [
        [
            *("mine-u", "eng", "Verbs are forgotten and learned again.", "I (2026)", "", "test"),
            *("shape", "irr", "= u-shaped", ""),
        ],
        [
            *("mine-late", "eng", "In the end few are wrong.", "I (2026)", "5 %", "test"),
            *("proportion", "late over-regularization / asked:irr", "< 0.5", "few: under half"),
        ],
    ]
    write(Path("own.tsv"), [list(COLUMNS), *own])
    answer = goed("stats", "expectations", "--expectations", "own.tsv", "--format", "json")
    rows = {row["id"]: row for row in answer.rows}
    assert rows["mine-u"]["verdict"] == "met", rows["mine-u"]["why"]
    late = rows["mine-late"]
    assert (late["value"], late["verdict"]) == (pytest.approx(50 / 240), "met")
    assert (late["child"], late["note"]) == ("5 %", "few: under half")
    assert list(rows)[:4] == [row.id for row in all_expectations() if row.language == "eng"]


GOOD = dict(
    zip(COLUMNS, ["x", "eng", "F.", "R", "", "test", "proportion", "over-regularization", "< 1", ""], strict=True)
)


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"measure": "mean"}, "no measure 'mean'; there are proportion, ratio"),
        ({"arguments": "overregularization"}, "neither a rate (over-regularization, over-irregularization)"),
        ({"arguments": "bringed / wrong:irr"}, "bringed is no error"),
        ({"arguments": "unnatural / wrong:strong"}, "no class strong; there are reg, irr"),
        ({"arguments": "any→Br / asked:*"}, "no class Br"),
        ({"measure": "ratio"}, "2 arguments with a semicolon"),
        ({"comparison": "10"}, "< or > and a number"),
        ({"comparison": "> nan"}, "< or > and a number"),
        ({"comparison": "= u-shaped"}, "< or > and a number"),
        ({"measure": "shape", "arguments": "irr"}, "= and one of u-shaped"),
        ({"measure": "shape", "arguments": "strong", "comparison": "= flat"}, "no class 'strong'"),
        ({"part": "train"}, "part is one of test"),
        ({"part": "test+dev"}, "for shapes only"),
        ({"language": "English verbs"}, "no code for a language"),
        ({"finding": ""}, "the column finding is empty"),
        ({"id": "eng-u-irregular"}, "already"),
        ({"finding": "x" * 1001}, "longer than 1,000"),
    ],
)
def test_a_row_that_cannot_be_used_is_named_with_its_line(
    goed: Goed, study: Path, cells: dict[str, str], said: str
) -> None:
    write(Path("own.tsv"), [list(COLUMNS), list(GOOD.values()), list({**GOOD, "id": "y", **cells}.values())])
    err = goed("stats", "expectations", "--expectations", "own.tsv", code=1).err
    assert "own.tsv, line 3: " in err
    assert said in err


def test_a_table_without_the_columns_is_refused(goed: Goed, study: Path) -> None:
    write(Path("own.csv"), "id,language\nx,eng\n")
    assert "there is no column finding" in goed("stats", "expectations", "--expectations", "own.csv", code=1).err
    assert "there is no such file" in goed("stats", "expectations", "--expectations", "no.tsv", code=1).err


def test_a_language_without_findings_has_none(goed: Goed, study: Path) -> None:
    goed("run", "--size", 100)
    assert goed("stats", "expectations", "--format", "json").rows == []


def test_the_page_fits_a_terminal_and_shows_untrusted_text(goed: Goed) -> None:
    predicted(goed, "eng", ENGLISH, {100: (60, 1)})
    finding = "A \u202efinding with many words, " + "and more of them " * 8
    write(Path("own.tsv"), [list(COLUMNS), list({**GOOD, "finding": finding}.values())])
    out = goed("stats", "expectations", "--expectations", "own.tsv").out
    assert all(len(line) <= 80 for line in out.splitlines())
    assert "\u202e" not in out
    assert "\\u202efinding" in out
    assert "English past tense" in out
    assert out.splitlines()[-1].startswith("met: ")


def test_every_finding_that_comes_with_goed_explains_itself() -> None:
    rows = all_expectations()
    lines = (verbs.DATA / "expectations.tsv").read_text("utf-8").splitlines()
    assert len(rows) == len(lines) - 1  # none was left out
    assert {(row.domain, row.language) for row in rows} == {
        *((INFLECTION, language) for language in ("eng", "deu", "ara")),
        ("dependencies", "*"),
    }
    assert all(row.reference and row.note for row in rows)


# Numbers


def of_counts(n_seen: int, n: int, draws: Any = ()) -> Proportion:
    value = n_seen / n
    return Proportion(n_seen, n, n, 1, value, wilson(value, n), np.array(draws, dtype=float))


def test_a_difference_is_newcombes() -> None:
    """Newcombe (1998, Statistics in Medicine 17), method 10: 56/70 - 48/80 and 9/10 - 3/10."""
    found = difference(of_counts(56, 70), of_counts(48, 80))
    assert found == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)
    assert difference(of_counts(9, 10), of_counts(3, 10)) == pytest.approx((0.6, 0.1705, 0.8090), abs=5e-5)


@given(st.integers(0, 50), st.integers(0, 50))
def test_a_ratio_and_a_difference_agree(one: int, other: int) -> None:
    """The interval of a ratio holds 1 where that of the difference holds 0."""
    first, second = of_counts(one, 50), of_counts(other, 50)
    of_difference, of_ratio = difference(first, second), ratio(first, second)
    assert of_difference is not None
    assert of_difference.low <= of_difference.value <= of_difference.high
    if of_ratio is None:
        assert one == other == 0
        return
    assert of_ratio.low <= of_ratio.value <= of_ratio.high
    assert (of_ratio.low > 1) == (of_difference.low > 0)
    assert (of_ratio.high < 1) == (of_difference.high < 0)


def test_what_goes_together_has_a_surer_difference() -> None:
    chance = np.random.default_rng(0)
    shared = chance.normal(0, 0.05, 500)
    apart = difference(of_counts(30, 60, 0.5 + shared), of_counts(20, 60, chance.normal(0.33, 0.05, 500)))
    together = difference(of_counts(30, 60, 0.5 + shared), of_counts(20, 60, 0.33 + shared))
    assert apart is not None
    assert together is not None
    assert together.high - together.low < 0.2 * (apart.high - apart.low)


@pytest.mark.parametrize(
    ("number", "sign", "word"),
    [
        (Number(3.1, 2.2, 4.4), ">", "not met"),
        (Number(3.1, 2.2, 4.4), "<", "met"),
        (Number(30.0, 12.0, inf), ">", "met"),
        (Number(30.0, 12.0, inf), "<", "not met"),
        (Number(11.0, 9.0, 14.0), ">", "can't say"),
        (Number(10.0, 10.0, 10.0), ">", "can't say"),
    ],
)
def test_a_verdict_needs_the_whole_interval(number: Number, sign: str, word: str) -> None:
    assert judged(Measured(number, 100), Criterion(sign, 10.0), "ratio", "times").word == word


def test_why_says_the_numbers() -> None:
    verdict = judged(Measured(Number(3.1, 2.2, 4.4), 100), Criterion(">", 10.0), "ratio", "times")
    assert verdict.why == "ratio 3.1 (2.2–4.4), expected above 10"
    verdict = judged(Measured(Number(0.043, -0.0001, 0.05), 100), Criterion("<", 0.1), "proportion", "%")
    assert verdict.why == "proportion 4.3 % (0.0–5.0), expected below 10 %"
    verdict = judged(Measured(Number(0.043, -0.015, 0.1), 100), Criterion("<", 0.1), "difference", "points")
    assert verdict.why == "difference 4.3 points (-1.5 to 10.0), expected below 10"
