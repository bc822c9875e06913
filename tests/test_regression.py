"""`goed stats regression` gives what R's lm gives, and what one works out by hand."""

from __future__ import annotations

import itertools
import math
import random
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import r_lm
from conftest import Answer, Goed, goedish, write
from goed.statistics.linear_models import blocks
from goed.statistics.linear_models.design import alphabetical, identified

NEEDS_R = pytest.mark.skipif(r_lm.RSCRIPT is None, reason="R is not installed")
HEADER = "language,model,sampling,size,seed,accuracy\n"
NUMBERS = ("estimate", "std_error", "t", "p")
BOTH_WAYS = pytest.mark.usefixtures("few_or_many_terms")

# English has no weighted runs of CHR, so two terms cannot be told.
SIZES_AS_NUMBERS = """\
ara,cluzh,uniform,100,0,31.5
ara,cluzh,uniform,100,1,34.25
ara,cluzh,uniform,300,0,48.5
ara,cluzh,weighted,100,0,28
ara,cluzh,weighted,300,0,47.25
ara,cluzh,weighted,300,1,44
ara,CHR,uniform,100,0,15.5
ara,CHR,uniform,300,0,41
ara,CHR,weighted,100,0,9.75
ara,CHR,weighted,100,1,12.5
ara,CHR,weighted,300,0,39.5
eng,cluzh,uniform,100,0,71
eng,cluzh,uniform,300,0,83.5
eng,cluzh,uniform,300,1,85.25
eng,cluzh,weighted,100,0,66.5
eng,cluzh,weighted,300,0,82
eng,CHR,uniform,100,0,20
eng,CHR,uniform,300,0,61.5
eng,CHR,uniform,300,1,59
eng,CHR,uniform,100,1,24.5
"""
# summary(lm(accuracy ~ language * model * size * sampling)) of R 4.2.2
LM_OF_NUMBERS = """\
(Intercept) 2.7500000000000036 3.3927004976370667 0.81056373880196952 0.44856431877139591
languageeng 0.49999999999999212 4.1551925346486875 0.12033136751923483 0.90814897497878844
modelcluzh 22.312499999999922 4.2238780561627731 5.2824678419504254 0.0018608127831623651
size 0.12749999999999992 0.015172617880027677 8.4032960566306265 0.00015471828936244606
samplingweighted -5.8125000000000036 4.2238780561627847 -1.3761050680711211 0.21794301284102072
languageeng:modelcluzh 38.750000000000057 5.8763296367715929 6.5942522620785082 0.00058440666767137944
languageeng:size 0.062500000000000014 0.018582585934148223 3.3633639699815467 0.015166378803866868
modelcluzh:size -0.049374999999999745 0.020071486824182583 -2.4599572733451729 0.049122318114443744
languageeng:samplingweighted 0.31249999999994715 6.3016614872587615 0.049590096299489649 0.96205863111961976
modelcluzh:samplingweighted -0.062499999999937952 5.9250966940070722 -0.010548351061199298 0.99192577539848759
size:samplingweighted 0.014375000000000039 0.020071486824182649 0.71619009223973706 0.5007854678395951
languageeng:modelcluzh:size -0.07375000000000019 0.026279745052035869 -2.8063438155115148 0.030904601764894062
languageeng:size:samplingweighted 0.00062500000000015278 0.027352825874730726 0.022849558684082602 0.98251122554784032
modelcluzh:size:samplingweighted -0.0043750000000002051 0.027352825874730712 -0.1599469107885467 0.87817170864786609
"""
SIZES_AS_WORDS = """\
de,b4,Uniform,small,0,0.61
de,b4,Uniform,small,1,0.58
de,b4,Uniform,large,0,0.7
de,b4,Uniform,large,1,0.73
de,b4,aware,small,0,0.41
de,b4,aware,large,0,0.52
de,b4,aware,large,1,0.55
de,GR,Uniform,small,0,0.6
de,GR,Uniform,large,0,0.76
de,GR,Uniform,large,1,0.71
de,GR,aware,large,0,0.5
de,GR,aware,large,1,0.49
tr,b4,Uniform,small,0,0.2
tr,b4,Uniform,small,1,0.27
tr,b4,Uniform,large,0,0.45
tr,b4,Uniform,large,1,0.41
tr,b4,aware,small,0,0.25
tr,b4,aware,large,0,0.38
tr,GR,Uniform,small,0,0.22
tr,GR,Uniform,large,0,0.44
tr,GR,aware,small,0,0.2
tr,GR,aware,large,0,0.37
tr,GR,aware,large,1,0.35
"""
LM_OF_WORDS = """\
(Intercept) 53.500000000000021 1.9525624189766684 27.399892305639682 3.3935456271095587e-09
languagetr -15.500000000000007 3.3819373146171783 -4.5831718799183436 0.0017945369497215828
modelGR -4.0000000000000089 2.7613402542968197 -1.4485719366802974 0.18549120961351359
sizesmall -12.500000000000014 3.3819373146171778 -3.6961063547728608 0.0060765540227872058
samplingUniform 17.999999999999996 2.7613402542968215 6.5185737150613177 0.00018446142880488553
languagetr:modelGR 2.000000000000008 4.3660622991432527 0.4580786674510956 0.65908196091996163
languagetr:sizesmall -0.49999999999999267 5.1659945799429661 -0.096786783699163853 0.92527651526248622
modelGR:sizesmall -2.0000000000000164 8.2840207628904565 -0.2414286561133844 0.81529595193700133
languagetr:samplingUniform -13.000000000000004 4.3660622991432545 -2.9775113384321092 0.017667386696747046
modelGR:samplingUniform 6 3.9051248379533345 1.5364425591947488 0.16298275621257474
sizesmall:samplingUniform 0.50000000000003775 4.3660622991432554 0.11451966686278202 0.91164791959114866
languagetr:modelGR:sizesmall -0.99999999999997768 6.4759169234943235 -0.15441828729643281 0.88110453497559715
languagetr:modelGR:samplingUniform -2.9999999999999978 6.1745445176142457 -0.48586579810734837 0.64009033106509783
languagetr:sizesmall:samplingUniform -7.0000000000000329 6.4759169234943244 -1.0809280110750588 0.31123409957160691
modelGR:sizesmall:samplingUniform 0.49999999999998895 7.0400639201643749 0.07102208242284179 0.94512355640707657
"""


