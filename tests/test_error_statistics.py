"""`goed stats errors`, `trajectory` and `sampling` count what is there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from conftest import Goed, right_answers, sql, write
from goed.statistics.item_labels import ItemLabels
from goed.study.selection import Selection
from goed.study.study import Study
from goed_classifiers.generic import classify
from goed_classifiers.registry import registry
from goed_classifiers.values import Case

PATTERN = ("--pattern", "{model}/{language}_{size}")


def spoilt(rows: list[list[str]], endings: list[str]) -> list[list[str]]:
    """Rows whose forms are the lemma with one of some endings in turn; an empty one leaves the right form."""
    answers = []
    for place, (lemma, form, tags) in enumerate(rows):
        ending = endings[place % len(endings)]
        answers.append([lemma, lemma + ending if ending else form, tags])
    return answers


@pytest.fixture
def two_sizes(goed: Goed, study: Path) -> dict[int, list[list[str]]]:
    """Predictions of a model at two sizes."""
    answers = {
        100: spoilt(right_answers(), ["zz", "", "y"]),
        300: spoilt(right_answers(), ["zz", "", "", "", ""]),
    }
    for size, rows in answers.items():
        write(Path(f"m/qgo_{size}.test"), rows)
    goed("import", "predictions", "m", "--model", "m")
    return answers


def counted(answers: list[list[str]]) -> Counter[str]:
    """Errors counted straight from the rows."""
    gold = {(lemma, tags): form for lemma, form, tags in right_answers()}
    return Counter(classify(Case(lemma, tags, gold[lemma, tags], form)).error for lemma, form, tags in answers)


def test_errors_are_counted_as_they_are(goed: Goed, two_sizes: dict[int, list[list[str]]]) -> None:
    rows = goed("stats", "errors", "--format", "json").rows
    for size, answers in two_sizes.items():
        expected = counted(answers)
        n_wrong = sum(expected.values()) - expected["correct"]
        of_size = {row["error"]: row for row in rows if row["size"] == size}
        assert set(of_size) == set(expected) - {"correct"}
        for error, row in of_size.items():
            assert row["n"] == expected[error]
            assert row["mean"] == row["min"] == row["max"] == pytest.approx(expected[error] / 80)
            assert row["share"] == pytest.approx(expected[error] / n_wrong)
            assert (row["sd"], row["n_seeds"], row["n_items"], row["checked"]) == (None, 1, 80, 0)


def test_errors_and_accuracy_make_one(goed: Goed, study: Path) -> None:
    write(Path("m/qgo_100.test"), spoilt(right_answers(), ["zz", ""])[:70])  # ten are missing
    goed("import", "predictions", "m", "--model", "m")
    goed("run", "--size", 100)
    errors = goed("stats", "errors", "--format", "json").rows
    for row in goed("stats", "accuracy", "--part", "test", "--format", "json").rows:
        rates = [error["mean"] for error in errors if error["model"] == row["model"]]
        assert sum(rates) + row["mean"] == pytest.approx(1)
    assert [row["n"] for row in errors if row["error"] == "missing"] == [10]


def test_a_trajectory_has_every_kind_at_every_size(goed: Goed, two_sizes: dict[int, list[list[str]]]) -> None:
    rows = goed("stats", "trajectory", "--format", "json").rows
    kinds = {row["error"] for row in rows}
    assert {(row["error"], row["size"]) for row in rows} == {(kind, size) for kind in kinds for size in (100, 300)}
    assert rows[0]["error"] == "correct"
    for row in rows:
        assert row["n"] == counted(two_sizes[row["size"]])[row["error"]]
        if row["size"] == 100:
            assert row["change"] is None
        else:
            (before,) = [other for other in rows if other["error"] == row["error"] and other["size"] == 100]
            assert row["change"] == pytest.approx(row["mean"] - before["mean"])
    for size in (100, 300):
        assert sum(row["mean"] for row in rows if row["size"] == size) == pytest.approx(1)


def test_a_kind_that_a_seed_lacks_counts_as_none_there(goed: Goed, goedish_items: Path) -> None:
    goed("split", "--seeds", 3, "--sizes", 100, "--dev", 50, "--test", 200)
    goed("run")
    per_seed = goed("stats", "errors", "--by", "seed", "--sampling", "uniform", "--format", "json").rows
    pooled = goed("stats", "errors", "--sampling", "uniform", "--format", "json").rows
    for row in pooled:
        rates = [other["mean"] for other in per_seed if other["error"] == row["error"]]
        assert len(rates) <= 3 == row["n_seeds"]
        assert row["mean"] == pytest.approx(sum(rates) / 3)
        assert row["min"] == pytest.approx(min(rates) if len(rates) == 3 else 0)
        assert row["n"] == sum(other["n"] for other in per_seed if other["error"] == row["error"])


@pytest.mark.parametrize("column", ["gold_class", "features", "frequency", "gender", "lemma", "seen"])
def test_parts_of_the_items_add_up(goed: Goed, two_sizes: dict[int, list[list[str]]], column: str) -> None:
    whole = goed("stats", "errors", "--format", "json").rows
    parts = goed("stats", "errors", "--by", column, "--format", "json").rows
    for row in whole:
        same = [part for part in parts if (part["error"], part["size"]) == (row["error"], row["size"])]
        assert sum(part["n"] for part in same) == row["n"]
        assert all(part["mean"] == pytest.approx(part["n"] / part["n_items"]) for part in same)


@pytest.mark.parametrize("column", ["pred_class", "rule", "flags"])
def test_errors_are_told_apart_by_what_their_labels_say(
    goed: Goed, two_sizes: dict[int, list[list[str]]], column: str
) -> None:
    whole = goed("stats", "errors", "--format", "json").rows
    parts = goed("stats", "errors", "--by", column, "--format", "json").rows
    assert sum(row["n"] for row in parts) == sum(row["n"] for row in whole)
    assert all(row["n_items"] == 80 for row in parts)
    assert sum(row["share"] for row in parts if row["size"] == 100) == pytest.approx(1)


def test_the_name_of_a_statistic_may_stand_after_options(goed: Goed, two_sizes: dict[int, list[list[str]]]) -> None:
    first = goed("stats", "errors", "--by", "gold_class", "features", "--language", "qgo")
    assert goed("stats", "--by", "gold_class", "features", "errors", "--language", "qgo").out == first.out
    assert goed("stats", "--language", "qgo", "errors", "--by", "gold_class", "features").out == first.out


def test_part_test_is_looked_at_unless_told(goed: Goed, study: Path) -> None:
    goed("run", "--size", 100)
    assert {row["part"] for row in goed("stats", "errors", "--format", "json").rows} == {"test"}
    rows = goed("stats", "trajectory", "--part", "core", "dev", "--format", "json").rows
    assert {row["part"] for row in rows} == {"core", "dev"}


# uniform − weighted


def test_sampling_pairs_runs_of_the_same_seed(goed: Goed, goedish_items: Path) -> None:
    goed("split", "--seeds", 3, "--sizes", "100:200", "--dev", 50, "--test", 200)
    goed("run")
    runs = goed("stats", "accuracy", "--by", "seed", "--part", "test", "--format", "json").rows
    accuracy = {(row["sampling"], row["size"], row["seed"]): row["mean"] for row in runs}
    pairs = {
        (size, seed): accuracy["uniform", size, seed] - accuracy["weighted", size, seed]
        for size in (100, 200)
        for seed in range(3)
    }
    rows = goed("stats", "sampling", "--part", "test", "--format", "json").rows
    overall = rows[0]
    assert (overall["language"], overall["size"], overall["model"], overall["n_pairs"]) == ("all", "all", "all", 6)
    assert overall["difference"] == pytest.approx(sum(pairs.values()) / 6)
    assert (overall["min"], overall["max"]) == pytest.approx((min(pairs.values()), max(pairs.values())))
    assert overall["uniform"] - overall["weighted"] == pytest.approx(overall["difference"])
    by_size = {row["size"]: row["difference"] for row in rows if row["size"] != "all"}
    assert by_size == {size: pytest.approx(sum(pairs[size, seed] for seed in range(3)) / 3) for size in (100, 200)}
    combined = goed("stats", "sampling", "--by", "language", "size", "--part", "test", "--format", "json").rows
    assert [(row["language"], row["size"], row["model"]) for row in combined] == [
        ("qgo", 100, "all"),
        ("qgo", 200, "all"),
    ]


def test_a_run_without_its_partner_is_left_out(goed: Goed, goedish_items: Path) -> None:
    goed("split", "--seeds", 2, "--sizes", 100, "--dev", 50, "--test", 200)
    goed("run", "--sampling", "uniform")
    assert goed("stats", "sampling", "--format", "json").rows == []
    goed("run", "--model", "nonneur", "--sampling", "weighted", "--seed", 1)
    assert {row["n_pairs"] for row in goed("stats", "sampling", "--format", "json").rows} == {1}


@pytest.mark.parametrize(
    "arguments",
    [
        ["sampling", "--by", "lemma"],
        ["agreement", "--by", "lemma"],
        ["agreement", "--model", "nonneur"],
        ["errors", "--by", "moon"],
        ["errors", "--average", "size"],
    ],
)
def test_what_cannot_be_counted_so_is_said(goed: Goed, study: Path, arguments: list[str]) -> None:
    assert goed("stats", *arguments, code=2).err


# Agreement


def test_agreement_of_people_who_differ(goed: Goed, two_sizes: dict[int, list[list[str]]]) -> None:
    goed("export", "-o", "labels.tsv")
    header, *rows = [line.split("\t") for line in Path("labels.tsv").read_text("utf-8").splitlines()]
    place = header.index("pred_class")
    changed = [
        [*row[:place], "stem" if number < 30 else row[place], *row[place + 1 :]] for number, row in enumerate(rows)
    ]
    n_changed = sum(one != other for one, other in zip(rows, changed, strict=True))
    write(Path("changed.tsv"), [header, *changed])
    for name, path in (("a", "labels.tsv"), ("b", "changed.tsv")):
        goed("import", "labels", path, "--annotator", name, "--all")
    agreed = {
        (row["first"], row["second"], row["what"]): row for row in goed("stats", "agreement", "--format", "json").rows
    }
    assert agreed["classifier", "a", "label"]["agreement"] == 1
    row = agreed["a", "b", "pred_class"]
    assert row["n"] == len(rows)
    assert row["agreement"] == pytest.approx(1 - n_changed / len(rows))
    theirs = Counter(line[place] for line in rows), Counter(line[place] for line in changed)
    chance = sum(theirs[0][name] * theirs[1][name] for name in theirs[0]) / len(rows) ** 2
    assert row["kappa"] == pytest.approx((row["agreement"] - chance) / (1 - chance))


def test_real_errors_are_counted_as_a_direct_count_does(goed: Goed, shared: Path) -> None:
    """CLUZH's and NONNEUR's predictions of all 26 sets, labelled row by row beside goed."""
    part2, predictions = shared / "sigmorphon2022" / "part2", shared / "sigmorphon2022" / "predictions"
    goed("import", "items", part2, "--as", "split")
    for model in ("cluzh", "nonneur"):
        goed("import", "predictions", predictions / model, "--model", model)
    rows = goed("stats", "errors", "--format", "json").rows
    classifiers = registry()
    for model in ("cluzh", "nonneur"):
        for path in sorted((predictions / model).glob("*.test")):
            language, size = path.stem.split("_")
            gold = [line.split("\t") for line in (part2 / f"{language}.gold").read_text("utf-8").splitlines()]
            predicted = {
                (lemma, tags): form
                for lemma, form, tags in (line.split("\t") for line in path.read_text("utf-8").splitlines())
            }
            classifier = classifiers.of(language)
            labels = [
                classifier.classify(Case(lemma, tags, form, predicted[lemma, tags])) for lemma, form, tags in gold
            ]
            # `stats errors` leaves these out
            expected = Counter(label.error for label in labels if not {"variant", "gold-error"} & {*label.flags})
            del expected["correct"]
            found = {
                row["error"]: row["n"]
                for row in rows
                if (row["model"], row["language"], row["size"]) == (model, language, int(size))
            }
            assert found == expected
    assert sql(Path("study.goed"), "SELECT count(*) FROM output WHERE id NOT IN (SELECT output_id FROM label)") == [
        (0,)
    ]


def test_runs_that_come_in_meanwhile_do_not_disturb_what_is_being_counted(
    goed: Goed, two_sizes: dict[int, list[list[str]]]
) -> None:
    with Study.open(Path("study.goed")) as opened:
        outcomes = ItemLabels(opened, Selection())
        strange = spoilt(right_answers(), ["qqq"])  # outputs that nobody gave before, of a kind that was not there
        goed("import", "predictions", write(Path("qgo_300.test"), strange), "--model", "late")
        parts = list(outcomes.of_parts())
    assert {part.tally.model for part in parts} == {"m"}
    assert sum(int(part.kinds.size) for part in parts) == 160
    assert {row["model"] for row in goed("stats", "errors", "--format", "json").rows} == {"m", "late"}


@pytest.mark.parametrize("packed", ["x'0102'", "x'ffffffff'"])
@pytest.mark.parametrize("call", [("stats", "errors"), ("stats", "accuracy", "--by", "lemma"), ("cases",)])
def test_a_damaged_pack_is_said_and_can_be_repaired(
    goed: Goed, two_sizes: dict[int, list[list[str]]], packed: str, call: tuple[str, ...]
) -> None:
    before = goed(*call).out
    with Study.open(Path("study.goed")) as opened, opened.transaction() as db:
        db.execute(f"UPDATE part_pack SET outputs = {packed} WHERE run_part_id = 1")
    assert "goed check --repair" in goed(*call, code=1).err
    goed("check", "--repair")
    assert goed(*call).out == before
