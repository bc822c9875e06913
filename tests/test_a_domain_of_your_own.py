"""Another package adds a domain: sums of two numbers go all the way through, and no file of goed knows of them."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conftest import GOED, GOEDISH, Goed, sql, write
from goed.domains.registry import forget_domains
from goed.study.study import Study
from sitting import Sitting, sit_down

SUMS = [[f"{a}+{b}", str(a + b), "ADD"] for a in range(10) for b in range(10)]
Called = Callable[..., str]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages with the one that brings the domain; this process has it, too."""
    folder = tmp_path / "site"
    write(folder / "sums.py", (Path(__file__).parent / "sums.py").read_text(encoding="utf-8"))
    about = folder / "sums-1.0.dist-info"
    write(about / "METADATA", "Metadata-Version: 2.1\nName: sums\nVersion: 1.0\n")
    write(about / "entry_points.txt", "[goed.domains]\nsums = sums:DOMAIN\n")
    monkeypatch.syspath_prepend(str(folder))
    forget_domains()
    yield folder
    monkeypatch.undo()
    forget_domains()


@pytest.fixture
def call(site: Path) -> Called:
    """Call goed as a user does who has that package."""

    def called(*arguments: object, code: int = 0) -> str:
        environment = {**os.environ, "PYTHONPATH": str(site), "GOED_ANNOTATOR": "sp", "PYTHONUTF8": "1"}
        done = subprocess.run(
            [GOED, *map(str, arguments)], capture_output=True, text=True, env=environment, check=False
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stderr if code else done.stdout

    return called


@pytest.fixture
def sums(call: Called) -> Path:
    """A study of sums, with a learner that has learned twenty and forty of them, on two splits."""
    call("import", "items", write(Path("sums.tsv"), SUMS), "--language", "dec", "--domain", "sums")
    call("split", "--sampling", "uniform", "--seeds", 2, "--sizes", 20, 40, "--dev", 0)
    call("run", "--model", "forgetful", "--jobs", 1)
    return Path("study.goed")


def rows(call: Called, *arguments: object) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(call(*arguments, "--format", "json"))
    return found


def test_what_belongs_together_is_not_parted(call: Called, sums: Path) -> None:
    parts = sql(
        sums,
        "SELECT word, part FROM split_item JOIN item ON item.id = item_id WHERE split_id = 1 "
        "UNION ALL SELECT word, 'train' FROM training_item JOIN item ON item.id = item_id WHERE list_id = 1",
    )
    groups: dict[str, set[str]] = {}
    for word, part in parts:
        groups.setdefault("+".join(sorted(word.split("+"))), set()).add(part)
    assert len(groups) > 30
    assert all(len(found) == 1 for found in groups.values())


def test_answers_are_labelled_by_the_domains_own_scheme(call: Called, sums: Path) -> None:
    assert set(sql(sums, "SELECT DISTINCT classifier, domain FROM resolved_label")) == {("sums 1", "sums")}
    errors = rows(call, "stats", "errors")
    assert {row["error"] for row in errors} == {"no-carry"}
    asked, wrong = sql(sums, "SELECT sum(n_items), sum(n_items - n_correct) FROM run_part WHERE part = 'test'")[0]
    assert sum(row["n"] for row in errors if row["part"] == "test") == wrong < asked
    (rate, *_) = rows(call, "stats", "rates", "--part", "test")
    assert rate["rate"] == "no-carry"


def test_breakdowns_circumstances_and_measures_are_there(call: Called, sums: Path) -> None:
    by_mirrored = rows(call, "stats", "accuracy", "--part", "test", "--by", "mirrored")
    assert {row["mirrored"] for row in by_mirrored} == {"unseen"}, "mirror images are never parted"
    per_split = [number for (number,) in sql(sums, "SELECT count(*) FROM split_item GROUP BY split_id")]
    by_circumstance = rows(call, "stats", "accuracy", "--part", "test", "--by", "parroted")
    assert {row["parroted"] for row in by_circumstance} == {"parroted", "none"}
    assert sum(row["n_items"] * row["n_seeds"] for row in by_circumstance) == pytest.approx(2 * sum(per_split))
    assert {row["sum"] for row in rows(call, "stats", "accuracy", "--by", "sum")} <= {each[0] for each in SUMS}
    measured = rows(call, "stats", "measures", "--part", "test")
    assert {(row["measure"], row["n_seeds"], row["n"]) for row in measured} == {("distance", 2, sum(per_split) / 2)}
    stored = sql(
        sums,
        "SELECT avg(distance) FROM (SELECT avg(abs(predicted - gold)) AS distance FROM prediction_table "
        "WHERE size = 20 AND part = 'test' GROUP BY seed)",
    )
    (distance,) = (row["mean"] for row in measured if row["size"] == 20)
    assert distance == pytest.approx(stored[0][0])
    assert "%" not in call("stats", "measures"), "a measure has its own unit"
    assert "--by knows" in call("stats", "accuracy", "--by", "gendre", code=2)


def test_verdicts_stand_apart_from_the_kind_of_error(call: Called, sums: Path) -> None:
    """Gold wrong leaves numerator and denominator; both possible makes a lenient rate beside the strict one."""
    (before,) = (row for row in rows(call, "stats", "errors", "--size", 20, "--part", "test"))
    assert "lenient" not in before
    first, second, third = (row["id"] for row in rows(call, "cases", "--size", 20, "--part", "test")[:3])
    call("label", first, "--accept", "--verdict", "both-possible")
    (after,) = rows(call, "stats", "errors", "--size", 20, "--part", "test")
    assert after["mean"] == before["mean"]
    of_runs = sql(
        sums,
        "SELECT (n_items - n_correct - (SELECT count(*) FROM prediction WHERE run_part_id = run_part.id AND "
        "output_id = ?)) * 1.0 / n_items FROM run_part JOIN run ON run.id = run_id WHERE size = 20 AND part = 'test'",
        first,
    )
    assert after["lenient"] == pytest.approx(sum(rate for (rate,) in of_runs) / len(of_runs)) != after["mean"]
    call("label", second, "--accept", "--verdict", "gold-wrong")
    (left,) = rows(call, "stats", "errors", "--size", 20, "--part", "test")
    assert left["n_left_out"] > 0
    assert left["n"] == after["n"] - left["n_left_out"]
    assert "verdict of sums" in call("label", third, "--accept", "--verdict", "perhaps", code=1)
    by_verdict = {row["verdict"] for row in rows(call, "stats", "errors", "--by", "verdict")}
    assert by_verdict == {"", "both-possible"}
    assert set(sql(sums, "SELECT verdict FROM resolved_label WHERE verdict IS NOT NULL")) == {
        ("both-possible",), ("gold-wrong",)
    }  # fmt: skip
    call("undo")
    assert sql(sums, "SELECT verdict FROM resolved_label WHERE verdict = 'gold-wrong'") == []


def test_the_label_screen_tells_a_case_in_the_domains_words(sums: Path) -> None:
    async def look(sitting: Sitting) -> None:
        assert any(line.split()[1:3] == ["sum", "predicted"] for line in sitting.text.splitlines())
        assert "the sum" in sitting.text
        assert "it is" in sitting.text
        assert "no-carry" in sitting.text
        assert "both are possible" in sitting.text
        await sitting.press("y")
        assert "verdict" in sitting.text
        await sitting.press("enter")

    sit_down(sums, look)
    assert sql(sums, "SELECT DISTINCT verdict FROM annotation") == [("both-possible",)]


def test_two_domains_in_one_study_are_never_mixed(call: Called, sums: Path, goed: Goed) -> None:
    write(Path("qgo"), [[f"{word}a", f"{word}or", "N;PL"] for word in ("bal", "kel", "tan", "sop", "mir", "lon") * 40])
    call("import", "items", "qgo")
    call("split", "--domain", "inflection", "--sampling", "uniform", "--seeds", 1, "--sizes", 2, "--dev", 0)
    call("run", "--model", "nonneur", "--jobs", 1)
    assert "say with --domain" in call("stats", "errors", code=2)
    assert {row["domain"] for row in rows(call, "stats", "accuracy")} == {"inflection", "sums"}
    assert {row["model"] for row in rows(call, "stats", "seeds", "--domain", "sums")} == {"forgetful"}
    assert sql(sums, "SELECT count(*) FROM run JOIN model ON model.id = model_id JOIN split ON split.id = split_id "
                     "WHERE model.domain != split.domain") == [(0,)]  # fmt: skip
    assert call("check") == ""


def test_a_study_of_a_domain_that_is_not_here_says_so(call: Called, sums: Path, goed: Goed) -> None:
    done = subprocess.run([GOED, "stats", "errors"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    checked = subprocess.run([GOED, "check"], capture_output=True, text=True, check=False)
    assert "outputs of the domain sums were not looked at" in checked.stdout
    assert "study.goed: sound" in checked.stderr
    assert subprocess.run([GOED, "status"], capture_output=True, check=False).returncode == 0
    assert "there is no domain sums here, only inflection; the package that brings it is not installed" in done.stderr


def test_two_domains_may_have_a_model_of_one_name(call: Called, sums: Path, site: Path) -> None:
    with (site / "sums.py").open("a", encoding="utf-8") as file:
        file.write(
            "\ndef forget(task):\n"
            "    return Answers({'nonneur': [Prediction(without_carry(asked.lemma)) for asked in task.questions]})\n"
            "from dataclasses import replace\n"
            "LEARNER = Model('nonneur', 'forgets all tens', 'sums:forget', uses_seed=False)\n"
            "DOMAIN = replace(DOMAIN, learners=lambda: [LEARNER])\n"
        )
    listed = {(row["model"], row["domain"]) for row in rows(call, "models")}
    assert {("nonneur", "inflection"), ("nonneur", "sums")} <= listed
    call("import", "items", write(Path("qgo.tsv"), GOEDISH[:60]), "--language", "qgo")
    call("split", "--domain", "inflection", "--seeds", 1, "--sizes", 20, "--dev", 0, "--sampling", "uniform")
    done = (
        "SELECT model.domain, count(*) FROM run JOIN model ON model.id = model_id JOIN split ON split.id = split_id "
        "AND split.domain = model.domain WHERE state = 'done' AND name = 'nonneur' GROUP BY 1"
    )
    assert "domain of this study" in call("run", "--model", "nonneur", "--domain", "summs", code=1)
    call("run", "--model", "nonneur", "--domain", "sums", "--jobs", 1)
    assert sql(sums, done) == [("sums", 4)]
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONUTF8": "1"}
    words = [GOED, "run", "--model", "nonneur", "--jobs", "1"]
    said = subprocess.run(words, capture_output=True, text=True, env=environment, check=True).stderr
    assert "nonneur is a model of inflection and of sums: each is run; --domain takes one of them" in said
    assert sql(sums, done) == [("inflection", 1), ("sums", 4)]
    assert {(row["language"], row["domain"]) for row in rows(call, "status", "--runs", "done")} == {
        ("dec", "sums"), ("qgo", "inflection")
    }  # fmt: skip
    answers = "SELECT count(*) FROM prediction_table WHERE model = 'nonneur' AND language = 'dec' AND predicted > 9"
    assert sql(sums, answers) == [(0,)], "sums are answered by their own model"


def test_answers_may_be_packed_and_runs_stored_at_steps(call: Called, sums: Path) -> None:
    """No learner does either yet: an eleventh run has ten packed answers, and a step of the second stands beside it."""
    errors, accuracy = rows(call, "stats", "errors"), rows(call, "stats", "accuracy", "--size", 40)
    with Study.open(sums) as study, study.transaction() as db:
        columns = "model_id, split_id, size, training_seed, state"
        db.execute(f"INSERT INTO run (id, {columns}) VALUES (11, 1, 1, 20, 7, 'done')")
        db.execute(f"INSERT INTO run (id, {columns}, step) SELECT 12, {columns}, 3 FROM run WHERE id = 2")
        insert = "INSERT INTO run_part (id, run_id, part, n_items, n_predicted, n_correct)"
        db.execute(f"{insert} VALUES (21, 11, 'test', 10, 10, 5)")
        db.execute(f"{insert} SELECT 22, 12, part, n_items, 0, 0 FROM run_part WHERE run_id = 2 AND part = 'test'")
        db.execute("INSERT INTO part_pack VALUES (22, x'')")
        db.execute("INSERT INTO token_answers VALUES (21, 'class', 1, zeroblob(10))")
        db.execute("INSERT INTO run_measure VALUES (21, 'distance', 1.5, 10, '')")
    assert call("check") == ""
    assert rows(call, "stats", "errors") == errors
    assert rows(call, "stats", "accuracy", "--size", 40) == accuracy
    of_size = {row["size"]: row["n_seeds"] for row in rows(call, "stats", "measures", "--part", "test")}
    assert of_size == {20: 3, 40: 2}
    call("check", "--repair")
    assert sql(sums, "SELECT length(answers) FROM token_answers") == [(10,)]
    with Study.open(sums) as study, study.transaction() as db:
        db.execute("UPDATE token_answers SET answers = zeroblob(9)")
    assert "not sound" in call("check", code=1)
