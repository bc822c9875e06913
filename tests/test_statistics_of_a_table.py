"""`--input TABLE`: accuracies that somebody has in a table, and the intervals of `stats sampling`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from conftest import Answer, Goed, write
from goed.statistics.sampling import interval

HEADER = "language,model,sampling,size,seed,accuracy\n"


def accuracy(goed: Goed, text: str, *options: object, name: str = "t.csv") -> Answer:
    return goed("stats", "accuracy", "--input", write(Path(name), text), "--format", "json", *options)


def refused(goed: Goed, text: str, statistic: str = "accuracy", name: str = "t.csv", code: int = 1) -> str:
    return goed("stats", statistic, "--input", write(Path(name), text), code=code).err


def test_means_over_seeds(goed: Goed) -> None:
    (row,) = accuracy(goed, HEADER + "eng,m,u,100,0,0.5\neng,m,u,100,1,0.7\n").rows
    assert row == {
        "language": "eng",
        "sampling": "u",
        "model": "m",
        "size": 100,
        "part": "test",
        "mean": pytest.approx(0.6),
        "sd": pytest.approx(0.02**0.5),
        "min": 0.5,
        "max": 0.7,
        "n_seeds": 2,
        "n_items": None,
        "n_missing": None,
    }


def test_columns_under_other_names_in_any_order(goed: Goed) -> None:
    text = "Acc;note;Train size;System;LANG;seed\n56,5;x;100;m;eng;0\n60;;100;m;eng;1\n"
    answer = accuracy(goed, text)
    (row,) = answer.rows
    assert (row["language"], row["model"], row["size"], row["sampling"], row["mean"]) == (
        "eng",
        "m",
        100,
        "all",
        0.5825,
    )
    assert "train size for size" in answer.err
    assert "there is no column sampling" in answer.err
    assert "columns that are not used: 'note'" in answer.err
    assert "taken as per cent" in answer.err


def test_column_names_however_their_words_are_parted(goed: Goed) -> None:
    text = "Language,ModelType,Sampling.Strategy,TrainSize,splitSeed,Accuracy\neng,m,u,100,0,0.5\neng,m,w,100,0,0.6\n"
    answer = accuracy(goed, text)
    assert [(row["sampling"], row["model"], row["size"], row["mean"]) for row in answer.rows] == [
        ("u", "m", 100, 0.5),
        ("w", "m", 100, 0.6),
    ]
    assert "not used" not in answer.err


def test_fractions_and_per_cent(goed: Goed) -> None:
    assert accuracy(goed, HEADER + "eng,m,u,100,0,1\n").rows[0]["mean"] == 1
    assert [row["mean"] for row in accuracy(goed, HEADER + "a,m,u,100,0,1\nb,m,u,100,0,40\n").rows] == [0.01, 0.4]
    assert [row["mean"] for row in accuracy(goed, HEADER + "a,m,u,100,0,1%\nb,m,u,100,0,0.4 %\n").rows] == [0.01, 0.004]


def test_tabs_jsonl_and_parquet(goed: Goed) -> None:
    rows = HEADER + "eng,m,u,small,0,0.5\n"
    expected = accuracy(goed, rows).rows
    assert accuracy(goed, rows.replace(",", "\t"), name="t.tsv").rows == expected
    line = '{"language": "eng", "model": "m", "sampling": "u", "size": "small", "seed": 0, "accuracy": 0.5}\n'
    assert accuracy(goed, line, name="t.jsonl").rows == expected
    pd.DataFrame([["eng", "m", "u", "small", 0, 0.5]], columns=HEADER.strip().split(",")).to_parquet("t.parquet")
    assert goed("stats", "accuracy", "--input", "t.parquet", "--format", "json").rows == expected


def test_rows_without_an_accuracy_are_left_out_and_said(goed: Goed) -> None:
    answer = accuracy(goed, HEADER + "eng,m,u,100,0,0.5\neng,m,u,100,1,NA\neng,m,u,100,2,\n")
    assert answer.rows[0]["n_seeds"] == 1
    assert "rows without an accuracy are left out: 2, the first is line 3" in answer.err


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("eng,m,u,100,0,good", "line 3: 'good' is no accuracy"),
        ("eng,m,u,100,0,101", "line 3: '101' is no accuracy"),
        ("eng,m,u,100,0,-1", "line 3: '-1' is no accuracy"),
        ("eng,m,u,100,0,inf", "line 3: 'inf' is no accuracy"),
        (",m,u,100,0,0.5", "line 3: there is nothing in the column language"),
        ("eng,m,u,100,0", "line 3: 5 columns where the header has 6"),
        ("a,m,u,100,0,0.6", "line 3: is of the same language, sampling, model, size, part and seed as line 2"),
        ("\x1b[31m,m,u,100,0,bad\x1b[0m", "line 3: 'bad\\x1b[0m' is no accuracy"),
    ],
)
def test_a_wrong_row_is_named_with_its_line(goed: Goed, row: str, sentence: str) -> None:
    assert f"t.csv, {sentence}" in refused(goed, f"{HEADER}a,m,u,100,0,0.5\n{row}\n")


def test_tables_that_are_none(goed: Goed) -> None:
    assert "there is no such file" in goed("stats", "seeds", "--input", "no.csv", code=1).err
    assert "is empty" in refused(goed, "")
    assert "there is no column accuracy; its columns are 'language'" in refused(goed, "language,size\neng,1\n")
    assert "is no part" in refused(goed, "part,accuracy\ntrain,0.5\n")
    assert "nothing to count in t.csv" in goed("stats", "accuracy", "--input", write(Path("t.csv"), HEADER)).err


def test_the_same_cell_and_seed_twice(goed: Goed) -> None:
    """Two trainings, or two parts, are told apart; a regression takes what it gets, as lm does, and says so."""
    rows = "eng,m,u,100,0,0.5,{}\neng,m,u,100,0,0.7,{}\n"
    for column, values in (("training_seed", (0, 1)), ("part", ("dev", "test"))):
        text = HEADER.strip() + f",{column}\n" + rows.format(*values)
        assert sum(row["n_seeds"] for row in accuracy(goed, text).rows) == 2
    text = HEADER + rows.replace(",{}", "") + "eng,n,u,100,0,0.2\neng,n,u,100,1,0.3\n"
    assert "as line 2" in refused(goed, text, "seeds")
    answer = goed("stats", "regression", "--input", "t.csv", "--format", "json")
    assert "line 3 is of the same" in answer.err
    assert answer.rows[0]["n"] == 4


def test_without_a_seed_rows_are_counted_up(goed: Goed) -> None:
    answer = accuracy(goed, "language,accuracy\neng,0.5\neng,0.7\ndeu,0.1\n", "--by", "seed")
    assert [(row["language"], row["seed"]) for row in answer.rows] == [("deu", 0), ("eng", 0), ("eng", 1)]
    assert "there is no column seed" in answer.err


def test_a_part_of_a_table_can_be_chosen(goed: Goed) -> None:
    text = HEADER + "eng,m,u,small,0,0.5\neng,m,u,large,0,0.6\ndeu,m,w,large,0,0.7\n"
    assert [row["mean"] for row in accuracy(goed, text, "--size", "large", "--language", "eng").rows] == [0.6]
    numbers = HEADER + "eng,m,u,100,0,0.5\neng,m,u,300,0,0.6\n"
    assert [row["mean"] for row in accuracy(goed, numbers, "--size", "200:400").rows] == [0.6]
    assert (
        "--by lemma needs the items of a study"
        in goed("stats", "accuracy", "--input", "t.csv", "--by", "lemma", code=2).err
    )
    assert "not 'small'" in goed("stats", "accuracy", "--size", "small", code=2).err


def paired(differences: dict[str, list[float]]) -> str:
    """A table in which weighted is 0.5, and uniform better by these differences, one a seed, at two sizes."""
    return HEADER + "".join(
        f"{language},m,{sampling},{size},{seed},{0.5 + difference * (sampling == 'UNIFORM')}\n"
        for language, of_seeds in differences.items()
        for seed, difference in enumerate(of_seeds)
        for sampling in ("UNIFORM", "WEIGHTED")
        for size in (100, 200)
    )


def test_the_difference_between_samplings_and_its_interval(goed: Goed) -> None:
    path = write(
        Path("t.csv"),
        paired({"eng": [0.01, 0.0213, 0.03, 0.0421, 0.007, 0.0331, 0.1], "deu": [0.05] * 5, "ara": [0.2]}),
    )
    rows = goed("stats", "sampling", "--input", path, "--by", "language", "--format", "json").rows
    ara, deu, eng = rows
    assert (ara["low"], ara["high"], ara["n_pairs"]) == (None, None, 2)  # one seed says nothing about others
    assert (deu["low"], deu["high"]) == (pytest.approx(0.05), pytest.approx(0.05))
    assert eng["low"] < eng["difference"] < eng["high"]
    assert eng["high"] - eng["difference"] > eng["difference"] - eng["low"]  # longer where the seed of 0.1 lies
    again = goed("stats", "sampling", "--input", path, "--by", "language", "--format", "json").rows
    assert again == rows
    other = goed("stats", "sampling", "--input", path, "--by", "language", "--seed", 1, "--format", "json").rows[2]
    assert other["low"] != eng["low"]
    assert other["low"] == pytest.approx(eng["low"], rel=0.1)


def test_samplings_without_a_partner_are_said(goed: Goed) -> None:
    path = write(Path("t.csv"), HEADER + "eng,m,u,100,0,0.5\neng,m,w,100,0,0.5\n")
    assert "the samplings here are u, w" in goed("stats", "sampling", "--input", path).err


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Five splits of each of three languages, whose runs go up and down together: 95 % within 3 standard errors."""
    random = np.random.default_rng(6)
    places = pd.DataFrame([(language, seed) for language in "abc" for seed in range(5) for _ in range(4)])
    rows = places.rename(columns={0: "language", 1: "seed"})
    n_trials = 300
    hits = 0
    for _ in range(n_trials):
        of_split = np.repeat(random.normal(0, np.repeat([1, 2, 0.5], 5)), 4)
        low, high = interval(rows.assign(difference=of_split + random.normal(0, 0.3, len(rows))), "difference")
        hits += low <= 0 <= high
    assert 0.91 <= hits / n_trials <= 0.99


def test_a_class_that_is_not_there_is_shown_as_nothing() -> None:
    import pandas as pd

    from goed.commands.stats.group import with_names_for_people

    table = pd.DataFrame({"language": ["deu", "deu"], "main_error": ["e→(e)n", None]})
    assert with_names_for_people(table)["main_error"].tolist() == ["-e→-(e)n", ""]