def read(text: str) -> dict[str, tuple[float, ...]]:
    return {term: tuple(map(float, numbers)) for term, *numbers in map(str.split, text.splitlines())}


def regression(goed: Goed, rows: str, *options: object) -> Answer:
    return goed("stats", "regression", "--input", write(Path("t.csv"), HEADER + rows), "--format", "json", *options)


def dropped(answer: Answer) -> list[str]:
    """The terms that stderr names as dropped."""
    lines = [line for line in answer.err.splitlines() if "dropped as R's lm does: " in line]
    return lines[0].split("does: ")[1].split(", ") if lines else []


def by_term(answer: Answer) -> dict[str, dict[str, Any]]:
    return {row["term"]: row for row in answer.rows}


def assert_equals_lm(answer: Answer, expected: dict[str, tuple[float, ...]], digits: float = 1e-9) -> None:
    assert [row["term"] for row in answer.rows] == list(expected)
    for row in answer.rows:
        assert [row[name] for name in NUMBERS] == pytest.approx(expected[row["term"]], rel=digits), row["term"]


@pytest.fixture(params=[blocks.MANY_TERMS, 0], ids=["as it stands", "line by line"])
def few_or_many_terms(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Models of many terms are fitted in another way, and must come out the same."""
    monkeypatch.setattr(blocks, "MANY_TERMS", request.param)


@BOTH_WAYS
def test_equals_lm_with_sizes_as_numbers(goed: Goed) -> None:
    answer = regression(goed, SIZES_AS_NUMBERS)
    assert_equals_lm(answer, read(LM_OF_NUMBERS))
    assert dropped(answer) == [
        "languageeng:modelcluzh:samplingweighted",
        "languageeng:modelcluzh:size:samplingweighted",
    ]
    row = answer.rows[0]
    assert (row["n"], row["df_residual"]) == (20, 6)
    assert row["r_squared"] == pytest.approx(0.99747538211976516)
    assert row["adjusted_r_squared"] == pytest.approx(0.9920053767125897)
    assert "reference levels: language ara, model CHR, sampling uniform" in answer.err


@BOTH_WAYS
def test_equals_lm_with_sizes_as_words_and_fractions(goed: Goed) -> None:
    answer = regression(goed, SIZES_AS_WORDS)
    assert_equals_lm(answer, read(LM_OF_WORDS))
    assert dropped(answer) == ["languagetr:modelGR:sizesmall:samplingUniform"]


def made_table(sizes: list[Any], kept: float, n_seeds: int = 5) -> str:
    """A table of many languages with words for samplings, of which some cells are missing; and with rows twice."""
    chance = random.Random(7)
    languages, models = ["ar", "de", "en", "es", "sw", "tr"], ["wuetal", "CLUZH-b4", "cluzh-gr", "nonneur"]
    samplings = ["naive_uniform", "naive_weighted", "Overlap-aware"]
    rows = []
    for cell in itertools.product(languages, models, samplings, sizes):
        level, is_there = chance.uniform(20, 80), chance.random() < kept
        for seed in range(n_seeds * is_there):
            rows.append((*cell, seed, round(level + chance.gauss(0, 3), 2)))
    return "".join(",".join(map(str, row)) + "\n" for row in rows)


@NEEDS_R
@pytest.mark.parametrize(
    ("sizes", "kept", "n_seeds"),
    [
        (["small", "large"], 1, 8),
        (["small", "large"], 0.8, 8),
        ([100, 500, 1000], 0.7, 5),
        ([10**5, 10**5 + 90], 0.9, 5),
    ],
)
def test_equals_lm_where_r_is_there(goed: Goed, tmp_path: Path, sizes: list[Any], kept: float, n_seeds: int) -> None:
    answer = regression(goed, made_table(sizes, kept, n_seeds))
    expected = r_lm.lm(Path("t.csv"), tmp_path)
    assert_equals_lm(answer, expected.terms, digits=1e-6)
    assert dropped(answer) == expected.dropped
    assert answer.rows[0]["r_squared"] == pytest.approx(expected.r_squared, rel=1e-9)
    assert answer.rows[0]["adjusted_r_squared"] == pytest.approx(expected.adjusted_r_squared, rel=1e-9)


@NEEDS_R
def test_levels_stand_in_the_order_of_r() -> None:
    chance = random.Random(3)
    signs = [chr(code) for code in range(33, 127) if chr(code) not in "\"'\\"] + list("abAB-_ ")
    words = {"".join(chance.choices(signs, k=chance.randint(1, 5))).strip() or "x" for _ in range(300)}
    text = "\n".join(sorted(words | {"über", "uber", "Zürich", "zurich", "NONNEUR", "cluzh", "CHR-TRM", "chr"}))
    script = 'Sys.setlocale("LC_COLLATE", "C.UTF-8"); writeLines(sort(readLines("stdin")))'
    sorted_by_r = subprocess.run([str(r_lm.RSCRIPT), "-e", script], input=text, capture_output=True, text=True).stdout
    in_order = sorted_by_r.splitlines()[1:]  # the first is what the locale now is
    if in_order.index("NONNEUR") < in_order.index("cluzh"):
        pytest.skip("this R sorts by bytes: it was built without ICU")
    assert in_order == sorted(text.splitlines(), key=alphabetical)


@settings(max_examples=60)
@given(st.lists(st.lists(st.integers(0, 2), min_size=7, max_size=7), min_size=2, max_size=12))
def test_what_is_kept_spans_all_and_what_is_dropped_follows_from_columns_before(rows: list[list[int]]) -> None:
    matrix = np.array(rows, dtype=np.float64)
    kept = identified(matrix)
    assert len(kept) == np.linalg.matrix_rank(matrix)
    for place in set(range(matrix.shape[1])) - set(kept):
        before = [column for column in kept if column < place]
        assert np.linalg.matrix_rank(matrix[:, [*before, place]]) == len(before)


def test_another_reference_level(goed: Goed) -> None:
    answer = regression(goed, SIZES_AS_WORDS, "--reference", "language=tr", "size=small")
    terms = by_term(answer)
    assert {"languagede", "sizelarge"} <= set(terms)
    assert terms["(Intercept)"]["estimate"] == pytest.approx(25)  # Turkish, b4, small, aware
    assert "has no level 'xx'" in regression_fails(goed, SIZES_AS_WORDS, 2, "--reference", "language=xx")
    assert "is no factor here" in regression_fails(goed, SIZES_AS_NUMBERS, 2, "--reference", "size=100")


def regression_fails(goed: Goed, rows: str, code: int, *options: object) -> str:
    path = write(Path("t.csv"), HEADER + rows)
    return goed("stats", "regression", "--input", path, *options, code=code).err


@BOTH_WAYS
def test_range_and_variability_are_those_of_the_seeds(goed: Goed) -> None:
    rows = made_table(["small", "large"], 0.9, 3)
    path = write(Path("t.csv"), HEADER + rows)
    cells = goed("stats", "seeds", "--input", path, "--format", "json").rows
    for response in ("range", "variability"):
        options = ("--response", response, "--language", "ar", "--model", "wuetal", "nonneur", "--format", "json")
        rows_of_one = [row for row in cells if row["language"] == "ar" and row["model"] in ("wuetal", "nonneur")]
        answer = goed("stats", "regression", "--input", path, *options)
        assert (
            "0 residual degrees of freedom, R² 1.0000\n"
            in goed("stats", "regression", "--input", path, *options[:-2]).out
        )
        assert f"as many terms as observations ({len(rows_of_one)})" in answer.err  # a term for each cell
        terms = by_term(answer)
        assert {(row["std_error"], row["p"], row["r_squared"]) for row in terms.values()} == {(None, None, 1.0)}
        (reference,) = [
            row[response]
            for row in rows_of_one
            if (row["model"], row["size"], row["sampling"]) == ("nonneur", "large", "naive_uniform")
        ]
        assert terms["(Intercept)"]["estimate"] == pytest.approx(100 * reference)
    numbers = made_table([100, 400, 900], 1, 3)
    path = write(Path("n.csv"), HEADER + numbers)
    cells = goed("stats", "seeds", "--input", path, "--language", "en", "--model", "wuetal", "--format", "json").rows
    for response in ("range", "variability"):
        options = ("--language", "en", "--model", "wuetal", "--response", response, "--format", "json")
        answer = goed("stats", "regression", "--input", path, *options)
        uniform = [(cell["size"], 100 * cell[response]) for cell in cells if cell["sampling"] == "naive_uniform"]
        slope, start = np.polyfit(*zip(*uniform, strict=True), deg=1)
        assert by_term(answer)["size"]["estimate"] == pytest.approx(slope)
        assert by_term(answer)["(Intercept)"]["estimate"] == pytest.approx(start)
        assert {row["response"] for row in answer.rows} == {response}


@BOTH_WAYS
def test_log_size(goed: Goed) -> None:
    rows = "".join(
        f"x,m,u,{size},0,{20 + 3 * math.log(size) + wiggle}\n"
        for size, wiggle in zip((50, 99, 400, 700), (1, -1, 1, -1), strict=True)
    )
    (_, slope) = regression(goed, rows, "--log-size").rows
    assert slope["term"] == "log(size)"
    points = [[float(cell) for cell in line.split(",")[3::2]] for line in rows.splitlines()]
    expected = np.polyfit([math.log(size) for size, _ in points], [accuracy for _, accuracy in points], 1)[0]
    assert slope["estimate"] == pytest.approx(expected)


def test_average_effects_are_differences_of_means_where_all_cells_are_there(goed: Goed) -> None:
    text = made_table(["small", "large"], 1, 2)
    effects = by_term(regression(goed, text, "--effects"))
    lines = [line.split(",") for line in text.splitlines()]

    def mean(place: int, word: str) -> float:
        return float(np.mean([float(line[5]) for line in lines if line[place] == word]))

    assert effects["languagetr"]["estimate"] == pytest.approx(mean(0, "tr") - mean(0, "ar"))
    assert effects["languagetr"]["reference"] == "ar"
    assert effects["sizesmall"]["estimate"] == pytest.approx(mean(3, "small") - mean(3, "large"))
    n_each = len(lines) / 6
    residual = regression(goed, text).rows[0]
    within = [
        np.var([float(line[5]) for line in lines if line[:4] == cell], ddof=1) for cell in [line[:4] for line in lines]
    ]
    assert effects["languagetr"]["std_error"] == pytest.approx(math.sqrt(2 * np.mean(within) / n_each))
    assert residual["n"] == effects["languagetr"]["n_averaged"] == len(lines)


def test_average_effects_leave_out_what_cannot_be_told(goed: Goed) -> None:
    effects = by_term(regression(goed, SIZES_AS_NUMBERS, "--effects"))
    assert effects["samplingweighted"]["n_averaged"] == 16  # the four of English CHR have no weighted partner
    assert effects["modelcluzh"]["n_averaged"] == 18  # and English weighted cluzh has no CHR to be compared with
    assert effects["size"]["n_averaged"] == 20


@BOTH_WAYS
def test_errors_clustered_by_split_by_hand(goed: Goed) -> None:
    text = made_table([100, 500, 1000], 1, 4)
    lines = [line.split(",") for line in text.splitlines() if line.startswith("ar,wuetal")]
    answer = regression(goed, text, "--language", "ar", "--model", "wuetal", "--cluster", "split")
    sampling = [[line[2] == name for name in ("naive_weighted", "Overlap-aware")] for line in lines]
    sizes = [[float(line[3])] for line in lines]
    columns = np.hstack([np.ones((len(lines), 1)), sizes, sampling, np.multiply(sizes, sampling)])
    y = np.array([float(line[5]) for line in lines])
    bread = np.linalg.inv(columns.T @ columns)
    left = (y - columns @ bread @ columns.T @ y)[:, np.newaxis]
    splits = [(line[2], line[4]) for line in lines]
    scores = [(columns * left)[[split == one for split in splits]].sum(axis=0) for one in sorted(set(splits))]
    (n, k), g = columns.shape, len(scores)
    meat = np.sum([np.outer(score, score) for score in scores], axis=0)
    errors = np.sqrt(np.diag(bread @ meat @ bread) * g / (g - 1) * (n - 1) / (n - k))
    assert [row["std_error"] for row in answer.rows] == pytest.approx(list(errors), rel=1e-6)
    assert "errors clustered by split: 12 splits" in answer.err
    (row, *_) = answer.rows
    assert row["high"] - row["estimate"] == pytest.approx(stats.t.ppf(0.975, 11) * row["std_error"])


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("", "needs at least 3 observations; there are 0"),
        ("a,m,u,1,0,50\na,n,u,1,0,50\na,n,u,1,1,50\n", "have the same value, 50"),
        ("a,m,u,1,0,50\na,m,u,1,1,60\na,m,u,1,2,70\n", "have one value each; there is nothing to compare"),
        ("a,m,u,1,0,50\na,m,u,2,0,60\na,m,u,3,0,70\n", "give every observation exactly"),
    ],
)
@BOTH_WAYS
def test_what_cannot_be_fitted_is_said(goed: Goed, rows: str, sentence: str) -> None:
    assert sentence in regression_fails(goed, rows, 1)


@BOTH_WAYS
def test_as_many_terms_as_observations_have_coefficients_but_no_errors(goed: Goed) -> None:
    rows = "a,m,u,1,0,50\na,n,u,1,0,60\na,o,u,1,0,75\n"
    found = {term: (row["estimate"], row["std_error"]) for term, row in by_term(regression(goed, rows)).items()}
    assert found == {
        "(Intercept)": (pytest.approx(50), None),
        "modeln": (pytest.approx(10), None),
        "modelo": (pytest.approx(25), None),
    }
    assert "3 observations for 3 terms" in regression_fails(goed, rows, 1, "--cluster", "split")


def test_of_several_parts_test_is_taken_and_that_is_said(goed: Goed) -> None:
    rows = "".join(f"a,m,u,{size},0,test,{size % 7}\na,m,u,{size},0,dev,99\n" for size in (10, 25, 30))
    path = write(Path("t.csv"), HEADER.replace("accuracy", "part,accuracy") + rows)
    answer = goed("stats", "regression", "--input", path, "--format", "json")
    assert answer.rows[0]["n"] == 3
    assert "left out: part dev (3 of 6 observations)" in answer.err


def test_given_splits_are_left_out_unless_named_or_all(goed: Goed) -> None:
    rows = SIZES_AS_NUMBERS + "ara,CHR,given,100,0,99\nara,CHR,given,300,0,98\neng,CHR,given,300,0,1\n"
    answer = regression(goed, rows)
    assert_equals_lm(answer, read(LM_OF_NUMBERS))
    assert "left out: given splits (given; 3 of 23 observations)" in answer.err
    assert regression(goed, rows, "--sampling", "uniform", "given").rows[0]["n"] == 15
    only_given = "".join(
        line.replace("uniform", "given") + "\n" for line in rows.splitlines() if "weighted" not in line
    )
    answer = regression(goed, only_given, "--language", "eng")
    assert "all runs are on given splits, and are kept" in answer.err
    assert answer.rows[0]["n"] == 8


def test_of_several_parts_test_is_taken(goed: Goed) -> None:
    lines = [f"{line},test\n{line.rsplit(',', 1)[0]},1,dev\n" for line in SIZES_AS_NUMBERS.splitlines()]
    path = write(Path("t.csv"), HEADER.strip() + ",part\n" + "".join(lines))
    assert_equals_lm(goed("stats", "regression", "--input", path, "--format", "json"), read(LM_OF_NUMBERS))
    only_dev = "".join(line + ",dev\n" for line in SIZES_AS_NUMBERS.splitlines())
    path = write(Path("t.csv"), HEADER.strip() + ",part\n" + only_dev)
    assert_equals_lm(goed("stats", "regression", "--input", path, "--format", "json"), read(LM_OF_NUMBERS))


@pytest.fixture
def drawn(goed: Goed, goedish_items: Path) -> Path:
    """A study with two samplings, three seeds and two sizes of NONNEUR."""
    goed("split", "--seeds", 3, "--sizes", "100:300:100", "--dev", 100)
    goed("run")
    return goedish_items


def test_study_and_table_say_the_same(goed: Goed, drawn: Path) -> None:
    table = write(Path("t.csv"), goed("stats", "accuracy", "--by", "seed", "--format", "csv").out)
    for statistic in (["accuracy"], ["seeds"], ["sampling"], ["regression"], ["regression", "--effects"]):
        of_study = goed("stats", *statistic, "--part", "test", "--format", "json").rows
        of_table = goed("stats", *statistic, "--part", "test", "--input", table, "--format", "json").rows
        assert of_study
        for one, other in zip(of_study, of_table, strict=True):
            for name in one.keys() - {"n_items", "n_missing"}:  # which a table does not tell
                is_number = isinstance(one[name], float)
                assert other[name] == (pytest.approx(one[name], rel=1e-9) if is_number else one[name])


def test_logistic_model_of_single_predictions(goed: Goed, drawn: Path) -> None:
    rows = goed("stats", "accuracy", "--part", "test", "--size", 300, "--format", "json").rows
    odds = {row["sampling"]: math.log(row["mean"] / (1 - row["mean"])) for row in rows}
    options = ("--logistic", "--size", 300, "--format", "json")
    answer = goed("stats", "regression", *options, "--cluster", "none")
    terms = by_term(answer)
    assert terms["samplingweighted"]["estimate"] == pytest.approx(odds["weighted"] - odds["uniform"], rel=1e-6)
    n_right = [row["mean"] * row["n_items"] * row["n_seeds"] for row in rows]
    n_wrong = [(1 - row["mean"]) * row["n_items"] * row["n_seeds"] for row in rows]
    expected = math.sqrt(sum(1 / number for number in (*n_right, *n_wrong)))  # of a log odds ratio
    assert terms["samplingweighted"]["std_error"] == pytest.approx(expected, rel=1e-5)
    effects = by_term(goed("stats", "regression", *options, "--effects"))
    difference = {row["sampling"]: 100 * row["mean"] for row in rows}
    assert effects["samplingweighted"]["estimate"] == pytest.approx(difference["weighted"] - difference["uniform"])
    assert "errors clustered by split: 6 splits" in goed("stats", "regression", *options).err
    by_class = goed("stats", "regression", "--logistic", "--size", 100, "--by", "frequency", "--format", "json").rows
    bands = ["100 to 999", "1000 to 9999"]
    assert [row["term"] for row in by_class] == [
        "(Intercept)",
        "samplingweighted",
        *(f"frequency{band}" for band in bands),
    ]


def test_a_logistic_model_without_a_solution_is_said(goed: Goed) -> None:
    for seed, model in itertools.product(range(3), ("good", "bad")):
        write(Path(f"given/qgo_{seed}_100.train"), goedish(0, 100))
        write(Path(f"given/qgo_{seed}_100.test"), goedish(200, 250))
        rows = [
            [lemma, form if model == "good" or i % 3 else "x", tags]
            for i, (lemma, form, tags) in enumerate(goedish(200, 250))
        ]
        write(Path(f"{model}/qgo_{seed}_100.test"), rows)
    pattern = ("--pattern", "{language}_{seed}_{size}", "--sampling", "mine")
    goed("import", "items", "given", "--as", "split", *pattern)
    for model in ("good", "bad"):
        goed("import", "predictions", model, "--model", model, *pattern)
    err = goed("stats", "regression", "--logistic", code=1).err
    assert "all is right where model good" in err
    assert "all runs" not in err


def test_questions_that_do_not_fit_together(goed: Goed) -> None:
    for options, sentence in [
        (("--logistic", "--response", "range"), "--logistic is about single predictions"),
        (("--by", "gender"), "--by needs --logistic"),
        (("--cluster", "split", "--response", "range"), "--cluster split is for accuracies"),
        (("--part", "test", "dev"), "takes one part"),
        (("--reference", "language"), "FACTOR=LEVEL"),
        (("--by", "gender", "--logistic"), "needs the items of a study"),
    ]:
        assert sentence in regression_fails(goed, SIZES_AS_NUMBERS, 2, *options)
    assert "--log-size: the sizes are words" in regression_fails(goed, SIZES_AS_WORDS, 2, "--log-size")


def test_the_table_for_people_has_what_is_true_of_all_below_it(goed: Goed) -> None:
    path = write(Path("t.csv"), HEADER + SIZES_AS_NUMBERS)
    lines = goed("stats", "regression", "--input", path).out.splitlines()
    assert lines[0].split() == ["response", "term", "estimate", "std_error", "t", "p", "low", "high"]
    assert lines[4].split()[:6] == ["accuracy", "size", "0.1275", "0.01517", "8.403", "0.0001547"]
    assert lines[-1] == "20 observations, 6 residual degrees of freedom, R² 0.9975, adjusted 0.9920"
