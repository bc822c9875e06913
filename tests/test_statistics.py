"""Accuracies, seeds and their breakdowns equal what one counts by hand."""

from __future__ import annotations

import csv
import io
import statistics
from pathlib import Path

import pytest

from conftest import Goed, goedish, right_answers, write


@pytest.fixture
def seeded(goed: Goed) -> Path:
    """Three seeds of a split, predictions of a model that gets 10, 20 and 45 of 50 right at size 100."""
    for seed, n_right in enumerate((10, 20, 45)):
        write(Path(f"given/qgo_{seed}_100.train"), goedish(0, 100))
        write(Path(f"given/qgo_{seed}_100.test"), goedish(200, 250))
        rows = [
            [lemma, form if place < n_right else "x", tags]
            for place, (lemma, form, tags) in enumerate(goedish(200, 250))
        ]
        write(Path(f"theirs/qgo_{seed}_100.test"), rows)
    pattern = ("--pattern", "{language}_{seed}_{size}", "--sampling", "mine")
    goed("import", "items", "given", "--as", "split", *pattern)
    goed("import", "predictions", "theirs", "--model", "m", *pattern)
    return Path("study.goed")


def test_mean_and_deviation_over_seeds(goed: Goed, seeded: Path) -> None:
    (row,) = goed("stats", "accuracy", "--format", "json").rows
    accuracies = [0.2, 0.4, 0.9]
    assert row == {
        "language": "qgo",
        "sampling": "mine",
        "model": "m",
        "size": 100,
        "part": "test",
        "mean": pytest.approx(0.5),
        "sd": pytest.approx(statistics.stdev(accuracies)),
        "min": 0.2,
        "max": 0.9,
        "n_seeds": 3,
        "n_items": 50,
        "n_missing": 0,
    }


def test_every_seed_can_have_a_row(goed: Goed, seeded: Path) -> None:
    rows = goed("stats", "accuracy", "--by", "seed", "--format", "json").rows
    assert [(row["seed"], row["mean"], row["sd"]) for row in rows] == [(0, 0.2, None), (1, 0.4, None), (2, 0.9, None)]


def test_range_and_variability(goed: Goed, seeded: Path) -> None:
    (row,) = goed("stats", "seeds", "--format", "json").rows
    assert row["range"] == pytest.approx(0.7)
    assert row["variability"] == pytest.approx(statistics.stdev([0.2, 0.4, 0.9]))
    assert row["n_seeds"] == 3


def test_one_seed_says_nothing_about_variation(goed: Goed, study: Path) -> None:
    goed("run")
    row = goed("stats", "seeds", "--format", "json").rows[0]
    assert (row["range"], row["variability"]) == (None, None)
    assert goed("stats", "seeds", "--average", "language", "--format", "json").rows == []


def test_averages_over_cells(goed: Goed, goedish_items: Path) -> None:
    goed("split", "--seeds", 3, "--sizes", "100:300", "--dev", 100)
    goed("run")
    cells = goed("stats", "seeds", "--part", "test", "--format", "json").rows
    assert len(cells) == 2 * 3
    averages = goed("stats", "seeds", "--part", "test", "--average", "sampling", "--format", "json").rows
    for average in averages:
        ranges = [cell["range"] for cell in cells if cell["sampling"] == average["sampling"]]
        assert average["range"] == pytest.approx(statistics.mean(ranges))
        assert average["n_cells"] == 3


def test_breakdowns_by_what_training_has_shown(goed: Goed) -> None:
    write(Path("given/eng_2.train"), [["go", "went", "V;PST"], ["dog", "dogs", "N;PL"]])
    gold = [["go", "goes", "V;PRS"], ["dog", "dogged", "V;PST"], ["cat", "cats", "N;PL"], ["ox", "oxes", "V;PRS"]]
    write(Path("given/eng.gold"), gold)
    goed("import", "items", "given", "--as", "split")
    predicted = [[lemma, "x" if lemma == "cat" else form, tags] for lemma, form, tags in gold[:3]]
    write(Path("theirs/eng_2.test"), predicted)
    goed("import", "predictions", "theirs", "--model", "m")

    def by(column: str) -> dict[str, tuple[float, int, int]]:
        rows = goed("stats", "accuracy", "--by", column, "--format", "json").rows
        return {row[column]: (row["mean"], row["n_items"], row["n_missing"]) for row in rows}

    assert by("seen") == {"lemma": (1.0, 1, 0), "both": (1.0, 1, 0), "features": (0.0, 1, 0), "neither": (0.0, 1, 1)}
    assert by("seen_lemma") == {"seen": (1.0, 2, 0), "unseen": (0.0, 2, 1)}
    assert by("seen_features") == {"seen": (0.5, 2, 0), "unseen": (0.5, 2, 1)}
    assert by("features") == {"N;PL": (0.0, 1, 0), "V;PRS": (0.5, 2, 1), "V;PST": (1.0, 1, 0)}


def test_the_fine_tune_part_counts_as_seen(goed: Goed) -> None:
    write(Path("given/eng_2.train"), [["go", "went", "V;PST"]])
    write(Path("given/eng_2.finetune"), [["dog", "dogs", "N;PL"]])
    write(Path("given/eng.gold"), [["dog", "dogged", "V;PST"]])
    goed("import", "items", "given", "--as", "split")
    goed("run")
    rows = goed("stats", "accuracy", "--by", "seen", "--part", "test", "--format", "json").rows
    assert [row["seen"] for row in rows] == ["both"]


def test_frequency_bands(goed: Goed) -> None:
    counts = {
        "a": "0",
        "b": "1",
        "c": "9",
        "d": "10",
        "e": "99.5",
        "f": "100",
        "g": "1000",
        "h": "10000",
        "i": "123456",
    }
    write(Path("given/eng.gold"), [[lemma, lemma + "s", "N;PL"] for lemma in (*counts, "j")])
    goed("import", "items", "given", "--as", "split")
    write(Path("counts"), [[lemma, lemma + "s", "N;PL", count] for lemma, count in counts.items()])
    goed("import", "items", "counts", "--language", "eng", "--counts-only")
    write(Path("theirs/eng_1.test"), [[lemma, lemma + "s", "N;PL"] for lemma in (*counts, "j")])
    goed("import", "predictions", "theirs", "--model", "m")
    rows = goed("stats", "accuracy", "--by", "frequency", "--format", "json").rows
    assert {row["frequency"]: row["n_items"] for row in rows} == {
        "under 1": 1,
        "1 to 9": 2,
        "10 to 99": 2,
        "100 to 999": 1,
        "1000 to 9999": 1,
        "10000 up": 2,
        "unknown": 1,
    }


def test_gender_and_two_breakdowns_at_once(goed: Goed, study: Path) -> None:
    goed("run", "--size", 300)
    rows = goed("stats", "accuracy", "--by", "gender", "seen", "--part", "test", "--format", "json").rows
    assert {row["gender"] for row in rows} == {"MASC", "FEM"}
    assert sum(row["n_items"] for row in rows) == 80
    whole = goed("stats", "accuracy", "--part", "test", "--format", "json").rows[0]
    assert sum(row["mean"] * row["n_items"] for row in rows) == pytest.approx(whole["mean"] * 80)


def test_the_four_formats_say_the_same(goed: Goed, study: Path) -> None:
    goed("run")
    as_json = goed("stats", "accuracy", "--format", "json").rows
    for form, delimiter in (("csv", ","), ("tsv", "\t")):
        rows = list(csv.DictReader(io.StringIO(goed("stats", "accuracy", "--format", form).out), delimiter=delimiter))
        assert [float(row["mean"]) for row in rows] == [row["mean"] for row in as_json]
        assert {row["sd"] for row in rows} == {""}
    table = goed("stats", "accuracy").out.splitlines()
    assert "mean %" in table[0]
    assert f"{100 * as_json[0]['mean']:.2f}" in table[1]
    assert len(table) == 1 + len(as_json) == 10


def test_results_go_to_stdout_and_talk_to_stderr(goed: Goed, study: Path) -> None:
    goed("run")
    answer = goed("stats", "accuracy", "--format", "csv")
    assert answer.err == ""
    write(Path("theirs/qgo_300.test"), right_answers())
    goed("import", "predictions", "theirs", "--model", "m")
    empty = goed("stats", "accuracy", "--model", "m", "--size", "100", "--format", "json")
    assert empty.rows == []
    assert "nothing to count" in empty.err


def test_lemmas_that_look_like_markup_are_shown_as_they_are(goed: Goed) -> None:
    odd = ["[red]x[/red]", "=1+1", "\u202eabc"]
    write(Path("given/eng.gold"), [[lemma, lemma + "s", "N;PL"] for lemma in odd])
    goed("import", "items", "given", "--as", "split")
    write(Path("theirs/eng_1.test"), [[lemma, lemma + "s", "N;PL"] for lemma in odd])
    goed("import", "predictions", "theirs", "--model", "m")
    table = goed("stats", "accuracy", "--by", "lemma").out
    assert "[red]x[/red]" in table
    assert "\u202e" not in table
    assert "\\u202e" in table


@pytest.mark.parametrize("form", ["table", "csv", "tsv", "json"])
def test_what_a_failed_run_says_is_shown_and_not_obeyed(goed: Goed, study: Path, form: str) -> None:
    """A message with an escape sequence, a C1 control, a line end and a bidi override, printed in every format."""
    program = "no\\u001b[31m\\u009b\\u202e\\n-such"
    write(Path("models.toml"), f'[models.mine]\ncommand = ["{program}", "{{test}}", "{{out}}"]')
    goed("run", "--config", "models.toml", "--size", 100, code=1)
    answer = goed("status", "--runs", "failed", "--format", form)
    assert "31m" in answer.out
    assert all(character.isprintable() or character in "\n\t" for character in answer.out)
    if form == "json":
        assert "no\x1b[31m\x9b\u202e\n-such" in answer.rows[0]["message"]  # a program gets it as it was
    else:
        assert len(answer.out.splitlines()) == 2


def test_right_answers_are_all_right(goed: Goed, study: Path) -> None:
    write(Path("theirs/qgo_300.test"), right_answers())
    goed("import", "predictions", "theirs", "--model", "m")
    assert [row["mean"] for row in goed("stats", "accuracy", "--format", "json").rows] == [1.0]
